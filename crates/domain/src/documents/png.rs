//! PNG pictures: a row of chunks, from `IHDR` to `IEND`. Chunks that a reader may skip are skipped here too.

use super::crc32::Crc32;
use super::error::ContentError;

/// The bytes of the signature before the first chunk.
const SIGNATURE: u32 = 8;
/// The bytes of a chunk's length and kind.
const HEAD: usize = 8;
/// The bytes of the checksum after a chunk's data.
const CHECKSUM: usize = 4;
/// The bytes of the data of an `IHDR` chunk.
const HEADER_LENGTH: u32 = 13;
/// The largest length of a chunk, and the largest width and height of a picture.
const MAX: u32 = 0x7fff_ffff;
/// The colour type of a picture with a palette.
const INDEXED: u8 = 3;

/// A reader of the signature and the chunks after it.
#[derive(Debug)]
pub(super) struct Png {
    position: Position,
    /// The bytes of the data (or of the signature) that are still to come.
    left: u32,
    /// The bytes of a head, of a header's data or of a checksum, until they are complete.
    buffered: Vec<u8>,
    kind: Kind,
    checksum: Crc32,
    colour: Option<u8>,
    has_palette: bool,
    has_picture: bool,
    /// The two bytes of the zlib header of the compressed picture, which may be in different chunks.
    zlib_header: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Signature,
    Head,
    Data,
    Checksum,
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Header,
    Palette,
    Picture,
    End,
    /// A chunk that readers may skip.
    Ancillary,
}

impl Default for Png {
    fn default() -> Self {
        Self {
            position: Position::Signature,
            left: SIGNATURE,
            buffered: Vec::new(),
            kind: Kind::Ancillary,
            checksum: Crc32::default(),
            colour: None,
            has_palette: false,
            has_picture: false,
            zlib_header: Vec::new(),
        }
    }
}

impl Png {
    /// Reads the next bytes and returns the number of them that belong to the picture.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<usize, ContentError> {
        let mut rest = piece;
        while !rest.is_empty() && self.position != Position::Ended {
            let taken = match self.position {
                Position::Signature | Position::Data => self.read_data(rest)?,
                Position::Head => {
                    let taken = self.hold(rest, HEAD);
                    if self.buffered.len() == HEAD {
                        self.begin_chunk()?;
                    }
                    taken
                }
                Position::Checksum => {
                    let taken = self.hold(rest, CHECKSUM);
                    if self.buffered.len() == CHECKSUM {
                        self.end_chunk()?;
                    }
                    taken
                }
                Position::Ended => 0,
            };
            rest = &rest[taken..];
        }
        Ok(piece.len() - rest.len())
    }

    /// Holds bytes up to `length` and returns the number taken.
    fn hold(&mut self, bytes: &[u8], length: usize) -> usize {
        let taken = length.saturating_sub(self.buffered.len()).min(bytes.len());
        self.buffered.extend_from_slice(&bytes[..taken]);
        taken
    }

    fn begin_chunk(&mut self) -> Result<(), ContentError> {
        let head = std::mem::take(&mut self.buffered);
        let (length, kind) = head.split_first_chunk().ok_or(ContentError::Malformed)?;
        let length = u32::from_be_bytes(*length);
        self.kind = kind_of(kind).filter(|_| length <= MAX).ok_or(ContentError::Malformed)?;
        let is_first = self.colour.is_none();
        let fits = match self.kind {
            Kind::Header => is_first && length == HEADER_LENGTH,
            Kind::Palette => !is_first && self.takes_palette(length),
            Kind::Picture => !is_first && (self.colour != Some(INDEXED) || self.has_palette),
            Kind::End => length == 0 && self.has_picture && is_zlib_header(&self.zlib_header),
            Kind::Ancillary => !is_first,
        };
        self.has_palette |= self.kind == Kind::Palette;
        self.has_picture |= self.kind == Kind::Picture;
        self.checksum = Crc32::default();
        self.checksum.push(kind);
        self.left = length;
        self.position = if length == 0 { Position::Checksum } else { Position::Data };
        if fits { Ok(()) } else { Err(ContentError::Malformed) }
    }

    /// Returns `true` if a palette of this length is allowed here. Pictures that do not use their palette may
    /// have any.
    fn takes_palette(&self, length: u32) -> bool {
        let is_sound = length.is_multiple_of(3) && (3..=768).contains(&length);
        self.colour != Some(INDEXED) || is_sound && !self.has_palette
    }

    fn read_data(&mut self, bytes: &[u8]) -> Result<usize, ContentError> {
        let taken = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let data = &bytes[..taken];
        self.left -= u32::try_from(taken).unwrap_or(self.left);
        if self.position == Position::Data {
            self.checksum.push(data);
            match self.kind {
                Kind::Header => self.buffered.extend_from_slice(data),
                Kind::Picture => self.zlib_header.extend(data.iter().take(2 - self.zlib_header.len())),
                Kind::Palette | Kind::End | Kind::Ancillary => {}
            }
        }
        if self.left == 0 {
            match self.position {
                Position::Signature => self.position = Position::Head,
                Position::Data | Position::Head | Position::Checksum | Position::Ended => self.end_data()?,
            }
        }
        Ok(taken)
    }

    fn end_data(&mut self) -> Result<(), ContentError> {
        self.position = Position::Checksum;
        if self.kind == Kind::Header {
            self.colour = Some(colour_of(&self.buffered)?);
            self.buffered.clear();
        }
        if self.zlib_header.len() < 2 || is_zlib_header(&self.zlib_header) {
            Ok(())
        } else {
            Err(ContentError::Malformed)
        }
    }

    /// Compares the checksum. A wrong checksum is accepted for a chunk that readers may skip, as they do.
    fn end_chunk(&mut self) -> Result<(), ContentError> {
        let stated = std::mem::take(&mut self.buffered);
        self.position = if self.kind == Kind::End { Position::Ended } else { Position::Head };
        if self.kind == Kind::Ancillary || stated == self.checksum.value().to_be_bytes() {
            Ok(())
        } else {
            Err(ContentError::Malformed)
        }
    }

    pub(super) fn finish(self) -> Result<(), ContentError> {
        if self.position == Position::Ended { Ok(()) } else { Err(ContentError::Truncated) }
    }
}

