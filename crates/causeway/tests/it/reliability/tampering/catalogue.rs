//! Tables of the schema as the engine reports them, so that a table added later is tampered with too.

use causeway_store::{Error, Tx, Value};

use super::cell::CellValue;
use crate::harness::Setup;

/// A table of the schema.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    setup: Setup,
}

#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    /// Type as the engine names it.
    kind: String,
    pub(super) is_document: bool,
    pub(super) is_nullable: bool,
    /// `true` for columns of the primary key.
    pub(super) is_key: bool,
}

/// A row and its place in the table, which is the engine's row number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StoredRow {
    pub(super) place: String,
    pub(super) cells: Vec<CellValue>,
}

impl Column {
    /// Returns some value that the column can hold.
    pub(super) fn any(&self) -> CellValue {
        match self.kind.to_lowercase().as_str() {
            "uuid" => CellValue::Id("Job:01890a5d-ac96-774b-bcce-b302099a8057".parse().unwrap()),
            "boolean" => CellValue::Bool(true),
            "bigint" | "integer" => CellValue::Int(1),
            "bytea" | "blob" => CellValue::Bytes(vec![1; 16]),
            _ if self.is_document => CellValue::Json("{\"added\":1}".to_owned()),
            _ => CellValue::Text("1".to_owned()),
        }
    }
}

impl Table {
    /// Reads all tables of the schema.
    pub(super) fn all(tx: &mut Tx<'_>, setup: Setup) -> Result<Vec<Self>, Error> {
        let sql = match setup {
            Setup::Sqlite => {
                "SELECT m.name AS table_name, c.name AS column_name, c.type AS type, c.pk > 0 AS is_key,
                     c.\"notnull\" = 0 AS is_nullable
                 FROM sqlite_master m JOIN pragma_table_info(m.name) c
                 WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid"
            }
            Setup::Postgres | Setup::TwoProcesses => {
                "SELECT CAST(c.table_name AS TEXT) AS table_name, CAST(c.column_name AS TEXT) AS column_name,
                     CAST(c.data_type AS TEXT) AS type, c.is_nullable = 'YES' AS is_nullable, EXISTS (
                         SELECT 1 FROM information_schema.table_constraints t
                         JOIN information_schema.key_column_usage k
                             ON k.constraint_name = t.constraint_name AND k.table_schema = t.table_schema
                         WHERE t.constraint_type = 'PRIMARY KEY' AND t.table_schema = c.table_schema
                             AND t.table_name = c.table_name AND k.column_name = c.column_name) AS is_key
                 FROM information_schema.columns c WHERE c.table_schema = current_schema()
                 ORDER BY c.table_name, c.ordinal_position"
            }
        };
        let columns = tx.query(sql, &[], |row| {
            let name: String = row.get("column_name")?;
            let kind: String = row.get("type")?;
            let column = Column {
                name,
                is_document: kind.starts_with("json"),
                is_key: row.get("is_key")?,
                is_nullable: row.get("is_nullable")?,
                kind,
            };
            Ok((row.get::<String>("table_name")?, column))
        })?;
        let of_table = |columns: &[(String, Column)]| Self {
            name: columns[0].0.clone(),
            columns: columns.iter().map(|(_, column)| column.clone()).collect(),
            setup,
        };
        let mut tables: Vec<Self> = columns.chunk_by(|one, next| one.0 == next.0).map(of_table).collect();
        tables.sort_by(|one, next| one.name.cmp(&next.name));
        Ok(tables)
    }

    /// Returns `true` if the row's value in a column has an effect: once a token is deleted, its other
    /// columns have none.
    pub(super) fn counts(&self, row: &StoredRow, column: usize) -> bool {
        let deleted_at = || self.columns.iter().position(|column| column.name == "deleted_at");
        self.name != "token" || deleted_at().is_none_or(|at| at == column || row.cells[at] == CellValue::Null)
    }

    /// Returns the row's value in the column of this name.
    pub(super) fn cell<'a>(&self, row: &'a StoredRow, name: &str) -> Option<&'a CellValue> {
        row.cells.get(self.columns.iter().position(|column| column.name == name)?)
    }

    /// Returns the cells of a row's primary key.
    pub(super) fn key(&self, row: &StoredRow) -> Vec<CellValue> {
        let cells = self.columns.iter().zip(&row.cells).filter(|(column, _)| column.is_key);
        cells.map(|(_, cell)| cell.clone()).collect()
    }

    /// Returns the engine's name of the row number.
    fn place(&self) -> &'static str {
        match self.setup {
            Setup::Sqlite => "rowid",
            Setup::Postgres | Setup::TwoProcesses => "ctid",
        }
    }

    fn at(&self, place: &str) -> String {
        match self.setup {
            Setup::Sqlite => format!("rowid = {place}"),
            Setup::Postgres | Setup::TwoProcesses => format!("ctid = '{place}'"),
        }
    }

    /// Reads all rows, in a stable order.
    pub(super) fn rows(&self, tx: &mut Tx<'_>) -> Result<Vec<StoredRow>, Error> {
        let names: Vec<String> = self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let place = self.place();
        let sql = format!(
            "/* all platforms */ SELECT CAST({place} AS TEXT) AS place_of_row, {} FROM {} ORDER BY {}",
            names.join(", "),
            self.name,
            names.iter().map(|name| format!("CAST({name} AS TEXT)")).collect::<Vec<_>>().join(", ")
        );
        tx.query(&sql, &[], |row| {
            let cells = self
                .columns
                .iter()
                .map(|column| Ok(row.get::<CellValue>(&column.name)?.in_column(column.is_document)));
            Ok(StoredRow { place: row.get("place_of_row")?, cells: cells.collect::<Result<_, Error>>()? })
        })
    }

    /// Rewrites these columns of the row at this place.
    pub(super) fn update(
        &self,
        tx: &mut Tx<'_>,
        place: &str,
        changes: &[(usize, CellValue)],
    ) -> Result<(), Error> {
        let set: Vec<String> = changes
            .iter()
            .zip(1..)
            .map(|((column, _), number)| format!("\"{}\" = ${number}", self.columns[*column].name))
            .collect();
        let values: Vec<Value<'_>> = changes.iter().map(|(_, value)| value.bound()).collect();
        let sql = format!("UPDATE {} SET {} WHERE {}", self.name, set.join(", "), self.at(place));
        tx.execute_counted(&sql, &values).map(drop)
    }

    pub(super) fn delete(&self, tx: &mut Tx<'_>, place: &str) -> Result<(), Error> {
        tx.execute_counted(&format!("DELETE FROM {} WHERE {}", self.name, self.at(place)), &[]).map(drop)
    }

    pub(super) fn insert(&self, tx: &mut Tx<'_>, cells: &[CellValue]) -> Result<(), Error> {
        let names: Vec<String> = self.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let places: Vec<String> = (1..=names.len()).map(|number| format!("${number}")).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES ({})", self.name, names.join(", "), places.join(", "));
        let values: Vec<Value<'_>> = cells.iter().map(CellValue::bound).collect();
        tx.execute_counted(&sql, &values).map(drop)
    }
}
