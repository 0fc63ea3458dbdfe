//! A running cluster: the one that all tests share, or a private one that a test may damage.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Error;
use super::binaries::{Binaries, current_uid};
use super::server::{self, Feature, FolderRemains};

/// Time that the shared server outlives its last user: test binaries run one after the other.
const LINGER: Duration = Duration::from_secs(20);

/// Attempts to start a server: another process may take the chosen port, or the supervisor may be shutting
/// down.
const TRIES: usize = 5;

/// Part of the shared folder's name. Change it with the server's settings, so that checkouts of different age
/// do not share a server.
const GENERATION: u32 = 3;

/// The shared cluster of this process, once it was needed.
static SHARED: Mutex<Option<Arc<Cluster>>> = Mutex::new(None);

/// A PostgreSQL server with an empty cluster.
///
/// It runs at least as long as this value lives, unless a test kills it.
#[derive(Debug)]
pub struct Cluster {
    folder: PathBuf,
    port: u16,
    remains: FolderRemains,
    /// A shared lock, held while the cluster is in use.
    _use: File,
}

impl Cluster {
    /// Returns the cluster that all test processes share.
    ///
    /// # Errors
    /// The programs are missing (the text names the remedy), or the server does not start.
    pub async fn shared() -> Result<Arc<Self>, Error> {
        in_thread(|| {
            let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(cluster) = shared.as_ref()
                && server::is_supervised(&cluster.folder)?
            {
                return Ok(Arc::clone(cluster));
            }
            let cluster = Arc::new(Self::join_or_start(&shared_folder()?)?);
            *shared = Some(Arc::clone(&cluster));
            Ok(cluster)
        })
        .await
    }

    /// Starts a private cluster, for a test that kills connections, backends or the server.
    ///
    /// # Errors
    /// The same as [`Cluster::shared`].
    pub async fn private() -> Result<Self, Error> {
        Self::private_with(Feature::Default).await
    }

    /// Starts a private cluster with page checksums.
    ///
    /// # Errors
    /// The same as [`Cluster::shared`].
    pub async fn private_with_checksums() -> Result<Self, Error> {
        Self::private_with(Feature::Checksums).await
    }

    /// Starts a private cluster that counts statements (see [`super::TestDatabase::statements`]) and writes
    /// no full-page images to its log.
    ///
    /// # Errors
    /// The same as [`Cluster::shared`].
    pub async fn private_with_statement_counts() -> Result<Self, Error> {
        let cluster = Self::private_with(Feature::Counts).await?;
        cluster.execute("CREATE EXTENSION pg_stat_statements").await?;
        Ok(cluster)
    }

    async fn private_with(feature: Feature) -> Result<Self, Error> {
        in_thread(move || {
            let binaries = Binaries::find()?;
            let mut outcome = Self::in_folder_of_its_own(&binaries, feature);
            for _ in 1..TRIES {
                if outcome.is_ok() {
                    break;
                }
                outcome = Self::in_folder_of_its_own(&binaries, feature);
            }
            outcome
        })
        .await
    }

    fn in_folder_of_its_own(binaries: &Binaries, feature: Feature) -> Result<Self, Error> {
        let folder = tempfile::Builder::new()
            .prefix("causeway-postgres-")
            .permissions(open_to_traverse())
            .tempdir()
            .map_err(|cause| Error::of("cannot create the cluster's folder", cause))?;
        let in_use = enter_folder(folder.path())?;
        let port = server::start(folder.path(), binaries, Duration::ZERO, FolderRemains::Nothing, feature)?;
        Ok(Self { folder: folder.keep(), port, remains: FolderRemains::Nothing, _use: in_use })
    }

    pub(super) fn must_be_private(&self) -> Result<(), Error> {
        match self.remains {
            FolderRemains::Nothing => Ok(()),
            FolderRemains::Locks => {
                Err(Error::new("other tests use the shared cluster: ask for Cluster::private()"))
            }
        }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Joins the server of a folder, or starts it if it has no supervisor.
    fn join_or_start(folder: &Path) -> Result<Self, Error> {
        let binaries = Binaries::find()?;
        make_folder(folder)?;
        let in_use = enter_folder(folder)?;
        let starting = server::lock_file(folder, "start.lock")?;
        starting.lock().map_err(|cause| Error::of("cannot wait for another start", cause))?;
        let mut outcome = Err(Error::new("no start was tried"));
        for _ in 0..TRIES {
            outcome = if server::is_supervised(folder)? {
                server::join(folder)
            } else {
                server::start(folder, &binaries, LINGER, FolderRemains::Locks, Feature::Default)
            };
            if outcome.is_ok() {
                break;
            }
        }
        outcome.map(|port| Self {
            folder: folder.to_owned(),
            port,
            remains: FolderRemains::Locks,
            _use: in_use,
        })
    }
}

/// Takes the shared lock that keeps the supervisor from stopping the server, and records the entry, which
/// restarts the supervisor's waiting time.
fn enter_folder(folder: &Path) -> Result<File, Error> {
    let mut users = server::lock_file(folder, "users.lock")?;
    users.lock_shared().map_err(|cause| Error::of("cannot enter the cluster", cause))?;
    users.write_all(b".").map_err(|cause| Error::of("cannot enter the cluster", cause))?;
    Ok(users)
}

/// Returns a folder outside the build folder, because the package's account must be able to reach it, which a
/// home folder forbids.
fn shared_folder() -> Result<PathBuf, Error> {
    Ok(std::env::temp_dir().join(format!("causeway-postgres-{GENERATION}-{}", current_uid()?)))
}

fn make_folder(folder: &Path) -> Result<(), Error> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    let made = std::fs::DirBuilder::new().mode(0o755).recursive(true).create(folder);
    made.map_err(|cause| Error::of(format_args!("cannot use {}", folder.display()), cause))?;
    let found = std::fs::symlink_metadata(folder)
        .map_err(|cause| Error::of(format_args!("cannot use {}", folder.display()), cause))?;
    if found.is_dir() && found.uid() == current_uid()? {
        return Ok(());
    }
    Err(Error::new(format!("{} belongs to another user: remove it", folder.display())))
}

fn open_to_traverse() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o755)
}

/// Runs work that waits for locks and child processes outside of the runtime's own threads.
async fn in_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(cause) => Err(Error::of("cannot start PostgreSQL", cause)),
    }
}
