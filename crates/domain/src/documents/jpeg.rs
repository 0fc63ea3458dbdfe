//! JPEG pictures: segments between markers, and the coded picture up to the marker of its end. A file may hold several
//! pictures one behind the other, as those of many cameras do.

use super::fault::ContentFault;

const START: u8 = 0xd8;
const END: u8 = 0xd9;
const SCAN: u8 = 0xda;

/// Reads a picture byte by byte, from its start on.
#[derive(Debug, Default)]
pub(super) struct Jpeg {
    place: Place,
    has_frame: bool,
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
    Length { is_scan: bool },
    /// The second one.
    LengthLow { is_scan: bool, high: u8 },
    /// So much is left of a segment.
    Segment { is_scan: bool, left: u16 },
    /// The coded picture.
    Coded,
    /// Behind the end of a picture: padding, or the start of the next one.
    Ended,
    /// The start of the next one has begun.
    Next,
}

impl Jpeg {
    pub(super) fn push(&mut self, byte: u8) -> Result<(), ContentFault> {
        self.place = match (self.place, byte) {
            (Place::Start, 0xff) => Place::Marker { in_scan: false },
            (Place::BeforeMarker, 0xff) => Place::Marker { in_scan: false },
            (Place::Start | Place::BeforeMarker, _) => return Err(ContentFault::Malformed),
            (Place::Marker { in_scan }, letter) => self.marker(letter, in_scan)?,
            (Place::Length { is_scan }, high) => Place::LengthLow { is_scan, high },
            (Place::LengthLow { is_scan, high }, low) => {
                let length = u16::from_be_bytes([high, low]);
                // The length counts itself.
                segment(
                    is_scan,
                    length.checked_sub(2).filter(|left| *left > 0).ok_or(ContentFault::Malformed)?,
                )
            }
            (Place::Segment { is_scan, left }, _) => segment(is_scan, left - 1),
            (Place::Coded, 0xff) => Place::Marker { in_scan: true },
            (Place::Coded, _) => Place::Coded,
            (Place::Ended, 0) => Place::Ended,
            (Place::Ended, 0xff) => Place::Next,
            (Place::Next, START) => {
                (self.has_frame, self.has_scan) = (false, false);
                Place::BeforeMarker
            }
            (Place::Ended | Place::Next, _) => return Err(ContentFault::Trailing),
        };
        Ok(())
    }

    fn marker(&mut self, letter: u8, in_scan: bool) -> Result<Place, ContentFault> {
        Ok(match letter {
            0xff => Place::Marker { in_scan },
            // A byte of the picture that looks like a marker, and the marks within it.
            0x00 | 0xd0..=0xd7 if in_scan => Place::Coded,
            START if !in_scan && !self.has_frame && !self.has_scan => Place::BeforeMarker,
            END if self.has_frame && self.has_scan => Place::Ended,
            SCAN if self.has_frame => {
                self.has_scan = true;
                Place::Length { is_scan: true }
            }
            // Frames; three letters of their row are something else.
            0xc0..=0xcf => {
                self.has_frame |= !matches!(letter, 0xc4 | 0xc8 | 0xcc);
                Place::Length { is_scan: false }
            }
            0xdb..=0xfe => Place::Length { is_scan: false },
            _ => return Err(ContentFault::Malformed),
        })
    }

    pub(super) fn finish(self) -> Result<(), ContentFault> {
        if self.place == Place::Ended { Ok(()) } else { Err(ContentFault::Truncated) }
    }
}

const fn segment(is_scan: bool, left: u16) -> Place {
    match (is_scan, left) {
        (true, 0) => Place::Coded,
        (false, 0) => Place::BeforeMarker,
        (is_scan, left) => Place::Segment { is_scan, left },
    }
}
