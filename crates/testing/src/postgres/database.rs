//! An empty database per test.

use std::fmt::Display;

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, NoTls};

use super::error::query_error;
use super::{Cluster, Error, tables};
use crate::wait;

/// The database from which others are created and renamed.
pub(super) const MAINTENANCE: &str = "postgres";

/// The durability of an acknowledged commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// As in production: acknowledged after the write-ahead log has reached the disk.
    Full,
    /// Acknowledged earlier (`synchronous_commit` off): faster, for tests that kill no process.
    Relaxed,
}

/// A database of one test; it is given away when this value is dropped.
#[derive(Debug)]
pub struct TestDatabase {
    /// `postgres://…` on loopback, without a password.
    pub url: String,
    name: String,
    port: u16,
}

/// Returns an empty database on the shared cluster, as durable as in production.
///
/// # Errors
/// PostgreSQL's programs are missing (the text names the remedy), or its server does not start.
pub async fn database() -> Result<TestDatabase, Error> {
    database_with(Durability::Full).await
}

/// Returns an empty database on the shared cluster, with this durability.
///
/// # Errors
/// The same as [`database`].
pub async fn database_with(durability: Durability) -> Result<TestDatabase, Error> {
    Cluster::shared().await?.database_with(durability).await
}

/// Returns a database with the tables and rows that `make` creates in the database with the given URL. `make`
/// is not called if an earlier test of this program left such tables.
///
/// # Errors
/// The same as [`database`]; the errors of `make`.
pub async fn with_tables<E: Display + Send + 'static>(
    durability: Durability,
    make: impl FnOnce(&str) -> Result<(), E> + Send + 'static,
) -> Result<TestDatabase, Error> {
    let port = Cluster::shared().await?.port();
    let database = acquire(port, durability).await?;
    let own = connect(port, &database.name).await?;
    let maker = tables::this_program()?;
    if !tables::empty(&own, &maker).await? {
        clear(&own).await?;
        let url = database.url.clone();
        let made = tokio::task::spawn_blocking(move || {
            make(&url).map_err(|cause| Error::of("cannot create the tables", cause))
        });
        made.await.map_err(|cause| Error::of("the creation of the tables panicked", cause))??;
        tables::note(&own, &maker).await?;
    }
    Ok(database)
}

impl Cluster {
    /// Returns an empty database on this cluster, as durable as in production.
    ///
    /// # Errors
    /// The server refuses, or is down.
    pub async fn database(&self) -> Result<TestDatabase, Error> {
        create(self.port(), Durability::Full).await
    }

    /// Returns an empty database on this cluster, with this durability.
    ///
    /// # Errors
    /// The server refuses, or is down.
    pub async fn database_with(&self, durability: Durability) -> Result<TestDatabase, Error> {
        create(self.port(), durability).await
    }
}

async fn create(port: u16, durability: Durability) -> Result<TestDatabase, Error> {
    let database = acquire(port, durability).await?;
    clear(&connect(port, &database.name).await?).await?;
    Ok(database)
}

/// Returns a database with the content that an earlier test may have left.
async fn acquire(port: u16, durability: Durability) -> Result<TestDatabase, Error> {
    let client = connect(port, MAINTENANCE).await?;
    let name = draw_name(&client, "test").await?;
    if !reuse(&client, &name).await? {
        client.batch_execute(&format!("CREATE DATABASE {name}")).await.map_err(query_error)?;
    }
    let database = TestDatabase { url: url(port, &name), name, port };
    let setting = match durability {
        Durability::Full => "RESET synchronous_commit",
        Durability::Relaxed => "SET synchronous_commit = off",
    };
    let settings = format!("ALTER DATABASE {0} RESET ALL; ALTER DATABASE {0} {setting}", database.name);
    client.batch_execute(&settings).await.map_err(query_error)?;
    Ok(database)
}

async fn clear(own: &Client) -> Result<(), Error> {
    own.batch_execute("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public").await.map_err(query_error)
}

