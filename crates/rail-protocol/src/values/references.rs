//! References of an order that partners carry (rails 5.2).

use std::fmt;
use std::str::FromStr;

use causeway_vocabulary::ids::{Id, TransactionId};
use serde_json::json;
use uuid::{Builder, Uuid};

use super::lists::OrderKind;
use crate::shape::{messages, written_as_text};

/// The end-to-end id of an order: the letter of its kind, and the transaction's UUID as 32 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndToEndId {
    /// Kind of the order; one payment may have an order of each.
    pub kind: OrderKind,
    /// Transaction of the order.
    pub transaction: TransactionId,
}

/// A unique end-to-end transaction reference: a UUID of version 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uetr(Uuid);

/// A reference of 12 digits and capital letters without I and O, unique per rail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortReference([u8; 12]);

/// The error for a text that is no such reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidReference;

messages! {
    /// References of an order; the adapter gives its partner at least one, and asks for it before each payment
    /// (rails 5.2).
    pub struct References {
        end_to_end_id: EndToEndId = "endToEndId",
        uetr: Uetr = "uetr",
        short: ShortReference = "short",
    }
}

/// The 34 characters of short references.
const ALPHABET: &[u8; 34] = b"0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

impl References {
    /// Builds the references of an order from random bytes. The caller draws again if the rail has the short
    /// reference already.
    #[must_use]
    pub fn draw(kind: OrderKind, transaction: TransactionId, random: &[u8; 32]) -> Self {
        let (first, last) = random.split_at(16);
        let mut uuid = [0; 16];
        uuid.copy_from_slice(first);
        Self {
            end_to_end_id: EndToEndId { kind, transaction },
            uetr: Uetr(Builder::from_random_bytes(uuid).into_uuid()),
            short: ShortReference::draw(last),
        }
    }
}

impl Uetr {
    /// Returns the UUID.
    #[must_use]
    pub const fn uuid(self) -> Uuid {
        self.0
    }
}

impl ShortReference {
    /// Writes 16 random bytes as 12 characters. 34^12 is below 2^62, so that each character is equally likely
    /// up to one part in 2^66.
    fn draw(random: &[u8]) -> Self {
        let mut number = random.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
        let mut characters = [0; 12];
        for character in &mut characters {
            let index = usize::try_from(number % 34).unwrap_or_default();
            *character = ALPHABET[index];
            number /= 34;
        }
        Self(characters)
    }

    /// Returns the plain text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for EndToEndId {
    type Err = InvalidReference;

    fn from_str(text: &str) -> Result<Self, InvalidReference> {
        let kind = OrderKind::ALL.iter().find(|kind| text.starts_with(kind.letter()));
        let kind = *kind.ok_or(InvalidReference)?;
        let digits = text.get(1..).filter(|digits| digits.len() == 32).ok_or(InvalidReference)?;
        let uuid = Uuid::try_parse(digits).map_err(|_| InvalidReference)?;
        let id = Self { kind, transaction: TransactionId::from_uuid(uuid) };
        if id.to_string() == text { Ok(id) } else { Err(InvalidReference) }
    }
}

impl FromStr for Uetr {
    type Err = InvalidReference;

    fn from_str(text: &str) -> Result<Self, InvalidReference> {
        let uuid = Uuid::try_parse(text).map_err(|_| InvalidReference)?;
        let is_canonical = uuid.to_string() == text;
        let is_random = uuid.get_version_num() == 4 && uuid.get_variant() == uuid::Variant::RFC4122;
        if is_canonical && is_random { Ok(Self(uuid)) } else { Err(InvalidReference) }
    }
}

impl FromStr for ShortReference {
    type Err = InvalidReference;

    fn from_str(text: &str) -> Result<Self, InvalidReference> {
        let characters: [u8; 12] = text.as_bytes().try_into().map_err(|_| InvalidReference)?;
        let fits = characters.iter().all(|character| ALPHABET.contains(character));
        if fits { Ok(Self(characters)) } else { Err(InvalidReference) }
    }
}

impl fmt::Display for EndToEndId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.transaction.uuid().simple())
    }
}

impl fmt::Display for Uetr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ShortReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for InvalidReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a reference of this kind")
    }
}

impl std::error::Error for InvalidReference {}

written_as_text! {
    EndToEndId: "must be P, C or R and 32 lower-case hex digits",
        json!({ "type": "string", "pattern": "^[PCR][0-9a-f]{32}$" });
    Uetr: "must be a UUID of version 4 in lower case with dashes", json!({
        "type": "string",
        "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    });
    ShortReference: "must be 12 digits and capital letters without I and O",
        json!({ "type": "string", "pattern": "^[0-9A-HJ-NP-Z]{12}$" });
}
