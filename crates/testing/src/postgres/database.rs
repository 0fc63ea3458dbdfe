//! An empty database per test.

use std::fmt::Display;

use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, NoTls};

use super::error::refused;
use super::{Cluster, Error, tables};
use crate::wait;

/// The database from which others are made and named.
pub(super) const MAINTENANCE: &str = "postgres";

/// How safe an acknowledged commit of a test database is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// As in production: acknowledged after the write-ahead log has reached the disk.
    Full,
    /// Acknowledged before (`synchronous_commit` off): quicker, for tests that kill nothing.
    Relaxed,
}

/// A database of one test's own, gone with this value.
#[derive(Debug)]
pub struct TestDatabase {
    /// `postgres://…` of this database on loopback; no password.
    pub url: String,
    name: String,
    port: u16,
}

/// A fresh, empty database on the shared cluster, as durable as in production.
///
/// # Errors
/// PostgreSQL's programs are missing (the text names the remedy), or its server does not start.
pub async fn database() -> Result<TestDatabase, Error> {
    database_with(Durability::Full).await
}

/// The same with a choice of how safe a commit is.
///
/// # Errors
/// As [`database`].
pub async fn database_with(durability: Durability) -> Result<TestDatabase, Error> {
    Cluster::shared().await?.database_with(durability).await
}

/// The same with the tables that this function makes in the database with that URL, and the rows that it leaves in them.
/// It is not called where a test of this program has left such tables.
///
/// # Errors
/// As [`database`]; those of the function.
pub async fn with_tables<E: Display + Send + 'static>(
    durability: Durability,
    make: impl FnOnce(&str) -> Result<(), E> + Send + 'static,
) -> Result<TestDatabase, Error> {
    let port = Cluster::shared().await?.port();
    let database = named(port, durability).await?;
    let (own, maker) = (connect(port, &database.name).await?, tables::this_program()?);
    if !tables::empty(&own, &maker).await? {
        clear(&own).await?;
        let url = database.url.clone();
        let made =
            tokio::task::spawn_blocking(move || make(&url).map_err(|cause| Error::of("the tables", cause)));
        made.await.map_err(|cause| Error::of("making the tables", cause))??;
        tables::note(&own, &maker).await?;
    }
    Ok(database)
}

impl Cluster {
    /// A fresh, empty database on this cluster.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn database(&self) -> Result<TestDatabase, Error> {
        create(self.port(), Durability::Full).await
    }

    /// The same with a choice of how safe a commit is.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn database_with(&self, durability: Durability) -> Result<TestDatabase, Error> {
        create(self.port(), durability).await
    }
}

async fn create(port: u16, durability: Durability) -> Result<TestDatabase, Error> {
    let database = named(port, durability).await?;
    clear(&connect(port, &database.name).await?).await?;
    Ok(database)
}

/// A database with whatever another test has left in it.
async fn named(port: u16, durability: Durability) -> Result<TestDatabase, Error> {
    let client = connect(port, MAINTENANCE).await?;
    let name = drawn_name(&client, "test").await?;
    if !take_used(&client, &name).await? {
        client.batch_execute(&format!("CREATE DATABASE {name}")).await.map_err(refused)?;
    }
    let database = TestDatabase { url: url(port, &name), name, port };
    let setting = match durability {
        Durability::Full => "RESET synchronous_commit",
        Durability::Relaxed => "SET synchronous_commit = off",
    };
    let settings = format!("ALTER DATABASE {0} RESET ALL; ALTER DATABASE {0} {setting}", database.name);
    client.batch_execute(&settings).await.map_err(refused)?;
    Ok(database)
}

async fn clear(own: &Client) -> Result<(), Error> {
    own.batch_execute("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public").await.map_err(refused)
}

