//! The lexer: splits the text of a PDF into tokens as it arrives (ISO 32000-1, 7.2 and 7.3). The content of a
//! string or a comment is not a token.

use super::names::{Name, NameReader, is_regular, is_whitespace};

/// The longest word that the checks look for, in bytes.
const MAX_WORD: usize = 16;

/// A token of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Name(Name),
    /// A number, with its value if it is a short whole one.
    Number(Option<u32>),
    /// The keyword `stream`.
    Stream,
    /// `R`: the two numbers before it refer to an object.
    Reference,
    /// Any other word.
    Word,
    /// A string.
    String,
    /// `[`.
    OpenArray,
    /// `]`.
    CloseArray,
    /// `<<`.
    OpenDictionary,
    /// `>>`.
    CloseDictionary,
}

/// The tokens that one byte ends: a word and the delimiter after it.
pub(super) type Tokens = [Option<Token>; 2];

const NONE: Tokens = [None, None];

/// A reader of tokens, byte by byte.
#[derive(Debug, Default)]
pub(super) struct Lexer {
    position: Position,
    names: NameReader,
    word: Vec<u8>,
    has_malformed_hex: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Position {
    #[default]
    Plain,
    /// After one `<`.
    Less,
    /// After one `>`.
    Greater,
    /// Within `<…>`.
    Hex,
    /// Within `(…)`, at this depth of nested parentheses.
    String { depth: u32, is_escaped: bool },
    /// After `%`, up to the end of the line.
    Comment,
}

impl Lexer {
    /// Reads the next byte and returns the tokens that it ends.
    pub(super) fn push(&mut self, byte: u8) -> Tokens {
        match self.position {
            Position::Plain => self.push_plain(byte),
            Position::Less if byte == b'<' => self.finish_token(Token::OpenDictionary),
            Position::Less | Position::Hex => self.push_in_hex(byte),
            Position::Greater if byte == b'>' => self.finish_token(Token::CloseDictionary),
            Position::Greater => {
                self.position = Position::Plain;
                self.push_plain(byte)
            }
            Position::String { depth, is_escaped } => self.push_in_string(byte, depth, is_escaped),
            Position::Comment => {
                if matches!(byte, b'\r' | b'\n') {
                    self.position = Position::Plain;
                }
                NONE
            }
        }
    }

    /// Returns `true` if the position is not within a string or a comment, nor after a single `<` or `>`.
    pub(super) fn is_plain(&self) -> bool {
        self.position == Position::Plain
    }

    /// Returns `true` if a hexadecimal string contained other characters, which readers treat in different
    /// ways.
    pub(super) const fn has_malformed_hex(&self) -> bool {
        self.has_malformed_hex
    }

    /// Returns the name that is being read, as if it ended here.
    pub(super) fn name_so_far(&self) -> Option<Name> {
        self.names.so_far()
    }

    fn finish_token(&mut self, token: Token) -> Tokens {
        self.position = Position::Plain;
        [Some(token), None]
    }

    fn push_in_hex(&mut self, byte: u8) -> Tokens {
        if byte == b'>' {
            return self.finish_token(Token::String);
        }
        self.position = Position::Hex;
        self.has_malformed_hex |= !byte.is_ascii_hexdigit() && !is_whitespace(byte);
        NONE
    }

    fn push_in_string(&mut self, byte: u8, depth: u32, is_escaped: bool) -> Tokens {
        let depth = match byte {
            _ if is_escaped => depth,
            b'(' => depth.saturating_add(1),
            b')' if depth == 0 => return self.finish_token(Token::String),
            b')' => depth - 1,
            _ => depth,
        };
        self.position = Position::String { depth, is_escaped: byte == b'\\' && !is_escaped };
        NONE
    }

    fn push_plain(&mut self, byte: u8) -> Tokens {
        let name = self.names.push(byte).map(Token::Name);
        if !self.names.is_inside() && is_regular(byte) {
            return [self.push_word_byte(byte), None];
        }
        let ended = name.or_else(|| self.end_word());
        let mark = match byte {
            b'[' => Some(Token::OpenArray),
            b']' => Some(Token::CloseArray),
            _ => None,
        };
        self.position = match byte {
            b'(' => Position::String { depth: 0, is_escaped: false },
            b'<' => Position::Less,
            b'>' => Position::Greater,
            b'%' => Position::Comment,
            _ => Position::Plain,
        };
        [ended, mark]
    }

    /// Reads a byte of a word and returns the number that ends if letters follow directly: `0obj`.
    fn push_word_byte(&mut self, byte: u8) -> Option<Token> {
        let is_number = self.word.first().is_some_and(|first| !first.is_ascii_alphabetic());
        let ended = if is_number && byte.is_ascii_alphabetic() { self.end_word() } else { None };
        if self.word.len() <= MAX_WORD {
            self.word.push(byte);
        }
        ended
    }

    fn end_word(&mut self) -> Option<Token> {
        let token = match self.word.as_slice() {
            [] => return None,
            b"stream" => Token::Stream,
            b"R" => Token::Reference,
            [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => Token::Number(parse_unsigned(&self.word)),
            _ => Token::Word,
        };
        self.word.clear();
        Some(token)
    }
}

/// Parses a number that consists of digits only.
fn parse_unsigned(text: &[u8]) -> Option<u32> {
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
    fn strings_and_comments_contain_no_tokens() {
        for (text, rest) in [
            (&b"(/JS )"[..], &[Token::String][..]),
            (b"(a (/JS ) /JS )", &[Token::String]),
            (b"(\\( /JS \\\\) R ", &[Token::String, Token::Reference]),
            (b"(\\) /JS (\\)) /JS ) R ", &[Token::String, Token::Reference]),
            (b"<4A 53> R ", &[Token::String, Token::Reference]),
            (b"% /JS ( <<\rR % stream\n", &[Token::Reference]),
            (b") > R ", &[Token::Reference]),
            (b"<41>>> ", &[Token::String, Token::CloseDictionary]),
            (b"/J#zstream\n", &[Token::Name(Name::Other)]),
            (b"99999999999 ", &[Token::Number(None)]),
        ] {
            assert_eq!(tokens(text), rest, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn hexadecimal_strings_of_other_bytes_are_irregular() {
        for (text, has_malformed_hex) in [(&b"<41 4a>"[..], false), (b"<41(>", true), (b"<!-- x -->", true)] {
            let mut lexer = Lexer::default();
            for byte in text {
                lexer.push(*byte);
            }
            assert_eq!(lexer.has_malformed_hex(), has_malformed_hex);
            assert!(lexer.is_plain());
        }
    }
}
