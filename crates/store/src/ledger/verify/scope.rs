//! The context of a piece of a verification.

use std::fmt::Write;

use causeway_domain::ids::PlatformId;
use uuid::Uuid;

use super::anchors::PlatformAnchors;
use super::report::{FaultKind, Report};
use super::state::{Chain, NamedKey, RunningBalance};
use crate::{Error, Row, Tx, Value};

/// A table that rows are read from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source {
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
            // Writing to a string cannot fail.
            let _ = write!(name, "{parted}{}", row.text_of(key));
        }
        name
    }
}

/// The context of a piece of the verification of one platform's ledger.
pub(super) struct Scope<'a, 'b> {
    pub(super) tx: &'a mut Tx<'b>,
    pub(super) platform: PlatformId,
    pub(super) known: PlatformAnchors,
    /// Number of sealed journals in the platform's ledger.
    pub(super) journals: &'a mut u64,
    /// Maximum number of rows to read.
    pub(super) limit: i64,
    pub(super) chain: &'a mut Chain,
    pub(super) running: &'a mut Option<RunningBalance>,
    pub(super) named: &'a mut Option<NamedKey>,
    pub(super) report: &'a mut Report,
}

impl Scope<'_, '_> {
    /// Returns the readable rows of a query, and reports the others.
    pub(super) fn rows<T>(
        &mut self,
        source: Source,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let found = self
            .tx
            .query(sql, values, |row| Ok(read(row).map_err(|error| (source.name(row), error.to_string()))))?;
        let mut readable = Vec::with_capacity(found.len());
        for row in found {
            match row {
                Ok(row) => readable.push(row),
                Err((name, fault)) => self.report.add(FaultKind::RowUnreadable, self.platform, name, fault),
            }
        }
        Ok(readable)
    }

    /// Returns the next readable rows of a table, and the last key among all of them, or `None` if there are
    /// none. The query must return the key as the first column that names a row.
    pub(super) fn page<T>(
        &mut self,
        source: Source,
        sql: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Page<T>, Error> {
        let key = source.keys.first().copied().unwrap_or_default();
        let mut last = None;
        let mut count = 0_i64;
        let rows = self.rows(source, sql, values, |row| {
            count += 1;
            last = Some(row.get(key)?);
            read(row)
        })?;
        if count > 0 && last.is_none() {
            let detail = format!("none of {count} keys can be read; the rows after them were not read");
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
    /// The readable rows.
    pub(super) rows: Vec<T>,
    /// The last key, also of unreadable rows.
    pub(super) last: Option<Uuid>,
}

/// Returns the condition to add to `platform_id = $1` for the rows after a key, and the values. Without a key
/// there is no condition on it: with one that is always true, SQLite would scan all earlier rows on every
/// page.
pub(super) fn behind<'a>(platform: PlatformId, key: &str, after: Option<Uuid>) -> (String, Vec<Value<'a>>) {
    match after {
        None => (String::new(), vec![platform.into()]),
        Some(after) => (format!("AND {key} > $2"), vec![platform.into(), after.into()]),
    }
}

/// A range of keys: `after` is excluded, `last` is included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) after: Option<Uuid>,
    pub(super) last: Option<Uuid>,
}

/// Returns the condition for the rows in a range of keys, and the values. Without a last key it returns a
/// `LIMIT` instead: the remaining rows belong to no row of the page.
pub(super) fn between<'a>(
    platform: PlatformId,
    key: &str,
    span: Span,
    limit: i64,
) -> (String, Vec<Value<'a>>, String) {
    let (mut which, mut values) = behind(platform, key, span.after);
    let Some(last) = span.last else { return (which, values, format!("LIMIT {limit}")) };
    values.push(last.into());
    which.push_str(&format!(" AND {key} <= ${}", values.len()));
    (which, values, String::new())
}
