//! The check of the quotes in a row (customers 3.1). CSV readers accept every row, even if data is lost.

/// The condition of the quotes in a row (RFC 4180).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// Every quoted cell ends with its quote.
    Sound,
    /// Text follows a closing quote, and no cell has more than one line: only this row cannot be read.
    TextAfterQuote,
    /// Text follows a closing quote, and a cell has several lines, which may be rows that a stray quote has
    /// joined.
    JoinedLines,
    /// A quote is never closed.
    Open,
}

/// The position of a byte in a row.
#[derive(Clone, Copy)]
enum Position {
    /// At the start of a cell.
    Start,
    /// Within an unquoted cell, in which quotes have no meaning.
    Plain,
    Quoted,
    /// After a quote that closes the cell, unless a second quote follows.
    AfterQuote,
    /// In the whitespace after a quote that closes the cell.
    AfterCell,
}

impl Quoting {
    /// Checks the bytes of one row. Line breaks before and after it are ignored, and spaces may follow a
    /// closing quote.
    #[must_use]
    pub fn of(row: &[u8], delimiter: u8) -> Self {
        let mut has_text_after = false;
        let mut has_lines = false;
        let mut position = Position::Start;
        for byte in row {
            position = match (position, *byte) {
                (Position::Start, b'"') => Position::Quoted,
                (Position::Quoted, b'"') => Position::AfterQuote,
                (Position::AfterQuote, b'"') => Position::Quoted,
                (Position::Quoted, byte) => {
                    has_lines |= matches!(byte, b'\r' | b'\n');
                    Position::Quoted
                }
                (_, byte) if byte == delimiter || matches!(byte, b'\r' | b'\n') => Position::Start,
                (Position::AfterQuote | Position::AfterCell, b' ' | b'\t') => Position::AfterCell,
                (Position::AfterQuote | Position::AfterCell, _) => {
                    has_text_after = true;
                    Position::Plain
                }
                (Position::Start | Position::Plain, _) => Position::Plain,
            };
        }
        match (position, has_text_after) {
            (Position::Quoted, _) => Self::Open,
            (_, true) if has_lines => Self::JoinedLines,
            (_, true) => Self::TextAfterQuote,
            (_, false) => Self::Sound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_cells_end_with_their_quote() {
        for (row, expected) in [
            ("a,\"b\",\"c,\r\nd\"\r", Quoting::Sound),
            ("\n\n\"\",\"\"\"\",\"say \"\"hi\"\"\"", Quoting::Sound),
            ("5\" pipe,Joe \"Q\" Doe", Quoting::Sound),
            ("\"a\" ,\"b\"\t\r\n", Quoting::Sound),
            ("\"a\"b,c", Quoting::TextAfterQuote),
            ("\"a\" \"b\",c", Quoting::TextAfterQuote),
            ("\"one\ntwo\"three,\"x\"", Quoting::JoinedLines),
            ("\"a\"b,\"one\rtwo\"", Quoting::JoinedLines),
            ("a,\"b", Quoting::Open),
            ("a,\"b,c\nd,e\"\"", Quoting::Open),
            ("\"a\"b,\"c", Quoting::Open),
        ] {
            assert_eq!(Quoting::of(row.as_bytes(), b','), expected, "{row:?}");
        }
        assert_eq!(Quoting::of(b"\"a\"\t\"b\";c", b'\t'), Quoting::TextAfterQuote);
        assert_eq!(Quoting::of(b"\"a\"\t\"b\"", b'\t'), Quoting::Sound);
    }
}
