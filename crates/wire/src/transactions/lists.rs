//! The closed lists that transactions are described with.

pub use causeway_vocabulary::payments::{
    IncomingFailureReason, OutgoingFailureReason, PendingReason, RefundReason, RefundStatus,
    TransactionDirection, TransactionStatus, TransactionType,
};
