//! A row returned by a query.

use std::str::FromStr;

use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::database::error::Error;

/// One row of a query's result; columns are read by name.
pub struct Row<'a> {
    cells: &'a dyn Cells,
}

/// One value of a row, as the engine holds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// SQL NULL.
    Null,
    /// A boolean, from an engine that has the type.
    Bool(bool),
    Int(i64),
    /// A text or a JSON text.
    Text(&'a str),
    /// Bytes, or a UUID from an engine without that type.
    Bytes(&'a [u8]),
    Uuid(Uuid),
}

/// Maximum shown length of a value: characters of a text, bytes of other types.
const SHOWN: usize = 64;

/// Access to the cells of one row of an engine.
pub(crate) trait Cells {
    fn cell(&self, column: &str) -> Result<Cell<'_>, Error>;
}

/// The columns of a joined table.
struct JoinedColumns<'a> {
    cells: &'a dyn Cells,
    prefix: &'a str,
}

impl Cells for JoinedColumns<'_> {
    fn cell(&self, column: &str) -> Result<Cell<'_>, Error> {
        self.cells.cell(&format!("{}{column}", self.prefix))
    }
}

/// Lists a table's columns with a prefixed alias each, to tell them from those of another table.
pub(crate) fn prefixed(columns: &str, table: &str, prefix: &str) -> String {
    let columns = columns.split(',').map(str::trim);
    columns.map(|column| format!("{table}.{column} AS {prefix}{column}")).collect::<Vec<_>>().join(", ")
}

/// A type that can be read from a cell.
pub trait FromValue: Sized {
    /// Converts a cell; `None` if it holds another type.
    fn from_cell(cell: Cell<'_>) -> Option<Self>;
}

impl<'a> Row<'a> {
    pub(crate) fn new(cells: &'a dyn Cells) -> Self {
        Self { cells }
    }

    /// Reads a column by name.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such column or it holds another type.
    pub fn get<T: FromValue>(&self, column: &str) -> Result<T, Error> {
        let cell = self.cells.cell(column)?;
        T::from_cell(cell).ok_or_else(|| Error::Data(format!("column {column} is not of the expected type")))
    }

    /// Reads the joined table's part of the row, whose columns have this prefix: see [`prefixed`].
    pub(crate) fn of_joined<T>(
        &self,
        prefix: &str,
        read: impl FnOnce(&Row<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        read(&Row::new(&JoinedColumns { cells: self.cells, prefix }))
    }

    /// Names the row by its table and the columns of its key.
    pub(crate) fn name(&self, table: &str, keys: &[&str]) -> String {
        let keys: Vec<String> = keys.iter().map(|key| self.text_of(key)).collect();
        format!("{table} {}", keys.join("/"))
    }

    /// Adds the row's name to the error of a value that cannot be read.
    pub(crate) fn named(&self, table: &str, keys: &[&str], error: Error) -> Error {
        match error {
            Error::Data(reason) => Error::Data(format!("{}: {reason}", self.name(table, keys))),
            error => error,
        }
    }

    /// Formats the value of a column, of any type; `?` if it cannot be read.
    pub(crate) fn text_of(&self, column: &str) -> String {
        match self.cells.cell(column) {
            Ok(Cell::Null) => "NULL".to_owned(),
            Ok(Cell::Bool(value)) => value.to_string(),
            Ok(Cell::Int(value)) => value.to_string(),
            Ok(Cell::Text(text)) => text.chars().take(SHOWN).collect(),
            Ok(Cell::Bytes(bytes)) => match Uuid::from_slice(bytes) {
                Ok(uuid) => uuid.to_string(),
                Err(_) => format!("{:02x?}", bytes.get(..SHOWN).unwrap_or(bytes)),
            },
            Ok(Cell::Uuid(uuid)) => uuid.to_string(),
            Err(_) => "?".to_owned(),
        }
    }

    /// Reads and parses a text column, such as a status or a kind.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such column or its text is not a valid value.
    pub fn parsed<T: FromStr>(&self, column: &str) -> Result<T, Error> {
        let text: String = self.get(column)?;
        text.parse().map_err(|_| Error::Data(format!("column {column} holds the unknown value {text}")))
    }

    /// Reads as [`Row::parsed`], from a nullable column.
    ///
    /// # Errors
    /// The same as [`Row::parsed`].
    pub fn parsed_opt<T: FromStr>(&self, column: &str) -> Result<Option<T>, Error> {
        match self.cells.cell(column)? {
            Cell::Null => Ok(None),
            _ => self.parsed(column).map(Some),
        }
    }

    /// Reads the JSON document of a nullable column.
    ///
    /// # Errors
    /// The same as [`Row::json`].
    pub fn json_opt<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>, Error> {
        match self.cells.cell(column)? {
            Cell::Null => Ok(None),
            _ => self.json(column).map(Some),
        }
    }

    /// Reads the JSON document of a column, both as stored text and parsed.
    ///
    /// # Errors
    /// The same as [`Row::json`].
    pub(crate) fn document<T: DeserializeOwned>(&self, column: &str) -> Result<(String, T), Error> {
        Ok((self.get(column)?, self.json(column)?))
    }

    /// Reads the JSON document of a column.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such column or the document has another shape.
    pub fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, Error> {
        let Cell::Text(text) = self.cells.cell(column)? else {
            return Err(Error::Data(format!("column {column} holds no document")));
        };
        // The text of the parse error is left out: it would repeat personal data from the document.
        let unlike = |error: serde_json::Error| {
            let line = error.line();
            let place = error.column();
            Error::Data(format!(
                "column {column} holds no such document, from line {line}, column {place} on"
            ))
        };
        serde_json::from_str(text).map_err(unlike)
    }
}

macro_rules! from_cell {
    ($($target:ty: $($pattern:pat => $value:expr),+;)*) => {$(
        impl FromValue for $target {
            fn from_cell(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    $($pattern => $value,)+
                    _ => None,
                }
            }
        }
    )*};
}

from_cell! {
    i64: Cell::Int(value) => Some(value);
    i32: Cell::Int(value) => value.try_into().ok();
    u32: Cell::Int(value) => value.try_into().ok();
    u16: Cell::Int(value) => value.try_into().ok();
    bool: Cell::Bool(value) => Some(value), Cell::Int(0) => Some(false), Cell::Int(1) => Some(true);
    String: Cell::Text(text) => Some(text.to_owned());
    Vec<u8>: Cell::Bytes(bytes) => Some(bytes.to_vec());
    Uuid: Cell::Uuid(uuid) => Some(uuid), Cell::Bytes(bytes) => Uuid::from_slice(bytes).ok();
    Time: Cell::Int(millis) => Some(Time::from_millis(millis));
    Revision: Cell::Int(millis) => Some(Revision::created(Time::from_millis(millis)));
    CurrencyCode: Cell::Text(code) => code.parse().ok();
}

impl<const N: usize> FromValue for [u8; N] {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Bytes(bytes) => bytes.try_into().ok(),
            _ => None,
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Null => Some(None),
            cell => T::from_cell(cell).map(Some),
        }
    }
}
