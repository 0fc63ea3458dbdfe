//! JPEG pictures: segments between markers, and the coded picture up to its end marker. Cameras write more
//! after it: padding, a preview, a video, records of their own.

use super::error::ContentError;

/// The code of the start-of-image marker (SOI).
const START: u8 = 0xd8;
/// The code of the end-of-image marker (EOI).
const END: u8 = 0xd9;
/// The code of the start-of-scan marker (SOS).
const SCAN: u8 = 0xda;
/// The code of the marker of quantization tables (DQT).
const TABLES: u8 = 0xdb;

/// The most components of a picture that programs read.
const MAX_COMPONENTS: u8 = 4;
/// The longest header of a frame: six bytes, and three for each component.
const MAX_HEADER: u16 = 18;

/// A reader of a picture, byte by byte from its start.
#[derive(Debug, Default)]
pub(super) struct Jpeg {
    position: Position,
    /// The header of a frame or a scan, until it is complete.
    header: Vec<u8>,
    frame: Option<Frame>,
    has_tables: bool,
    has_scan: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Position {
    /// At the start of the picture.
    #[default]
    Start,
    /// At the start of a marker.
    BeforeMarker,
    /// At the code of a marker, or at another `0xff` before it. `in_scan`: within the coded picture.
    Marker { in_scan: bool },
    /// At the first byte of a segment's length.
    Length(Segment),
    /// At the second byte of a segment's length, with the first byte.
    LengthLow(Segment, u8),
    /// Within a segment, with the number of bytes left.
    Within(Segment, u16),
    /// Within the coded picture.
    Coded,
    /// After the end of the picture.
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Segment {
    /// The size and components of the picture. `is_lossless`: coded without loss.
    Frame {
        is_lossless: bool,
    },
    Scan,
    Other,
}

/// The properties of a frame that its scans must fit.
#[derive(Debug, Clone, Copy)]
struct Frame {
    components: u8,
    is_lossless: bool,
}

impl Jpeg {
    /// Reads the next bytes and returns the number of them that belong to the picture.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<usize, ContentError> {
        for (at, byte) in piece.iter().enumerate() {
            if self.position == Position::Ended {
                return Ok(at);
            }
            self.read(*byte)?;
        }
        Ok(piece.len())
    }

    fn read(&mut self, byte: u8) -> Result<(), ContentError> {
        self.position = match (self.position, byte) {
            (Position::Start, 0xff) => Position::Marker { in_scan: false },
            (Position::BeforeMarker, 0xff) => Position::Marker { in_scan: false },
            (Position::Start | Position::BeforeMarker, _) => return Err(ContentError::Malformed),
            (Position::Marker { in_scan }, letter) => self.marker(letter, in_scan)?,
            (Position::Length(segment), high) => Position::LengthLow(segment, high),
            (Position::LengthLow(segment, high), low) => {
                // The length includes its own two bytes.
                let left = u16::from_be_bytes([high, low]).checked_sub(2).ok_or(ContentError::Malformed)?;
                if segment != Segment::Other && left > MAX_HEADER {
                    return Err(ContentError::Malformed);
                }
                self.within(segment, left)?
            }
            (Position::Within(segment, left), byte) => {
                if segment != Segment::Other {
                    self.header.push(byte);
                }
                self.within(segment, left - 1)?
            }
            (Position::Coded, 0xff) => Position::Marker { in_scan: true },
            (Position::Coded, _) => Position::Coded,
            (Position::Ended, _) => Position::Ended,
        };
        Ok(())
    }

    fn marker(&mut self, letter: u8, in_scan: bool) -> Result<Position, ContentError> {
        Ok(match letter {
            0xff => Position::Marker { in_scan },
            // An escaped byte of the coded picture, or a restart marker within it.
            0x00 | 0xd0..=0xd7 if in_scan => Position::Coded,
            START if !in_scan && self.frame.is_none() => Position::BeforeMarker,
            END if self.has_scan => Position::Ended,
            SCAN => Position::Length(Segment::Scan),
            0xc4 | 0xc8 | 0xcc => Position::Length(Segment::Other),
            // Pictures of several frames are read by no program.
            0xc0..=0xcf if self.frame.is_none() => {
                Position::Length(Segment::Frame { is_lossless: letter & 3 == 3 })
            }
            TABLES => {
                self.has_tables = true;
                Position::Length(Segment::Other)
            }
            0xdc..=0xfe => Position::Length(Segment::Other),
            _ => return Err(ContentError::Malformed),
        })
    }

    /// Continues within a segment with `left` bytes, or after its end.
    fn within(&mut self, segment: Segment, left: u16) -> Result<Position, ContentError> {
        if left > 0 {
            return Ok(Position::Within(segment, left));
        }
        let header = std::mem::take(&mut self.header);
        match segment {
            Segment::Other => Ok(Position::BeforeMarker),
            Segment::Frame { is_lossless } => {
                let components = components(&header, is_lossless).ok_or(ContentError::Malformed)?;
                self.frame = Some(Frame { components, is_lossless });
                Ok(Position::BeforeMarker)
            }
            Segment::Scan => {
                let frame = self.frame.filter(|frame| self.has_tables || frame.is_lossless);
                if !frame.is_some_and(|frame| is_scan(&header, frame.components)) {
                    return Err(ContentError::Malformed);
                }
                self.has_scan = true;
                Ok(Position::Coded)
            }
        }
    }

    pub(super) fn finish(self) -> Result<(), ContentError> {
        if self.position == Position::Ended { Ok(()) } else { Err(ContentError::Truncated) }
    }
}

/// Returns the number of components of a frame (T.81, B.2.2), or `None` if the frame is not valid. The height
/// is required: programs read no picture whose height follows later.
fn components(frame: &[u8], is_lossless: bool) -> Option<u8> {
    let &[precision, y_high, y_low, x_high, x_low, count, ref components @ ..] = frame else { return None };
    let is_precise = if is_lossless { (2..=16).contains(&precision) } else { matches!(precision, 8 | 12) };
    let has_size = [y_high, y_low] != [0, 0] && [x_high, x_low] != [0, 0];
    let is_whole = (1..=MAX_COMPONENTS).contains(&count) && components.len() == 3 * usize::from(count);
    let (sampled, rest) = components.as_chunks::<3>();
    let is_sampled = rest.is_empty()
        && sampled
            .iter()
            .all(|[_, sampling, _]| (1..=4).contains(&(sampling >> 4)) && (1..=4).contains(&(sampling & 15)));
    (is_precise && has_size && is_whole && is_sampled).then_some(count)
}

/// Returns `true` for the header of a scan of some of these components (T.81, B.2.3).
fn is_scan(scan: &[u8], components: u8) -> bool {
    let Some((count, rest)) = scan.split_first() else { return false };
    (1..=components).contains(count) && rest.len() == 2 * usize::from(*count) + 3
}

#[cfg(test)]
mod tests;
