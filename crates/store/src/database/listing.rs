//! Filtered lists, a page at a time (conventions 8): keyset paging over `created_at` and the id, so that a page
//! costs the same however deep it lies and however many rows there are.

use causeway_domain::Time;
use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use crate::{Error, Row, Tx, Value};

/// Where a page begins: behind the row with this sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The row's `created_at`.
    pub at: Time,
    /// The row's id, which decides between rows of one instant.
    pub id: Uuid,
}

/// What a list is sorted by, as a cursor carries it. Keys of one type have one form for good.
pub trait CursorKey: Sized {
    /// The key as bytes.
    fn to_bytes(&self) -> Vec<u8>;

    /// The key that these bytes are.
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

/// Lists by name carry the name, and what decides between items of one name behind a NUL, which no name contains.
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

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Behind which row; from the start when absent.
    pub after: Option<Position>,
    /// How many rows at most.
    pub limit: u32,
    /// In which direction.
    pub order: Order,
}

/// Counting stops here: where more rows match, the total is not given (conventions 8).
pub const COUNT_MAX: i64 = 10_000;

/// A condition that rows may be found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexPath {
    /// The index that finds them. It ends in `created_at` and the id, so that they come in order.
    pub index: &'static str,
    /// What holds for them.
    pub condition: String,
}

/// A list of one platform's rows of one table, narrowed by conditions that all must hold.
#[derive(Debug)]
pub struct Listing<'a> {
    table: &'static str,
    id_column: &'static str,
    join: &'static str,
    conditions: String,
    paths: Vec<IndexPath>,
    values: Vec<Value<'a>>,
}

impl<'a> Listing<'a> {
    /// All rows of the platform. The table has the columns `platform_id`, `created_at` and `id_column`.
    #[must_use]
    pub fn new(table: &'static str, id_column: &'static str, platform: PlatformId) -> Self {
        let conditions = format!("{table}.platform_id = $1");
        let values = vec![Value::Uuid(platform.uuid())];
        Self { table, id_column, join: "", conditions, paths: Vec::new(), values }
    }

    /// Reads each row together with the one row of another table that this `JOIN` finds.
    #[must_use]
    pub const fn reading_with(mut self, join: &'static str) -> Self {
        self.join = join;
        self
    }

    /// Narrows to rows for which `condition` holds; its one placeholder is written `$$`. An absent value does
    /// not narrow.
    #[must_use]
    pub fn filter(mut self, condition: &str, value: Option<impl Into<Value<'a>>>) -> Self {
        let Some(value) = value else { return self };
        let placeholder = self.bind(value);
        self.only(&condition.replace("$$", &placeholder))
    }

    /// The placeholder of a value, for conditions that need more than one.
    pub fn bind(&mut self, value: impl Into<Value<'a>>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Narrows to rows for which a condition without a value holds.
    #[must_use]
    pub fn only(mut self, condition: &str) -> Self {
        self.conditions.push_str(" AND ");
        self.conditions.push_str(condition);
        self
    }

    /// Narrows to rows for which the condition of at least one of these holds.
    ///
    /// Databases walk through everything rather than along two indexes at once and yet in order. So the first
    /// choice of a list is walked one way after the other, each as far as the page goes. Further choices are
    /// only checked on the way; the one that leaves the fewest rows comes first.
    #[must_use]
    pub fn either(mut self, paths: Vec<IndexPath>) -> Self {
        if self.paths.is_empty() {
            self.paths = paths;
            return self;
        }
        let conditions: Vec<String> = paths.into_iter().map(|path| path.condition).collect();
        self.only(&format!("({})", conditions.join(" OR ")))
    }

    /// Whether there is a choice to walk along already.
    #[must_use]
    pub const fn has_choice(&self) -> bool {
        !self.paths.is_empty()
    }

    /// From where the rows are read, and what holds for them: once for each way. No row is on two of them.
    fn walks(&self) -> Vec<(String, String)> {
        let Self { table, conditions, paths, .. } = self;
        if paths.is_empty() {
            return vec![((*table).to_owned(), conditions.clone())];
        }
        let walk = |(at, IndexPath { index, condition }): (usize, &IndexPath)| {
            let earlier = paths.iter().take(at).map(|path| format!(" AND ({}) IS NOT TRUE", path.condition));
            let holds = format!("{conditions} AND {condition}{}", earlier.collect::<String>());
            (format!("{table} /* INDEXED BY {index} */"), holds)
        };
        paths.iter().enumerate().map(walk).collect()
    }

    /// One row more than the page holds, when there is one more: the sign that another page follows. Where
    /// there is a choice, `created_at` and the id are among the columns.
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn page<T>(
        &self,
        tx: &mut Tx<'_>,
        columns: &str,
        page: &Page,
        map: impl FnMut(&Row<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let Self { table, id_column, join, .. } = self;
        let (direction, beyond) = match page.order {
            Order::Ascending => ("ASC", ">"),
            Order::Descending => ("DESC", "<"),
        };
        let mut values = self.values.clone();
        let mut behind = String::new();
        if let Some(after) = page.after {
            values.extend([Value::from(after.at), Value::Uuid(after.id)]);
            let (at, id) = (values.len() - 1, values.len());
            behind = format!(" AND ({table}.created_at, {table}.{id_column}) {beyond} (${at}, ${id})");
        }
        values.push(Value::Int(i64::from(page.limit) + 1));
        let limit = values.len();
        let walk = |(from, holds): &(String, String)| {
            format!(
                "SELECT {columns} FROM {from} {join} WHERE {holds}{behind} \
                 ORDER BY {table}.created_at {direction}, {table}.{id_column} {direction} LIMIT ${limit}"
            )
        };
        let sql = match &self.walks()[..] {
            [one] => walk(one),
            several => format!(
                "SELECT * FROM ({}) AS paths ORDER BY created_at {direction}, {id_column} {direction} LIMIT ${limit}",
                one_after_the_other(several.iter().map(walk))
            ),
        };
        tx.query(&sql, &values, map)
    }

    /// How many rows match in all; none where that is more than [`COUNT_MAX`].
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn count(&self, tx: &mut Tx<'_>) -> Result<Option<i64>, Error> {
        let walk = |(from, holds): &(String, String)| {
            format!("SELECT 1 FROM {from} WHERE {holds} LIMIT {}", COUNT_MAX + 1)
        };
        let sql = format!(
            "SELECT count(*) AS matching FROM ({}) AS counted",
            one_after_the_other(self.walks().iter().map(walk))
        );
        let matching: i64 = tx.query_one(&sql, &self.values, |row| row.get("matching"))?;
        Ok((matching <= COUNT_MAX).then_some(matching))
    }
}

/// The rows of several statements, each of which has its own order and end.
fn one_after_the_other(statements: impl Iterator<Item = String>) -> String {
    let parts = statements.enumerate().map(|(at, sql)| format!("SELECT * FROM ({sql}) AS path{at}"));
    parts.collect::<Vec<_>>().join(" UNION ALL ")
}
