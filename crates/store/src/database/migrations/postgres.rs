//! The schema of a PostgreSQL database.

use causeway_domain::Time;

use super::declared::check_tables;
use super::history::{APPLIED, AppliedMigration, HISTORY, PROGRAM, missing, older};
use super::translate::{Dialect, translate};
use crate::database::engine::postgres::{
    ConnectionError, PgClient, QueryResult, READ_STATE_TIMEOUT, postgres_error, with_client,
};
use crate::database::error::{Error, SchemaFault};
use crate::database::row::Row;
use crate::database::value::Value;

/// The lock held while a process migrates, so that a second one waits and then finds the work done. Any
/// number will do that is not used for other advisory locks in the database.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7112041)";

/// The limit of a wait for a table that other transactions use: their further requests wait behind the
/// migration. Not for the lock above, behind which only migrations wait.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '3s'";

/// Attempts to get all tables within the limit.
const ATTEMPTS: usize = 20;

/// Oldest supported server, 14.0: earlier ones cannot read a range of a table's pages without scanning the
/// whole table.
const OLDEST_SERVER: i64 = 140_000;

/// Finds the names of tables, and of views, which the verification reports.
pub(super) const TABLES: &str = "SELECT CAST(c.relname AS TEXT) AS name FROM pg_class c
    WHERE c.relkind IN ('r', 'p', 'v') AND pg_table_is_visible(c.oid)";

/// Refuses a server that is too old.
async fn check_version(client: &mut PgClient) -> Result<(), Error> {
    let sql = "SELECT current_setting('server_version_num')::bigint AS number, current_setting('server_version') AS name";
    let found = client.query(sql, &[]).await.map_err(refused)?;
    let Some(row) = rows(&found).next() else { return Err(Error::Missing) };
    if row.get::<i64>("number")? >= OLDEST_SERVER {
        return Ok(());
    }
    let name: String = row.get("name")?;
    Err(Error::Statement(format!("PostgreSQL 14 or newer is needed; this server is {name}")))
}

/// Checks that the schema is the one that this program needs.
pub(super) fn state(url: &str) -> Result<(), Error> {
    with_client(url, async |client| {
        client.limit(READ_STATE_TIMEOUT);
        state_postgres(client).await
    })
}

/// Checks the schema over an open connection.
pub(crate) async fn state_postgres(client: &mut PgClient) -> Result<(), Error> {
    check_version(client).await?;
    let exists = "SELECT to_regclass('schema_migration') IS NOT NULL AS migrated";
    let found = client.query(exists, &[]).await.map_err(refused)?;
    if !rows(&found).any(|row| row.get("migrated") == Ok(true)) {
        return Err(Error::Schema(SchemaFault::Empty));
    }
    let missing = missing(&applied(client).await?)?;
    if !missing.is_empty() {
        return Err(older(missing));
    }
    let found = client.query(TABLES, &[]).await.map_err(refused)?;
    check_tables(&rows(&found).map(|row| row.get("name")).collect::<Result<Vec<_>, _>>()?)
}

/// Applies the missing migrations, all or nothing: a connection that ends before COMMIT leaves nothing
/// behind. Of several processes, one migrates while the others wait, and then find nothing missing.
///
/// # Errors
/// [`Error::LockTimeout`] or [`Error::Conflict`] if other transactions use the tables for too long, in each attempt.
pub(super) fn migrate(url: &str, now: Time) -> Result<(), Error> {
    with_client(url, async |client| {
        for _ in 1..ATTEMPTS {
            match migrate_once(client, now).await {
                Err(Error::LockTimeout | Error::Conflict) => {
                    client.command("ROLLBACK").await.map_err(refused)?
                }
                outcome => return outcome,
            }
        }
        migrate_once(client, now).await
    })
}

async fn migrate_once(client: &mut PgClient, now: Time) -> Result<(), Error> {
    client.command("BEGIN").await.map_err(refused)?;
    client.command(LOCK).await.map_err(refused)?;
    client.command(LOCK_TIMEOUT).await.map_err(refused)?;
    client.command(&translate(HISTORY, Dialect::Postgres)).await.map_err(refused)?;
    for migration in missing(&applied(client).await?)? {
        apply(client, migration, now).await?;
    }
    client.command("COMMIT").await.map_err(refused)
}

async fn apply(client: &mut PgClient, migration: &super::list::Migration, now: Time) -> Result<(), Error> {
    let sql = translate(migration.sql, Dialect::Postgres);
    client.command(&sql).await.map_err(refused)?;
    let remember = "INSERT INTO schema_migration (number, name, checksum, is_compatible, program, applied_at)
        VALUES ($1, $2, $3, $4, $5, $6)";
    let values = [
        Value::Int(migration.number),
        Value::Text(migration.name.into()),
        Value::Bytes(migration.checksum().to_vec().into()),
        Value::Bool(migration.is_compatible()),
        Value::Text(PROGRAM.into()),
        Value::Int(now.millis()),
    ];
    client.query(remember, &values).await.map_err(refused)?;
    Ok(())
}

async fn applied(client: &mut PgClient) -> Result<Vec<AppliedMigration>, Error> {
    let found = client.query(APPLIED, &[]).await.map_err(refused)?;
    let read = |row: Row<'_>| -> Result<AppliedMigration, Error> {
        Ok(AppliedMigration {
            number: row.get("number")?,
            checksum: row.get("checksum")?,
            is_compatible: row.get("is_compatible")?,
            program: row.get("program")?,
        })
    };
    rows(&found).map(read).collect()
}

fn rows(answer: &QueryResult) -> impl Iterator<Item = Row<'_>> {
    answer.rows.iter().map(|row| Row::new(row))
}

fn refused(error: ConnectionError) -> Error {
    postgres_error(&error)
}
