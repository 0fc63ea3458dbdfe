//! Values of the protocol (rails 5): money, instants, ids, texts, references and closed lists.

mod base64_text;
mod details;
mod integers;
mod lists;
mod memory;
mod money;
mod open_value;
mod references;
mod texts;
mod timestamp;

pub(crate) use base64_text::{decode, decode_url, encode, encode_url};
pub use causeway_vocabulary::customers::CustomerType;
pub use causeway_vocabulary::external_accounts::BeneficiaryVerificationStatus;
pub use causeway_vocabulary::rails::CryptoNetwork;
pub use details::{AccountInfo, TextMembers};
pub use integers::{FeedPosition, InvalidNumber, Limit, MinorUnits, RecordRevision, Sequence};
pub use lists::{
    AdapterMode, CancelOutcome, CancelPolicy, CancelReason, ConfirmationRule, ErrorCode, FeedKind, OrderKind,
    OrderReason, OrderState, PrecheckMode, RailService, ReferenceKind, TestScenario,
};
pub use memory::{InvalidMark, Mark, Memory, MemoryId};
pub use money::Money;
pub use open_value::{OpenValue, ValueList};
pub use references::{EndToEndId, InvalidReference, References, ShortReference, Uetr};
pub use texts::{Id128, InvalidText, Notice, Text};
pub use timestamp::{InvalidTimestamp, Timestamp};
