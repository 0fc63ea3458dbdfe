//! The search for forbidden content in the bytes of a PDF as they arrive: encryption, scripts, and the start
//! of other programs, written plainly or within one Flate layer.
//!
//! Readers find objects by their offsets, and follow them into strings, comments and streams. If the header
//! of an object occurs in a string, comment or stream, the file is suspicious: from there on every name
//! counts, even within strings, comments and streams.

use super::dictionary::Nesting;
use super::headers::HeaderFinder;
use super::lexer::{Lexer, Token};
use super::names::{Name, NameReader};
use super::streams::{InflatedBytes, StreamReader};
use crate::documents::error::ContentError;

/// The start of the header.
const HEADER: &[u8] = b"%PDF-";
/// The keyword after the data of a stream.
const END: &[u8] = b"endstream";

/// The bytes that are read at a time.
const PART: usize = 32 << 10;

/// A scanner that reads a PDF byte by byte and keeps the first error.
#[derive(Debug, Default)]
pub(super) struct PdfScanner {
    error: Option<ContentError>,
    /// Some objects of the file cannot be inspected.
    is_opaque: bool,
    section: Section,
    lexer: Lexer,
    last: Option<Token>,
    nesting: Nesting,
    headers: HeaderFinder,
    /// Reads every name, once the file is suspicious.
    doubt: Option<NameReader>,
    /// The last bytes of a stream, which may begin the keyword `endstream`.
    buffered: Vec<u8>,
    inflated: InflatedBytes,
}

#[derive(Debug)]
enum Section {
    /// Before the header, with the number of its bytes that were read.
    Before(usize),
    /// Objects in plain text.
    Objects,
    /// After the keyword `stream`, up to the end of its line.
    StreamLine,
    Stream(Box<StreamReader>),
}

impl Default for Section {
    fn default() -> Self {
        Self::Before(0)
    }
}

impl PdfScanner {
    pub(super) fn push(&mut self, piece: &[u8]) {
        for mut part in piece.chunks(PART) {
            while self.error.is_none() && !part.is_empty() {
                part = match self.section {
                    Section::Before(known) => self.read_header(part, known),
                    Section::Objects => self.read_objects(part),
                    Section::StreamLine => self.read_stream_line(part),
                    Section::Stream(_) => self.read_stream(part),
                };
            }
        }
    }

    pub(super) const fn error(&self) -> Option<ContentError> {
        self.error
    }

    /// Ends the file and returns its error.
    pub(super) fn finish(mut self) -> Option<ContentError> {
        self.end_stream();
        self.error.or_else(|| self.is_opaque.then_some(ContentError::Opaque))
    }

    /// Skips the bytes before the header.
    fn read_header<'a>(&mut self, piece: &'a [u8], mut known: usize) -> &'a [u8] {
        for (at, byte) in piece.iter().enumerate() {
            self.check_byte(*byte, false);
            known = if *byte == HEADER[known] { known + 1 } else { usize::from(*byte == HEADER[0]) };
            if known == HEADER.len() {
                // The header is a comment.
                self.lexer.push(HEADER[0]);
                self.section = Section::Objects;
                return &piece[at + 1..];
            }
        }
        self.section = Section::Before(known);
        &[]
    }

    /// Reads objects up to the keyword `stream` after a dictionary.
    fn read_objects<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        for (at, byte) in piece.iter().enumerate() {
            let is_plain = self.lexer.is_plain();
            let tokens = self.lexer.push(*byte);
            if self.lexer.has_malformed_hex() {
                self.doubt.get_or_insert_default();
            }
            self.check_byte(*byte, is_plain);
            for token in tokens.into_iter().flatten() {
                if token == Token::Stream && self.last == Some(Token::CloseDictionary) {
                    self.is_opaque |= !self.nesting.is_closed();
                    self.lexer = Lexer::default();
                    self.last = None;
                    self.section = Section::StreamLine;
                    return &piece[at..];
                }
                self.read_token(token);
            }
        }
        &[]
    }

    fn read_token(&mut self, token: Token) {
        match token {
            Token::Name(Name::Encrypt) => self.refuse(ContentError::Encrypted),
            Token::Name(Name::Script { .. } | Name::Launch) => self.refuse(ContentError::Active),
            _ => {}
        }
        self.nesting.read(token);
        self.last = Some(token);
    }

    fn refuse(&mut self, error: ContentError) {
        self.error.get_or_insert(error);
    }

    /// Checks a byte for names and headers. `is_plain`: the byte is not part of a string, comment or stream.
    fn check_byte(&mut self, byte: u8, is_plain: bool) {
        match self.doubt.as_mut().and_then(|names| names.push(byte)) {
            Some(Name::Encrypt) => self.refuse(ContentError::Encrypted),
            Some(Name::Script { .. } | Name::Launch) => self.refuse(ContentError::Active),
            Some(Name::ObjectStream | Name::First) => self.is_opaque = true,
            _ => {}
        }
        if self.headers.push(byte) {
            if !is_plain {
                self.doubt.get_or_insert_default();
            } else if !self.nesting.is_closed() {
                self.is_opaque = true;
            }
        }
    }

    /// Skips the end of the line after `stream`.
    fn read_stream_line<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        for (at, byte) in piece.iter().enumerate() {
            if !matches!(byte, b'\r' | b' ' | b'\n') {
                self.begin_stream();
                return &piece[at..];
            }
            self.check_byte(*byte, false);
            if *byte == b'\n' {
                self.begin_stream();
                return &piece[at + 1..];
            }
        }
        &[]
    }

    fn begin_stream(&mut self) {
        self.section = Section::Stream(Box::new(StreamReader::new(self.nesting.dictionary().stream())));
    }

    /// Reads a stream up to the keyword `endstream`.
    fn read_stream<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        let mut text = std::mem::take(&mut self.buffered);
        let known = text.len();
        text.extend_from_slice(piece);
        let end = text.windows(END.len()).position(|window| window == END);
        let (of_stream, rest) = match end {
            Some(at) => (&text[..at], &piece[at + END.len() - known..]),
            None => (&text[..text.len().saturating_sub(END.len() - 1)], &[][..]),
        };
        for byte in &piece[..piece.len() - rest.len()] {
            self.check_byte(*byte, false);
        }
        if let Section::Stream(reader) = &mut self.section
            && let Err(error) = reader.push(of_stream, &mut self.inflated)
        {
            self.refuse(error);
        }
        if end.is_some() {
            self.end_stream();
        } else {
            self.buffered = text.split_off(of_stream.len());
        }
        rest
    }

    fn end_stream(&mut self) {
        let section = std::mem::replace(&mut self.section, Section::Objects);
        if let Section::Stream(reader) = section {
            match reader.end() {
                Ok(is_clear) => self.is_opaque |= !is_clear,
                Err(error) => self.refuse(error),
            }
        }
    }
}
