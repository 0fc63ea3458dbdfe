//! Travel Rule data: its encryption and its format (uma 6.1).

mod content;
mod ecies;
mod format;

pub use content::{PartyAddress, PartyKind, TravelRuleContent, TravelRuleParty};
pub use ecies::{EncryptionRandomness, TravelRuleError, decrypt, encrypt};
pub use format::{TravelRuleFormat, TravelRuleFormatError};
