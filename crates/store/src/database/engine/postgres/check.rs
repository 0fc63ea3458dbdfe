//! Reading all that a PostgreSQL database keeps: what is damaged in its files shows when it is read.

use std::time::{Duration, Instant};

use tokio_postgres::error::SqlState;

use super::driver::{Client, Fault};
use super::once::{LOOK, with_client};
use super::{amcheck, fault};
use crate::database::engine_check::{EngineCheck, FINDINGS};
use crate::database::error::Error;
use crate::database::executor::Shared;
use crate::database::row::Row;
use crate::database::value::Value;

/// Pages that the first statement reads.
const PAGES: i64 = 64;
/// The most that one statement reads: what others work with stays in the server's memory.
const PAGES_MAX: i64 = 256;
/// How long a statement should take: less than what others notice.
const AIM: Duration = Duration::from_millis(50);
/// How long one statement of a check may take: less than the wait for its answer.
const PATIENCE: Duration = Duration::from_secs(25);
/// How long tables are checked on one connection: a new one has to learn the schema again, which takes longer than small
/// tables do.
const ROUND: Duration = Duration::from_millis(500);
/// How long to wait for a server that cannot be reached.
const AGAIN: Duration = Duration::from_secs(1);

/// Reads every table from its first page to its last, whatever is stored outside of its pages included, on a connection of
/// its own. It rests after each statement for as long as that took, so that others are served. Blocks until it is through.
///
/// # Errors
/// [`Error::Damaged`]; [`Error::Closed`] once the store closes; those of reading. A server that cannot be reached is waited
/// for.
pub(crate) fn check_tables(url: &str, shared: &Shared) -> Result<(), Error> {
    let mut reading = Reading { tables: None, pages: PAGES };
    loop {
        match with_client(url, async |client| reading.go_on(client, shared).await) {
            Err(fault @ (Error::Unavailable(_) | Error::StatementTimeout)) => {
                tracing::debug!(%fault, "the database is read later");
                // It may be that so much takes too long.
                reading.pages = (reading.pages / 2).max(1);
                if shared.pause(AGAIN) {
                    return Err(Error::Closed);
                }
            }
            other => return other,
        }
    }
}

/// Reads the next tables behind one as [`check_tables`] reads all, as many as a round has time for, and goes on behind what is
/// damaged. Has the server check their form and their indexes too, where it has `amcheck` and this role may use it. Blocks
/// until the round is through.
///
/// # Errors
/// [`Error::Closed`] once the store closes; those of reading, but for damage.
pub(crate) fn check_next_tables(url: &str, shared: &Shared, after: &str) -> Result<EngineCheck, Error> {
    with_client(url, async |client| {
        client.limit(LOOK);
        let patience = format!("SET statement_timeout = {}", PATIENCE.as_millis());
        client.query(&patience, &[]).await.map_err(|fault| fault::error(&fault))?;
        let mut left = tables(client, after).await?;
        if left.is_empty() {
            return unchecked(client).await;
        }
        let (began, mut round) = (Instant::now(), EngineCheck::default());
        while let Some(table) = left.pop() {
            let check = match check_table(client, shared, &table).await {
                Ok(check) => check,
                Err(fault) if round.tables == 0 => return Err(fault),
                // What was found is not lost with it: the next round meets it first.
                Err(_) => break,
            };
            round.findings.extend(check.findings);
            round.unchecked.extend(check.unchecked);
            (round.table, round.tables) = (Some(table.relation), round.tables + 1);
            if began.elapsed() > ROUND {
                break;
            }
        }
        Ok(round)
    })
}

async fn check_table(client: &mut Client, shared: &Shared, table: &Table) -> Result<EngineCheck, Error> {
    let mut check = EngineCheck::default();
    check.findings.extend(lost_index(client, Some(&table.relation)).await?);
    read_through(client, shared, table, &mut check).await?;
    amcheck::check(client, &table.relation, &mut check).await?;
    check.findings.truncate(FINDINGS);
    Ok(check)
}

