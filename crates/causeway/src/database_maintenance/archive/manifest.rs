//! The manifest of an archive: its parts, and the state that it contains.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use serde::{Deserialize, Serialize};

use super::fault::ArchiveFault;

/// Version of the form of archives.
pub(super) const FORMAT: u32 = 1;

/// Copy of a SQLite database.
pub(crate) const DATABASE: &str = "causeway.db";
/// Dump of a PostgreSQL database.
pub(crate) const DUMP: &str = "database.dump";
/// Anchor file, the recorded heads of the ledgers.
pub(crate) const ANCHORS: &str = "anchors";
/// Tombstone log, the revocations of wallets.
pub(crate) const TOMBSTONES: &str = "wallet-tombstones";
/// Root keys.
pub(crate) const ROOT_KEY: &str = "root.key";
/// Master keys of wallets.
pub(crate) const WALLET_KEYS: &str = "wallet.keys";
/// Configuration file of the data folder, which may contain passwords.
pub(crate) const CONFIGURATION: &str = "causeway.toml";

/// All names of parts. No other file is ever written by a restore.
const NAMES: [&str; 7] = [DATABASE, DUMP, ANCHORS, TOMBSTONES, ROOT_KEY, WALLET_KEYS, CONFIGURATION];

/// The engine of the database in an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// Returns the name of the part with the database.
    pub(crate) const fn part(self) -> &'static str {
        match self {
            Self::Sqlite => DATABASE,
            Self::Postgres => DUMP,
        }
    }
}

/// The end of a platform's ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub platform: PlatformId,
    /// Newest block; `None` for a head of the anchor file, which does not count blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<i64>,
    /// Number of sealed journals.
    pub journals: u64,
    /// Root of their Merkle tree, in hexadecimal.
    pub root: String,
}

/// A part of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// In bytes.
    pub(crate) length: u64,
    /// In lower-case hexadecimal.
    pub(crate) sha256: String,
}

/// The description of an archive, authenticated with a key that follows from the root key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: u32,
    /// Version of the program that has written it.
    pub(crate) version: String,
    /// Number of the last migration.
    pub(crate) schema: i64,
    /// Instant at which the backup began: everything acknowledged before is in it.
    pub(crate) made_at: Time,
    pub(crate) engine: Engine,
    /// Set if the parts include the keys.
    pub(crate) with_keys: bool,
    /// Ledgers in the database; on PostgreSQL, as they were before the dump began.
    pub(crate) ledgers: Vec<Head>,
    /// Newest heads of the anchor file.
    pub(crate) anchored: Vec<Head>,
    /// Certificate of the newest wallet with keys, by which their master keys are known.
    pub(crate) wallet_certificate: Option<String>,
    /// In the order of the archive.
    pub(crate) parts: Vec<Part>,
}

/// The member that every format has.
#[derive(Deserialize)]
struct FormatNumber {
    format: u32,
}

impl Manifest {
    /// Reads a manifest and checks that it describes a complete set.
    pub(super) fn read(text: &[u8]) -> Result<Self, ArchiveFault> {
        let altered = |_: serde_json::Error| ArchiveFault::Altered("its manifest".to_owned());
        let FormatNumber { format } = serde_json::from_slice(text).map_err(altered)?;
        if format > FORMAT {
            return Err(ArchiveFault::Format(format));
        }
        let manifest: Self = serde_json::from_slice(text).map_err(altered)?;
        if let Some(stranger) = manifest.parts.iter().find(|part| !NAMES.contains(&part.name.as_str())) {
            return Err(ArchiveFault::Altered(stranger.name.clone()));
        }
        let database = manifest.engine.part();
        if manifest.has(database) { Ok(manifest) } else { Err(ArchiveFault::Missing(database.to_owned())) }
    }

    /// Returns `true` if the archive has a part with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.parts.iter().any(|part| part.name == name)
    }
}
