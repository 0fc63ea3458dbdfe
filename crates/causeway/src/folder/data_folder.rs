//! The layout of a data folder.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The folder of the database, the root key and the operator socket. Only its owner may enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFolder(PathBuf);

impl DataFolder {
    /// The folder at this path, whether it exists or not.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Makes the folder where it does not exist, for its owner only; one that exists is left as it is.
    ///
    /// # Errors
    /// When the file system refuses, or a file stands in its place.
    pub fn create(&self) -> io::Result<()> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.0)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The SQLite database.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.0.join("causeway.db")
    }

    /// The root key.
    #[must_use]
    pub fn root_key(&self) -> PathBuf {
        self.0.join("root.key")
    }

    /// The master keys of wallets.
    #[must_use]
    pub fn wallet_keys(&self) -> PathBuf {
        self.0.join("wallet.keys")
    }

    /// What was revoked of wallets for good.
    #[must_use]
    pub fn tombstones(&self) -> PathBuf {
        self.0.join("wallet-tombstones")
    }

    /// There while the first start is under way: a root key without a database is then no loss.
    #[must_use]
    pub fn first_start(&self) -> PathBuf {
        self.0.join("first-start")
    }

    /// The heads of the ledgers that were seen.
    #[must_use]
    pub fn anchors(&self) -> PathBuf {
        self.0.join("anchors")
    }

    /// The operator token of a server that serves operators over the network.
    #[must_use]
    pub fn operator_token(&self) -> PathBuf {
        self.0.join("operator.token")
    }

    /// The credentials that the first start has made: `client id:client secret`.
    #[must_use]
    pub fn credentials(&self) -> PathBuf {
        self.0.join("credentials")
    }

    /// The credentials of a token that a command has issued, in the same form.
    #[must_use]
    pub fn credentials_of(&self, client_id: &str) -> PathBuf {
        self.0.join(format!("credentials-{client_id}"))
    }

    /// Where a running server takes operators' commands.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.0.join("operator.sock")
    }

    /// There while a server works on the folder.
    pub(super) fn serving(&self) -> PathBuf {
        self.0.join("serving")
    }

    /// Locked by whoever works on the folder.
    pub(super) fn lock_file(&self) -> PathBuf {
        self.0.join("causeway.lock")
    }
}
