//! PDFs: only their end is looked at, where a reader begins. Nothing but white space may follow it, and no directory of an
//! archive may stand close before it: the end would be the archive's comment.

use super::fault::ContentFault;

const END: &[u8] = b"%%EOF";
const START_OF_DIRECTORY: &[u8] = b"startxref";
const END_OF_ARCHIVE: &[u8] = b"PK\x05\x06";

/// How much of the end is kept: the longest comment of an archive, with the record before it.
const TAIL: usize = 64 * 1024 + 22;
/// How close the parts of the end must stand together.
const END_MAX: usize = 1024;

/// Keeps the end of a PDF.
#[derive(Debug, Default)]
pub(super) struct Pdf {
    tail: Vec<u8>,
}

impl Pdf {
    pub(super) fn push(&mut self, piece: &[u8]) {
        self.tail.extend_from_slice(piece);
        if self.tail.len() > 2 * TAIL {
            self.tail.drain(..self.tail.len() - TAIL);
        }
    }

    pub(super) fn finish(self) -> Result<(), ContentFault> {
        let tail = &self.tail[self.tail.len().saturating_sub(TAIL)..];
        let end = rfind(tail, END).ok_or(ContentFault::Truncated)?;
        let before = &tail[end.saturating_sub(END_MAX)..end];
        let behind = &tail[end + END.len()..];
        if rfind(before, START_OF_DIRECTORY).is_none() {
            return Err(ContentFault::Truncated);
        }
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
        if behind.iter().all(is_blank) && rfind(tail, END_OF_ARCHIVE).is_none() {
            Ok(())
        } else {
            Err(ContentFault::Trailing)
        }
    }
}

fn rfind(within: &[u8], wanted: &[u8]) -> Option<usize> {
    within.windows(wanted.len()).rposition(|window| window == wanted)
}
