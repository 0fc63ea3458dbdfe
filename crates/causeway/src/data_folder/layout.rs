//! The layout of a data folder.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The folder of the database, the root key and the operator socket. Only its owner has access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

impl DataFolder {
    /// Names the folder at this path, which need not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Creates the folder with access for its owner only. An existing folder is left unchanged.
    ///
    /// # Errors
    /// If the file system refuses, or a file has this path.
    pub fn create(&self) -> io::Result<()> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.0)
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of the SQLite database.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.0.join("causeway.db")
    }

    /// Returns the path of the root key.
    #[must_use]
    pub fn root_key(&self) -> PathBuf {
        self.0.join("root.key")
    }

    /// Returns the path of the wallets' master keys.
    #[must_use]
    pub fn wallet_keys(&self) -> PathBuf {
        self.0.join("wallet.keys")
    }

    /// Returns the path of the tombstone log, the permanent revocations of wallets.
    #[must_use]
    pub fn tombstones(&self) -> PathBuf {
        self.0.join("wallet-tombstones")
    }

    /// Returns the path of the first-start marker. While it exists, a root key without a database does not
    /// mean that the database was lost.
    #[must_use]
    pub fn first_start(&self) -> PathBuf {
        self.0.join("first-start")
    }

    /// Returns the path of the anchor file, the recorded heads of the ledgers.
    #[must_use]
    pub fn anchors(&self) -> PathBuf {
        self.0.join("anchors")
    }

    /// Returns the path of the operator token that follows from the root key, for servers with an
    /// admin address.
    #[must_use]
    pub fn operator_token(&self) -> PathBuf {
        self.0.join("operator.token")
    }

    /// Returns the path of the credentials that the first start created: `client id:client secret`.
    #[must_use]
    pub fn credentials(&self) -> PathBuf {
        self.0.join("credentials")
    }

    /// Returns the path of the credentials of a token that a command issued, in the same form.
    #[must_use]
    pub fn credentials_of(&self, client_id: &str) -> PathBuf {
        self.0.join(format!("credentials-{client_id}"))
    }

    /// Returns the path of an operator token that a command has created.
    #[must_use]
    pub fn operator_token_of(&self, name: &str) -> PathBuf {
        self.0.join(format!("operator-token-{name}"))
    }

    /// Returns the path of the socket on which a running server accepts operators' commands.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.0.join("operator.sock")
    }

    /// Returns the path of the marker that exists while a server works on the folder.
    pub(super) fn serving(&self) -> PathBuf {
        self.0.join("serving")
    }

    /// Returns the path of the mark of the last backup.
    pub(super) fn last_backup(&self) -> PathBuf {
        self.0.join("last-backup")
    }

    /// Returns the path of the file that a process locks while it works on the folder.
    pub(super) fn lock_file(&self) -> PathBuf {
        self.0.join("causeway.lock")
    }
}
