//! PNG pictures: a row of chunks, from `IHDR` to `IEND`.

use super::fault::ContentFault;

/// Length and kind of a chunk.
const HEAD: usize = 8;
/// The checksum behind its data.
const CHECKSUM: u64 = 4;
const HEADER_LENGTH: u32 = 13;

/// Reads the chunks behind the signature.
#[derive(Debug, Default)]
pub(super) struct Png {
    head: Vec<u8>,
    /// What is left of data and checksum of the chunk.
    left: u64,
    chunks: u64,
    has_picture: bool,
    is_ended: bool,
}

impl Png {
    pub(super) fn push(&mut self, mut piece: &[u8]) -> Result<(), ContentFault> {
        while !piece.is_empty() {
            if self.left > 0 {
                let skipped = piece.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
                self.left -= u64::try_from(skipped).unwrap_or(self.left);
                piece = &piece[skipped..];
                continue;
            }
            if self.is_ended {
                return Err(ContentFault::Trailing);
            }
            let wanted = (HEAD - self.head.len()).min(piece.len());
            self.head.extend_from_slice(&piece[..wanted]);
            piece = &piece[wanted..];
            if self.head.len() == HEAD {
                self.begin_chunk()?;
            }
        }
        Ok(())
    }

    fn begin_chunk(&mut self) -> Result<(), ContentFault> {
        let head = std::mem::take(&mut self.head);
        let (length, kind) = head.split_first_chunk().ok_or(ContentFault::Malformed)?;
        let length = u32::from_be_bytes(*length);
        let is_first = self.chunks == 0;
        let fits = match kind {
            b"IHDR" => is_first && length == HEADER_LENGTH,
            b"IDAT" => {
                self.has_picture = true;
                !is_first
            }
            b"IEND" => {
                self.is_ended = true;
                self.has_picture && length == 0
            }
            kind => !is_first && kind.iter().all(u8::is_ascii_alphabetic),
        };
        self.chunks += 1;
        self.left = u64::from(length) + CHECKSUM;
        if fits && length <= 0x7fff_ffff { Ok(()) } else { Err(ContentFault::Malformed) }
    }

    pub(super) fn finish(self) -> Result<(), ContentFault> {
        if self.is_ended && self.left == 0 { Ok(()) } else { Err(ContentFault::Truncated) }
    }
}
