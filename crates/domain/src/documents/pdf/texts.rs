//! The text of streams, raw or inflated: objects, or other content.

use super::dictionary::Index;
use super::lexer::{Lexer, Token};
use super::names::{Name, is_whitespace};

/// The most objects in a stream.
const MAX_OBJECTS: usize = 100_000;

/// The text of an object stream: pairs of numbers with the offset of each object, and the objects.
#[derive(Debug, Default)]
pub(super) struct ObjectText {
    lexer: Lexer,
    at: u32,
    index: Option<Index>,
    /// The numbers before the first object.
    numbers: Vec<u32>,
    number: Option<u32>,
    /// The offsets of objects, in descending order.
    starts: Vec<u32>,
    is_opaque: bool,
    is_active: bool,
}

impl ObjectText {
    pub(super) fn new(index: Option<Index>) -> Self {
        let is_opaque = index.is_some_and(|index| index.count > MAX_OBJECTS);
        Self { index: index.filter(|_| !is_opaque), is_opaque, ..Self::default() }
    }

    /// Returns `true` if a script or the start of a program was read.
    pub(super) const fn is_active(&self) -> bool {
        self.is_active
    }

    pub(super) fn push(&mut self, byte: u8) {
        match self.index {
            Some(index) if self.at < index.first => self.read_number(byte),
            Some(index) => {
                self.begin_objects(index);
                self.read_object(byte);
            }
            None => self.read_object(byte),
        }
        self.at = self.at.saturating_add(1);
    }

    /// Ends the text and returns `true` if every reader finds the same content in it.
    pub(super) fn end(&mut self) -> bool {
        if let Some(index) = self.index {
            self.is_opaque |= self.at < index.first;
            self.begin_objects(index);
        }
        self.is_opaque |= !self.lexer.is_plain() || self.starts.first().is_some_and(|last| *last > self.at);
        self.read(b' ');
        !self.is_opaque
    }

    /// Reads a byte of the numbers before the first object.
    fn read_number(&mut self, byte: u8) {
        if byte.is_ascii_digit() {
            let digits = self.number.unwrap_or(0).saturating_mul(10);
            self.number = Some(digits.saturating_add(u32::from(byte - b'0')));
        } else if is_whitespace(byte) {
            self.end_number();
        } else {
            self.abandon_index();
            self.read_object(byte);
        }
    }

    fn end_number(&mut self) {
        self.numbers.extend(self.number.take());
        if self.numbers.len() > 2 * MAX_OBJECTS {
            self.abandon_index();
        }
    }

    /// Continues without the offsets of objects.
    fn abandon_index(&mut self) {
        self.is_opaque = true;
        self.index = None;
        self.numbers = Vec::new();
    }

    /// Takes the offsets of objects from the numbers before them.
    fn begin_objects(&mut self, index: Index) {
        self.end_number();
        self.index = None;
        let numbers = std::mem::take(&mut self.numbers);
        self.is_opaque |= numbers.len() != 2 * index.count;
        self.starts = numbers.chunks(2).filter_map(|pair| index.first.checked_add(*pair.get(1)?)).collect();
        self.starts.sort_unstable_by(|a, b| b.cmp(a));
    }

    fn read_object(&mut self, byte: u8) {
        while self.starts.last().is_some_and(|start| *start <= self.at) {
            self.starts.pop();
            self.is_opaque |= !self.lexer.is_plain();
        }
        self.read(byte);
    }

    /// Reads a byte of an object. Because some readers stop early, the start of a name also counts.
    fn read(&mut self, byte: u8) {
        let tokens = self.lexer.push(byte);
        let is_script = |token: &Option<Token>| matches!(token, Some(Token::Name(Name::Script { .. })));
        self.is_active |= tokens.iter().any(is_script);
        self.is_active |= self.lexer.name_so_far().is_some_and(is_action_type);
        self.is_opaque |= self.lexer.has_malformed_hex();
    }
}

/// Any other text, in which names of actions are not actions. Only an action that is written out completely
/// counts.
#[derive(Debug, Default)]
pub(super) struct ContentText {
    lexer: Lexer,
    is_type_next: bool,
    is_active: bool,
}

impl ContentText {
    /// Returns `true` if a script or the start of a program was read.
    pub(super) const fn is_active(&self) -> bool {
        self.is_active
    }

    pub(super) fn push(&mut self, byte: u8) {
        for token in self.lexer.push(byte).into_iter().flatten() {
            let is_type = std::mem::replace(&mut self.is_type_next, token == Token::Name(Name::ActionType));
            self.is_active |= is_type && matches!(token, Token::Name(name) if is_action_type(name));
        }
    }

    /// Ends the text, and with it the last name.
    pub(super) fn end(&mut self) {
        self.push(b' ');
    }
}

fn is_action_type(name: Name) -> bool {
    matches!(name, Name::Script { is_short: false } | Name::Launch)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads objects and returns two flags: they contain no script, and none can be overlooked.
    fn objects(count: usize, first: u32, text: &[u8]) -> (bool, bool) {
        let mut read = ObjectText::new(Some(Index { count, first }));
        for byte in text {
            read.push(*byte);
        }
        let is_clear = read.end();
        (!read.is_active(), is_clear)
    }

    #[test]
    fn objects_start_at_their_offsets() {
        for (count, first, text) in [
            (1, 4, &b"7 0 <</URI(https://example.org/wiki/JavaScript)/T(Java/JS/Launch )>>"[..]),
            (2, 10, b"7 0 8 5  \n(/JS) 5"),
            (2, 9, b"7 5 8 0 \n(/JS) 5"),
            (0, 0, b""),
            (1, 4, b"7 0 % a course in /JS \n5"),
        ] {
            assert_eq!(objects(count, first, text), (true, true), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn actions_of_objects_are_found() {
        for text in [
            &b"7 0 <</S/JavaScript/JS(x)>>"[..],
            b"7 0 <</S/Rendition/JS(x)>>",
            b"7 0 <</S 5 0 R>>/Launch",
            b"7 0 /JavaScriptAndMore",
            b"7 0 5 /JS",
        ] {
            assert!(!objects(1, 4, text).0, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn objects_that_readers_find_by_other_means_are_opaque() {
        for (count, first, text) in [
            (2, 8, &b"7 0 8 1 (<</S/JavaScript/JS(x)>>)"[..]),
            (1, 4, b"7 2 %x<</S/JavaScript>>"),
            (1, 4, b"7 1 <<</S/JavaScript>>"),
            (1, 4, b"7 1 <4(1> 5"),
            (2, 4, b"7 0 8 9 <<>>"),
            (1, 8, b"7 0 8 5 <<>>"),
            (1, 6, b"7 %\n0 5"),
            (1, 9, b"7 0 5"),
            (1, 4, b"7 9 5"),
            (1, 4, b"7 0 (5"),
            (100_001, 4, b"7 0 5"),
        ] {
            assert!(!objects(count, first, text).1, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn only_an_action_counts_in_other_text() {
        for (text, is_active) in [
            (&b"<</S/JavaScript/JS(x)>>"[..], true),
            (b"/S % (\n/Launch", true),
            (b"(use /S /JavaScript in PDF) Tj", false),
            (b"/S 5 /JavaScript", false),
            (b"/JS /Launch ", false),
        ] {
            let mut read = ContentText::default();
            for byte in text {
                read.push(*byte);
            }
            read.end();
            assert_eq!(read.is_active(), is_active, "{}", String::from_utf8_lossy(text));
        }
    }
}
