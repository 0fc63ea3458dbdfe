//! A file of customers is looked through once before any of its rows becomes a customer (customers 3.2).

use serde::{Deserialize, Serialize};

use super::header::{Column, Header, HeaderFault};

/// The most rows of data that a file may have.
pub const ROWS_MAX: u32 = 100_000;

/// The most errors of one file that are kept.
pub const ERRORS_MAX: i64 = 1000;

/// Why a file cannot be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileFault {
    /// A column is missing that every row needs.
    MissingColumn(Column),
    /// It has no rows of data.
    Empty,
    /// It is not UTF-8.
    NotUtf8,
    /// A column occurs twice.
    ColumnTwice,
    /// A row has more or fewer cells than the first line.
    UnevenRows,
    /// It has more rows than a file may have.
    TooManyRows,
    /// A row is longer than any row of customers, or never ends.
    EndlessRow,
}

impl FileFault {
    /// What programs read.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::MissingColumn(_) => "missing_required_column",
            Self::Empty => "empty_file",
            Self::NotUtf8 => "not_utf8",
            Self::ColumnTwice | Self::UnevenRows | Self::TooManyRows | Self::EndlessRow => "malformed_csv",
        }
    }

    /// What people read.
    #[must_use]
    pub fn message(self) -> String {
        let why = match self {
            Self::MissingColumn(column) => return format!("The file has no column {column}."),
            Self::Empty => return "The file has no rows of data.".to_owned(),
            Self::NotUtf8 => return "The file is not UTF-8.".to_owned(),
            Self::ColumnTwice => "a column occurs twice",
            Self::UnevenRows => "not every row has as many cells as the first line",
            Self::TooManyRows => "it has more than 100000 rows of data",
            Self::EndlessRow => "a row never ends",
        };
        format!("The file cannot be read as CSV: {why}.")
    }
}

/// What was seen of a file so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// Where the part begins that was not looked at, in bytes.
    pub next_at: u64,
    /// The columns, and where the first row of data begins.
    header: Option<(Header, u64)>,
    has_first_line: bool,
    /// Its rows of data.
    pub rows: i64,
    /// The first fault counts.
    fault: Option<FileFault>,
}

impl Inspection {
    /// Takes in the next row, whose successor begins at `end`; `None` stands for one that is not UTF-8.
    pub fn take(&mut self, row: Option<&[&str]>, end: u64) {
        let is_first = !std::mem::replace(&mut self.has_first_line, true);
        self.rows += i64::from(!is_first);
        match row {
            None => self.fault(FileFault::NotUtf8),
            Some(cells) if is_first => match Header::read(cells.iter().copied()) {
                Ok(header) => self.header = Some((header, end)),
                Err(HeaderFault::Missing(column)) => self.fault(FileFault::MissingColumn(column)),
                Err(HeaderFault::Twice(_)) => self.fault(FileFault::ColumnTwice),
            },
            Some(cells) => {
                if self.header.as_ref().is_some_and(|(header, _)| header.width() != cells.len()) {
                    self.fault(FileFault::UnevenRows);
                }
                if self.rows > i64::from(ROWS_MAX) {
                    self.fault(FileFault::TooManyRows);
                }
            }
        }
    }

    /// Notes why the file cannot be imported.
    pub fn fault(&mut self, fault: FileFault) {
        self.fault.get_or_insert(fault);
    }

    /// The columns and where the first row of data begins, of a file that was looked through.
    ///
    /// # Errors
    /// Why it cannot be imported.
    pub fn verdict(&self) -> Result<(Header, u64), FileFault> {
        match (self.fault, &self.header) {
            (Some(fault), _) => Err(fault),
            (None, Some(header)) if self.rows > 0 => Ok(header.clone()),
            (None, _) => Err(FileFault::Empty),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (at, row) in (1..).zip(rows) {
            inspection.take(*row, at * 100);
            // It is kept between any two rows.
            let kept = serde_json::to_string(&inspection).unwrap();
            inspection = serde_json::from_str(&kept).unwrap();
        }
        inspection
    }

    #[test]
    fn a_file_with_rows_is_imported_from_its_first_one_on() {
        let file = seen(&[Some(&COLUMNS), Some(&["x"; 8]), Some(&["y"; 8])]);
        assert_eq!((file.rows, file.verdict().map(|(header, at)| (header.width(), at))), (2, Ok((8, 100))));
    }

    #[test]
    fn the_first_fault_counts_and_rows_are_counted_on() {
        let uneven = seen(&[Some(&COLUMNS), Some(&["x"; 7]), None, Some(&["y"; 8])]);
        assert_eq!((uneven.rows, uneven.verdict()), (3, Err(FileFault::UnevenRows)));
        assert_eq!(seen(&[]).verdict(), Err(FileFault::Empty));
        assert_eq!(seen(&[Some(&COLUMNS)]).verdict(), Err(FileFault::Empty));
        assert_eq!(seen(&[None, Some(&["x"])]).verdict(), Err(FileFault::NotUtf8));
        let missing = seen(&[Some(&COLUMNS[1..]), Some(&["x"; 7])]);
        assert_eq!(missing.verdict(), Err(FileFault::MissingColumn(Column::UmaAddress)));
    }
}
