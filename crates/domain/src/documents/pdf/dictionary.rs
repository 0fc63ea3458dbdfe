//! The dictionaries of a PDF: their nesting, and the entries of a stream's dictionary that determine its
//! decoding (ISO 32000-1, 7.3.7, 7.3.8 and 7.5.7).

use super::lexer::Token;
use super::names::Name;

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 256;

/// The open brackets, and the outermost dictionary among them.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    /// The closing token of each.
    open: Vec<Token>,
    is_broken: bool,
    dictionary: Dictionary,
}

impl Nesting {
    pub(super) fn read(&mut self, token: Token) {
        match token {
            Token::OpenDictionary => self.open(token, Token::CloseDictionary),
            Token::OpenArray => self.open(token, Token::CloseArray),
            Token::CloseDictionary | Token::CloseArray => self.close(token),
            _ if !self.open.is_empty() => self.dictionary.read(token, self.open.len() == 1),
            _ => {}
        }
    }

    /// Returns `true` if all brackets are closed, each by its own kind.
    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty() && !self.is_broken
    }

    /// Returns the last outermost dictionary.
    pub(super) const fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    fn open(&mut self, token: Token, closing: Token) {
        if self.open.is_empty() {
            self.dictionary = Dictionary::default();
        } else {
            self.dictionary.read(token, self.open.len() == 1);
        }
        if self.open.len() < MAX_DEPTH {
            self.open.push(closing);
        } else {
            self.is_broken = true;
        }
    }

    /// Closes the innermost bracket. A closing token without an open bracket is ignored.
    fn close(&mut self, token: Token) {
        match self.open.pop() {
            Some(closing) if closing != token => self.is_broken = true,
            Some(_) if !self.open.is_empty() => self.dictionary.read(token, self.open.len() == 1),
            Some(_) | None => {}
        }
    }
}

/// The treatment of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StreamKind {
    /// The stream contains objects.
    Objects { is_flate: bool, index: Option<Index> },
    /// The stream contains objects, and readers may find them in ways that this reader does not follow.
    Opaque,
    /// The stream contains other data.
    Content { is_flate: bool },
}

/// The index of a stream's objects: `count` pairs of numbers, up to the byte `first`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) count: usize,
    pub(super) first: u32,
}

