//! A running cluster: the one that all tests share, or one that a test may ill-treat.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Error;
use super::binaries::{Binaries, current_uid};
use super::server::{self, Feature, Remains};

/// How long the shared server outlives its last user: test binaries run one after the other.
const LINGER: Duration = Duration::from_secs(20);

/// How often a start is tried: another process may take the chosen port, or the supervisor may just be leaving.
const TRIES: usize = 5;

/// Part of the shared folder's name; to be changed with the server's settings, so that two checkouts of
/// different age do not share a server.
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
    remains: Remains,
    /// The shared lock that says: in use.
    _use: File,
}

impl Cluster {
    /// The cluster that all test processes share.
    ///
    /// # Errors
    /// Programs missing (with the remedy), or the server does not start.
    pub async fn shared() -> Result<Arc<Self>, Error> {
        in_thread(|| {
            let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(cluster) = shared.as_ref()
                && server::is_supervised(&cluster.folder)?
            {
                return Ok(Arc::clone(cluster));
            }
            let cluster = Arc::new(Self::enter(&shared_folder()?)?);
            *shared = Some(Arc::clone(&cluster));
            Ok(cluster)
        })
        .await
    }

    /// A cluster of the caller's own, for a test that kills connections, backends or the server.
    ///
    /// # Errors
    /// As [`Cluster::shared`].
    pub async fn private() -> Result<Self, Error> {
        Self::private_with(Feature::Default).await
    }

    /// The same with checksums of its pages.
    ///
    /// # Errors
    /// As [`Cluster::shared`].
    pub async fn private_with_checksums() -> Result<Self, Error> {
        Self::private_with(Feature::Checksums).await
    }

    /// The same whose server counts statements (see [`super::TestDatabase::statements`]) and writes no images of whole pages
    /// into its log.
    ///
    /// # Errors
    /// As [`Cluster::shared`].
    pub async fn private_that_counts() -> Result<Self, Error> {
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
            .map_err(|cause| Error::of("making the cluster's folder", cause))?;
        let in_use = enter_folder(folder.path())?;
        let port = server::start(folder.path(), binaries, Duration::ZERO, Remains::Nothing, feature)?;
        Ok(Self { folder: folder.keep(), port, remains: Remains::Nothing, _use: in_use })
    }

    pub(super) fn must_be_private(&self) -> Result<(), Error> {
        match self.remains {
            Remains::Nothing => Ok(()),
            Remains::Locks => {
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

    /// Joins the server of a folder, or starts it when nobody supervises one.
    fn enter(folder: &Path) -> Result<Self, Error> {
        let binaries = Binaries::find()?;
        make_folder(folder)?;
        let in_use = enter_folder(folder)?;
        let starting = server::lock_file(folder, "start.lock")?;
        starting.lock().map_err(|cause| Error::of("waiting for another start", cause))?;
        let mut outcome = Err(Error::new("no start was tried"));
        for _ in 0..TRIES {
            outcome = if server::is_supervised(folder)? {
                server::join(folder)
            } else {
                server::start(folder, &binaries, LINGER, Remains::Locks, Feature::Default)
            };
            if outcome.is_ok() {
                break;
            }
        }
        outcome.map(|port| Self { folder: folder.to_owned(), port, remains: Remains::Locks, _use: in_use })
    }
}

/// Takes the shared lock that keeps the supervisor from stopping the server, and leaves a mark that somebody
/// came, which begins the supervisor's waiting anew.
fn enter_folder(folder: &Path) -> Result<File, Error> {
    let mut users = server::lock_file(folder, "users.lock")?;
    users.lock_shared().map_err(|cause| Error::of("entering the cluster", cause))?;
    users.write_all(b".").map_err(|cause| Error::of("entering the cluster", cause))?;
    Ok(users)
}

/// Not under the build's folder: the package's account must be able to reach it, which a home folder forbids.
fn shared_folder() -> Result<PathBuf, Error> {
    Ok(std::env::temp_dir().join(format!("causeway-postgres-{GENERATION}-{}", current_uid()?)))
}

fn make_folder(folder: &Path) -> Result<(), Error> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    let made = std::fs::DirBuilder::new().mode(0o755).recursive(true).create(folder);
    made.map_err(|cause| Error::of(folder.display(), cause))?;
    let found = std::fs::symlink_metadata(folder).map_err(|cause| Error::of(folder.display(), cause))?;
    if found.is_dir() && found.uid() == current_uid()? {
        return Ok(());
    }
    Err(Error::new(format!("{} belongs to somebody else: remove it", folder.display())))
}

fn open_to_traverse() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o755)
}

/// Locks and child processes are waited for outside the runtime's own threads.
async fn in_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(cause) => Err(Error::of("starting PostgreSQL", cause)),
    }
}
