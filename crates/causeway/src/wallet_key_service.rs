//! Assembly of the wallet key service.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_service::WalletKeyService;
use causeway_service::ports::wallet_keys::KeysError;
use causeway_service::ports::{KeySets, Messages, NoWalletKeys};
use causeway_service::runtime::settings::WalletTimes;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, Error, Store, wallets};
use causeway_wallet_keys::{CodeMarks, KeyServiceParts, LocalWalletKeys, MasterKeys, MasterKeysError};

use crate::config::Config;

/// The reason why the wallet key service cannot start.
#[derive(Debug)]
pub enum WalletKeyServiceError {
    /// The database returned an error.
    Store(Error),
    /// Wallets have keys, and the file of the master keys is missing.
    KeysMissing(PathBuf),
    /// The master keys cannot be read or written.
    Keys(MasterKeysError),
    /// The key service rejected the master keys.
    KeyService(KeysError),
    /// Wallets have keys, and the file of revocations is missing.
    TombstonesMissing(PathBuf),
    /// The file of revocations cannot be read or written.
    Tombstones { path: PathBuf, error: io::Error },
}

/// Opens the master keys and the revocations of wallets. If no wallet has keys yet, both files are created:
/// next to a SQLite database automatically; on PostgreSQL the master keys must be given, because several
/// processes share them.
///
/// # Errors
/// [`WalletKeyServiceError::KeysMissing`] and [`WalletKeyServiceError::TombstonesMissing`] if wallets have
/// keys: without these files, wallets would be lost or revoked credentials would be valid again. Also if a
/// file cannot be read.
pub(crate) async fn open(
    config: &Config,
    store: &Store,
    messages: Arc<dyn Messages>,
    key_sets: Arc<dyn KeySets>,
    clock: &Clock,
    ids: &Ids,
    times: WalletTimes,
) -> Result<WalletKeyService, WalletKeyServiceError> {
    let is_used = store.read(wallets::is_any_certified).await.map_err(WalletKeyServiceError::Store)?;
    let Some(keys) = master_keys(config, is_used, ids)? else {
        let tombstones = Arc::new(Tombstones::in_memory());
        return Ok(WalletKeyService { key_service: Arc::new(NoWalletKeys), tombstones });
    };
    let path = config.tombstone_file.clone().unwrap_or_else(|| config.data.tombstones());
    let codes = CodeMarks::beside(&path);
    let tombstones = Arc::new(tombstones(path, is_used)?);
    let parts = KeyServiceParts {
        keys,
        tombstones: Arc::clone(&tombstones),
        codes,
        messages,
        key_sets,
        clock: clock.clone(),
        ids: ids.clone(),
        times,
    };
    let key_service = LocalWalletKeys::new(parts).map_err(WalletKeyServiceError::KeyService)?;
    Ok(WalletKeyService { key_service: Arc::new(key_service), tombstones })
}

fn master_keys(
    config: &Config,
    is_used: bool,
    ids: &Ids,
) -> Result<Option<MasterKeys>, WalletKeyServiceError> {
    let path = config.data.wallet_keys();
    let keys = match (&config.wallet_keys, config.database()) {
        (Some(text), _) => MasterKeys::parse(text.expose()).map(Some),
        (None, _) if path.exists() => MasterKeys::read(&path).map(Some),
        (None, _) if is_used => return Err(WalletKeyServiceError::KeysMissing(path)),
        (None, Database::Sqlite { .. }) => make(&path, ids).map(Some),
        (None, Database::Postgres { .. }) => Ok(None),
    };
    keys.map_err(WalletKeyServiceError::Keys)
}

fn make(path: &Path, ids: &Ids) -> Result<MasterKeys, MasterKeysError> {
    let keys = MasterKeys::generate(ids);
    keys.save(path)?;
    tracing::info!(path = %path.display(), "wallet keys created: no wallet has keys yet");
    Ok(keys)
}

fn tombstones(path: PathBuf, is_used: bool) -> Result<Tombstones, WalletKeyServiceError> {
    let outcome = match (path.exists(), is_used) {
        (true, _) => Tombstones::open(path.clone()),
        (false, false) => Tombstones::create(path.clone()),
        (false, true) => return Err(WalletKeyServiceError::TombstonesMissing(path)),
    };
    outcome.map_err(|error| WalletKeyServiceError::Tombstones { path, error })
}

impl fmt::Display for WalletKeyServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "{error}"),
            Self::KeysMissing(path) => write!(
                f,
                "wallets have keys, and their master keys are missing: put them at {} or give them in SVC_WALLET_KEYS",
                path.display()
            ),
            Self::Keys(error) => write!(f, "{error}"),
            Self::KeyService(error) => write!(f, "{error}"),
            Self::TombstonesMissing(path) => write!(
                f,
                "the file of the wallets' revocations is missing: put it back at {}; without it, revoked credentials \
                 would be valid again",
                path.display()
            ),
            Self::Tombstones { path, error } => {
                write!(f, "cannot read or write the file of revocations {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for WalletKeyServiceError {}
