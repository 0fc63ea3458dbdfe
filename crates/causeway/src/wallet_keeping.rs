//! The keeper of the wallets' keys is put together.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_service::WalletKeeping;
use causeway_service::ports::wallet_keys::KeysError;
use causeway_service::ports::{KeySets, Messages, NoWalletKeys};
use causeway_service::runtime::settings::WalletTimes;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, Error, Store, wallets};
use causeway_wallet_keys::{CodeMarks, LocalWalletKeys, MasterKeys, MasterKeysError, Parts};

use crate::config::Config;

/// Why nobody can keep the keys of wallets.
#[derive(Debug)]
pub enum WalletKeepingError {
    /// The database refuses.
    Store(Error),
    /// Wallets have keys, and the master keys are gone.
    KeysMissing(PathBuf),
    /// The master keys cannot be read or written.
    Keys(MasterKeysError),
    /// The master keys cannot be used.
    Keeper(KeysError),
    /// Wallets have keys, and what was revoked of them is gone.
    TombstonesMissing(PathBuf),
    /// What was revoked cannot be read or written.
    Tombstones {
        /// In which file.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
}

/// Opens the master keys and what was revoked. Both are made where no wallet has keys yet: beside a SQLite database by
/// itself; on PostgreSQL, where several processes must have the same, they are given.
///
/// # Errors
/// [`WalletKeepingError::KeysMissing`] and [`WalletKeepingError::TombstonesMissing`] where wallets would be lost without them, or
/// what was revoked would count again; when a file cannot be read.
pub(crate) async fn open(
    config: &Config,
    store: &Store,
    (messages, key_sets): (Arc<dyn Messages>, Arc<dyn KeySets>),
    (clock, ids): (&Clock, &Ids),
    times: WalletTimes,
) -> Result<WalletKeeping, WalletKeepingError> {
    let is_used = store.read(wallets::is_any_certified).await.map_err(WalletKeepingError::Store)?;
    let Some(keys) = master_keys(config, is_used, ids)? else {
        let tombstones = Arc::new(Tombstones::in_memory());
        return Ok(WalletKeeping { keeper: Arc::new(NoWalletKeys), tombstones });
    };
    let path = config.tombstone_file.clone().unwrap_or_else(|| config.data.tombstones());
    let codes = CodeMarks::beside(&path);
    let tombstones = Arc::new(tombstones(path, is_used)?);
    let parts = Parts {
        keys,
        tombstones: Arc::clone(&tombstones),
        codes,
        messages,
        key_sets,
        clock: clock.clone(),
        ids: ids.clone(),
        times,
    };
    let keeper = LocalWalletKeys::new(parts).map_err(WalletKeepingError::Keeper)?;
    Ok(WalletKeeping { keeper: Arc::new(keeper), tombstones })
}

fn master_keys(config: &Config, is_used: bool, ids: &Ids) -> Result<Option<MasterKeys>, WalletKeepingError> {
    let path = config.data.wallet_keys();
    let keys = match (&config.wallet_keys, config.database()) {
        (Some(given), _) => MasterKeys::parse(given.expose()).map(Some),
        (None, _) if path.exists() => MasterKeys::read(&path).map(Some),
        (None, _) if is_used => return Err(WalletKeepingError::KeysMissing(path)),
        (None, Database::Sqlite { .. }) => make(&path, ids).map(Some),
        (None, Database::Postgres { .. }) => Ok(None),
    };
    keys.map_err(WalletKeepingError::Keys)
}

fn make(path: &Path, ids: &Ids) -> Result<MasterKeys, MasterKeysError> {
    let keys = MasterKeys::generate(ids);
    keys.save(path)?;
    Ok(keys)
}

fn tombstones(path: PathBuf, is_used: bool) -> Result<Tombstones, WalletKeepingError> {
    let opened = match (path.exists(), is_used) {
        (true, _) => Tombstones::open(path.clone()),
        (false, false) => Tombstones::create(path.clone()),
        (false, true) => return Err(WalletKeepingError::TombstonesMissing(path)),
    };
    opened.map_err(|why| WalletKeepingError::Tombstones { path, why })
}

impl fmt::Display for WalletKeepingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(fault) => write!(f, "{fault}"),
            Self::KeysMissing(path) => write!(
                f,
                "wallets have keys, and their master keys are missing: put them at {} or give them in SVC_WALLET_KEYS",
                path.display()
            ),
            Self::Keys(fault) => write!(f, "{fault}"),
            Self::Keeper(fault) => write!(f, "{fault}"),
            Self::TombstonesMissing(path) => write!(
                f,
                "the file of what was revoked of wallets is missing: put it back at {}, or what was revoked would count \
                 again",
                path.display()
            ),
            Self::Tombstones { path, why } => write!(f, "the file {}: {why}", path.display()),
        }
    }
}

impl std::error::Error for WalletKeepingError {}