/// Takes a database that an earlier test gave away, because creating and dropping one costs a checkpoint
/// each. Renaming it decides between concurrent takers.
async fn reuse(client: &Client, name: &str) -> Result<bool, Error> {
    let used = "SELECT datname::text FROM pg_database WHERE starts_with(datname, 'used_') ORDER BY random()";
    for row in client.query(used, &[]).await.map_err(query_error)? {
        let used: String = row.try_get(0).map_err(query_error)?;
        if client.batch_execute(&format!("ALTER DATABASE {used} RENAME TO {name}")).await.is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives a database away under a new name, so that processes which the test left behind cannot find it by its
/// URL.
async fn release(port: u16, name: &str) -> Result<(), Error> {
    let client = connect(port, MAINTENANCE).await?;
    // A database with a closing connection is renamed a tenth of a second later.
    let end = wait::until("the last connection to end", wait::PATIENCE, || async {
        match end_connections(&client, name).await {
            Ok(0) => Ok(Ok(())),
            Ok(count) => Err(format!("{count} remain")),
            Err(error) => Ok(Err(error)),
        }
    });
    end.await?;
    let used = draw_name(&client, "used").await?;
    client.batch_execute(&format!("ALTER DATABASE {name} RENAME TO {used}")).await.map_err(query_error)
}

/// Draws a name on the server, so that no two processes draw the same.
async fn draw_name(client: &Client, kind: &str) -> Result<String, Error> {
    let drawn = "SELECT $1 || '_' || replace(gen_random_uuid()::text, '-', '')";
    let row = client.query_one(drawn, &[&kind]).await;
    row.and_then(|row| row.try_get(0)).map_err(query_error)
}

async fn end_connections(client: &Client, name: &str) -> Result<i64, Error> {
    // The view also lists the server's own workers, such as a vacuum.
    let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                 WHERE datname = $1 AND backend_type = 'client backend'";
    let row = client.query_one(ended, &[&name]).await;
    row.and_then(|row| row.try_get(0)).map_err(query_error)
}

/// Bytes in the log by relation. The first block of a record names its relation.
const LOG_BY_RELATION: &str = "
    WITH record AS (
        SELECT resource_manager || ' ' || record_type AS kind, record_length - fpi_length AS bytes,
            substring(block_ref FROM 'rel [0-9]+/[0-9]+/([0-9]+)')::oid AS file
        FROM pg_get_wal_records_info('0/0'::pg_lsn + $1::bigint::numeric, pg_current_wal_flush_lsn()))
    SELECT COALESCE(c.relname, record.kind)::text, SUM(record.bytes)::bigint
    FROM record LEFT JOIN pg_class c ON pg_relation_filenode(c.oid) = record.file
    GROUP BY 1 ORDER BY 2 DESC, 1";

impl TestDatabase {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Ends all connections to this database from the server's side, as an operator or a failover would;
    /// returns their number.
    ///
    /// # Errors
    /// The server refuses, or is down.
    pub async fn end_connections(&self) -> Result<i64, Error> {
        end_connections(&connect(self.port, MAINTENANCE).await?, &self.name).await
    }

    /// Runs statements in this database over a separate connection, unnoticed by the service under test.
    ///
    /// # Errors
    /// The server refuses, or is down.
    pub async fn execute(&self, sql: &str) -> Result<(), Error> {
        connect(self.port, &self.name).await?.batch_execute(sql).await.map_err(query_error)
    }

    /// Returns the number that a query yields, over a separate connection.
    ///
    /// # Errors
    /// The server refuses, or is down; the query yields something else.
    pub async fn number(&self, sql: &str) -> Result<i64, Error> {
        let row = connect(self.port, &self.name).await?.query_one(sql, &[]).await;
        row.and_then(|row| row.try_get(0)).map_err(query_error)
    }

    /// Lists the statements that were sent to this database since the server's last
    /// `pg_stat_statements_reset()`, with their counts; statements of the tests themselves are not counted.
    ///
    /// # Errors
    /// This cluster does not count statements, or the server is down.
    pub async fn statements(&self) -> Result<Vec<(String, i64)>, Error> {
        let client = connect(self.port, MAINTENANCE).await?;
        let counted = "SELECT query, calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid \
                       WHERE d.datname = $1 ORDER BY calls DESC, query";
        let rows = client.query(counted, &[&self.name]).await.map_err(query_error)?;
        rows.iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<_, _>>()
            .map_err(query_error)
    }

    /// Lists the tables and indexes of this database with their bytes in the server's log since position
    /// `since`, without page images, largest first. A record without a relation has the name of its kind.
    ///
    /// # Errors
    /// The log from `since` on no longer exists, or the server is down.
    pub async fn log_by_relation(&self, since: i64) -> Result<Vec<(String, i64)>, Error> {
        let client = connect(self.port, &self.name).await?;
        client.batch_execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect").await.map_err(query_error)?;
        let rows = client.query(LOG_BY_RELATION, &[&since]).await.map_err(query_error)?;
        rows.iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<_, _>>()
            .map_err(query_error)
    }

    /// Returns the process ids of the server processes of this database's connections.
    pub(super) async fn backends(&self) -> Result<Vec<i32>, Error> {
        let client = connect(self.port, MAINTENANCE).await?;
        let behind =
            "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'";
        let rows = client.query(behind, &[&self.name]).await.map_err(query_error)?;
        rows.iter().map(|row| row.try_get(0).map_err(query_error)).collect()
    }
}

impl Drop for TestDatabase {
    /// Gives the database away, at best effort: any remains are removed with the cluster. A thread with its
    /// own runtime does it, because the test's runtime cannot be awaited here.
    fn drop(&mut self) {
        let port = self.port;
        let name = std::mem::take(&mut self.name);
        let leaving = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
            runtime.block_on(release(port, &name)).ok()
        });
        drop(leaving.join());
    }
}

fn url(port: u16, database: &str) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/{database}")
}

/// Opens a connection whose statements are not counted; waits while the server starts up or recovers.
pub(super) async fn connect(port: u16, database: &str) -> Result<Client, Error> {
    let url = format!("{}?options=-c%20pg_stat_statements.track%3Dnone", url(port, database));
    let connected = wait::until("the PostgreSQL of the tests to accept", wait::PATIENCE, || async {
        match tokio_postgres::connect(&url, NoTls).await {
            Err(cause) if cause.code() == Some(&SqlState::CANNOT_CONNECT_NOW) => Err(cause),
            settled => Ok(settled),
        }
    });
    let (client, connection) = connected.await.map_err(query_error)?;
    // The task ends with the client; the statement under way reports a broken connection.
    tokio::spawn(connection);
    Ok(client)
}
