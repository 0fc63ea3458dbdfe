//! The closed lists that transactions are described with.

use causeway_vocabulary::named;
pub use causeway_vocabulary::payments::{
    IncomingFailureReason, OutgoingFailureReason, PendingReason, RefundReason, RefundStatus,
    TransactionDirection, TransactionStatus, TransactionType,
};

named! {
    /// The order of a list, by time of creation.
    pub enum SortOrder { Ascending = "asc", Descending = "desc" }
}
