//! The search for positions at which a reader may start: `6 0 obj`, and `trailer` before a dictionary.
//! Readers reach such positions by their offset in the file, even within a string, a comment or a stream.

const TRAILER: &[u8] = b"trailer";

/// A reader of a file, byte by byte. It follows all possible starts at once: each bit of `places` is a
/// position within one possible header.
#[derive(Debug, Default)]
pub(super) struct HeaderFinder {
    places: u16,
    /// The number of letters of `trailer` that were read.
    letters: usize,
}

/// In the first number.
const FIRST: u16 = 1;
/// In the whitespace after the first number.
const FIRST_GAP: u16 = 1 << 1;
/// In a comment after the first number.
const FIRST_COMMENT: u16 = 1 << 2;
/// In the second number.
const SECOND: u16 = 1 << 3;
/// In the whitespace after the second number.
const SECOND_GAP: u16 = 1 << 4;
/// In a comment after the second number.
const SECOND_COMMENT: u16 = 1 << 5;
/// After `o` of `obj`.
const O: u16 = 1 << 6;
/// After `ob` of `obj`.
const OB: u16 = 1 << 7;
/// After `trailer`.
const TRAILER_GAP: u16 = 1 << 8;
/// In a comment after `trailer`.
const TRAILER_COMMENT: u16 = 1 << 9;

const COMMENTS: u16 = FIRST_COMMENT | SECOND_COMMENT | TRAILER_COMMENT;

impl HeaderFinder {
    /// Reads the next byte and returns `true` if it ends the header of an object, or starts the dictionary of
    /// a trailer.
    pub(super) fn push(&mut self, byte: u8) -> bool {
        let was = self.places;
        let is_any = |places: u16| was & places != 0;
        let at = |place: u16, is_there: bool| if is_there { place } else { 0 };
        let mut places = was & COMMENTS;
        let mut is_found = false;
        match byte {
            b'\r' | b'\n' => {
                places = at(FIRST_GAP, is_any(FIRST | FIRST_GAP | FIRST_COMMENT))
                    | at(SECOND_GAP, is_any(SECOND | SECOND_GAP | SECOND_COMMENT))
                    | at(TRAILER_GAP, is_any(TRAILER_GAP | TRAILER_COMMENT));
            }
            0 | b'\t' | 0x0c | b' ' => {
                places |= at(FIRST_GAP, is_any(FIRST | FIRST_GAP))
                    | at(SECOND_GAP, is_any(SECOND | SECOND_GAP))
                    | at(TRAILER_GAP, is_any(TRAILER_GAP));
            }
            b'%' => {
                places |= at(FIRST_COMMENT, is_any(FIRST | FIRST_GAP))
                    | at(SECOND_COMMENT, is_any(SECOND | SECOND_GAP))
                    | at(TRAILER_COMMENT, is_any(TRAILER_GAP));
            }
            b'0'..=b'9' => places |= FIRST | at(SECOND, is_any(FIRST_GAP | SECOND)),
            // A sign or a point may start the second number without a gap.
            b'+' | b'-' | b'.' => {
                places |= at(FIRST, is_any(FIRST)) | at(SECOND, is_any(FIRST | FIRST_GAP | SECOND));
            }
            b'e' | b'E' => places |= was & (FIRST | SECOND),
            b'o' => places |= at(O, is_any(SECOND | SECOND_GAP)),
            b'b' => places |= at(OB, is_any(O)),
            b'j' => is_found = is_any(OB),
            b'<' => is_found = is_any(TRAILER_GAP),
            _ => {}
        }
        self.places = places | at(TRAILER_GAP, self.ends_trailer(byte));
        is_found
    }

    /// Returns `true` if this byte ends `trailer`.
    fn ends_trailer(&mut self, byte: u8) -> bool {
        self.letters = match TRAILER.get(self.letters) {
            Some(letter) if *letter == byte => self.letters + 1,
            _ => usize::from(byte == TRAILER[0]),
        };
        self.letters == TRAILER.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &[u8]) -> usize {
        let mut finder = HeaderFinder::default();
        text.iter().filter(|byte| finder.push(**byte)).count()
    }

    #[test]
    fn headers_are_found_in_any_context_and_spelling() {
        for text in [
            &b"6 0 obj"[..],
            b"(16\r\n0\t obj",
            b"6 0obj",
            b"x6 %c 7\n0 % 8 0 o\robj",
            b"6 % 7 0 obj",
            b"6 7 0 obj",
            b"6.0 +0 obj",
            b"6-0obj",
            b"6 0e0 obj",
            b"trailer<<",
            b"ttrailer % x\n <",
            b"6 % 1 0 o\n0 obj",
        ] {
            assert_eq!(found(text), 1, "{}", String::from_utf8_lossy(text));
        }
        assert_eq!(found(b"6 0 obj 7 0 obj trailer <<"), 3);
    }

    #[test]
    fn other_text_is_no_header() {
        for text in [
            &b"endobj"[..],
            b"obj",
            b"6 obj",
            b"60obj",
            b"6 0 R obj",
            b"6 0/obj",
            b"6 (0 obj",
            b"6 0 ob j",
            b"6 0 % obj",
            b"the trailer of 2024",
            b"trailer % <",
            b"trail er<",
        ] {
            assert_eq!(found(text), 0, "{}", String::from_utf8_lossy(text));
        }
    }
}
