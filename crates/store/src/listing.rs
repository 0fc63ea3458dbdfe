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

/// Counting stops here: where more rows match, the total is not told (conventions 8).
pub const COUNT_MAX: i64 = 10_000;

/// A list of one platform's rows of one table, narrowed by conditions that all must hold.
#[derive(Debug)]
pub struct Listing<'a> {
    table: &'static str,
    id_column: &'static str,
    join: &'static str,
    conditions: String,
    values: Vec<Value<'a>>,
}

impl<'a> Listing<'a> {
    /// All rows of the platform. The table has the columns `platform_id`, `created_at` and `id_column`.
    #[must_use]
    pub fn new(table: &'static str, id_column: &'static str, platform: PlatformId) -> Self {
        let conditions = format!("{table}.platform_id = $1");
        Self { table, id_column, join: "", conditions, values: vec![Value::Uuid(platform.uuid())] }
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
        if let Some(value) = value {
            self.values.push(value.into());
            let placeholder = format!("${}", self.values.len());
            self.conditions.push_str(" AND ");
            self.conditions.push_str(&condition.replace("$$", &placeholder));
        }
        self
    }

    /// Narrows to rows for which a condition without a value holds.
    #[must_use]
    pub fn only(mut self, condition: &str) -> Self {
        self.conditions.push_str(" AND ");
        self.conditions.push_str(condition);
        self
    }

    /// One row more than the page holds, when there is one more: the sign that another page follows.
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
        let mut sql = format!("SELECT {columns} FROM {table} {join} WHERE {}", self.conditions);
        if let Some(after) = page.after {
            values.extend([Value::from(after.at), Value::Uuid(after.id)]);
            let (at, id) = (values.len() - 1, values.len());
            sql.push_str(&format!(" AND ({table}.created_at, {table}.{id_column}) {beyond} (${at}, ${id})"));
        }
        values.push(Value::Int(i64::from(page.limit) + 1));
        sql.push_str(&format!(
            " ORDER BY {table}.created_at {direction}, {table}.{id_column} {direction} LIMIT ${}",
            values.len()
        ));
        tx.query(&sql, &values, map)
    }

    /// How many rows match in all; none where that is more than [`COUNT_MAX`].
    ///
    /// # Errors
    /// Whatever the database refuses.
    pub fn count(&self, tx: &mut Tx<'_>) -> Result<Option<i64>, Error> {
        let sql = format!(
            "SELECT count(*) AS matching FROM (SELECT 1 FROM {} WHERE {} LIMIT {}) AS counted",
            self.table,
            self.conditions,
            COUNT_MAX + 1
        );
        let matching: i64 = tx.query_one(&sql, &self.values, |row| row.get("matching"))?;
        Ok((matching <= COUNT_MAX).then_some(matching))
    }
}
