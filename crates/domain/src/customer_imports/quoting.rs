//! How the quotes of a row stand (customers 3.1): readers of CSV make something of every row, whatever is lost by it.

/// How the quotes of a row stand (RFC 4180).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// Every quoted cell ends with its quote.
    Sound,
    /// Text follows a closing quote, and no cell has more than one line: this row alone cannot be read.
    TextBehindQuote,
    /// Text follows a closing quote, and a cell has several lines: they may be rows that a stray quote has joined.
    JoinedLines,
    /// A quote is never closed.
    Open,
}

/// Where in a row a byte stands.
#[derive(Clone, Copy)]
enum Place {
    /// A cell must begin here.
    Start,
    /// Within a cell without quotes, where quotes mean nothing.
    Plain,
    Quoted,
    /// Behind a quote that closes the cell, unless another one follows.
    BehindQuote,
    /// Behind blanks behind such a quote.
    BehindCell,
}

impl Quoting {
    /// Reads the bytes of one row; line breaks before and behind it do not matter. Blanks may follow a closing quote.
    #[must_use]
    pub fn of(row: &[u8], delimiter: u8) -> Self {
        let (mut has_text_behind, mut has_lines) = (false, false);
        let mut place = Place::Start;
        for byte in row {
            place = match (place, *byte) {
                (Place::Start, b'"') => Place::Quoted,
                (Place::Quoted, b'"') => Place::BehindQuote,
                (Place::BehindQuote, b'"') => Place::Quoted,
                (Place::Quoted, byte) => {
                    has_lines |= matches!(byte, b'\r' | b'\n');
                    Place::Quoted
                }
                (_, byte) if byte == delimiter || matches!(byte, b'\r' | b'\n') => Place::Start,
                (Place::BehindQuote | Place::BehindCell, b' ' | b'\t') => Place::BehindCell,
                (Place::BehindQuote | Place::BehindCell, _) => {
                    has_text_behind = true;
                    Place::Plain
                }
                (Place::Start | Place::Plain, _) => Place::Plain,
            };
        }
        match (place, has_text_behind) {
            (Place::Quoted, _) => Self::Open,
            (_, true) if has_lines => Self::JoinedLines,
            (_, true) => Self::TextBehindQuote,
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
            ("\"a\"b,c", Quoting::TextBehindQuote),
            ("\"a\" \"b\",c", Quoting::TextBehindQuote),
            ("\"one\ntwo\"three,\"x\"", Quoting::JoinedLines),
            ("\"a\"b,\"one\rtwo\"", Quoting::JoinedLines),
            ("a,\"b", Quoting::Open),
            ("a,\"b,c\nd,e\"\"", Quoting::Open),
            ("\"a\"b,\"c", Quoting::Open),
        ] {
            assert_eq!(Quoting::of(row.as_bytes(), b','), expected, "{row:?}");
        }
        assert_eq!(Quoting::of(b"\"a\"\t\"b\";c", b'\t'), Quoting::TextBehindQuote);
        assert_eq!(Quoting::of(b"\"a\"\t\"b\"", b'\t'), Quoting::Sound);
    }
}