/// Reads a table to its end; what is damaged is named, page by page.
async fn read_through(
    client: &mut Client,
    shared: &Shared,
    table: &Table,
    check: &mut EngineCheck,
) -> Result<(), Error> {
    let (mut table, mut pages) = (table.clone(), PAGES);
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
            Err(Error::Damaged(why)) => {
                check.findings.push(format!("{}, page {}: {why}", table.relation, table.next));
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

/// How many pages the next statement reads, after one that took so long.
fn paced(pages: i64, took: Duration) -> i64 {
    if took > AIM * 2 {
        (pages / 2).max(1)
    } else if took < AIM / 2 {
        (pages * 2).min(PAGES_MAX)
    } else {
        pages
    }
}

/// What this server and this role keep from being checked.
async fn unchecked(client: &mut Client) -> Result<EngineCheck, Error> {
    let sql = "SELECT current_setting('data_checksums')::text AS checksums";
    let found = client.query(sql, &[]).await.map_err(|fault| fault::error(&fault))?;
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

/// How far the reading has come.
struct Reading {
    /// What is left, once it is known.
    tables: Option<Vec<Table>>,
    /// How many pages the next statement reads.
    pages: i64,
}

/// A table that is being read.
#[derive(Debug, Clone)]
struct Table {
    /// As it is named in the catalogue.
    relation: String,
    /// As it is named in statements.
    name: String,
    /// The next page.
    next: i64,
    /// How many there were when it was begun. Those that are added meanwhile are written by us.
    end: i64,
}

impl Reading {
    async fn go_on(&mut self, client: &mut Client, shared: &Shared) -> Result<(), Error> {
        client.limit(LOOK);
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
    /// Reads these pages, and at least looks for the file of a table that has none. A row as text has all of it, also what is
    /// kept elsewhere because it is long.
    async fn read(&mut self, client: &mut Client, pages: i64) -> Result<(), Error> {
        let sql = format!(
            "/* all platforms */ SELECT coalesce(sum(octet_length(one::text)), 0) AS bytes FROM {} AS one
             WHERE one.ctid >= $1::text::tid AND one.ctid < $2::text::tid",
            self.name
        );
        let end = self.next + pages;
        let place = |page: i64| Value::Text(format!("({page},0)").into());
        let read = client.query(&sql, &[place(self.next), place(end)]).await;
        read.map_err(|fault| match &fault {
            // The lengths in a row make no sense.
            Fault::Refused(refused) if refused.code == SqlState::INTERNAL_ERROR => {
                Error::Damaged(refused.to_string())
            }
            _ => fault::error(&fault),
        })?;
        self.next = end;
        Ok(())
    }
}

/// The tables behind one, the last one first.
async fn tables(client: &mut Client, after: &str) -> Result<Vec<Table>, Error> {
    let sql = "SELECT c.relname::text AS relation, quote_ident(c.relname::text) AS name,
            coalesce(pg_relation_size(c.oid), 0) / current_setting('block_size')::bigint AS pages
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname::text > $1::text COLLATE \"C\"
        ORDER BY c.relname::text COLLATE \"C\" DESC";
    let found =
        client.query(sql, &[Value::from(after.to_owned())]).await.map_err(|fault| fault::error(&fault))?;
    let table = |row| {
        let row = Row::new(row);
        Ok(Table { relation: row.get("relation")?, name: row.get("name")?, next: 0, end: row.get("pages")? })
    };
    found.rows.iter().map(|row| table(row)).collect()
}

/// Names an index that has lost its file: even an index of nothing has a first page.
async fn lost_index(client: &mut Client, table: Option<&str>) -> Result<Option<String>, Error> {
    let sql = "SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid
        WHERE n.nspname = current_schema() AND c.relkind = 'i' AND pg_relation_size(c.oid) = 0
            AND t.relname::text = coalesce($1::text, t.relname::text)
        ORDER BY c.relname LIMIT 1";
    let found = client
        .query(sql, &[Value::from(table.map(str::to_owned))])
        .await
        .map_err(|fault| fault::error(&fault))?;
    let name: Option<String> = found.rows.first().map(|row| Row::new(row).get("name")).transpose()?;
    Ok(name.map(|name| format!("the file of the index {name} is gone or empty")))
}
