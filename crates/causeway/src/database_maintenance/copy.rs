//! The content of a restored database, examined before a server uses it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;
use causeway_domain::{Clock, Ids, Time};
use causeway_service::runtime::anchors::{AnchorLog, expected_anchors};
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_store::{Error, Options, SchemaFault, Store, age, ledger, migrations};
use serde::Serialize;

use super::StorageError;
use crate::config::Config;
use crate::wiring;

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
    /// Instant at which the first of them had been sealed; `None` if there are none.
    pub after_since: Option<Time>,
}

impl Contents {
    /// Reads the content of a database and compares it with the anchor file of the same configuration.
    ///
    /// # Errors
    /// If the database cannot be read, or has another root key.
    pub(super) async fn read(config: &Config, keyring: &Keyring) -> Result<Self, StorageError> {
        let database = config.database();
        match migrations::state(&database) {
            Err(Error::Schema(SchemaFault::Older { .. })) => {
                return Ok(Self { is_older_schema: true, ..Self::default() });
            }
            state => state?,
        }
        let anchors = wiring::open_anchors(config, keyring).map_err(StorageError::Keys)?;
        let anchors = anchors.text().map_err(StorageError::file(config.data.anchors()))?;
        let keys = Keys::new(keyring.clone());
        let options = Options::new(Clock::system(), Ids::system(), Arc::new(keys));
        let store = Store::open(&database, Options { readers: 1, writers: 1, lanes: 0, ..options })?;
        let contents = Self::read_store(&store, keyring, &AnchorLog::of(&anchors, keyring)).await;
        store.close();
        contents
    }

    async fn read_store(store: &Store, keyring: &Keyring, anchors: &AnchorLog) -> Result<Self, StorageError> {
        wiring::check_root_key(store, keyring).await.map_err(StorageError::Keys)?;
        let newest_change = store.read::<_, Error, _>(age::newest_change).await?;
        let blocks = store.read::<_, Error, _>(ledger::last_blocks).await?;
        let heads = store.read::<_, Error, _>(ledger::heads).await?;
        let expected = expected_anchors(std::slice::from_ref(anchors)).heads;
        let all: BTreeSet<PlatformId> =
            heads.iter().chain(&expected).map(|head: &TreeHead| head.platform).collect();
        let sizes: BTreeMap<PlatformId, u64> = heads.iter().map(|head| (head.platform, head.size)).collect();
        let ledgers = all.into_iter().map(|platform| {
            let journals = sizes.get(&platform).copied().unwrap_or_default();
            let beyond = expected.iter().filter(|head| head.platform == platform && head.size > journals);
            let beyond: Vec<&TreeHead> = beyond.collect();
            let farthest = beyond.iter().map(|head| head.size).max().unwrap_or(journals);
            let seen = anchors.checkpoints.iter().filter(|checkpoint| beyond.contains(&&checkpoint.head));
            Ledger {
                platform,
                block: blocks.get(&platform).copied().unwrap_or_default(),
                journals,
                journals_after: farthest.saturating_sub(journals),
                after_since: seen.map(|checkpoint| checkpoint.at).min(),
            }
        });
        Ok(Self { newest_change, ledgers: ledgers.collect(), is_older_schema: false })
    }
}
