//! Windowed reading of an imported file: the chunk in which the next row begins, and the following one, so
//! that a row that crosses the boundary is read whole.

use std::sync::Arc;

use causeway_domain::customer_imports::{FileError, FilePosition, Quoting, line_breaks};
use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uploads};
use csv::{ByteRecord, Reader, ReaderBuilder};
use uuid::Uuid;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::uploads::{CHUNK_BYTES, key_of, open_chunk};

/// A window of rows of a file.
pub(super) struct Window {
    reader: Reader<std::io::Cursor<Vec<u8>>>,
    delimiter: u8,
    begins_at: FilePosition,
    length: u64,
    /// `true` if blank lines before the first row took some of the window's space.
    is_cut_short: bool,
    /// `true` if the file ends with this window.
    is_last: bool,
    /// A byte offset in the window, and the number of line breaks before it.
    counted: (usize, u64),
}

/// The next item of a window.
pub(super) enum NextRow {
    /// A row that is not blank.
    Row {
        row: ByteRecord,
        /// `false` if text follows a closing quote.
        is_readable: bool,
        /// Line in the file, from 1.
        line: u64,
        ends_at: FilePosition,
    },
    /// The start of the next row, which only another window contains entirely.
    Beyond(FilePosition),
    /// The end of the file.
    End,
    /// A row after which the file cannot be parsed: it is longer than a window, or its quotes are not closed.
    Malformed(FileError),
}

impl Window {
    /// Loads the first bytes of a file, at least a whole header.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if the file cannot be decrypted.
    pub(super) async fn beginning(
        app: &Arc<App>,
        platform: PlatformId,
        upload: Uuid,
    ) -> Result<Vec<u8>, ApiError> {
        Ok(Self::bytes(app, platform, upload, 0).await?.0)
    }

    /// Loads the window of a file that begins at this position.
    pub(super) async fn load(
        app: &Arc<App>,
        platform: PlatformId,
        upload: Uuid,
        delimiter: u8,
        from: FilePosition,
    ) -> Result<Self, ApiError> {
        let (bytes, is_last) = Self::bytes(app, platform, upload, from.byte).await?;
        Ok(Self::after_blank_lines(bytes, delimiter, from, is_last))
    }

