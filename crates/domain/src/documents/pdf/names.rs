//! The names of a PDF (`/Type`), read as they arrive (ISO 32000-1, 7.3.5).

/// The longest name that the checks look for, in bytes.
const MAX_NAME: usize = 16;

/// A name that matters for the checks of a PDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// `/Encrypt`: the key of the encryption dictionary.
    Encrypt,
    /// `/JavaScript` or `/JS`: a script.
    Script { is_short: bool },
    /// `/Launch`: an action that starts a program.
    Launch,
    /// `/S`: the key of an action's type.
    ActionType,
    /// `/FlateDecode` or `/Fl`: the stream is deflated.
    Flate,
    /// `/ObjStm`: the stream contains objects.
    ObjectStream,
    /// `/N`: the key of the number of objects in a stream.
    Count,
    /// `/First`: the key of the offset of the first object.
    First,
    /// `/Filter`: the key of the coding of a stream.
    Filter,
    /// `/DecodeParms` and other keys that change the decoding of a stream.
    FilterDetail,
    /// `/Image`: the stream contains the pixels of a picture.
    Image,
    /// Any other name.
    Other,
}

/// A reader of names, byte by byte.
#[derive(Debug, Default)]
pub(super) struct NameReader {
    text: Vec<u8>,
    state: NameState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum NameState {
    #[default]
    Outside,
    Inside,
    /// After a `#`, with the high digit if it was read.
    Escape(Option<u8>),
}

impl NameReader {
    /// Reads the next byte and returns the name that it ends.
    pub(super) fn push(&mut self, byte: u8) -> Option<Name> {
        match self.state {
            NameState::Outside => {
                self.begin_at(byte);
                None
            }
            NameState::Inside => self.push_inside(byte),
            NameState::Escape(high) => self.push_escaped(high, byte),
        }
    }

    /// Returns `true` if a name is being read.
    pub(super) fn is_inside(&self) -> bool {
        self.state != NameState::Outside
    }

    /// Returns the name that is being read, as if it ended here.
    pub(super) fn so_far(&self) -> Option<Name> {
        (self.state == NameState::Inside).then(|| parse_name(&self.text))
    }

    fn begin_at(&mut self, byte: u8) {
        self.text.clear();
        self.state = if byte == b'/' { NameState::Inside } else { NameState::Outside };
    }

    /// Appends a byte. All bytes beyond the longest name count as one.
    fn append(&mut self, byte: u8) {
        if self.text.len() <= MAX_NAME {
            self.text.push(byte);
        }
    }

    fn push_inside(&mut self, byte: u8) -> Option<Name> {
        if byte == b'#' {
            self.state = NameState::Escape(None);
            return None;
        }
        if is_regular(byte) {
            self.append(byte);
            return None;
        }
        let name = parse_name(&self.text);
        self.begin_at(byte);
        Some(name)
    }

    /// Reads a byte after `#`, which is a plain character unless two digits follow.
    fn push_escaped(&mut self, high: Option<u8>, byte: u8) -> Option<Name> {
        let digit = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        match (high, digit) {
            (None, Some(digit)) => self.state = NameState::Escape(Some(digit)),
            (Some(high), Some(low)) => {
                self.append(high << 4 | low);
                self.state = NameState::Inside;
            }
            (_, None) => {
                self.append(b'#');
                self.state = NameState::Inside;
                return self.push_inside(byte);
            }
        }
        None
    }
}

/// Returns `true` for whitespace of a PDF.
pub(super) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Returns `true` if a byte may be part of a name.
pub(super) const fn is_regular(byte: u8) -> bool {
    !is_whitespace(byte)
        && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

fn parse_name(text: &[u8]) -> Name {
    match text {
        b"Encrypt" => Name::Encrypt,
        b"JavaScript" => Name::Script { is_short: false },
        b"JS" => Name::Script { is_short: true },
        b"Launch" => Name::Launch,
        b"S" => Name::ActionType,
        b"FlateDecode" | b"Fl" => Name::Flate,
        b"ObjStm" => Name::ObjectStream,
        b"N" => Name::Count,
        b"First" => Name::First,
        b"Filter" => Name::Filter,
        b"DecodeParms" | b"DP" | b"F" | b"FFilter" | b"FDecodeParms" => Name::FilterDetail,
        b"Image" => Name::Image,
        _ => Name::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &[u8]) -> Vec<Name> {
        let mut reader = NameReader::default();
        text.iter().filter_map(|byte| reader.push(*byte)).collect()
    }

    #[test]
    fn names_end_at_delimiters_and_whitespace() {
        let script = Name::Script { is_short: false };
        assert_eq!(
            names(b"<</S/JavaScript\0/JS(x)>>"),
            [Name::ActionType, script, Name::Script { is_short: true }]
        );
        assert_eq!(names(b"/Encrypt 5 0 R /EncryptMetadata true"), [Name::Encrypt, Name::Other]);
        assert_eq!(names(b"/ObjStm/Fl/FlateDecode]"), [Name::ObjectStream, Name::Flate, Name::Flate]);
        assert_eq!(names(b"/JSON /JavaScripts /Launcher /js "), [Name::Other; 4]);
        assert_eq!(names(b"no names, JS"), []);
    }

    #[test]
    fn escaped_bytes_of_a_name_are_decoded() {
        assert_eq!(names(b"/J#53 /#4c#61unch "), [Name::Script { is_short: true }, Name::Launch]);
        assert_eq!(names(b"/J#5"), []);
        assert_eq!(names(b"/J#zz/JS "), [Name::Other, Name::Script { is_short: true }]);
        assert_eq!(names(b"/J#/JS#5 /J#5#53 "), [Name::Other; 3]);
    }
}
