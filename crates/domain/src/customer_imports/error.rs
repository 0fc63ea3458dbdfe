//! The reasons that a file of customers cannot be imported (customers 3.2).

use serde::{Deserialize, Serialize};

use super::header::Column;

/// The most rows of data in a file.
pub const MAX_ROWS: u32 = 100_000;

/// The reason why a file cannot be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileError {
    /// A required column is missing.
    MissingColumn(Column),
    /// The file has no rows of data.
    Empty,
    NotUtf8,
    /// The file is a workbook of a spreadsheet program.
    Workbook,
    ColumnTwice(Column),
    /// The file has more rows than [`MAX_ROWS`].
    TooManyRows,
    /// A row is longer than any row of customers, or never ends.
    EndlessRow,
    /// A quote is never closed in the row that begins in this line.
    OpenQuote(u64),
    /// The first of the lines that may be several rows, joined by a stray quote.
    JoinedLines(u64),
}

impl FileError {
    /// Returns the reason as a code for programs.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::MissingColumn(_) => "missing_required_column",
            Self::Empty => "empty_file",
            Self::NotUtf8 => "not_utf8",
            Self::Workbook => "workbook",
            Self::ColumnTwice(_)
            | Self::TooManyRows
            | Self::EndlessRow
            | Self::OpenQuote(_)
            | Self::JoinedLines(_) => "malformed_csv",
        }
    }

    /// Returns the faulty column, or `None` if the error is not about a column.
    #[must_use]
    pub const fn column(self) -> Option<Column> {
        match self {
            Self::MissingColumn(column) | Self::ColumnTwice(column) => Some(column),
            Self::Empty
            | Self::NotUtf8
            | Self::Workbook
            | Self::TooManyRows
            | Self::EndlessRow
            | Self::OpenQuote(_)
            | Self::JoinedLines(_) => None,
        }
    }

    /// Returns the line of the file, from 1, in which the faulty row begins.
    #[must_use]
    pub const fn line(self) -> Option<u64> {
        match self {
            Self::OpenQuote(line) | Self::JoinedLines(line) => Some(line),
            Self::MissingColumn(_)
            | Self::ColumnTwice(_)
            | Self::Empty
            | Self::NotUtf8
            | Self::Workbook
            | Self::TooManyRows
            | Self::EndlessRow => None,
        }
    }

    /// Returns the reason as a message for people.
    #[must_use]
    pub fn message(self) -> String {
        let reason = match self {
            Self::MissingColumn(column) => return format!("The file has no column {column}."),
            Self::Empty => return "The file has no rows of data.".to_owned(),
            Self::NotUtf8 => return "The file is not UTF-8: save it as \"CSV UTF-8\".".to_owned(),
            Self::Workbook => return "The file is a workbook: save its sheet as \"CSV UTF-8\".".to_owned(),
            Self::ColumnTwice(column) => format!("the column {column} occurs twice"),
            Self::TooManyRows => format!("it has more than {MAX_ROWS} rows of data"),
            Self::EndlessRow => "a row never ends".to_owned(),
            Self::OpenQuote(line) => {
                format!("a quote of the row that begins in line {line} is never closed")
            }
            Self::JoinedLines(line) => {
                format!("text follows the closing quote of a cell of several lines, from line {line} on")
            }
        };
        format!("The file cannot be read as CSV: {reason}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_reason_and_place() {
        for (error, message) in [
            (
                FileError::ColumnTwice(Column::City),
                "The file cannot be read as CSV: the column city occurs twice.",
            ),
            (FileError::TooManyRows, "The file cannot be read as CSV: it has more than 100000 rows of data."),
            (
                FileError::OpenQuote(7),
                "The file cannot be read as CSV: a quote of the row that begins in line 7 is never closed.",
            ),
        ] {
            assert_eq!((error.reason(), error.message().as_str()), ("malformed_csv", message));
        }
        assert_eq!(FileError::ColumnTwice(Column::City).column(), Some(Column::City));
        assert_eq!((FileError::JoinedLines(3).line(), FileError::Empty.line()), (Some(3), None));
    }
}
