//! JPEG pictures: segments between markers, and the coded picture up to the marker of its end. Cameras write more behind it:
//! padding, a preview, a film, records of their own.

use super::fault::ContentFault;

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;
const TABLES: u8 = 0xdb;

/// Most components of a picture that programs read.
const COMPONENTS_MAX: u8 = 4;
/// Longest header of a frame: six bytes, and three of each component.
const HEADER_MAX: u16 = 18;

/// Reads a picture byte by byte, from its start on.
#[derive(Debug, Default)]
pub(super) struct Jpeg {
    place: Place,
    /// The members of a frame or a scan, until they are whole.
    header: Vec<u8>,
    frame: Option<Frame>,
    has_tables: bool,
    has_scan: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    /// A picture must begin here.
    #[default]
    Start,
    /// A marker must begin here.
    BeforeMarker,
    /// The letter of a marker, or more `0xff` before it. `in_scan`: within the coded picture.
    Marker { in_scan: bool },
    /// The first byte of a segment's length.
    Length(Segment),
    /// The second one.
    LengthLow(Segment, u8),
    /// So much is left of a segment.
    Within(Segment, u16),
    /// The coded picture.
    Coded,
    /// The picture has ended.
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Segment {
    /// What a picture is made of. `is_lossless`: of numbers as they are.
    Frame {
        is_lossless: bool,
    },
    Scan,
    Other,
}

/// What a scan must fit.
#[derive(Debug, Clone, Copy)]
struct Frame {
    components: u8,
    is_lossless: bool,
}

impl Jpeg {
    /// Reads the next bytes; returns how many of them belong to the picture.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<usize, ContentFault> {
        for (at, byte) in piece.iter().enumerate() {
            if self.place == Place::Ended {
                return Ok(at);
            }
            self.read(*byte)?;
        }
        Ok(piece.len())
    }

    fn read(&mut self, byte: u8) -> Result<(), ContentFault> {
        self.place = match (self.place, byte) {
            (Place::Start, 0xff) => Place::Marker { in_scan: false },
            (Place::BeforeMarker, 0xff) => Place::Marker { in_scan: false },
            (Place::Start | Place::BeforeMarker, _) => return Err(ContentFault::Malformed),
            (Place::Marker { in_scan }, letter) => self.marker(letter, in_scan)?,
            (Place::Length(segment), high) => Place::LengthLow(segment, high),
            (Place::LengthLow(segment, high), low) => {
                // The length counts itself.
                let left = u16::from_be_bytes([high, low]).checked_sub(2).ok_or(ContentFault::Malformed)?;
                if segment != Segment::Other && left > HEADER_MAX {
                    return Err(ContentFault::Malformed);
                }
                self.within(segment, left)?
            }
            (Place::Within(segment, left), byte) => {
                if segment != Segment::Other {
                    self.header.push(byte);
                }
                self.within(segment, left - 1)?
            }
            (Place::Coded, 0xff) => Place::Marker { in_scan: true },
            (Place::Coded, _) => Place::Coded,
            (Place::Ended, _) => Place::Ended,
        };
        Ok(())
    }

    fn marker(&mut self, letter: u8, in_scan: bool) -> Result<Place, ContentFault> {
        Ok(match letter {
            0xff => Place::Marker { in_scan },
            // A byte of the picture that looks like a marker, and the marks within it.
            0x00 | 0xd0..=0xd7 if in_scan => Place::Coded,
            START if !in_scan && self.frame.is_none() => Place::BeforeMarker,
            END if self.has_scan => Place::Ended,
            SCAN => Place::Length(Segment::Scan),
            0xc4 | 0xc8 | 0xcc => Place::Length(Segment::Other),
            // Pictures of several frames are read by no program.
            0xc0..=0xcf if self.frame.is_none() => {
                Place::Length(Segment::Frame { is_lossless: letter & 3 == 3 })
            }
            TABLES => {
                self.has_tables = true;
                Place::Length(Segment::Other)
            }
            0xdc..=0xfe => Place::Length(Segment::Other),
            _ => return Err(ContentFault::Malformed),
        })
    }

    /// Goes on within a segment of which so much is left, or behind its end.
    fn within(&mut self, segment: Segment, left: u16) -> Result<Place, ContentFault> {
        if left > 0 {
            return Ok(Place::Within(segment, left));
        }
        let header = std::mem::take(&mut self.header);
        match segment {
            Segment::Other => Ok(Place::BeforeMarker),
            Segment::Frame { is_lossless } => {
                let components = components(&header, is_lossless).ok_or(ContentFault::Malformed)?;
                self.frame = Some(Frame { components, is_lossless });
                Ok(Place::BeforeMarker)
            }
            Segment::Scan => {
                let frame = self.frame.filter(|frame| self.has_tables || frame.is_lossless);
                if !frame.is_some_and(|frame| is_scan(&header, frame.components)) {
                    return Err(ContentFault::Malformed);
                }
                self.has_scan = true;
                Ok(Place::Coded)
            }
        }
    }

    pub(super) fn finish(self) -> Result<(), ContentFault> {
        if self.place == Place::Ended { Ok(()) } else { Err(ContentFault::Truncated) }
    }
}

/// Returns how many components a frame has (T.81, B.2.2). The height must be there: programs read no picture whose height
/// stands behind it.
fn components(frame: &[u8], is_lossless: bool) -> Option<u8> {
    let &[precision, y_high, y_low, x_high, x_low, count, ref components @ ..] = frame else { return None };
    let is_precise = if is_lossless { (2..=16).contains(&precision) } else { matches!(precision, 8 | 12) };
    let has_size = [y_high, y_low] != [0, 0] && [x_high, x_low] != [0, 0];
    let is_whole = (1..=COMPONENTS_MAX).contains(&count) && components.len() == 3 * usize::from(count);
    let (sampled, rest) = components.as_chunks::<3>();
    let is_sampled = rest.is_empty()
        && sampled
            .iter()
            .all(|[_, sampling, _]| (1..=4).contains(&(sampling >> 4)) && (1..=4).contains(&(sampling & 15)));
    (is_precise && has_size && is_whole && is_sampled).then_some(count)
}

/// Returns true for the header of a scan of some of these components (T.81, B.2.3).
fn is_scan(scan: &[u8], components: u8) -> bool {
    let Some((count, rest)) = scan.split_first() else { return false };
    (1..=components).contains(count) && rest.len() == 2 * usize::from(*count) + 3
}

#[cfg(test)]
mod tests;
