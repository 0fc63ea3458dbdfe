//! What a copy of the database holds, looked at before it is put in the place of another one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::{Clock, Ids, Time};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::{Database, Error, Options, SchemaFault, Store, age, ledger, migrations, wallets};
use causeway_wallet_keys::MasterKeys;
use serde::Serialize;

use super::StorageError;
use super::backup::tombstone_file;
use crate::config::Config;
use crate::wiring::{self, WiringError};

/// A copy with what belongs to it: where each is, in the data folder or beside the copy.
pub(super) struct CopySet {
    /// The root keys that the next start will use.
    pub(super) root_key: Part,
    /// The keys of the wallets that it will use; `None` if there are none.
    pub(super) wallet_keys: Option<Part>,
    /// What was revoked of wallets, to be added to what the data folder has.
    pub(super) tombstones: Option<PathBuf>,
    /// Whether the data folder has such a file already.
    pub(super) has_tombstones: bool,
}

/// A part of a copy.
pub(super) struct Part {
    pub(super) text: String,
    /// The file that it is to be brought from; `None` if it is in its place.
    pub(super) from: Option<PathBuf>,
}

/// What a copy holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Contents {
    /// When something last changed in it, as far as rows say in real time.
    pub(super) newest_change: Option<Time>,
    pub(super) ledgers: Vec<Ledger>,
    /// Whether its schema is older than this program: it cannot be looked at yet.
    pub(super) is_older_schema: bool,
}

/// A platform's ledger in a copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ledger {
    /// Whose it is.
    pub platform: PlatformId,
    /// Its newest block; 0 if it has none.
    pub block: i64,
    /// How many journals are sealed in it.
    pub journals: u64,
    /// How many more were sealed by the anchor file: they are not in the copy.
    pub journals_after: u64,
}

impl Part {
    /// Finds a part: in its place, or else in the file that was named or lies beside the copy. `fits` says whether the text
    /// serves the copy; another one in its place is in the way.
    ///
    /// # Errors
    /// When a file cannot be read, or what is in its place does not serve.
    pub(super) fn find(
        given: Option<&str>,
        place: &Path,
        named: Option<&Path>,
        beside: &Path,
        advice: &'static str,
    ) -> Result<Option<Self>, StorageError> {
        if let Some(text) = given {
            return Ok(Some(Self { text: text.to_owned(), from: None }));
        }
        let source = named.or_else(|| beside.exists().then_some(beside));
        let brought =
            source.map(|path| fs::read_to_string(path).map_err(StorageError::file(path))).transpose()?;
        if !place.exists() {
            let from = source.map(Path::to_owned);
            return Ok(brought.map(|text| Self { text, from }));
        }
        let present = fs::read_to_string(place).map_err(StorageError::file(place))?;
        // Newer keys may have been added since the copy was taken.
        let has_all = |text: &String| {
            text.split_whitespace().all(|line| present.split_whitespace().any(|one| one == line))
        };
        match brought {
            Some(text) if named.is_some() && !has_all(&text) => {
                Err(StorageError::AlreadyExists { path: place.to_owned(), advice })
            }
            _ => Ok(Some(Self { text: present, from: None })),
        }
    }
}

impl CopySet {
    /// Looks into a copy with the keys that belong to it.
    ///
    /// # Errors
    /// [`StorageError::WillNotStart`] when a server would not start on it; those of the database.
    pub(super) async fn look_into(&self, config: &Config, copy: &Path) -> Result<Contents, StorageError> {
        let database = Database::Sqlite { path: copy.to_owned() };
        match migrations::state(&database) {
            Err(Error::Schema(SchemaFault::Older { .. })) => {
                return Ok(Contents { is_older_schema: true, ..Contents::default() });
            }
            state => state?,
        }
        let keyring = Keyring::parse(&self.root_key.text).map_err(WiringError::RootKey);
        let keys = Keys::new(keyring.map_err(StorageError::Keys)?);
        let options = Options::new(Clock::system(), Ids::system(), Arc::new(keys.clone()));
        let store = Store::open(&database, Options { readers: 1, writers: 1, lanes: 0, ..options })?;
        let contents = self.look(config, &store, &keys.current()).await;
        store.close();
        contents
    }

    async fn look(
        &self,
        config: &Config,
        store: &Store,
        keyring: &Keyring,
    ) -> Result<Contents, StorageError> {
        wiring::check_root_key(store, keyring).await.map_err(StorageError::Keys)?;
        self.check_wallets(config, store).await?;
        let newest_change = store.read::<_, Error, _>(age::newest_change).await?;
        let blocks = store.read::<_, Error, _>(ledger::last_blocks).await?;
        let heads = store.read::<_, Error, _>(ledger::heads).await?;
        let sizes: BTreeMap<PlatformId, u64> = heads.iter().map(|head| (head.platform, head.size)).collect();
        let seen = wiring::open_anchors(config, keyring).map_err(StorageError::Keys)?.newest();
        let all = sizes.keys().copied().chain(seen.iter().map(|head| head.platform));
        let ledgers = all.collect::<BTreeSet<_>>().into_iter().map(|platform| {
            let journals = sizes.get(&platform).copied().unwrap_or_default();
            let farthest = seen.iter().find(|head| head.platform == platform).map_or(0, |head| head.size);
            Ledger {
                platform,
                block: blocks.get(&platform).copied().unwrap_or_default(),
                journals,
                journals_after: farthest.saturating_sub(journals),
            }
        });
        Ok(Contents { newest_change, ledgers: ledgers.collect(), is_older_schema: false })
    }

    /// Refuses a copy with wallets that have keys, without those keys or without what was revoked of them.
    async fn check_wallets(&self, config: &Config, store: &Store) -> Result<(), StorageError> {
        let newest = store.read::<_, Error, _>(wallets::newest_certificate).await?;
        let Some(certificate) = newest else { return Ok(()) };
        let Some(keys) = &self.wallet_keys else {
            return Err(StorageError::WillNotStart(format!(
                "its wallets have keys, and their master keys are missing: put them at {}, give them in SVC_WALLET_KEYS or \
                 with --wallet-keys",
                config.data.wallet_keys().display()
            )));
        };
        let keys =
            MasterKeys::parse(&keys.text).map_err(|fault| StorageError::WillNotStart(fault.to_string()))?;
        if !keys.have_certified(&certificate) {
            return Err(StorageError::WillNotStart(
                "the keys of the wallets are those of another deployment: give the ones that belong to the copy with \
                 --wallet-keys, and move the others away"
                    .to_owned(),
            ));
        }
        if !self.has_tombstones && self.tombstones.is_none() {
            return Err(StorageError::WillNotStart(format!(
                "its wallets have keys, and the file of what was revoked of them is missing: put it at {}, or give a copy \
                 with --tombstones; without it, what was revoked would count again",
                tombstone_file(config).display()
            )));
        }
        Ok(())
    }
}
