//! The files of a backup, collected in an order in which nothing acknowledged before it can be missing.
//!
//! The anchor file comes first: each head in it is also in the database that is copied after it. The tombstone
//! log comes last: each revocation in the database is also in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ledger::TreeHead;
use causeway_domain::{Clock, Ids};
use causeway_service::runtime::anchors::AnchorFile;
use causeway_service::runtime::hex;
use causeway_service::runtime::keys::{Keyring, Keys};
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{
    Database, Error, Options, PostgresPrograms, Store, backup, ledger, migrations, wallets,
};

use super::StorageError;
use super::archive::{
    ANCHORS, CONFIGURATION, DATABASE, DUMP, Engine, Head, Manifest, PartFile, ROOT_KEY, TOMBSTONES,
    WALLET_KEYS,
};
use super::blocking::blocking;
use crate::config::Config;
use crate::data_folder::write_private;
use crate::wiring::{self, WiringError};

/// The files of a backup, in the order of the archive, with the state that they contain.
pub(super) struct BackupParts {
    pub(super) manifest: Manifest,
    pub(super) files: Vec<PartFile>,
}

/// The origin of a backup, and the temporary folder of its files.
#[derive(Clone)]
pub(super) struct BackupSource {
    pub(super) config: Config,
    pub(super) keyring: Keyring,
    pub(super) folder: PathBuf,
    /// Set if the archive contains the keys.
    pub(super) with_keys: bool,
    /// Time after which `pg_dump` is ended; `None` if it may take as long as it needs.
    pub(super) dump_limit: Option<Duration>,
}

impl BackupParts {
    /// Collects the files in the folder of the source.
    ///
    /// # Errors
    /// If a file is missing or cannot be read, or the root key is not the one of the database.
    pub(super) async fn collect(source: BackupSource) -> Result<Self, StorageError> {
        let first = source.clone();
        let mut parts = blocking(move || first.begin()).await?;
        let database = source.copy_database(&mut parts.manifest).await?;
        blocking(move || {
            parts.files.extend(source.copy_tombstones(&parts.manifest)?);
            parts.files.push(database);
            Ok(parts)
        })
        .await
    }
}

impl BackupSource {
    /// Writes the files that come before the database. Blocks.
    fn begin(&self) -> Result<BackupParts, StorageError> {
        let mut manifest = empty_manifest(&self.config, self.with_keys)?;
        let mut files = key_files(&self.config, &self.folder, self.with_keys)?;
        let anchors = anchor_file(&self.config);
        if anchors.exists() {
            let copy = copy_file(&anchors, &self.folder, ANCHORS)?;
            manifest.anchored = anchored_heads(&copy.path, &self.keyring)?;
            files.push(copy);
        }
        Ok(BackupParts { manifest, files })
    }

    /// Copies the database, and describes its content. On PostgreSQL the content is read before the dump begins:
    /// the dump has at least that.
    async fn copy_database(&self, manifest: &mut Manifest) -> Result<PartFile, StorageError> {
        match self.config.database() {
            Database::Sqlite { path } => {
                let copy = self.folder.join(DATABASE);
                let to = copy.clone();
                blocking(move || Ok(backup::copy(&path, &to)?)).await?;
                describe(Database::Sqlite { path: copy.clone() }, &self.keyring, manifest).await?;
                Ok(PartFile { name: DATABASE, path: copy })
            }
            Database::Postgres { url } => {
                let programs = PostgresPrograms::new(&url)?;
                describe(Database::Postgres { url }, &self.keyring, manifest).await?;
                let dump = self.folder.join(DUMP);
                let to = dump.clone();
                let limit = self.dump_limit;
                blocking(move || programs.dump(&to, limit).map_err(StorageError::Program)).await?;
                Ok(PartFile { name: DUMP, path: dump })
            }
        }
    }

    /// Copies the tombstone log, or returns `None` if there is none and no wallet has keys. Blocks.
    fn copy_tombstones(&self, manifest: &Manifest) -> Result<Option<PartFile>, StorageError> {
        let from = tombstone_file(&self.config);
        if !from.exists() {
            return match manifest.wallet_certificate {
                None => Ok(None),
                Some(_) => Err(StorageError::NoTombstones(from)),
            };
        }
        let path = self.folder.join(TOMBSTONES);
        let copied = Tombstones::create(path.clone()).and_then(|copy| copy.import(&from));
        copied.map_err(StorageError::file(from))?;
        Ok(Some(PartFile { name: TOMBSTONES, path }))
    }
}

/// Returns the path of the tombstone log, the revocations of wallets.
pub(super) fn tombstone_file(config: &Config) -> PathBuf {
    config.tombstone_file.clone().unwrap_or_else(|| config.data.tombstones())
}

/// Returns the path of the anchor file, the recorded heads of the ledgers.
pub(super) fn anchor_file(config: &Config) -> PathBuf {
    config.anchor_file.clone().unwrap_or_else(|| config.data.anchors())
}

