//! Transactions (money 10).

mod cancel;
mod card;
mod confirm;
mod decision;
mod filter;
mod parties;
mod transaction;

pub use causeway_vocabulary::payments::{
    IncomingFailureReason, OutgoingFailureReason, PendingReason, RefundReason, RefundStatus,
    TransactionDirection, TransactionStatus, TransactionType,
};

pub use cancel::CancelTransactionRequest;
pub use card::*;
pub use confirm::ConfirmReceiptDeliveryRequest;
pub use decision::{ApprovePaymentRequest, RejectPaymentRequest};
pub use filter::{TransactionFilter, TransactionStatusFilter, TransactionTypeFilter};
pub use parties::*;
pub use transaction::*;