/// Returns the kind by its name. A lower-case first letter marks a chunk that readers may skip.
fn kind_of(name: &[u8]) -> Option<Kind> {
    match name {
        b"IHDR" => Some(Kind::Header),
        b"PLTE" => Some(Kind::Palette),
        b"IDAT" => Some(Kind::Picture),
        b"IEND" => Some(Kind::End),
        [b'a'..=b'z', rest @ ..] if rest.iter().all(u8::is_ascii_alphabetic) => Some(Kind::Ancillary),
        _ => None,
    }
}

/// Returns the colour type of a header.
fn colour_of(header: &[u8]) -> Result<u8, ContentError> {
    let (width, rest) = header.split_first_chunk().ok_or(ContentError::Malformed)?;
    let (height, rest) = rest.split_first_chunk().ok_or(ContentError::Malformed)?;
    let is_size = |bytes: &[u8; 4]| (1..=MAX).contains(&u32::from_be_bytes(*bytes));
    let &[depth, colour, compression, filter, interlace] = rest else { return Err(ContentError::Malformed) };
    let is_colour = match colour {
        0 => matches!(depth, 1 | 2 | 4 | 8 | 16),
        2 | 4 | 6 => matches!(depth, 8 | 16),
        INDEXED => matches!(depth, 1 | 2 | 4 | 8),
        _ => false,
    };
    let is_known = compression == 0 && filter == 0 && interlace <= 1;
    let is_sound = is_size(width) && is_size(height) && is_colour && is_known;
    if is_sound { Ok(colour) } else { Err(ContentError::Malformed) }
}

/// Returns `true` for a zlib header without a preset dictionary (RFC 1950).
fn is_zlib_header(header: &[u8]) -> bool {
    matches!(header, &[method, flags] if method & 0x0f == 8
        && method >> 4 <= 7
        && flags & 0x20 == 0
        && u16::from_be_bytes([method, flags]).is_multiple_of(31))
}

#[cfg(test)]
mod tests;
