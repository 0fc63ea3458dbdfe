//! HTTP/1.1 messages as bytes.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// The longest message that passes.
const LIMIT: usize = 4 * 1024 * 1024;

/// The end of a head.
const BLANK_LINE: &[u8] = b"\r\n\r\n";

/// A message with a known length.
#[derive(Debug)]
pub(super) struct Message {
    /// Head and body.
    pub(super) bytes: Vec<u8>,
    /// Length of the head with its blank line.
    head: usize,
}

impl Message {
    /// Reads a message; returns `None` if the connection ends before its first byte.
    pub(super) async fn read(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        let head = loop {
            if let Some(at) = bytes.windows(BLANK_LINE.len()).position(|window| window == BLANK_LINE) {
                break at + BLANK_LINE.len();
            }
            match from.read_buf(&mut bytes).await? {
                0 if bytes.is_empty() => return Ok(None),
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                _ if bytes.len() > LIMIT => return Err(io::ErrorKind::FileTooLarge.into()),
                _ => {}
            }
        };
        let mut message = Self { bytes, head };
        let length = head + message.content_length();
        if length > LIMIT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        while message.bytes.len() < length {
            if from.read_buf(&mut message.bytes).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(Some(message))
    }

    /// Returns the words of the first line: of a request its method and its target.
    pub(super) fn first_words(&self) -> (&str, &str) {
        let line = self.head().lines().next().unwrap_or_default();
        let mut words = line.split(' ');
        (words.next().unwrap_or_default(), words.next().unwrap_or_default())
    }

    /// Returns `true` if the sender closes the connection after this message.
    pub(super) fn closes(&self) -> bool {
        self.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"))
    }

    fn content_length(&self) -> usize {
        self.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0)
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head().lines().skip(1).filter_map(|line| line.split_once(':'));
        headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    fn head(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.head]).unwrap_or_default()
    }
}