    /// Returns the rest of the chunk that contains this byte, and the following chunk; the flag is `true` if
    /// the file ends there.
    async fn bytes(
        app: &Arc<App>,
        platform: PlatformId,
        upload: Uuid,
        from: u64,
    ) -> Result<(Vec<u8>, bool), ApiError> {
        let keyring = app.keys();
        let chunk_bytes = u64::try_from(CHUNK_BYTES).unwrap_or(u64::MAX);
        let number = u32::try_from(from / chunk_bytes).unwrap_or(u32::MAX);
        let read = move |tx: &mut Tx<'_>| {
            let key = key_of(&keyring, upload, &uploads::wrapped_key(tx, platform, upload)?)?;
            let mut bytes = open_chunk(tx, platform, upload, &key, number)?.unwrap_or_default();
            let next_chunk = open_chunk(tx, platform, upload, &key, number.saturating_add(1))?;
            let is_last =
                bytes.len() < CHUNK_BYTES || next_chunk.as_ref().is_none_or(|next| next.len() < CHUNK_BYTES);
            bytes.extend(next_chunk.unwrap_or_default());
            Ok::<_, ApiError>((bytes, is_last))
        };
        let (mut bytes, is_last) = app.store.read(read).await?;
        let skipped = usize::try_from(from % chunk_bytes).unwrap_or_default().min(bytes.len());
        bytes.drain(..skipped);
        Ok((bytes, is_last))
    }

    /// Skips the blank lines before the first row, which then begins the window, however many there are.
    fn after_blank_lines(mut bytes: Vec<u8>, delimiter: u8, from: FilePosition, is_last: bool) -> Self {
        let blank = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let begins_at = FilePosition {
            byte: from.byte.saturating_add(u64::try_from(blank).unwrap_or_default()),
            line: from.line.saturating_add(line_breaks(&bytes, 0..blank)),
        };
        bytes.drain(..blank);
        Self { is_cut_short: blank > 0, ..Self::of(bytes, delimiter, begins_at, is_last) }
    }

    fn of(bytes: Vec<u8>, delimiter: u8, begins_at: FilePosition, is_last: bool) -> Self {
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let cursor = std::io::Cursor::new(bytes);
        let mut builder = ReaderBuilder::new();
        let reader = builder.has_headers(false).flexible(true).delimiter(delimiter).from_reader(cursor);
        Self { reader, delimiter, begins_at, length, is_cut_short: false, is_last, counted: (0, 0) }
    }

    /// Reads the next row that is not blank.
    pub(super) fn next(&mut self) -> NextRow {
        loop {
            match self.next_row() {
                NextRow::Row { row, .. } if is_blank(&row) => {}
                next => return next,
            }
        }
    }

    fn next_row(&mut self) -> NextRow {
        let start = self.reader.position().byte();
        let mut row = ByteRecord::new();
        let Ok(is_row) = self.reader.read_byte_record(&mut row) else {
            return NextRow::Malformed(FileError::EndlessRow);
        };
        let end = self.reader.position().byte();
        match (is_row, start) {
            (false, _) if self.is_last => NextRow::End,
            (true, _) if self.is_last || end < self.length => self.whole_row(row, start, end),
            // The row fills the whole window.
            (true, 0) if !self.is_cut_short => NextRow::Malformed(self.endless_row(end)),
            (true, start) => NextRow::Beyond(self.position(start)),
            (false, _) => NextRow::Beyond(self.position(end)),
        }
    }

    /// Returns a complete row, unless its quotes suggest that it may be more than one.
    fn whole_row(&mut self, row: ByteRecord, start: u64, end: u64) -> NextRow {
        let quoting = self.quoting(start, end);
        let line = self.line_of_row(start);
        match quoting {
            Quoting::Open => NextRow::Malformed(FileError::OpenQuote(line)),
            Quoting::JoinedLines => NextRow::Malformed(FileError::JoinedLines(line)),
            Quoting::Sound | Quoting::TextAfterQuote => {
                let is_readable = quoting == Quoting::Sound;
                NextRow::Row { row, is_readable, line, ends_at: self.position(end) }
            }
        }
    }

    /// Returns the error of a row that fills the window up to this byte.
    fn endless_row(&mut self, end: u64) -> FileError {
        match self.quoting(0, end) {
            Quoting::Open => FileError::OpenQuote(self.line_of_row(0)),
            Quoting::JoinedLines => FileError::JoinedLines(self.line_of_row(0)),
            Quoting::Sound | Quoting::TextAfterQuote => FileError::EndlessRow,
        }
    }

    fn quoting(&self, start: u64, end: u64) -> Quoting {
        let bytes = self.reader.get_ref().get_ref();
        let at = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX).min(bytes.len());
        Quoting::of(&bytes[at(start)..at(end)], self.delimiter)
    }

    /// Returns the line of the row that begins after the blank lines at this byte of the window.
    fn line_of_row(&mut self, start: u64) -> u64 {
        let bytes = self.reader.get_ref().get_ref();
        let start = usize::try_from(start).unwrap_or(usize::MAX).min(bytes.len());
        let blank = bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let at = u64::try_from(start + blank).unwrap_or(u64::MAX);
        self.position(at).line.saturating_add(1)
    }

    /// Returns the file position of a byte of the window. Must be called with ascending bytes.
    fn position(&mut self, byte: u64) -> FilePosition {
        let bytes = self.reader.get_ref().get_ref();
        let at = usize::try_from(byte).unwrap_or(usize::MAX).min(bytes.len());
        let (from, lines) = self.counted;
        let lines = lines.saturating_add(line_breaks(bytes, from..at));
        self.counted = (from.max(at), lines);
        FilePosition {
            byte: self.begins_at.byte.saturating_add(byte),
            line: self.begins_at.line.saturating_add(lines),
        }
    }
}

