//! Filtered lists by page (conventions 8): keyset paging over `created_at` and the id, so that a page costs
//! the same at any depth and table size.

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use super::migrations::Dialect;
use super::row_lookup::RowLookup;
use crate::{Error, Row, Tx, Value};

/// The sort key of the row after which a page begins. The lesser one is older.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The row's `created_at`.
    pub at: Time,
    /// The row's id, the tiebreaker between rows of one instant.
    pub id: Uuid,
}

/// The sort key of a list, as carried by a cursor. The byte form of a key type never changes.
pub trait CursorKey: Sized {
    fn to_bytes(&self) -> Vec<u8>;

    /// Decodes a key, or returns `None` if the bytes are not one.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

impl CursorKey for Position {
    fn to_bytes(&self) -> Vec<u8> {
        [&self.at.millis().to_be_bytes()[..], self.id.as_bytes()].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (at, id) = bytes.split_first_chunk::<8>()?;
        Some(Self { at: Time::from_millis(i64::from_be_bytes(*at)), id: Uuid::from_slice(id).ok()? })
    }
}

/// Lists by name carry the name, followed by a tiebreaker between items of the same name, after a NUL, which
/// no name contains.
impl CursorKey for String {
    fn to_bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::from_utf8(bytes.to_vec()).ok()
    }
}

/// The direction of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Oldest first.
    Ascending,
    /// Newest first.
    Descending,
}

impl Order {
    /// Returns the direction in SQL, and the comparison with the last row of the previous page.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Ascending => ("ASC", ">"),
            Self::Descending => ("DESC", "<"),
        }
    }
}

/// The requested part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The last row of the previous page; `None` if this is the first page.
    pub after: Option<Position>,
    /// Maximum number of rows.
    pub limit: u32,
    pub order: Order,
}

/// Upper limit of counting: if more rows match, no total is given (conventions 8).
pub const MAX_COUNT: i64 = 10_000;

/// Maximum number of rows that the conditions of a scan are compared with.
pub const MAX_SCANNED: i64 = 10_000;

/// A page of a list with conditions that no index serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan<T> {
    /// One row more than the page if another page follows.
    pub rows: Vec<T>,
    /// The last row that was compared, if there may be further ones behind it.
    pub end: Option<Position>,
}

/// An alternative condition of a list, with the index by which its rows are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexPath {
    /// The table of the index: the list's, or its second half.
    pub table: &'static str,
    /// The index that finds the rows. It ends in `created_at` and the id, so that they come in order.
    pub index: &'static str,
    /// SQL condition that selects the rows.
    pub condition: String,
}

/// A list of one platform's rows of one table, filtered by conditions that must all hold.
#[derive(Debug)]
pub struct Listing<'a> {
    table: &'static str,
    id_column: &'static str,
    /// `None` if the rows are in one table.
    second_half: Option<SecondHalf>,
    lookup: Option<RowLookup>,
    /// Comparisons of `created_at`, without the column.
    period: Vec<String>,
    /// Further conditions, each behind `AND`.
    conditions: String,
    paths: Vec<IndexPath>,
    values: Vec<Value<'a>>,
}

/// The table with the rest of each row of a list, under the same key.
#[derive(Debug, Clone, Copy)]
pub struct SecondHalf {
    pub table: &'static str,
    /// The index of the first table that is walked if no condition has one: all rows in the list's order.
    pub by_age: &'static str,
}

/// A statement's part for the rows on a path.
struct Walk {
    /// The table whose index gives the order.
    table: &'static str,
    source: String,
    /// The conditions.
    holds: String,
}

impl<'a> Listing<'a> {
    /// Lists all rows of the platform. The table has the columns `platform_id`, `created_at` and `id_column`.
    #[must_use]
    pub fn new(table: &'static str, id_column: &'static str, platform: PlatformId) -> Self {
        Self {
            table,
            id_column,
            second_half: None,
            lookup: None,
            period: Vec::new(),
            conditions: String::new(),
            paths: Vec::new(),
            values: vec![Value::Uuid(platform.uuid())],
        }
    }

    /// Lists rows whose columns are in two tables with the same key. Both have `created_at`, so that an index
    /// of either can be walked.
    #[must_use]
    pub const fn in_two_halves(mut self, half: SecondHalf) -> Self {
        self.second_half = Some(half);
        self
    }

    /// Reads each row together with the single row of another table that has its key.
    #[must_use]
    pub(crate) const fn reading_with(mut self, lookup: RowLookup) -> Self {
        self.lookup = Some(lookup);
        self
    }

    /// Narrows the list to rows that satisfy `condition`, whose single placeholder is written `$$`. A value
    /// of `None` does not narrow it.
    #[must_use]
    pub fn filter(mut self, condition: &str, value: Option<impl Into<Value<'a>>>) -> Self {
        let Some(value) = value else { return self };
        let placeholder = self.bind(value);
        self.only(&condition.replace("$$", &placeholder))
    }