/// The dictionary of a stream. Keys count only in the position of a key, other names that matter count
/// anywhere.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    /// Keys and values of the dictionary itself.
    items: usize,
    /// Numbers in the position of a key: the second numbers of references.
    loose: usize,
    is_irregular: bool,
    key: Option<Name>,
    filter: Filter,
    count: Value,
    first: Value,
    has_objects: bool,
    is_flate: bool,
    is_image: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Filter {
    #[default]
    Absent,
    /// After the key.
    Begun,
    /// After the `[` of its value.
    Array,
    /// After the only name in that array, `FlateDecode`.
    ArrayOfFlate,
    Flate,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Value {
    #[default]
    Absent,
    Begun,
    Number(u32),
    Other,
}

impl Dictionary {
    /// Returns the treatment of the stream after this dictionary.
    pub(super) fn stream(&self) -> StreamKind {
        if !self.has_objects {
            return StreamKind::Content { is_flate: self.is_flate && !self.is_image };
        }
        let is_flate = match self.filter {
            Filter::Flate => true,
            Filter::Absent => false,
            _ => return StreamKind::Opaque,
        };
        if self.is_irregular || self.loose > 0 || self.items % 2 == 1 {
            return StreamKind::Opaque;
        }
        match (self.count, self.first) {
            (Value::Absent, Value::Absent) => StreamKind::Objects { is_flate, index: None },
            (Value::Number(count), Value::Number(first)) => match usize::try_from(count) {
                Ok(count) => StreamKind::Objects { is_flate, index: Some(Index { count, first }) },
                Err(_) => StreamKind::Opaque,
            },
            _ => StreamKind::Opaque,
        }
    }

    /// Reads the next token within the dictionary. `is_own`: the token is not within a nested value.
    fn read(&mut self, token: Token, is_own: bool) {
        let is_key_due = self.items.is_multiple_of(2);
        if let Token::Name(name) = token {
            self.note(name);
            if is_own && is_key_due {
                self.items += 1;
                self.begin_entry(name);
                return;
            }
        }
        match token {
            _ if !is_own => {}
            Token::CloseArray | Token::CloseDictionary => {}
            // Two numbers and this token are one value.
            Token::Reference => {
                self.is_irregular |= self.loose == 0;
                self.loose = self.loose.saturating_sub(1);
                self.items = self.items.saturating_sub(1);
            }
            Token::Number(_) if is_key_due => {
                self.loose += 1;
                self.items += 1;
            }
            _ => {
                self.is_irregular |= is_key_due;
                self.items += 1;
            }
        }
        self.value(token);
    }

    fn note(&mut self, name: Name) {
        match name {
            Name::ObjectStream | Name::First => self.has_objects = true,
            Name::Flate => self.is_flate = true,
            Name::Image => self.is_image = true,
            _ => {}
        }
    }

    fn begin_entry(&mut self, key: Name) {
        self.key = Some(key);
        let begun = |value: Value| if value == Value::Absent { Value::Begun } else { Value::Other };
        match key {
            Name::Count => self.count = begun(self.count),
            Name::First => self.first = begun(self.first),
            Name::Filter if self.filter == Filter::Absent => self.filter = Filter::Begun,
            Name::Filter | Name::FilterDetail => self.filter = Filter::Other,
            _ => {}
        }
    }

    /// Reads a token of the value of the last key.
    fn value(&mut self, token: Token) {
        let number = |value: Value| match (value, token) {
            (Value::Begun, Token::Number(Some(number))) => Value::Number(number),
            _ => Value::Other,
        };
        match self.key {
            Some(Name::Count) => self.count = number(self.count),
            Some(Name::First) => self.first = number(self.first),
            Some(Name::Filter) => {
                self.filter = match (self.filter, token) {
                    (Filter::Begun, Token::Name(Name::Flate)) => Filter::Flate,
                    (Filter::Begun, Token::OpenArray) => Filter::Array,
                    (Filter::Array, Token::Name(Name::Flate)) => Filter::ArrayOfFlate,
                    (Filter::ArrayOfFlate, Token::CloseArray) => Filter::Flate,
                    _ => Filter::Other,
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::Lexer;
    use super::*;

    fn nesting(text: &str) -> Nesting {
        let mut lexer = Lexer::default();
        let mut nesting = Nesting::default();
        for token in text.bytes().flat_map(|byte| lexer.push(byte)).flatten() {
            nesting.read(token);
        }
        nesting
    }

    fn kind(dictionary: &str) -> StreamKind {
        nesting(&format!("<<{dictionary}>>")).dictionary().stream()
    }

    #[test]
    fn object_streams_have_at_most_one_flate_filter() {
        let index = Some(Index { count: 2, first: 9 });
        for (dictionary, is_flate) in [
            ("/Type/ObjStm/N 2/First 9", false),
            ("/X/Filter/FlateDecode 5/N 2/First 9", false),
            ("/Type/ObjStm/Length 8 0 R/N 2/First 9/Filter/FlateDecode", true),
            ("/N 2/First 9/Filter[/Fl]/X[<</A(x)>>]", true),
            ("/Filter%obj \n/FlateDecode/X(obj )/Length 5/N 2/First 9", true),
        ] {
            assert_eq!(kind(dictionary), StreamKind::Objects { is_flate, index }, "{dictionary}");
        }
        assert_eq!(kind("/Type/ObjStm"), StreamKind::Objects { is_flate: false, index: None });
        for text in [
            "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 8>>",
            "/DecodeParms null",
            "/F(other.txt)",
            "/Filter 4 0 R",
            "/Filter/ASCIIHexDecode",
            "/Filter[/ASCII85Decode/FlateDecode]",
            "/Filter[/FlateDecode/FlateDecode]",
            "/Filter[]",
            "/Filter[/FlateDecode",
            "/Filter/FlateDecode/Filter/FlateDecode",
            "/X/Filter 5/FlateDecode",
            "/N 2",
            "/First 9",
            "/X 1 2",
            "(x)/X",
            "/Filter",
        ] {
            assert_eq!(kind(&format!("/Type/ObjStm/N 2/First 9{text}")), StreamKind::Opaque, "{text}");
        }
        for text in ["/N 2", "/First 9", "/N 2/First 8 0 R", "/N(2)/First 9", "/N 2/X/First 9"] {
            assert_eq!(kind(&format!("/Type/ObjStm{text}")), StreamKind::Opaque, "{text}");
        }
    }

    #[test]
    fn other_streams_are_read_as_content() {
        for (dictionary, is_flate) in [
            ("/Type/XRef/W[1 2 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>", true),
            ("/Length 5", false),
            ("/N 3/Filter[/ASCII85Decode/FlateDecode]", true),
            ("/Subtype/Image/Filter/FlateDecode", false),
        ] {
            assert_eq!(kind(dictionary), StreamKind::Content { is_flate }, "{dictionary}");
        }
    }

    #[test]
    fn brackets_close_in_pairs() {
        for (text, is_closed) in [
            ("<</A[<<>>]>>", true),
            ("] >>", true),
            ("<</A[>>", false),
            ("<</A[>>]>>", false),
            ("[(]) ", false),
        ] {
            assert_eq!(nesting(text).is_closed(), is_closed, "{text}");
        }
        assert!(nesting(&["[".repeat(256), "]".repeat(256)].concat()).is_closed());
        assert!(!nesting(&["[".repeat(257), "]".repeat(257)].concat()).is_closed());
    }
}
