//! The dialects of CSV that spreadsheets write (customers 3.1).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::error::FileError;

/// The characters that may separate cells.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The signatures of spreadsheet files: ZIP (XLSX, ODS, Numbers) and OLE (XLS).
const WORKBOOKS: [&[u8]; 2] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"];
/// The byte-order marks of UTF-16, little-endian and big-endian.
const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
/// The byte-order mark of UTF-8.
const UTF_8: &[u8] = b"\xef\xbb\xbf";

/// A position between two rows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FilePosition {
    /// Bytes before it.
    pub byte: u64,
    /// Line breaks before it.
    pub line: u64,
}

/// Returns the number of line breaks that begin in this part of a text: `\n`, `\r\n`, or a `\r` alone.
#[must_use]
pub fn line_breaks(text: &[u8], part: Range<usize>) -> u64 {
    let is_break = |at: &usize| match text.get(*at) {
        Some(b'\n') => true,
        Some(b'\r') => text.get(*at + 1) != Some(&b'\n'),
        Some(_) | None => false,
    };
    u64::try_from(part.filter(is_break).count()).unwrap_or(u64::MAX)
}

/// The separators of a file's cells, and the position of its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialect {
    /// The byte between two cells.
    pub delimiter: u8,
    /// The position after a byte-order mark and a line that names the delimiter (`sep=;`).
    pub header_at: FilePosition,
}

impl Dialect {
    /// Detects the dialect from the start of a file, which must contain the first two lines.
    ///
    /// # Errors
    /// When the file is a workbook, or not UTF-8.
    pub fn of(beginning: &[u8]) -> Result<Self, FileError> {
        if WORKBOOKS.iter().any(|signature| beginning.starts_with(signature)) {
            return Err(FileError::Workbook);
        }
        if UTF_16.iter().any(|mark| beginning.starts_with(mark)) || is_unmarked_utf_16(beginning) {
            return Err(FileError::NotUtf8);
        }
        let text = beginning.strip_prefix(UTF_8).unwrap_or(beginning);
        let first = first_line(text);
        let before = beginning.len() - text.len();
        let (delimiter, before, line) = match named(first) {
            Some(delimiter) => (delimiter, before + first.len(), 1),
            None => (most_frequent(text), before, 0),
        };
        let byte = u64::try_from(before).unwrap_or(u64::MAX);
        Ok(Self { delimiter, header_at: FilePosition { byte, line } })
    }
}

/// Returns `true` for UTF-16 without a byte-order mark: each of the first two Latin letters has a zero byte
/// beside it.
const fn is_unmarked_utf_16(beginning: &[u8]) -> bool {
    matches!(beginning, [0, 1..=255, 0, 1..=255, ..] | [1..=255, 0, 1..=255, 0, ..])
}

/// Returns the first line with its end, which may be a carriage return alone.
fn first_line(text: &[u8]) -> &[u8] {
    let length = match text.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
        None => text.len(),
        Some(end) if text[end..].starts_with(b"\r\n") => end + 2,
        Some(end) => end + 1,
    };
    &text[..length]
}

/// Returns the delimiter that a line `sep=;` names; spreadsheets write and read that line before the header.
fn named(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let (name, delimiter) = line.split_at_checked(4)?;
    if !name.eq_ignore_ascii_case(b"sep=") {
        return None;
    }
    // A tab at the end of the line was trimmed with it.
    match delimiter {
        [] => Some(b'\t'),
        [delimiter] if DELIMITERS.contains(delimiter) => Some(*delimiter),
        _ => None,
    }
}

/// Returns the delimiter that occurs most often outside of quotes in the first line with text; a comma if
/// none does.
fn most_frequent(text: &[u8]) -> u8 {
    let start = text.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let mut counts = [0_u32; DELIMITERS.len()];
    let mut is_quoted = false;
    for byte in &text[start..] {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\r' | b'\n' if !is_quoted => break,
            byte if !is_quoted => {
                if let Some(at) = DELIMITERS.iter().position(|delimiter| delimiter == byte) {
                    counts[at] = counts[at].saturating_add(1);
                }
            }
            _ => {}
        }
    }
    let most = counts.iter().max().copied().unwrap_or_default();
    let at = counts.iter().position(|count| *count == most).unwrap_or_default();
    DELIMITERS[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(beginning: &[u8]) -> Result<(char, u64, u64), FileError> {
        let dialect = Dialect::of(beginning)?;
        Ok((char::from(dialect.delimiter), dialect.header_at.byte, dialect.header_at.line))
    }

    #[test]
    fn the_header_shows_its_delimiter() {
        assert_eq!(read(b"a,b;c,d\n1;2;3;4;5"), Ok((',', 0, 0)));
        assert_eq!(read(b"a;b;c,\"d,e,f,g\"\r\n"), Ok((';', 0, 0)));
        assert_eq!(read(b"\n\r\na\tb"), Ok(('\t', 0, 0)));
        assert_eq!(read(b"\xef\xbb\xbfa;b"), Ok((';', 3, 0)));
        assert_eq!(read(b"alone"), Ok((',', 0, 0)));
        assert_eq!(read(b""), Ok((',', 0, 0)));
    }

    #[test]
    fn a_line_may_name_the_delimiter() {
        assert_eq!(read(b"sep=;\r\na,b,c"), Ok((';', 7, 1)));
        assert_eq!(read(b"\xef\xbb\xbf\"sep=,\"\na;b;c"), Ok((',', 11, 1)));
        assert_eq!(read(b"sep=\t\r\na,b"), Ok(('\t', 7, 1)));
        assert_eq!(read(b"SEP=,\na;b"), Ok((',', 6, 1)));
        assert_eq!(read(b"Sep=;\ra,b,c\r1,2,3\r"), Ok((';', 6, 1)));
        assert_eq!(read(b"\xef\xbb\xbfsEP=;"), Ok((';', 8, 1)));
        assert_eq!(read(b"sep=xy,a\n"), Ok((',', 0, 0)));
    }

    #[test]
    fn lines_end_by_feed_return_or_both() {
        let text = b"a\r\nb\n\rc\r\r\n";
        assert_eq!(line_breaks(text, 0..text.len()), 5);
        assert_eq!((line_breaks(text, 0..2), line_breaks(text, 2..3)), (0, 1), "\\r\\n is one break");
        assert_eq!(line_breaks(b"a\r", 0..2), 1);
    }

    #[test]
    fn workbooks_and_other_encodings_are_named() {
        assert_eq!(read(b"PK\x03\x04\x14\x00\x06\x00"), Err(FileError::Workbook));
        assert_eq!(read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Err(FileError::Workbook));
        assert_eq!(read(b"\xff\xfea\0,\0"), Err(FileError::NotUtf8));
        assert_eq!(read(b"\xfe\xff\0a"), Err(FileError::NotUtf8));
        assert_eq!(read(b"a\0,\0b\0"), Err(FileError::NotUtf8));
        assert_eq!(read(b"\0a\0,\0b"), Err(FileError::NotUtf8));
        assert_eq!(read(b"a\0,b"), Ok((',', 0, 0)));
    }
}
