//! The memory of an adapter, as its answers show it (rails 5.3).

use std::fmt;
use std::str::FromStr;

use serde_json::json;
use uuid::Uuid;

use super::base64_text::{decode_url, encode_url};
use super::integers::FeedPosition;
use crate::shape::{Location, MessageError, messages, written_as_text};

/// The id of an adapter's database, drawn when the database is created (rails 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemoryId(pub Uuid);

/// 16 random bytes of a feed item, drawn with the item (rails 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark([u8; 16]);

/// The error for a text that is no mark or no memory id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidMark;

messages! {
    /// The head of an adapter's memory (rails 5.3).
    pub struct Memory checks mark_of_newest {
        /// UUID of the adapter's database.
        id: MemoryId = "id",
        /// Sequence of the newest feed item; 0 if there is none.
        sequence: FeedPosition = "sequence",
        /// Mark of the newest feed item; `null` only if there is none.
        mark: Option<Mark> = "mark",
    }
}

fn mark_of_newest(memory: &Memory, at: &Location<'_>) -> Result<(), MessageError> {
    if memory.mark.is_some() == memory.sequence.sequence().is_some() {
        return Ok(());
    }
    Err(Location::Member(at, "mark").error("must be null if `sequence` is 0, and a mark otherwise"))
}

impl Mark {
    /// Builds a mark of random bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn bytes(self) -> [u8; 16] {
        self.0
    }
}

impl FromStr for Mark {
    type Err = InvalidMark;

    fn from_str(text: &str) -> Result<Self, InvalidMark> {
        let bytes = decode_url(text).ok_or(InvalidMark)?;
        bytes.try_into().map(Self).map_err(|_| InvalidMark)
    }
}

impl FromStr for MemoryId {
    type Err = InvalidMark;

    fn from_str(text: &str) -> Result<Self, InvalidMark> {
        let id = Uuid::try_parse(text).map(Self).map_err(|_| InvalidMark)?;
        if id.to_string() == text { Ok(id) } else { Err(InvalidMark) }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&encode_url(self.0))
    }
}

impl fmt::Display for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for InvalidMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a mark (16 bytes in base64url) or memory id (a UUID in lower case)")
    }
}

impl std::error::Error for InvalidMark {}

written_as_text! {
    Mark: "must be 16 bytes in base64url without padding",
        json!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{21}[AQgw]$" });
    MemoryId: "must be a UUID in lower case with dashes",
        json!({ "type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" });
}