/// Returns `true` if a row is empty: only whitespace, or the end-of-file mark of DOS.
fn is_blank(row: &ByteRecord) -> bool {
    row.iter().all(|cell| cell.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x1a))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FROM: FilePosition = FilePosition { byte: 100, line: 10 };

    fn window(text: &str, is_last: bool) -> Window {
        Window::after_blank_lines(text.as_bytes().to_vec(), b',', FROM, is_last)
    }

    /// Returns the rows as their text, line and last byte, and the item after them.
    fn rows(text: &str, is_last: bool) -> (Vec<(String, u64, u64)>, String) {
        let mut window = window(text, is_last);
        let mut found = Vec::new();
        loop {
            match window.next() {
                NextRow::Row { row, line, ends_at, .. } => {
                    let cells: Vec<&str> =
                        row.iter().map(|cell| std::str::from_utf8(cell).unwrap()).collect();
                    found.push((cells.join("|"), line, ends_at.byte));
                }
                NextRow::Beyond(at) => return (found, format!("beyond {} in line {}", at.byte, at.line)),
                NextRow::End => return (found, "end".to_owned()),
                NextRow::Malformed(error) => return (found, format!("{error:?}")),
            }
        }
    }

    fn row(text: &str, line: u64, end: u64) -> (String, u64, u64) {
        (text.to_owned(), line, end)
    }

    #[test]
    fn blank_lines_before_a_row_do_not_fill_the_window() {
        assert_eq!(rows("\n\r\n\na,b", false), (vec![], "beyond 104 in line 13".to_owned()));
        let expected = (vec![row("a|b", 14, 108)], "beyond 108 in line 14".to_owned());
        assert_eq!(rows("\n\r\n\na,b\nc,d", false), expected);
        assert_eq!(rows("\n\n\n\n", false), (vec![], "beyond 104 in line 14".to_owned()));
    }

    #[test]
    fn a_row_is_read_once_it_is_complete() {
        assert_eq!(
            rows("a,b\nc,d\n", true),
            (vec![row("a|b", 11, 104), row("c|d", 12, 108)], "end".to_owned())
        );
        assert_eq!(rows("a,b\nc,d", false), (vec![row("a|b", 11, 104)], "beyond 104 in line 11".to_owned()));
        assert_eq!(rows("a,b\n\n\n", false), (vec![row("a|b", 11, 104)], "beyond 106 in line 13".to_owned()));
        let (found, _) = rows("a,\"b\r\n\"\"c\"\r\n\r\nd,e\r\n", true);
        assert_eq!(found, [row("a|b\r\n\"c", 11, 111), row("d|e", 14, 118)]);
        assert_eq!(rows("\"never ending", false), (vec![], "OpenQuote(11)".to_owned()));
        assert_eq!(rows("never ending", false), (vec![], "EndlessRow".to_owned()));
        assert_eq!(rows("", true), (vec![], "end".to_owned()));
    }

    #[test]
    fn blank_rows_are_passed_over() {
        let (found, end) = rows(",,\n a ,\n , \t,\n\n,,,,\nb,c\n\u{1a}", true);
        assert_eq!((found, end), (vec![row(" a |", 12, 108), row("b|c", 16, 124)], "end".to_owned()));
    }

    #[test]
    fn unclosed_quotes_do_not_join_rows() {
        let one = || vec![row("a|b", 11, 104)];
        assert_eq!(rows("a,b\n\nc,\"d\ne,f\n", true), (one(), "OpenQuote(13)".to_owned()));
        assert_eq!(rows("a,b\nc,\"d\ne,f\ng,\"h\"\n", true), (one(), "JoinedLines(12)".to_owned()));
        assert_eq!(rows("a,b\n\"", true), (one(), "OpenQuote(12)".to_owned()));
        let mut window = window("\"a\"b,c\nd,\"e\"\n", true);
        let readable = [(); 2].map(|()| match window.next() {
            NextRow::Row { is_readable, line, .. } => (is_readable, line),
            NextRow::Beyond(_) | NextRow::End | NextRow::Malformed(_) => (false, 0),
        });
        assert_eq!(readable, [(false, 11), (true, 12)]);
    }

    #[test]
    fn lines_may_end_with_a_carriage_return() {
        let (found, end) = rows("a,b\r\rc,\"d\re\"\rf,g\r", true);
        let expected = vec![row("a|b", 11, 104), row("c|d\re", 13, 113), row("f|g", 15, 117)];
        assert_eq!((found, end), (expected, "end".to_owned()));
    }
}
