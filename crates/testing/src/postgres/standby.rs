//! Commits of a private server that wait for a standby.

use super::{Cluster, Error};

impl Cluster {
    /// Makes commits wait for a standby that does not exist, except those of connections to the database
    /// `postgres`, over which databases are given away.
    ///
    /// # Errors
    /// This is the shared cluster, or the server is down.
    pub async fn require_standby(&self) -> Result<(), Error> {
        self.execute("ALTER DATABASE postgres SET synchronous_commit = local").await?;
        self.execute("ALTER SYSTEM SET synchronous_standby_names = 'absent'").await?;
        self.reload().await?;
        // The checkpointer applies the setting; it reads it before it begins a checkpoint.
        self.execute("CHECKPOINT").await
    }

    /// Releases the commits that wait, as the arrival of the standby does.
    ///
    /// # Errors
    /// The same as [`Cluster::require_standby`].
    pub async fn release_commits(&self) -> Result<(), Error> {
        self.execute("ALTER SYSTEM RESET synchronous_standby_names").await?;
        self.reload().await
    }
}
