//! The files of a private server, for tests that damage them.

use std::path::PathBuf;

use super::error::query_error;
use super::{Cluster, Error, TestDatabase, database};
use crate::wait;

impl Cluster {
    /// Returns the file of a table, after writing the whole table to it. The server keeps the pages that it
    /// has read in memory until it [crashes](Cluster::crash).
    ///
    /// # Errors
    /// This is the shared cluster, or there is no such table.
    pub async fn file_of(&self, database: &TestDatabase, table: &str) -> Result<PathBuf, Error> {
        self.must_be_private()?;
        let client = database::connect(self.port(), database.name()).await?;
        client.batch_execute("CHECKPOINT").await.map_err(query_error)?;
        let path =
            "SELECT current_setting('data_directory') || '/' || pg_relation_filepath($1::text::regclass)";
        let row = client.query_one(path, &[&table]).await;
        row.and_then(|row| row.try_get::<_, String>(0)).map(PathBuf::from).map_err(query_error)
    }

    /// Kills the server processes of a database's connections, and waits until the server has recovered.
    ///
    /// # Errors
    /// The same as [`Cluster::kill_backends`]; the server does not come back.
    pub async fn crash(&self, database: &TestDatabase) -> Result<(), Error> {
        let witness = database::connect(self.port(), database::MAINTENANCE).await?;
        // Ensures that there is a connection to kill.
        let _victim = database::connect(self.port(), database.name()).await?;
        self.kill_backends(database).await?;
        wait::until("the server to drop its connections", wait::PATIENCE, || async {
            if witness.is_closed() { Ok(()) } else { Err("its other connections are still open") }
        })
        .await;
        database::connect(self.port(), database::MAINTENANCE).await.map(drop)
    }
}
