//! Splits the text of a PDF into its tokens as they pass by (ISO 32000-1, 7.2 and 7.3). What stands in a string or in a
//! comment is none.

use super::names::{Name, NameReader, is_blank, is_regular};

/// The longest word that means something here, in bytes.
const WORD_MAX: usize = 16;

/// A part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// A name.
    Name(Name),
    /// A number, with its value if it is a short whole one.
    Number(Option<u32>),
    /// The keyword `stream`.
    Stream,
    /// `R`: the two numbers before it stand for an object.
    Reference,
    /// Any other word.
    Word,
    /// A string.
    Text,
    /// `[`.
    OpenArray,
    /// `]`.
    CloseArray,
    /// `<<`.
    OpenDictionary,
    /// `>>`.
    CloseDictionary,
}

/// The tokens that one byte ends: a word and the mark behind it.
pub(super) type Tokens = [Option<Token>; 2];

const NONE: Tokens = [None, None];

/// Reads tokens byte by byte.
#[derive(Debug, Default)]
pub(super) struct Lexer {
    place: Place,
    names: NameReader,
    word: Vec<u8>,
    is_irregular: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Plain,
    /// Behind one `<`.
    Less,
    /// Behind one `>`.
    Greater,
    /// Within `<…>`.
    Hex,
    /// Within `(…)`, which stands in so many others.
    Text { depth: u32, is_escaped: bool },
    /// Behind `%`, up to the end of the line.
    Comment,
}

impl Lexer {
    /// Reads the next byte; returns the tokens that it ends.
    pub(super) fn push(&mut self, byte: u8) -> Tokens {
        match self.place {
            Place::Plain => self.plain(byte),
            Place::Less if byte == b'<' => self.end(Token::OpenDictionary),
            Place::Less | Place::Hex => self.hex(byte),
            Place::Greater if byte == b'>' => self.end(Token::CloseDictionary),
            Place::Greater => {
                self.place = Place::Plain;
                self.plain(byte)
            }
            Place::Text { depth, is_escaped } => self.text(byte, depth, is_escaped),
            Place::Comment => {
                if matches!(byte, b'\r' | b'\n') {
                    self.place = Place::Plain;
                }
                NONE
            }
        }
    }

    /// Returns whether what begins here is read as if the text began here: within no string and no comment.
    pub(super) fn is_plain(&self) -> bool {
        self.place == Place::Plain
    }

    /// Returns whether a string in hexadecimal digits held something else, which not all readers take alike.
    pub(super) const fn is_irregular(&self) -> bool {
        self.is_irregular
    }

    /// Returns the name that is being read, as if it ended here.
    pub(super) fn name_so_far(&self) -> Option<Name> {
        self.names.so_far()
    }

    fn end(&mut self, token: Token) -> Tokens {
        self.place = Place::Plain;
        [Some(token), None]
    }

    fn hex(&mut self, byte: u8) -> Tokens {
        if byte == b'>' {
            return self.end(Token::Text);
        }
        self.place = Place::Hex;
        self.is_irregular |= !byte.is_ascii_hexdigit() && !is_blank(byte);
        NONE
    }

    fn text(&mut self, byte: u8, depth: u32, is_escaped: bool) -> Tokens {
        let depth = match byte {
            _ if is_escaped => depth,
            b'(' => depth.saturating_add(1),
            b')' if depth == 0 => return self.end(Token::Text),
            b')' => depth - 1,
            _ => depth,
        };
        self.place = Place::Text { depth, is_escaped: byte == b'\\' && !is_escaped };
        NONE
    }

    fn plain(&mut self, byte: u8) -> Tokens {
        let name = self.names.push(byte).map(Token::Name);
        if !self.names.is_inside() && is_regular(byte) {
            return [self.letter(byte), None];
        }
        let ended = name.or_else(|| self.end_word());
        let mark = match byte {
            b'[' => Some(Token::OpenArray),
            b']' => Some(Token::CloseArray),
            _ => None,
        };
        self.place = match byte {
            b'(' => Place::Text { depth: 0, is_escaped: false },
            b'<' => Place::Less,
            b'>' => Place::Greater,
            b'%' => Place::Comment,
            _ => Place::Plain,
        };
        [ended, mark]
    }

    /// Reads a byte of a word; returns the number that ends where letters follow directly: `0obj`.
    fn letter(&mut self, byte: u8) -> Option<Token> {
        let is_number = self.word.first().is_some_and(|first| !first.is_ascii_alphabetic());
        let ended = if is_number && byte.is_ascii_alphabetic() { self.end_word() } else { None };
        if self.word.len() <= WORD_MAX {
            self.word.push(byte);
        }
        ended
    }

    fn end_word(&mut self) -> Option<Token> {
        let token = match self.word.as_slice() {
            [] => return None,
            b"stream" => Token::Stream,
            b"R" => Token::Reference,
            [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => Token::Number(whole(&self.word)),
            _ => Token::Word,
        };
        self.word.clear();
        Some(token)
    }
}

/// Returns the value of a number of digits only.
fn whole(text: &[u8]) -> Option<u32> {
    let digits = text.iter().all(u8::is_ascii_digit).then_some(text)?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8]) -> Vec<Token> {
        let mut lexer = Lexer::default();
        text.iter().flat_map(|byte| lexer.push(*byte)).flatten().collect()
    }

    #[test]
    fn tokens_are_split_at_delimiters() {
        use Token::*;
        assert_eq!(
            tokens(b"6 0obj<</S/JS[1 -2.5 true]/A 5 0 R>>stream\n"),
            [
                Number(Some(6)),
                Number(Some(0)),
                Word,
                OpenDictionary,
                Name(super::Name::ActionType),
                Name(super::Name::Script { is_short: true }),
                OpenArray,
                Number(Some(1)),
                Number(None),
                Word,
                CloseArray,
                Name(super::Name::Other),
                Number(Some(5)),
                Number(Some(0)),
                Reference,
                CloseDictionary,
                Stream
            ]
        );
    }

    #[test]
    fn strings_and_comments_hold_no_tokens() {
        for (text, rest) in [
            (&b"(/JS )"[..], &[Token::Text][..]),
            (b"(a (/JS ) /JS )", &[Token::Text]),
            (b"(\\( /JS \\\\) R ", &[Token::Text, Token::Reference]),
            (b"(\\) /JS (\\)) /JS ) R ", &[Token::Text, Token::Reference]),
            (b"<4A 53> R ", &[Token::Text, Token::Reference]),
            (b"% /JS ( <<\rR % stream\n", &[Token::Reference]),
            (b") > R ", &[Token::Reference]),
            (b"<41>>> ", &[Token::Text, Token::CloseDictionary]),
            (b"/J#zstream\n", &[Token::Name(Name::Other)]),
            (b"99999999999 ", &[Token::Number(None)]),
        ] {
            assert_eq!(tokens(text), rest, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn hexadecimal_strings_of_other_bytes_are_irregular() {
        for (text, is_irregular) in [(&b"<41 4a>"[..], false), (b"<41(>", true), (b"<!-- x -->", true)] {
            let mut lexer = Lexer::default();
            for byte in text {
                lexer.push(*byte);
            }
            assert_eq!(lexer.is_irregular(), is_irregular);
            assert!(lexer.is_plain());
        }
    }
}
