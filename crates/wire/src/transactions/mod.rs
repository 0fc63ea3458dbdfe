//! Transactions (money 10).

mod approve;
mod cancel;
mod card;
mod confirm;
mod filter;
mod lists;
mod parties;
mod reject;
mod transaction;

pub use approve::ApprovePaymentRequest;
pub use cancel::CancelTransactionRequest;
pub use card::*;
pub use confirm::ConfirmReceiptDeliveryRequest;
pub use filter::{TransactionFilter, TransactionStatusFilter, TransactionTypeFilter};
pub use lists::*;
pub use parties::*;
pub use reject::RejectPaymentRequest;
pub use transaction::*;
