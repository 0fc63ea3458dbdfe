//! The reasons why a process cannot be assembled.

use std::fmt;
use std::path::PathBuf;

use causeway_service::ApiError;
use causeway_service::operator::RESTORE;
use causeway_service::runtime::keys::KeyringError;
use causeway_store::{Error, SchemaFault};
use causeway_wire::ContractError;

use crate::wallet_key_service::WalletKeyServiceError;

/// The reason why a process cannot be assembled.
#[derive(Debug)]
pub enum WiringError {
    /// The database cannot be opened.
    Database {
        /// Path or URL, without a password.
        database: String,
        error: Error,
    },
    /// The database returned an error.
    Store(Error),
    /// The database is older than this program, and an operator must migrate it.
    MigrateFirst(SchemaFault),
    /// A root key or an anchor file exists, but not the database that it belongs to.
    DatabaseMissing {
        /// Expected path of the database.
        database: PathBuf,
        /// Existing file that belongs to the missing database.
        beside: PathBuf,
    },
    /// The database exists without its root key, so that its secrets cannot be decrypted.
    RootKeyMissing(PathBuf),
    /// A PostgreSQL database requires a root key that all its processes share.
    RootKeyNotGiven(PathBuf),
    /// The root key cannot be read.
    RootKey(KeyringError),
    /// The secrets in the database are encrypted under another root key.
    OtherRootKey,
    /// The API description in the program is defective.
    Contract(ContractError),
    /// The configured mail server cannot be used.
    Mail(String),
    /// The service returned an error.
    Service(ApiError),
    /// A file in the data folder cannot be created or removed.
    Folder(std::io::Error),
    /// The wallet key service cannot start.
    WalletKeyService(WalletKeyServiceError),
    /// The anchor file cannot be read or written.
    Anchors { path: PathBuf, error: std::io::Error },
}

impl WiringError {
    /// Returns `true` if the database is damaged or missing.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Database { error: Error::Damaged(_), .. }
                | Self::Store(Error::Damaged(_))
                | Self::DatabaseMissing { .. }
        )
    }

    pub(crate) fn from_schema(error: Error) -> Self {
        match error {
            Error::Schema(schema @ SchemaFault::Older { .. }) => Self::MigrateFirst(schema),
            error => Self::Store(error),
        }
    }
}

impl From<Error> for WiringError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl From<ApiError> for WiringError {
    fn from(error: ApiError) -> Self {
        Self::Service(error)
    }
}

impl fmt::Display for WiringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database { database, error } => {
                write!(f, "cannot open the database {database}: {error}{}", remedy(error))
            }
            Self::Store(error) => write!(f, "{error}{}", remedy(error)),
            Self::DatabaseMissing { database, beside } => write!(
                f,
                "{} is missing or empty, but {} exists: restore the database (causeway restore COPY --data …). To start \
                 anew without it, move {} away",
                database.display(),
                beside.display(),
                beside.display()
            ),
            Self::MigrateFirst(schema) => {
                write!(
                    f,
                    "{schema}. Back it up, then migrate it: causeway migrate; the migrations, and whether servers of \
                     the version before can go on working, are listed by: causeway migrate --check; to migrate at the \
                     start: migrate_at_start = true"
                )
            }
            Self::RootKeyMissing(path) => write!(
                f,
                "the root key of this database is missing: put it at {} or give it in SVC_ROOT_KEY",
                path.display()
            ),
            Self::RootKeyNotGiven(path) => write!(
                f,
                "a PostgreSQL database needs a root key that all its servers share: give it in SVC_ROOT_KEY or at \
                 {}. To make one: echo \"1:$(openssl rand -hex 32)\"",
                path.display()
            ),
            Self::RootKey(error) => write!(f, "{error}"),
            Self::OtherRootKey => {
                f.write_str("the root key is not the one that this database was created with")
            }
            Self::Contract(error) => write!(f, "{error}"),
            Self::Mail(reason) => write!(f, "mail_server {reason}"),
            Self::Service(error) => write!(f, "{error}"),
            Self::WalletKeyService(error) => write!(f, "{error}"),
            Self::Anchors { path, error } => {
                write!(f, "cannot read or write the anchor file {}: {error}", path.display())
            }
            Self::Folder(error) => write!(f, "cannot write to the data folder: {error}"),
        }
    }
}

fn remedy(error: &Error) -> String {
    if matches!(error, Error::Damaged(_)) { format!("\n{RESTORE}") } else { String::new() }
}

impl std::error::Error for WiringError {}
