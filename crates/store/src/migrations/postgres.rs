//! The schema of a PostgreSQL database.

use causeway_domain::Time;
use tokio_postgres::{GenericClient, Transaction};

use super::apply::{Applied, HISTORY, missing, older};
use super::translate::{Dialect, translate};
use crate::engine::postgres::{postgres_error, with_client};
use crate::error::{Error, SchemaFault};

/// Held while a process migrates, so that a second one waits and then finds the work done. Any number will
/// do that nobody else in the database uses.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7112041)";

/// Whether the schema is the one that this program needs.
pub(super) fn state(url: &str) -> Result<(), Error> {
    with_client(url, async |client| {
        let exists = "SELECT to_regclass('schema_migration') IS NOT NULL";
        let migrated: bool =
            client.query_one(exists, &[]).await.and_then(|row| row.try_get(0)).map_err(refused)?;
        if !migrated {
            return Err(Error::Schema(SchemaFault::Empty));
        }
        let missing = missing(&applied(client).await?)?;
        if missing.is_empty() { Ok(()) } else { Err(older(missing)) }
    })
}

/// Applies what is missing, all or nothing.
pub(super) fn migrate(url: &str, now: Time) -> Result<(), Error> {
    with_client(url, async |client| {
        let transaction = client.transaction().await.map_err(refused)?;
        transaction.batch_execute(LOCK).await.map_err(refused)?;
        transaction.batch_execute(&translate(HISTORY, Dialect::Postgres)).await.map_err(refused)?;
        for migration in missing(&applied(&transaction).await?)? {
            apply(&transaction, migration, now).await?;
        }
        transaction.commit().await.map_err(refused)
    })
}

async fn apply(
    transaction: &Transaction<'_>,
    migration: &super::list::Migration,
    now: Time,
) -> Result<(), Error> {
    let sql = translate(migration.sql, Dialect::Postgres);
    transaction.batch_execute(&sql).await.map_err(refused)?;
    let remember =
        "INSERT INTO schema_migration (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)";
    let checksum = migration.checksum().to_vec();
    let row: [&(dyn tokio_postgres::types::ToSql + Sync); 4] =
        [&migration.number, &migration.name, &checksum, &now.millis()];
    transaction.execute(remember, &row).await.map_err(refused)?;
    Ok(())
}

async fn applied(client: &impl GenericClient) -> Result<Vec<Applied>, Error> {
    let sql = "SELECT number, checksum FROM schema_migration ORDER BY number";
    let rows = client.query(sql, &[]).await.map_err(refused)?;
    rows.iter()
        .map(|row| {
            Ok(Applied {
                number: row.try_get(0).map_err(refused)?,
                checksum: row.try_get(1).map_err(refused)?,
            })
        })
        .collect()
}

fn refused(fault: tokio_postgres::Error) -> Error {
    postgres_error(&fault)
}
