//! The inspection of a file of customers: the whole file is read once before any of its rows becomes a
//! customer (customers 3.2).

use serde::{Deserialize, Serialize};

use super::dialect::{Dialect, FilePosition};
use super::error::{FileError, MAX_ROWS};
use super::header::{Header, HeaderError};

/// The most errors that are kept of one file.
pub const MAX_ERRORS: i64 = 1000;

/// The state of an inspection, which is saved between two rows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The position of the first row that was not inspected yet.
    pub next_at: FilePosition,
    /// `None` before the first line was read.
    pub dialect: Option<Dialect>,
    /// The columns, and the position of the first row of data.
    header: Option<(Header, FilePosition)>,
    has_first_line: bool,
    /// The number of rows of data so far.
    pub rows: i64,
    /// The first error; later ones are dropped.
    #[serde(rename = "fault")]
    error: Option<FileError>,
}

impl Inspection {
    /// Inspects the next row; `end` is the position after it. `None` is a row that is not UTF-8.
    pub fn take(&mut self, row: Option<&[&str]>, end: FilePosition) {
        let is_first = !std::mem::replace(&mut self.has_first_line, true);
        self.rows += i64::from(!is_first);
        match row {
            None => self.record_error(FileError::NotUtf8),
            Some(cells) if is_first => match Header::read(cells.iter().copied()) {
                Ok(header) => self.header = Some((header, end)),
                Err(HeaderError::Missing(column)) => self.record_error(FileError::MissingColumn(column)),
                Err(HeaderError::Twice(column)) => self.record_error(FileError::ColumnTwice(column)),
            },
            Some(_) if self.rows > i64::from(MAX_ROWS) => self.record_error(FileError::TooManyRows),
            Some(_) => {}
        }
    }

    /// Records an error that prevents the import, unless there is one already.
    pub fn record_error(&mut self, error: FileError) {
        self.error.get_or_insert(error);
    }

    /// Records the dialect and starts the inspection at the header.
    pub const fn begin(&mut self, dialect: Dialect) {
        self.next_at = dialect.header_at;
        self.dialect = Some(dialect);
    }

    /// Returns the dialect, the columns and the position of the first row of data of an inspected file.
    ///
    /// # Errors
    /// The reason why it cannot be imported.
    pub fn verdict(&self) -> Result<(Dialect, Header, FilePosition), FileError> {
        match (self.error, self.dialect, &self.header) {
            (Some(error), ..) => Err(error),
            (None, Some(dialect), Some((header, first_row_at))) if self.rows > 0 => {
                Ok((dialect, header.clone(), *first_row_at))
            }
            (None, ..) => Err(FileError::Empty),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::customer_imports::Column;

    const COLUMNS: [&str; 8] = [
        "umaAddress",
        "platformCustomerId",
        "customerType",
        "addressLine1",
        "city",
        "state",
        "postalCode",
        "country",
    ];

    fn seen(rows: &[Option<&[&str]>]) -> Inspection {
        let mut inspection = Inspection::default();
        inspection.begin(Dialect { delimiter: b';', header_at: FilePosition::default() });
        for (at, row) in (1..).zip(rows) {
            inspection.take(*row, FilePosition { byte: at * 100, line: at });
            // The inspection is saved and restored between any two rows.
            let json = serde_json::to_string(&inspection).unwrap();
            inspection = serde_json::from_str(&json).unwrap();
        }
        inspection
    }

    #[test]
    fn a_file_with_rows_is_imported_from_its_first_one_on() {
        let file = seen(&[Some(&COLUMNS), Some(&["x"; 8]), Some(&["y"; 8])]);
        let (dialect, header, at) = file.verdict().unwrap();
        assert_eq!((file.rows, dialect.delimiter, header.width()), (2, b';', 8));
        assert_eq!(at, FilePosition { byte: 100, line: 1 });
    }

    #[test]
    fn the_first_error_counts_and_rows_are_counted_on() {
        let broken = seen(&[Some(&COLUMNS), Some(&["x"; 7]), None, Some(&["y"; 8])]);
        assert_eq!((broken.rows, broken.verdict()), (3, Err(FileError::NotUtf8)));
        assert_eq!(seen(&[]).verdict(), Err(FileError::Empty));
        assert_eq!(seen(&[Some(&COLUMNS)]).verdict(), Err(FileError::Empty));
        assert_eq!(seen(&[None, Some(&["x"])]).verdict(), Err(FileError::NotUtf8));
        let missing = seen(&[Some(&COLUMNS[1..]), Some(&["x"; 7])]);
        assert_eq!(missing.verdict(), Err(FileError::MissingColumn(Column::UmaAddress)));
    }
}
