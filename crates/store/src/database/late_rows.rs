//! Rows that a closure adds and does not read again: all rows of a table are written together at the
//! closure's end.

use crate::database::value::Value;

/// The table of such rows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LateTable {
    pub(crate) name: &'static str,
    /// The column list of its `INSERT`.
    pub(crate) columns: &'static str,
    /// The expressions of a row, in which `$1` is the first of its values; `None` if each column has its own
    /// value.
    pub(crate) expressions: Option<&'static str>,
    /// The clause for rows whose key exists. If it is empty, such a row makes the transaction fail.
    pub(crate) conflict: &'static str,
}

/// Maximum rows per statement, because engines limit the number of placeholders.
const MAX_ROWS: usize = 64;

type LateRow = Vec<Value<'static>>;

/// The waiting rows by table, in order of insertion.
#[derive(Clone, Default)]
pub(crate) struct LateRows(Vec<(&'static LateTable, Vec<LateRow>)>);

impl LateRows {
    pub(crate) fn add(&mut self, table: &'static LateTable, row: &[Value<'_>]) {
        let row = row.iter().cloned().map(Value::into_owned).collect();
        match self.0.iter_mut().find(|(known, _)| *known == table) {
            Some((_, rows)) => rows.push(row),
            None => self.0.push((table, vec![row])),
        }
    }

    /// Returns `true` if a statement names a table with waiting rows.
    pub(crate) fn affects(&self, sql: &str) -> bool {
        self.0.iter().any(|(table, _)| sql.contains(table.name))
    }

    /// Removes all rows and returns the statements that write them.
    pub(crate) fn take(&mut self) -> Vec<(String, LateRow)> {
        let all = std::mem::take(&mut self.0);
        let statements =
            all.iter().flat_map(|(table, rows)| rows.chunks(MAX_ROWS).map(move |rows| insert(table, rows)));
        statements.collect()
    }
}

/// Returns the statement that writes these rows, and its values.
fn insert(table: &LateTable, rows: &[LateRow]) -> (String, LateRow) {
    let LateTable { name, columns, expressions, conflict } = table;
    let mut before = 0;
    let tuples = rows.iter().map(|row| {
        let tuple = match expressions {
            Some(expressions) => shifted(expressions, before),
            None => {
                let places = (before + 1..).take(row.len()).map(|place| format!("${place}"));
                places.collect::<Vec<_>>().join(", ")
            }
        };
        before += row.len();
        format!("({tuple})")
    });
    let tuples = tuples.collect::<Vec<_>>().join(", ");
    let sql = format!("INSERT INTO {name} ({columns}) VALUES {tuples} {conflict}");
    (sql.trim_end().to_owned(), rows.concat())
}

/// Returns the expressions of a row with the numbers of its placeholders increased by those before the row.
fn shifted(expressions: &str, before: usize) -> String {
    let mut parts = expressions.split('$');
    let start = parts.next().unwrap_or_default().to_owned();
    parts.fold(start, |text, part| {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let (place, rest) = part.split_at(digits);
        let place = before + place.parse::<usize>().unwrap_or_default();
        format!("{text}${place}{rest}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params;

    const NOTE: LateTable = LateTable { name: "note", columns: "id, text", expressions: None, conflict: "" };
    const MARK: LateTable =
        LateTable { name: "mark", columns: "id", expressions: None, conflict: "ON CONFLICT DO NOTHING" };

    #[test]
    fn rows_of_a_table_are_inserted_by_one_statement_in_order() {
        let mut rows = LateRows::default();
        rows.add(&NOTE, params![1, "one"]);
        rows.add(&MARK, params![1]);
        rows.add(&NOTE, params![2, "two"]);
        assert!(rows.affects("SELECT text FROM note") && !rows.affects("SELECT text FROM other"));
        let statements = rows.take();
        let sql: Vec<&str> = statements.iter().map(|(sql, _)| sql.as_str()).collect();
        assert_eq!(
            sql,
            [
                "INSERT INTO note (id, text) VALUES ($1, $2), ($3, $4)",
                "INSERT INTO mark (id) VALUES ($1) ON CONFLICT DO NOTHING"
            ]
        );
        assert_eq!(statements[0].1, params![1, "one", 2, "two"]);
        assert!(rows.take().is_empty() && !rows.affects("SELECT text FROM note"));
    }

    #[test]
    fn a_row_may_look_its_key_up() {
        const LINK: LateTable = LateTable {
            name: "link",
            columns: "id, at, text",
            expressions: Some("(SELECT id FROM note WHERE text = $1), $2, $1"),
            conflict: "",
        };
        let mut rows = LateRows::default();
        rows.add(&LINK, params!["one", 7]);
        rows.add(&LINK, params!["two", 8]);
        let (sql, values) = rows.take().remove(0);
        assert_eq!(
            sql,
            "INSERT INTO link (id, at, text) VALUES ((SELECT id FROM note WHERE text = $1), $2, $1), \
             ((SELECT id FROM note WHERE text = $3), $4, $3)"
        );
        assert_eq!(values, params!["one", 7, "two", 8]);
    }

    #[test]
    fn many_rows_take_several_statements() {
        let mut rows = LateRows::default();
        (0..130).for_each(|id: i64| rows.add(&MARK, params![id]));
        let counts: Vec<usize> = rows.take().iter().map(|(_, values)| values.len()).collect();
        assert_eq!(counts, [64, 64, 2]);
    }
}
