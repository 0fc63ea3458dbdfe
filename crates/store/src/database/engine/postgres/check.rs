//! Full reads of a PostgreSQL database: damage in its files shows when they are read.

use std::time::{Duration, Instant};

use tokio_postgres::error::SqlState;

use super::driver::{ConnectionError, PgClient};
use super::one_off_client::{READ_STATE_TIMEOUT, with_client};
use super::{amcheck, fault};
use crate::database::engine_check::{EngineCheck, FINDINGS};
use crate::database::error::Error;
use crate::database::executor::SharedState;
use crate::database::row::Row;
use crate::database::value::Value;

/// Pages read by the first statement.
const PAGES: i64 = 64;
/// Maximum pages per statement, so that the pages in use by others stay in the server's memory.
const MAX_PAGES: i64 = 256;
/// Target duration of a statement, too short for other users to notice.
const TARGET_DURATION: Duration = Duration::from_millis(50);
/// Statement timeout of a check, shorter than the wait for its answer.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(25);
/// Duration of a round on one connection. A new connection must load the schema again, which takes longer
/// than reading small tables.
const ROUND_DURATION: Duration = Duration::from_millis(500);
/// Pause before the next attempt to reach an unreachable server.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Reads every table from its first page to its last, including values stored outside of its pages, on a
/// separate connection. After each statement it rests for as long as that took, so that other users are
/// served. Blocks until done.
///
/// # Errors
/// [`Error::Damaged`]; [`Error::Closed`] once the store closes; read errors. An unreachable server is waited
/// for.
pub(crate) fn check_tables(url: &str, shared: &SharedState) -> Result<(), Error> {
    let mut reading = FullRead { tables: None, pages: PAGES };
    loop {
        match with_client(url, async |client| reading.resume(client, shared).await) {
            Err(error @ (Error::Unavailable(_) | Error::StatementTimeout)) => {
                tracing::debug!(%error, "reading the database for damage was interrupted and is retried");
                // The statement may have read too many pages at once.
                reading.pages = (reading.pages / 2).max(1);
                if shared.pause(RETRY_PAUSE) {
                    return Err(Error::Closed);
                }
            }
            other => return other,
        }
    }
}

/// Reads the next tables after `after` as [`check_tables`] reads all, as many as fit in a round, and
/// continues after damaged pages. Also has the server check their form and their indexes, if it has `amcheck`
/// and this role may use it. Blocks until the round is done.
///
/// # Errors
/// [`Error::Closed`] once the store closes; read errors other than damage.
pub(crate) fn check_next_tables(url: &str, shared: &SharedState, after: &str) -> Result<EngineCheck, Error> {
    with_client(url, async |client| {
        client.limit(READ_STATE_TIMEOUT);
        let set_timeout = format!("SET statement_timeout = {}", STATEMENT_TIMEOUT.as_millis());
        client.query(&set_timeout, &[]).await.map_err(|error| fault::error(&error))?;
        let mut left = tables(client, after).await?;
        if left.is_empty() {
            return unchecked(client).await;
        }
        let began = Instant::now();
        let mut round = EngineCheck::default();
        while let Some(table) = left.pop() {
            let check = match check_table(client, shared, &table).await {
                Ok(check) => check,
                Err(error) if round.tables == 0 => return Err(error),
                // Findings are kept: the next round begins with the failed table.
                Err(_) => break,
            };
            round.findings.extend(check.findings);
            round.unchecked.extend(check.unchecked);
            (round.table, round.tables) = (Some(table.relation), round.tables + 1);
            if began.elapsed() > ROUND_DURATION {
                break;
            }
        }
        Ok(round)
    })
}

async fn check_table(
    client: &mut PgClient,
    shared: &SharedState,
    table: &Table,
) -> Result<EngineCheck, Error> {
    let mut check = EngineCheck::default();
    check.findings.extend(lost_index(client, Some(&table.relation)).await?);
    read_through(client, shared, table, &mut check).await?;
    amcheck::check(client, &table.relation, &mut check).await?;
    check.findings.truncate(FINDINGS);
    Ok(check)
}

/// Reads a table to its end and reports damage page by page.
async fn read_through(
    client: &mut PgClient,
    shared: &SharedState,
    table: &Table,
    check: &mut EngineCheck,
) -> Result<(), Error> {
    let mut table = table.clone();
    let mut pages = PAGES;
    while check.findings.len() < FINDINGS {
        let began = Instant::now();
        match table.read(client, pages).await {
            Ok(()) => {}
            Err(Error::Damaged(_) | Error::StatementTimeout) if pages > 1 && table.end > table.next + 1 => {
                pages = 1;
                continue;
            }
            Err(Error::StatementTimeout) => {
                check
                    .unchecked
                    .push(format!("{}, page {}: its rows take too long", table.relation, table.next));
                table.next += pages;
            }
            Err(Error::Damaged(reason)) => {
                check.findings.push(format!("{}, page {}: {reason}", table.relation, table.next));
                table.next += pages;
            }
            Err(other) => return Err(other),
        }
        let took = began.elapsed();
        pages = paced(pages, took);
        if table.next >= table.end {
            break;
        }
        if shared.pause(took) {
            return Err(Error::Closed);
        }
    }
    Ok(())
}

