//! The beginning and the end of a PDF.
//!
//! Readers look for the header in the first 1 024 bytes and for the end in the last 1 024 (ISO 32000-1, annex
//! H 3.4.1 and 3.4.4), and so does this module. The bytes before and behind must not be a file of another
//! kind.

use super::names::is_blank;
use super::scanner::PdfScanner;
use crate::documents::fault::ContentFault;
use crate::documents::other_kinds::{self, Tail};

const HEADER: &[u8] = b"%PDF-";
const END: &[u8] = b"%%EOF";
const START_OF_DIRECTORY: &[u8] = b"startxref";

/// The most bytes before the header.
const BEFORE_MAX: usize = 1024;
/// The most bytes between the parts of the end, and behind it.
const END_MAX: usize = 1024;

/// A reader of a PDF, piece by piece.
#[derive(Debug, Default)]
pub(in crate::documents) struct Pdf {
    tail: Tail,
    scanner: PdfScanner,
}

/// Returns `true` if a file that begins with these bytes is a PDF: its header is within the window, and the
/// bytes before it are not a file that another program would read. `None` if more bytes are needed.
pub(in crate::documents) fn begins(head: &[u8]) -> Option<bool> {
    let window = &head[..head.len().min(BEFORE_MAX + HEADER.len())];
    match window.windows(HEADER.len()).position(|bytes| bytes == HEADER) {
        Some(at) => Some(!other_kinds::begins_at_start(&head[..at])),
        None if window.len() == BEFORE_MAX + HEADER.len() => Some(false),
        None => None,
    }
}

impl Pdf {
    pub(in crate::documents) fn push(&mut self, piece: &[u8]) -> Result<(), ContentFault> {
        self.scanner.push(piece);
        self.tail.push(piece);
        self.scanner.fault().map_or(Ok(()), Err)
    }

    pub(in crate::documents) fn finish(self) -> Result<(), ContentFault> {
        let tail = self.tail.bytes();
        let end = rfind(tail, END).ok_or(ContentFault::Truncated)?;
        let before = &tail[end.saturating_sub(END_MAX)..end];
        let behind = &tail[end + END.len()..];
        if rfind(before, START_OF_DIRECTORY).is_none() {
            return Err(ContentFault::Truncated);
        }
        let is_padding = behind.iter().all(|byte| is_blank(*byte));
        if other_kinds::ends_as_archive(tail)
            || other_kinds::begins(behind)
            || !is_padding && behind.len() > END_MAX
        {
            return Err(ContentFault::Trailing);
        }
        self.scanner.finish().map_or(Ok(()), Err)
    }
}

fn rfind(within: &[u8], pattern: &[u8]) -> Option<usize> {
    within.windows(pattern.len()).rposition(|window| window == pattern)
}
