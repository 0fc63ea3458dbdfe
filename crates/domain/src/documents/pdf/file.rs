//! The start and the end of a PDF.
//!
//! Readers look for the header in the first 1 024 bytes and for the end in the last 1 024 (ISO 32000-1, annex
//! H 3.4.1 and 3.4.4), and so does this module. The bytes before the header and after the end must not be a
//! file of another format.

use super::names::is_whitespace;
use super::scanner::PdfScanner;
use crate::documents::error::ContentError;
use crate::documents::foreign_formats::{self, Tail};

/// The start of the header.
const HEADER: &[u8] = b"%PDF-";
/// The end-of-file marker.
const END: &[u8] = b"%%EOF";
/// The keyword before the offset of the cross-reference table.
const START_XREF: &[u8] = b"startxref";

/// The most bytes before the header.
const MAX_BYTES_BEFORE_HEADER: usize = 1024;
/// The most bytes between `startxref` and the end-of-file marker, and after the marker.
const MAX_END_GAP: usize = 1024;

/// A reader of a PDF, piece by piece.
#[derive(Debug, Default)]
pub(in crate::documents) struct Pdf {
    tail: Tail,
    scanner: PdfScanner,
}

/// Returns `true` if a file that starts with these bytes is a PDF: its header is within the window, and the
/// bytes before it are not a file that another program would read. `None` if more bytes are needed.
pub(in crate::documents) fn looks_like_pdf(head: &[u8]) -> Option<bool> {
    let window = &head[..head.len().min(MAX_BYTES_BEFORE_HEADER + HEADER.len())];
    match window.windows(HEADER.len()).position(|bytes| bytes == HEADER) {
        Some(at) => Some(!foreign_formats::whole_file_looks_like_other_format(&head[..at])),
        None if window.len() == MAX_BYTES_BEFORE_HEADER + HEADER.len() => Some(false),
        None => None,
    }
}

impl Pdf {
    pub(in crate::documents) fn push(&mut self, piece: &[u8]) -> Result<(), ContentError> {
        self.scanner.push(piece);
        self.tail.push(piece);
        self.scanner.error().map_or(Ok(()), Err)
    }

    pub(in crate::documents) fn finish(self) -> Result<(), ContentError> {
        let tail = self.tail.bytes();
        let end = rfind(tail, END).ok_or(ContentError::Truncated)?;
        let before = &tail[end.saturating_sub(MAX_END_GAP)..end];
        let trailing = &tail[end + END.len()..];
        if rfind(before, START_XREF).is_none() {
            return Err(ContentError::Truncated);
        }
        let is_padding = trailing.iter().all(|byte| is_whitespace(*byte));
        if foreign_formats::may_be_read_as_zip(tail)
            || foreign_formats::looks_like_other_format(trailing)
            || !is_padding && trailing.len() > MAX_END_GAP
        {
            return Err(ContentError::Trailing);
        }
        self.scanner.finish().map_or(Ok(()), Err)
    }
}

fn rfind(within: &[u8], pattern: &[u8]) -> Option<usize> {
    within.windows(pattern.len()).rposition(|window| window == pattern)
}
