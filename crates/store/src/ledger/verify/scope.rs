//! What a piece of a verification works in.

use std::fmt::Write;

use causeway_domain::ids::PlatformId;
use uuid::Uuid;

use super::anchors::Known;
use super::report::{FaultKind, Report};
use super::state::{Chain, NamedKey, Running};
use crate::{Error, Row, Tx, Value};

/// A table that rows are read from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
    /// The table.
    pub(super) table: &'static str,
    /// The columns of the result that name a row.
    pub(super) keys: &'static [&'static str],
}

impl Source {
    pub(super) const fn new(table: &'static str, keys: &'static [&'static str]) -> Self {
        Self { table, keys }
    }

    fn name(&self, row: &Row<'_>) -> String {
        let mut name = self.table.to_owned();
        for (place, key) in self.keys.iter().enumerate() {
            let parted = if place == 0 { ' ' } else { '/' };
            // Writing to a text cannot fail.
            let _ = write!(name, "{parted}{}", row.shown(key));
        }
        name
    }
}

/// What a piece of the verification of one platform's ledger works in.
pub(super) struct Scope<'a, 'b> {
    pub(super) tx: &'a mut Tx<'b>,
    pub(super) platform: PlatformId,
    pub(super) known: Known,
    /// Journals that are sealed in the platform's ledger.
    pub(super) journals: &'a mut u64,
    /// Rows to read at most.
    pub(super) limit: i64,
    pub(super) chain: &'a mut Chain,
    pub(super) running: &'a mut Option<Running>,
    pub(super) named: &'a mut Option<NamedKey>,
    pub(super) report: &'a mut Report,
}

impl Scope<'_, '_> {
    /// Returns the rows of a query that can be read, and names the others.
    pub(super) fn rows<T>(
        &mut self,
        source: Source,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let found = self
            .tx
            .query(sql, values, |row| Ok(read(row).map_err(|fault| (source.name(row), fault.to_string()))))?;
        let mut readable = Vec::with_capacity(found.len());
        for row in found {
            match row {
                Ok(row) => readable.push(row),
                Err((name, fault)) => self.report.add(FaultKind::RowUnreadable, self.platform, name, fault),
            }
        }
        Ok(readable)
    }

    /// Returns the next rows of a table that can be read, and the last key among all of them; `None` if there are none. The
    /// columns show the key as the first one that names a row.
    pub(super) fn page<T>(
        &mut self,
        source: Source,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Page<T>, Error> {
        let key = source.keys.first().copied().unwrap_or_default();
        let (mut last, mut count) = (None, 0_i64);
        let rows = self.rows(source, sql, values, |row| {
            count += 1;
            last = Some(row.get(key)?);
            read(row)
        })?;
        if count > 0 && last.is_none() {
            let detail = format!("none of {count} keys can be read, and nothing behind them was");
            self.report.add(FaultKind::PartUnreadable, self.platform, source.table, detail);
        }
        Ok(Page { rows, last })
    }

    /// Adds a fault of this platform's ledger.
    pub(super) fn add(
        &mut self,
        kind: FaultKind,
        subject: impl std::fmt::Display,
        detail: impl Into<String>,
    ) {
        self.report.add(kind, self.platform, subject, detail);
    }
}

/// Some rows of a table in the order of their keys.
pub(super) struct Page<T> {
    /// Those that can be read.
    pub(super) rows: Vec<T>,
    /// The last key of all of them.
    pub(super) last: Option<Uuid>,
}

/// Returns what a statement adds to `platform_id = $1` for the rows behind a key, and its values. Without a key it does not mention
/// it: SQLite would walk along all rows before it on every page.
pub(super) fn behind<'a>(platform: PlatformId, key: &str, after: Option<Uuid>) -> (String, Vec<Value<'a>>) {
    match after {
        None => (String::new(), vec![platform.into()]),
        Some(after) => (format!("AND {key} > $2"), vec![platform.into(), after.into()]),
    }
}

/// Returns the same for the rows up to another key too; without that, for some of the rows behind the first, since nothing
/// belongs to them.
pub(super) fn between<'a>(
    platform: PlatformId,
    key: &str,
    (after, last): (Option<Uuid>, Option<Uuid>),
    limit: i64,
) -> (String, Vec<Value<'a>>, String) {
    let (mut which, mut values) = behind(platform, key, after);
    let Some(last) = last else { return (which, values, format!("LIMIT {limit}")) };
    values.push(last.into());
    which.push_str(&format!(" AND {key} <= ${}", values.len()));
    (which, values, String::new())
}
