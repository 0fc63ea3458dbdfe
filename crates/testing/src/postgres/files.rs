//! The files of a private server, for tests that damage them.

use std::path::PathBuf;

use super::error::refused;
use super::{Cluster, Error, TestDatabase, database};
use crate::wait;

impl Cluster {
    /// The file in which a database keeps a table, with everything that is in the table. What the server has read of it
    /// is still in its memory, until it [crashes](Cluster::crash).
    ///
    /// # Errors
    /// This is the shared cluster, or there is no such table.
    pub async fn file_of(&self, database: &TestDatabase, table: &str) -> Result<PathBuf, Error> {
        self.must_be_private()?;
        let client = database::connect(self.port(), database.name()).await?;
        client.batch_execute("CHECKPOINT").await.map_err(refused)?;
        let path =
            "SELECT current_setting('data_directory') || '/' || pg_relation_filepath($1::text::regclass)";
        let row = client.query_one(path, &[&table]).await;
        row.and_then(|row| row.try_get::<_, String>(0)).map(PathBuf::from).map_err(refused)
    }

    /// Kills the server processes behind a database's connections, and waits until the server has recovered from that.
    ///
    /// # Errors
    /// As [`Cluster::kill_backends`]; the server does not come back.
    pub async fn crash(&self, database: &TestDatabase) -> Result<(), Error> {
        let witness = database::connect(self.port(), database::MAINTENANCE).await?;
        // There may be no other.
        let _victim = database::connect(self.port(), database.name()).await?;
        self.kill_backends(database).await?;
        wait::until("the server to notice", wait::PATIENCE, || async {
            if witness.is_closed() { Ok(()) } else { Err("its other connections stand") }
        })
        .await;
        database::connect(self.port(), database::MAINTENANCE).await.map(drop)
    }
}