    /// Narrows the list to rows that were created between two instants, both included; `None` sets no limit.
    #[must_use]
    pub fn created_between(mut self, from: Option<Time>, to: Option<Time>) -> Self {
        for (comparison, limit) in [(">=", from), ("<=", to)] {
            let Some(limit) = limit else { continue };
            let placeholder = self.bind(limit);
            self.period.push(format!("{comparison} {placeholder}"));
        }
        self
    }

    /// Binds a value and returns its placeholder, for conditions that need more than one.
    pub fn bind(&mut self, value: impl Into<Value<'a>>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Narrows the list to rows that satisfy a condition without a value.
    #[must_use]
    pub fn only(mut self, condition: &str) -> Self {
        self.conditions.push_str(" AND ");
        self.conditions.push_str(condition);
        self
    }

    /// Narrows the list to rows that satisfy at least one of these conditions.
    ///
    /// An engine would scan the whole table rather than merge two indexes in order. So the paths of the
    /// list's first choice are walked one after the other, each no further than the page needs. Conditions of
    /// further choices are only checked on the way; pass the choice that leaves the fewest rows first.
    #[must_use]
    pub fn either(mut self, paths: Vec<IndexPath>) -> Self {
        if self.paths.is_empty() {
            self.paths = paths;
            return self;
        }
        let conditions: Vec<String> = paths.into_iter().map(|path| path.condition).collect();
        self.only(&format!("({})", conditions.join(" OR ")))
    }

    /// Returns `true` if the list already has a choice of paths to walk.
    #[must_use]
    pub const fn has_choice(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Returns the join with the other table that is read, or nothing if there is none.
    fn join(&self, dialect: Dialect) -> String {
        self.lookup.map(|lookup| lookup.join(dialect)).unwrap_or_default()
    }

    /// Returns the walk of each path; a single one without a choice. No row is on two paths.
    fn walks(&self, dialect: Dialect) -> Vec<Walk> {
        let Self { table, paths, .. } = self;
        if paths.is_empty() {
            return vec![self.walk(dialect, table, self.second_half.map(|half| half.by_age), "")];
        }
        let walk = |(at, IndexPath { table, index, condition }): (usize, &IndexPath)| {
            let earlier = paths.iter().take(at).map(|path| format!(" AND ({}) IS NOT TRUE", path.condition));
            let condition = format!(" AND {condition}{}", earlier.collect::<String>());
            self.walk(dialect, table, Some(index), &condition)
        };
        paths.iter().enumerate().map(walk).collect()
    }

    /// Returns a walk along a table.
    fn walk(&self, dialect: Dialect, table: &'static str, index: Option<&str>, condition: &str) -> Walk {
        let Self { id_column, conditions, .. } = self;
        let mut source = table.to_owned();
        source.extend(index.map(|index| format!(" /* INDEXED BY {index} */")));
        if let Some(SecondHalf { table: second, .. }) = self.second_half {
            let other = if table == second { self.table } else { second };
            let half = RowLookup { of: table, table: other, key: id_column, is_optional: false };
            source.push_str(&format!(" {}", half.join(dialect)));
        }
        let mut holds = format!("{table}.platform_id = $1");
        let period = self.period.iter().map(|comparison| format!(" AND {table}.created_at {comparison}"));
        holds.extend(period);
        holds.push_str(conditions);
        holds.push_str(condition);
        Walk { table, source, holds }
    }

    /// Reads a page plus one more row if there is one, the sign that another page follows. If the list has a
    /// choice of paths, `columns` must include `created_at` and the id.
    ///
    /// # Errors
    /// Any error of the statement or of `map`.
    pub fn page<T>(
        &self,
        tx: &mut Tx<'_>,
        columns: &str,
        page: &Page,
        map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let id_column = self.id_column;
        let dialect = tx.dialect();
        let join = self.join(dialect);
        let (direction, beyond) = page.order.words();
        let mut values = self.values.clone();
        let mut cursor = None;
        if let Some(after) = page.after {
            values.extend([Value::from(after.at), Value::Uuid(after.id)]);
            cursor = Some(format!("{beyond} (${}, ${})", values.len() - 1, values.len()));
        }
        values.push(Value::Int(i64::from(page.limit) + 1));
        let limit = values.len();
        let walk = |Walk { table, source, holds }: &Walk| {
            let after =
                cursor.iter().map(|key| format!(" AND ({table}.created_at, {table}.{id_column}) {key}"));
            let after: String = after.collect();
            format!(
                "SELECT {columns} FROM {source} {join} WHERE {holds}{after} \
                 ORDER BY {table}.created_at {direction}, {table}.{id_column} {direction} LIMIT ${limit}"
            )
        };
        let sql = match &self.walks(dialect)[..] {
            [one] => walk(one),
            several => format!(
                "SELECT * FROM ({}) AS paths ORDER BY created_at {direction}, {id_column} {direction} LIMIT ${limit}",
                one_after_the_other(several.iter().map(walk))
            ),
        };
        tx.query(&sql, &values, map)
    }

    /// Reads a page as [`Self::page`], but compares the list's conditions with at most [`MAX_SCANNED`] rows: those
    /// on its path, in its period and after the cursor. For conditions without an index. The list has at most
    /// one path and one table, and `columns` include `created_at` and the id.
    ///
    /// # Errors
    /// Any error of the statement or of `map`.
    pub fn scan<T>(
        &self,
        tx: &mut Tx<'_>,
        columns: &str,
        page: &Page,
        mut map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Scan<T>, Error> {
        let Some((sql, values)) = self.scan_statement(columns, &self.join(tx.dialect()), page) else {
            return Ok(Scan { rows: self.page(tx, columns, page, map)?, end: None });
        };
        let id_column = self.id_column;
        let found = tx.query(&sql, &values, |row| {
            let is_last = row.get::<i64>("scan_number")? == MAX_SCANNED;
            let position = Position { at: row.get("created_at")?, id: row.get(id_column)? };
            let matching = if row.get("is_match")? { Some(map(row)?) } else { None };
            Ok((matching, is_last.then_some(position)))
        })?;
        let end = found.iter().find_map(|(_, end)| *end);
        let rows: Vec<T> = found.into_iter().filter_map(|(matching, _)| matching).collect();
        let is_full = i64::try_from(rows.len()).is_ok_and(|count| count > i64::from(page.limit));
        Ok(Scan { rows, end: end.filter(|_| !is_full) })
    }

    /// Returns the statement of a scan with its values, or `None` if the list has no conditions without an
    /// index.
    fn scan_statement(&self, columns: &str, join: &str, page: &Page) -> Option<(String, Vec<Value<'a>>)> {
        let Self { table, id_column, conditions, .. } = self;
        if conditions.is_empty() {
            return None;
        }
        let (direction, beyond) = page.order.words();
        let mut values = self.values.clone();
        let mut path =
            self.period.iter().map(|period| format!(" AND {table}.created_at {period}")).collect::<String>();
        path.extend(self.paths.first().map(|path| format!(" AND {}", path.condition)));
        if let Some(after) = page.after {
            values.extend([Value::from(after.at), Value::Uuid(after.id)]);
            path.push_str(&format!(
                " AND ({table}.created_at, {table}.{id_column}) {beyond} (${}, ${})",
                values.len() - 1,
                values.len()
            ));
        }
        values.push(Value::Int(i64::from(page.limit) + 1));
        let limit = values.len();
        let index =
            self.paths.first().map(|path| format!(" /* INDEXED BY {} */", path.index)).unwrap_or_default();
        let order = |of: &str| format!("ORDER BY {of}.created_at {direction}, {of}.{id_column} {direction}");
        let scanned = format!(
            "SELECT {table}.* FROM {table}{index} WHERE {table}.platform_id = $1{path} {} LIMIT {MAX_SCANNED}",
            order(table)
        );
        let numbered = format!(
            "SELECT scanned.*, ROW_NUMBER() OVER ({}) AS scan_number FROM ({scanned}) AS scanned",
            order("scanned")
        );
        let sql = format!(
            "SELECT {columns}, {table}.scan_number, CASE WHEN TRUE{conditions} THEN TRUE ELSE FALSE END AS is_match \
             FROM ({numbered}) AS {table} {join} \
             WHERE (TRUE{conditions}) OR {table}.scan_number = {MAX_SCANNED} {} LIMIT ${limit}",
            order(table)
        );
        Some((sql, values))
    }

    /// Counts all matching rows; `None` if there are more than [`MAX_COUNT`].
    ///
    /// # Errors
    /// Any error of the statement.
    pub fn count(&self, tx: &mut Tx<'_>) -> Result<Option<i64>, Error> {
        let walk = |Walk { source, holds, .. }: &Walk| {
            format!("SELECT 1 FROM {source} WHERE {holds} LIMIT {}", MAX_COUNT + 1)
        };
        let sql = format!(
            "SELECT count(*) AS matching FROM ({}) AS counted",
            one_after_the_other(self.walks(tx.dialect()).iter().map(walk))
        );
        let matching: i64 = tx.query_one(&sql, &self.values, |row| row.get("matching"))?;
        Ok((matching <= MAX_COUNT).then_some(matching))
    }
}

/// Combines several statements, each with its own order and limit, into one that returns the rows of all.
fn one_after_the_other(statements: impl Iterator<Item = String>) -> String {
    let parts = statements.enumerate().map(|(at, sql)| format!("SELECT * FROM ({sql}) AS path{at}"));
    parts.collect::<Vec<_>>().join(" UNION ALL ")
}
