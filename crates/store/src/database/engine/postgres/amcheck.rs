//! Checks of tables and indexes with PostgreSQL's extension `amcheck`, if the database has it and this role
//! may use it.

use tokio_postgres::error::SqlState;

use super::driver::{ConnectionError, PgClient};
use super::fault;
use crate::database::engine_check::{EngineCheck, FINDINGS};
use crate::database::error::Error;
use crate::database::row::Row;
use crate::database::value::Value;

/// Returns the schema of the extension's functions, or why they cannot be used.
async fn schema(client: &mut PgClient) -> Result<Result<String, &'static str>, Error> {
    let sql = "SELECT quote_ident(n.nspname::text) AS name,
            bool_and(has_function_privilege(p.oid, 'EXECUTE') AND has_schema_privilege(n.oid, 'USAGE')) AS may
        FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
        JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname IN ('bt_index_check', 'verify_heapam')
        WHERE e.extname = 'amcheck' GROUP BY n.nspname";
    let found = client.query(sql, &[]).await.map_err(|error| fault::error(&error))?;
    let Some(row) = found.rows.first() else { return Ok(Err("amcheck is not installed in this database")) };
    let row = Row::new(row);
    match row.get("may")? {
        true => Ok(Ok(row.get("name")?)),
        false => Ok(Err("this role may not execute the functions of amcheck")),
    }
}

/// Returns why the form of tables and the order of indexes cannot be checked, or `None` if they
/// can.
pub(super) async fn obstacle(client: &mut PgClient) -> Result<Option<String>, Error> {
    let reason = schema(client).await?.err();
    Ok(reason.map(|error| format!("the form of rows, and the order and completeness of indexes: {error}")))
}

/// Checks a table and its indexes.
pub(super) async fn check(client: &mut PgClient, table: &str, check: &mut EngineCheck) -> Result<(), Error> {
    let Ok(schema) = schema(client).await? else { return Ok(()) };
    check_heap(client, &schema, table, check).await?;
    let sql = "SELECT c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
        JOIN pg_am a ON a.oid = c.relam
        WHERE n.nspname = current_schema() AND t.relname::text = $1::text AND a.amname = 'btree' ORDER BY c.relname";
    let found = client.query(sql, &[owned(table)]).await.map_err(|error| fault::error(&error))?;
    let indexes: Vec<String> =
        found.rows.iter().map(|row| Row::new(row).get("name")).collect::<Result<_, Error>>()?;
    for index in indexes {
        check_index(client, &schema, &index, check).await?;
    }
    Ok(())
}

async fn check_heap(
    client: &mut PgClient,
    schema: &str,
    table: &str,
    check: &mut EngineCheck,
) -> Result<(), Error> {
    let sql = format!(
        "SELECT coalesce(blkno, -1) AS page, msg FROM {schema}.verify_heapam(
             (quote_ident(current_schema()::text) || '.' || quote_ident($1::text))::regclass) LIMIT {FINDINGS}"
    );
    match client.query(&sql, &[owned(table)]).await {
        Ok(found) => {
            for row in &found.rows {
                let row = Row::new(row);
                let page: i64 = row.get("page")?;
                let message: String = row.get("msg")?;
                check.findings.push(format!("{table}, page {page}: {message}"));
            }
            Ok(())
        }
        Err(error) => record_failure(&error, table, check),
    }
}

async fn check_index(
    client: &mut PgClient,
    schema: &str,
    index: &str,
    check: &mut EngineCheck,
) -> Result<(), Error> {
    let sql = format!(
        "SELECT {schema}.bt_index_check(
             (quote_ident(current_schema()::text) || '.' || quote_ident($1::text))::regclass, TRUE)::text AS done"
    );
    match client.query(&sql, &[owned(index)]).await {
        Ok(_) => Ok(()),
        Err(error) => record_failure(&error, index, check),
    }
}

fn owned(name: &str) -> Value<'static> {
    Value::from(name.to_owned())
}

/// Records a failed check: it found damage, took too long, or could not be run.
fn record_failure(error: &ConnectionError, relation: &str, check: &mut EngineCheck) -> Result<(), Error> {
    match error {
        ConnectionError::Refused(refusal) if refusal.code == SqlState::INTERNAL_ERROR => {
            check.findings.push(format!("{relation}: {refusal}"));
            Ok(())
        }
        error => match fault::error(error) {
            Error::Damaged(reason) => {
                check.findings.push(format!("{relation}: {reason}"));
                Ok(())
            }
            Error::StatementTimeout => {
                check.unchecked.push(format!("{relation}: its check takes longer than a statement may"));
                Ok(())
            }
            Error::Statement(reason) => {
                check.unchecked.push(format!("{relation}: {reason}"));
                Ok(())
            }
            other => Err(other),
        },
    }
}
