//! A file of customers, a piece at a time: the chunk in which the next row begins, and the one behind it, so that a row
//! over the edge is whole.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uploads};
use csv::{ByteRecord, Reader, ReaderBuilder};
use uuid::Uuid;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::uploads::{CHUNK_BYTES, key_of, open_chunk};

/// Some rows of a file.
pub(super) struct Window {
    reader: Reader<std::io::Cursor<Vec<u8>>>,
    /// Where the piece begins in the file, in bytes.
    begins_at: u64,
    length: u64,
    /// Whether blank lines stood before it, which took room of its first row.
    is_cut_short: bool,
    /// Whether the file ends with the piece.
    is_last: bool,
}

/// What comes next in a window.
pub(super) enum NextRow {
    /// A row, and where the one behind it begins in the file.
    Row(ByteRecord, u64),
    /// Nothing: the next row begins here, and only another window has all of it.
    Beyond(u64),
    /// Nothing: the file ends.
    End,
    /// Something that is no row: longer than a window, or not to be read at all.
    Malformed,
}

impl Window {
    /// The piece of a file from this byte on.
    pub(super) async fn load(
        app: &Arc<App>,
        platform: PlatformId,
        upload: Uuid,
        from: u64,
    ) -> Result<Self, ApiError> {
        let keyring = app.keys();
        let chunk_bytes = u64::try_from(CHUNK_BYTES).unwrap_or(u64::MAX);
        let number = u32::try_from(from / chunk_bytes).unwrap_or(u32::MAX);
        let read = move |tx: &mut Tx<'_>| {
            let key = key_of(&keyring, upload, &uploads::wrapped_key(tx, platform, upload)?)?;
            let mut bytes = open_chunk(tx, platform, (upload, &key), number)?.unwrap_or_default();
            let behind = open_chunk(tx, platform, (upload, &key), number.saturating_add(1))?;
            let is_last =
                bytes.len() < CHUNK_BYTES || behind.as_ref().is_none_or(|next| next.len() < CHUNK_BYTES);
            bytes.extend(behind.unwrap_or_default());
            Ok::<_, ApiError>((bytes, is_last))
        };
        let (mut bytes, is_last) = app.store.read(read).await?;
        let skipped = usize::try_from(from % chunk_bytes).unwrap_or_default().min(bytes.len());
        bytes.drain(..skipped);
        Ok(Self::behind_blank_lines(bytes, from, is_last))
    }

    /// The same without the blank lines before the first row: that one begins the window, however many there are. At the
    /// beginning of a file a byte-order mark may stand before them, which the reader passes over.
    fn behind_blank_lines(mut bytes: Vec<u8>, begins_at: u64, is_last: bool) -> Self {
        let blank = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        bytes.drain(..blank);
        let begins_at = begins_at.saturating_add(u64::try_from(blank).unwrap_or_default());
        Self { is_cut_short: blank > 0, ..Self::of(bytes, begins_at, is_last) }
    }

    fn of(bytes: Vec<u8>, begins_at: u64, is_last: bool) -> Self {
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let cursor = std::io::Cursor::new(bytes);
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(cursor);
        Self { reader, begins_at, length, is_cut_short: false, is_last }
    }

    /// The next row.
    pub(super) fn next(&mut self) -> NextRow {
        let start = self.reader.position().byte();
        let mut row = ByteRecord::new();
        let is_row = match self.reader.read_byte_record(&mut row) {
            Ok(is_row) => is_row,
            Err(_) => return NextRow::Malformed,
        };
        let end = self.reader.position().byte();
        if self.is_last {
            return if is_row { NextRow::Row(row, self.begins_at + end) } else { NextRow::End };
        }
        match (is_row, start) {
            (true, _) if end < self.length => NextRow::Row(row, self.begins_at + end),
            // It fills the whole window.
            (true, 0) if !self.is_cut_short => NextRow::Malformed,
            (true, start) => NextRow::Beyond(self.begins_at + start),
            (false, _) => NextRow::Beyond(self.begins_at + end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, is_last: bool) -> (Vec<(String, u64)>, String) {
        let mut window = Window::of(text.as_bytes().to_vec(), 100, is_last);
        let mut found = Vec::new();
        loop {
            match window.next() {
                NextRow::Row(row, end) => {
                    let cells: Vec<&str> =
                        row.iter().map(|cell| std::str::from_utf8(cell).unwrap()).collect();
                    found.push((cells.join("|"), end));
                }
                NextRow::Beyond(at) => return (found, format!("beyond {at}")),
                NextRow::End => return (found, "end".to_owned()),
                NextRow::Malformed => return (found, "malformed".to_owned()),
            }
        }
    }

    #[test]
    fn blank_lines_before_a_row_do_not_fill_the_window() {
        let mut window = Window::behind_blank_lines(b"\n\r\n\na,b".to_vec(), 100, false);
        assert!(matches!(window.next(), NextRow::Beyond(104)));
        let mut window = Window::behind_blank_lines(b"\n\r\n\na,b\nc,d".to_vec(), 100, false);
        assert!(matches!(window.next(), NextRow::Row(_, 108)));
        assert!(matches!(window.next(), NextRow::Beyond(108)));
        let mut window = Window::behind_blank_lines(b"\n\n\n\n".to_vec(), 100, false);
        assert!(matches!(window.next(), NextRow::Beyond(104)));
    }

    #[test]
    fn a_row_is_taken_when_all_of_it_is_there() {
        let row = |text: &str, end| (text.to_owned(), end);
        assert_eq!(rows("a,b\nc,d\n", true), (vec![row("a|b", 104), row("c|d", 108)], "end".to_owned()));
        assert_eq!(rows("a,b\nc,d", false), (vec![row("a|b", 104)], "beyond 104".to_owned()));
        assert_eq!(rows("a,b\n\n\n", false), (vec![row("a|b", 104)], "beyond 106".to_owned()));
        let (found, _) = rows("\u{feff}a,\"b\r\n\"\"c\"\r\n\r\nd,e\r\n", true);
        assert_eq!(found.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["a|b\r\n\"c", "d|e"]);
        assert_eq!(rows("\"never ending", false), (vec![], "malformed".to_owned()));
        assert_eq!(rows("", true), (vec![], "end".to_owned()));
    }
}