/// Returns the number of pages for the next statement, given the duration of the last one.
fn paced(pages: i64, took: Duration) -> i64 {
    if took > TARGET_DURATION * 2 {
        (pages / 2).max(1)
    } else if took < TARGET_DURATION / 2 {
        (pages * 2).min(MAX_PAGES)
    } else {
        pages
    }
}

/// Lists the checks that this server and this role do not allow.
async fn unchecked(client: &mut PgClient) -> Result<EngineCheck, Error> {
    let sql = "SELECT current_setting('data_checksums')::text AS checksums";
    let found = client.query(sql, &[]).await.map_err(|error| fault::error(&error))?;
    let checksums: Option<String> =
        found.rows.first().map(|row| Row::new(row).get("checksums")).transpose()?;
    let mut unchecked = vec![
        "pages that no row is read from, and the files of the server itself: that is for its own tools"
            .to_owned(),
    ];
    if checksums.as_deref() == Some("off") {
        unchecked.push("changed bytes in pages that can still be read: data checksums are off".to_owned());
    }
    unchecked.extend(amcheck::obstacle(client).await?);
    Ok(EngineCheck { unchecked, ..EngineCheck::default() })
}

/// The progress of a full read.
struct FullRead {
    /// Remaining tables, the next one last; `None` until they are known.
    tables: Option<Vec<Table>>,
    /// Pages that the next statement reads.
    pages: i64,
}

/// A table that is being read.
#[derive(Debug, Clone)]
struct Table {
    /// Name in the catalogue.
    relation: String,
    /// Quoted name for statements.
    name: String,
    /// The next page.
    next: i64,
    /// Number of pages at the start. Pages added later are written by this service.
    end: i64,
}

impl FullRead {
    async fn resume(&mut self, client: &mut PgClient, shared: &SharedState) -> Result<(), Error> {
        client.limit(READ_STATE_TIMEOUT);
        if self.tables.is_none() {
            if let Some(lost) = lost_index(client, None).await? {
                return Err(Error::Damaged(lost));
            }
            self.tables = Some(tables(client, "").await?);
        }
        let Self { tables, pages } = self;
        let tables = tables.get_or_insert_default();
        while let Some(table) = tables.last_mut() {
            let began = Instant::now();
            table.read(client, *pages).await?;
            let took = began.elapsed();
            *pages = paced(*pages, took);
            if table.next >= table.end {
                tables.pop();
            }
            if shared.pause(took) {
                return Err(Error::Closed);
            }
        }
        Ok(())
    }
}

impl Table {
    /// Reads some pages; for an empty table this still opens its file. A row cast to text includes long
    /// values that are stored elsewhere.
    async fn read(&mut self, client: &mut PgClient, pages: i64) -> Result<(), Error> {
        let sql = format!(
            "/* all platforms */ SELECT coalesce(sum(octet_length(one::text)), 0) AS bytes FROM {} AS one
             WHERE one.ctid >= $1::text::tid AND one.ctid < $2::text::tid",
            self.name
        );
        let end = self.next + pages;
        let place = |page: i64| Value::Text(format!("({page},0)").into());
        let read = client.query(&sql, &[place(self.next), place(end)]).await;
        read.map_err(|error| match &error {
            // A row contains impossible lengths.
            ConnectionError::Refused(refusal) if refusal.code == SqlState::INTERNAL_ERROR => {
                Error::Damaged(refusal.to_string())
            }
            _ => fault::error(&error),
        })?;
        self.next = end;
        Ok(())
    }
}

/// Returns the tables after `after`, in reverse order.
async fn tables(client: &mut PgClient, after: &str) -> Result<Vec<Table>, Error> {
    let sql = "SELECT c.relname::text AS relation, quote_ident(c.relname::text) AS name,
            coalesce(pg_relation_size(c.oid), 0) / current_setting('block_size')::bigint AS pages
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname::text > $1::text COLLATE \"C\"
        ORDER BY c.relname::text COLLATE \"C\" DESC";
    let found =
        client.query(sql, &[Value::from(after.to_owned())]).await.map_err(|error| fault::error(&error))?;
    let table = |row| {
        let row = Row::new(row);
        Ok(Table { relation: row.get("relation")?, name: row.get("name")?, next: 0, end: row.get("pages")? })
    };
    found.rows.iter().map(|row| table(row)).collect()
}

/// Returns a description of an index that has lost its file, if there is one: even an empty index has a first
/// page.
async fn lost_index(client: &mut PgClient, table: Option<&str>) -> Result<Option<String>, Error> {
    let sql = "SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid
        WHERE n.nspname = current_schema() AND c.relkind = 'i' AND pg_relation_size(c.oid) = 0
            AND t.relname::text = coalesce($1::text, t.relname::text)
        ORDER BY c.relname LIMIT 1";
    let found = client
        .query(sql, &[Value::from(table.map(str::to_owned))])
        .await
        .map_err(|error| fault::error(&error))?;
    let name: Option<String> = found.rows.first().map(|row| Row::new(row).get("name")).transpose()?;
    Ok(name.map(|name| format!("the file of the index {name} is gone or empty")))
}