/// Takes a database that another test has left: making one and dropping it costs a checkpoint each. Whoever renames it
/// first has it.
async fn take_used(client: &Client, name: &str) -> Result<bool, Error> {
    let used = "SELECT datname::text FROM pg_database WHERE starts_with(datname, 'used_') ORDER BY random()";
    for row in client.query(used, &[]).await.map_err(refused)? {
        let used: String = row.try_get(0).map_err(refused)?;
        if client.batch_execute(&format!("ALTER DATABASE {used} RENAME TO {name}")).await.is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives a database away. Under its new name nobody finds it who still has its URL, such as a process that the
/// test has left behind.
async fn leave(port: u16, name: &str) -> Result<(), Error> {
    let client = connect(port, MAINTENANCE).await?;
    // A database that somebody is still leaving is renamed a tenth of a second later.
    let left = wait::until("the last connection to end", wait::PATIENCE, || async {
        match end_connections(&client, name).await {
            Ok(0) => Ok(Ok(())),
            Ok(left) => Err(format!("{left} are left")),
            Err(fault) => Ok(Err(fault)),
        }
    });
    left.await?;
    let used = drawn_name(&client, "used").await?;
    client.batch_execute(&format!("ALTER DATABASE {name} RENAME TO {used}")).await.map_err(refused)
}

/// Names are drawn by the server, so that no two processes can draw the same.
async fn drawn_name(client: &Client, kind: &str) -> Result<String, Error> {
    let drawn = "SELECT $1 || '_' || replace(gen_random_uuid()::text, '-', '')";
    let row = client.query_one(drawn, &[&kind]).await;
    row.and_then(|row| row.try_get(0)).map_err(refused)
}

async fn end_connections(client: &Client, name: &str) -> Result<i64, Error> {
    // The server's own workers, a vacuum for one, stand in the view beside the clients.
    let ended = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                 WHERE datname = $1 AND backend_type = 'client backend'";
    let row = client.query_one(ended, &[&name]).await;
    row.and_then(|row| row.try_get(0)).map_err(refused)
}

impl TestDatabase {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Ends all connections to this database from the server's side, as an operator or a failover would;
    /// gives how many there were.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn end_connections(&self) -> Result<i64, Error> {
        end_connections(&connect(self.port, MAINTENANCE).await?, &self.name).await
    }

    /// Runs statements behind the back of whoever works on the database.
    ///
    /// # Errors
    /// The server refuses, or is gone.
    pub async fn execute(&self, sql: &str) -> Result<(), Error> {
        connect(self.port, &self.name).await?.batch_execute(sql).await.map_err(refused)
    }

    /// The number that a query gives, asked behind the back of whoever works on the database.
    ///
    /// # Errors
    /// The server refuses, or is gone; the query gives something else.
    pub async fn number(&self, sql: &str) -> Result<i64, Error> {
        let row = connect(self.port, &self.name).await?.query_one(sql, &[]).await;
        row.and_then(|row| row.try_get(0)).map_err(refused)
    }

    /// Lists the statements that were sent to this database since the server's last `pg_stat_statements_reset()`, each
    /// with how often; those of the tests themselves are not counted.
    ///
    /// # Errors
    /// This is no cluster that counts statements, or the server is gone.
    pub async fn statements(&self) -> Result<Vec<(String, i64)>, Error> {
        let client = connect(self.port, MAINTENANCE).await?;
        let counted = "SELECT query, calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid \
                       WHERE d.datname = $1 ORDER BY calls DESC, query";
        let rows = client.query(counted, &[&self.name]).await.map_err(refused)?;
        rows.iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<_, _>>()
            .map_err(refused)
    }

    /// The server's processes behind the connections to this database.
    pub(super) async fn backends(&self) -> Result<Vec<i32>, Error> {
        let client = connect(self.port, MAINTENANCE).await?;
        let behind =
            "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'";
        let rows = client.query(behind, &[&self.name]).await.map_err(refused)?;
        rows.iter().map(|row| row.try_get(0).map_err(refused)).collect()
    }
}

impl Drop for TestDatabase {
    /// Best effort: what is left goes with the cluster. The runtime of the test cannot be waited for here,
    /// so a thread with a runtime of its own does it.
    fn drop(&mut self) {
        let (port, name) = (self.port, std::mem::take(&mut self.name));
        let leaving = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
            runtime.block_on(leave(port, &name)).ok()
        });
        drop(leaving.join());
    }
}

fn url(port: u16, database: &str) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/{database}")
}

/// A connection whose statements are not counted; waits while the server starts up or recovers.
pub(super) async fn connect(port: u16, database: &str) -> Result<Client, Error> {
    let url = format!("{}?options=-c%20pg_stat_statements.track%3Dnone", url(port, database));
    let connected = wait::until("the PostgreSQL of the tests to accept", wait::PATIENCE, || async {
        match tokio_postgres::connect(&url, NoTls).await {
            Err(cause) if cause.code() == Some(&SqlState::CANNOT_CONNECT_NOW) => Err(cause),
            settled => Ok(settled),
        }
    });
    let (client, connection) = connected.await.map_err(refused)?;
    // The task ends with the client; a connection that broke is seen by the statement under way.
    tokio::spawn(connection);
    Ok(client)
}
