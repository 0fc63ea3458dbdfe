//! Bodies of requests, answers and pushes (rails 6 to 8, 14).

mod cancel;
mod capabilities;
mod corridor;
mod error_body;
mod feed;
mod order_record;
mod party;
mod precheck;
mod record_answer;
mod submission;

pub use cancel::{CancelRequest, CancelResponse};
pub use capabilities::{
    AdapterInfo, AdapterLimits, Capabilities, RailAccount, StatementCapabilities, TestDestinations,
};
pub use corridor::CorridorCapabilities;
pub use error_body::{ErrorBody, ErrorDetails, ErrorEntry};
pub use feed::{FeedItem, FeedPage, ItemContent, ItemSummary, OrderSummary, PushRequest, PushResponse};
pub use order_record::{EvidenceReference, OnChainTransfer, OrderRecord, PayeeVerification};
pub use party::{
    CollectionAuthorization, Deposit, DepositPayer, ExternalAccount, Originator, OriginatorAddress,
};
pub use precheck::{PrecheckRequest, PrecheckResponse};
pub use record_answer::OrderAnswer;
pub use submission::{CollectionSubmission, PayoutSubmission, RefundSubmission, Submission};