/// Returns the root keys of the configuration, or else those in the data folder.
pub(super) fn configured_keyring(config: &Config) -> Result<Keyring, StorageError> {
    let keyring = Keyring::parse(&root_key_text(config)?).map_err(WiringError::RootKey);
    keyring.map_err(StorageError::Keys)
}

fn empty_manifest(config: &Config, with_keys: bool) -> Result<Manifest, StorageError> {
    let database = config.database();
    let engine = match &database {
        Database::Sqlite { path } if !path.exists() => return Err(StorageError::NoDatabase(path.clone())),
        Database::Sqlite { .. } => Engine::Sqlite,
        Database::Postgres { .. } => Engine::Postgres,
    };
    Ok(Manifest {
        format: 0,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema: migrations::number(&database)?,
        made_at: Clock::system().now(),
        engine,
        with_keys,
        ledgers: Vec::new(),
        anchored: Vec::new(),
        wallet_certificate: None,
        parts: Vec::new(),
    })
}

fn anchored_heads(file: &Path, keyring: &Keyring) -> Result<Vec<Head>, StorageError> {
    let anchors = AnchorFile::open(file.to_owned(), keyring).map_err(StorageError::file(file))?;
    let heads = anchors.newest();
    Ok(heads.iter().map(|head| head_of(head, None)).collect())
}

fn head_of(head: &TreeHead, block: Option<i64>) -> Head {
    Head { platform: head.platform, block, journals: head.size, root: hex::encode(&head.root) }
}

/// Adds the ledgers and the newest wallet to the manifest, unless this program cannot read the schema.
async fn describe(
    database: Database,
    keyring: &Keyring,
    manifest: &mut Manifest,
) -> Result<(), StorageError> {
    let keys = Keys::new(keyring.clone());
    let Some(store) = blocking(move || open_readable(&database, keys)).await? else { return Ok(()) };
    let described = describe_store(&store, keyring, manifest).await;
    blocking(move || {
        store.close();
        described
    })
    .await
}

/// Opens a database, or returns `None` if this program cannot read its schema. Blocks.
fn open_readable(database: &Database, keys: Keys) -> Result<Option<Store>, StorageError> {
    match migrations::state(database) {
        Ok(_) => {}
        Err(Error::Schema(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let options = Options::new(Clock::system(), Ids::system(), Arc::new(keys));
    Ok(Some(Store::open(database, Options { readers: 1, writers: 1, lanes: 0, ..options })?))
}

async fn describe_store(
    store: &Store,
    keyring: &Keyring,
    manifest: &mut Manifest,
) -> Result<(), StorageError> {
    wiring::check_root_key(store, keyring).await.map_err(StorageError::Keys)?;
    manifest.wallet_certificate = store.read::<_, Error, _>(wallets::newest_certificate).await?;
    let blocks = store.read::<_, Error, _>(ledger::last_blocks).await?;
    let heads = store.read::<_, Error, _>(ledger::heads).await?;
    manifest.ledgers = heads.iter().map(|head| head_of(head, blocks.get(&head.platform).copied())).collect();
    Ok(())
}

/// Writes the files with keys, if they are requested.
fn key_files(config: &Config, folder: &Path, with_keys: bool) -> Result<Vec<PartFile>, StorageError> {
    let mut files = Vec::new();
    if !with_keys {
        return Ok(files);
    }
    let mut texts = vec![(ROOT_KEY, root_key_text(config)?)];
    if let Some(text) = wallet_keys_text(config)? {
        texts.push((WALLET_KEYS, text));
    }
    for (name, text) in texts {
        let path = folder.join(name);
        write_private(&path, &text).map_err(StorageError::file(&path))?;
        files.push(PartFile { name, path });
    }
    let configuration = config.data.path().join(CONFIGURATION);
    if configuration.exists() {
        files.push(copy_file(&configuration, folder, CONFIGURATION)?);
    }
    Ok(files)
}

fn copy_file(from: &Path, folder: &Path, name: &'static str) -> Result<PartFile, StorageError> {
    let path = folder.join(name);
    fs::copy(from, &path).map_err(StorageError::file(from))?;
    Ok(PartFile { name, path })
}

fn wallet_keys_text(config: &Config) -> Result<Option<String>, StorageError> {
    let path = config.data.wallet_keys();
    match &config.wallet_keys {
        Some(text) => Ok(Some(text.expose().to_owned())),
        None if path.exists() => fs::read_to_string(&path).map(Some).map_err(StorageError::file(path)),
        None => Ok(None),
    }
}

fn root_key_text(config: &Config) -> Result<String, StorageError> {
    match &config.root_key {
        Some(text) => Ok(text.expose().to_owned()),
        None => {
            let path = config.data.root_key();
            fs::read_to_string(&path).map_err(StorageError::file(path))
        }
    }
}
