//! Reading all that a PostgreSQL database keeps: what is damaged in its files shows when it is read.

use std::time::{Duration, Instant};

use tokio_postgres::error::SqlState;

use super::driver::{Client, Fault};
use super::fault;
use super::once::{LOOK, with_client};
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

/// How far the reading has come.
struct Reading {
    /// What is left, once it is known.
    tables: Option<Vec<Table>>,
    /// How many pages the next statement reads.
    pages: i64,
}

/// A table that is being read.
struct Table {
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
            check_indexes(client).await?;
            self.tables = Some(tables(client).await?);
        }
        let Self { tables, pages } = self;
        let tables = tables.get_or_insert_default();
        while let Some(table) = tables.last_mut() {
            let began = Instant::now();
            table.read(client, *pages).await?;
            let took = began.elapsed();
            if took > AIM * 2 {
                *pages = (*pages / 2).max(1);
            } else if took < AIM / 2 {
                *pages = (*pages * 2).min(PAGES_MAX);
            }
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

async fn tables(client: &mut Client) -> Result<Vec<Table>, Error> {
    let sql = "SELECT quote_ident(c.relname::text) AS name,
            coalesce(pg_relation_size(c.oid), 0) / current_setting('block_size')::bigint AS pages
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind = 'r' ORDER BY c.relname DESC";
    let found = client.query(sql, &[]).await.map_err(|fault| fault::error(&fault))?;
    let table = |row| {
        let row = Row::new(row);
        Ok(Table { name: row.get("name")?, next: 0, end: row.get("pages")? })
    };
    found.rows.iter().map(|row| table(row)).collect()
}

/// Even an index of nothing has a first page, so that one without any has lost its file.
async fn check_indexes(client: &mut Client) -> Result<(), Error> {
    let sql = "SELECT c.relname::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind = 'i' AND pg_relation_size(c.oid) = 0
        ORDER BY c.relname LIMIT 1";
    let found = client.query(sql, &[]).await.map_err(|fault| fault::error(&fault))?;
    match found.rows.first() {
        Some(row) => {
            let name: String = Row::new(row).get("name")?;
            Err(Error::Damaged(format!("the file of the index {name} is gone or empty")))
        }
        None => Ok(()),
    }
}
