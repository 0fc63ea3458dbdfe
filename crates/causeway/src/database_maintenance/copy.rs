//! The content of a copy of the database, examined before the copy replaces another database.

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

/// A copy with the files that belong to it, each either in the data folder or beside the copy.
pub(super) struct CopySet {
    /// Root keys for the next start.
    pub(super) root_key: KeyFile,
    /// Wallet keys for the next start; `None` if there are none.
    pub(super) wallet_keys: Option<KeyFile>,
    /// Revocations of wallets, to be merged into those in the data folder.
    pub(super) tombstones: Option<PathBuf>,
    /// Set if the data folder already has a tombstone log.
    pub(super) has_tombstones: bool,
}

/// A key file that belongs to a copy.
pub(super) struct KeyFile {
    pub(super) text: String,
    /// Source to copy the file from; `None` if it is in its place.
    pub(super) from: Option<PathBuf>,
}

/// The content of a copy.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Contents {
    /// Time of the newest change in it, as far as rows have real times.
    pub(super) newest_change: Option<Time>,
    pub(super) ledgers: Vec<Ledger>,
    /// Set if the schema is older than this program, so that the content cannot be examined yet.
    pub(super) is_older_schema: bool,
}

/// A platform's ledger in a copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ledger {
    pub platform: PlatformId,
    /// Newest block; 0 if there is none.
    pub block: i64,
    /// Number of sealed journals.
    pub journals: u64,
    /// Number of further journals that were sealed according to the anchor file. The copy does not contain
    /// them.
    pub journals_after: u64,
}

impl KeyFile {
    /// Finds a key file: in the configuration, in its place, or else in the named file or beside the copy. A
    /// named file must not contain keys that the one in its place lacks.
    ///
    /// # Errors
    /// If a file cannot be read, or the file in its place lacks keys of the named one.
    pub(super) fn find(
        configured: Option<&str>,
        place: &Path,
        named: Option<&Path>,
        beside: &Path,
        advice: &'static str,
    ) -> Result<Option<Self>, StorageError> {
        if let Some(text) = configured {
            return Ok(Some(Self { text: text.to_owned(), from: None }));
        }
        let source = named.or_else(|| beside.exists().then_some(beside));
        let source_text =
            source.map(|path| fs::read_to_string(path).map_err(StorageError::file(path))).transpose()?;
        if !place.exists() {
            let from = source.map(Path::to_owned);
            return Ok(source_text.map(|text| Self { text, from }));
        }
        let present = fs::read_to_string(place).map_err(StorageError::file(place))?;
        // Newer keys may have been added since the copy was made.
        let has_all = |text: &String| {
            text.split_whitespace().all(|line| present.split_whitespace().any(|one| one == line))
        };
        match source_text {
            Some(text) if named.is_some() && !has_all(&text) => {
                Err(StorageError::AlreadyExists { path: place.to_owned(), advice })
            }
            _ => Ok(Some(Self { text: present, from: None })),
        }
    }
}

impl CopySet {
    /// Examines a copy with the keys that belong to it.
    ///
    /// # Errors
    /// [`StorageError::WillNotStart`] if a server would not start on it.
    pub(super) async fn examine(&self, config: &Config, copy: &Path) -> Result<Contents, StorageError> {
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
        let contents = self.examine_store(config, &store, &keys.current()).await;
        store.close();
        contents
    }

    async fn examine_store(
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
        let anchored = wiring::open_anchors(config, keyring).map_err(StorageError::Keys)?.newest();
        let all = sizes.keys().copied().chain(anchored.iter().map(|head| head.platform));
        let ledgers = all.collect::<BTreeSet<_>>().into_iter().map(|platform| {
            let journals = sizes.get(&platform).copied().unwrap_or_default();
            let farthest = anchored.iter().find(|head| head.platform == platform).map_or(0, |head| head.size);
            Ledger {
                platform,
                block: blocks.get(&platform).copied().unwrap_or_default(),
                journals,
                journals_after: farthest.saturating_sub(journals),
            }
        });
        Ok(Contents { newest_change, ledgers: ledgers.collect(), is_older_schema: false })
    }

    /// Refuses a copy that has wallets with keys if those keys or their revocations are missing.
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
            MasterKeys::parse(&keys.text).map_err(|error| StorageError::WillNotStart(error.to_string()))?;
        if !keys.have_certified(&certificate) {
            return Err(StorageError::WillNotStart(
                "the wallet keys are those of another deployment: give the ones that belong to the copy with \
                 --wallet-keys, and move the others away"
                    .to_owned(),
            ));
        }
        if !self.has_tombstones && self.tombstones.is_none() {
            return Err(StorageError::WillNotStart(format!(
                "its wallets have keys, and the file of their revocations is missing: put it at {}, or give a copy with \
                 --tombstones; without it, revoked credentials would be valid again",
                tombstone_file(config).display()
            )));
        }
        Ok(())
    }
}
