//! The settlement layer between UMA providers (uma 7): queried inside a call, instructed only by a job (money 1.5, 16).

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::{BoxFuture, ready};

use super::{PayoutStatus, RailError, Recall, RefundOrder, Submission};

/// One payment to somebody at a UMA provider. The transaction id is the layer's idempotency key: paying it again is
/// harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaOrder {
    /// Whose payment it is.
    pub platform: PlatformId,
    /// The payment.
    pub transaction: TransactionId,
    /// What arrives.
    pub amount: Amount,
    /// The receiver's address.
    pub receiver: String,
    /// What the receiver's provider wants to have paid.
    pub pay_request: String,
    /// The platform's instant.
    pub at: Time,
}

/// Money that a sender's provider is to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaReceiptOrder {
    /// Whose payment it is.
    pub platform: PlatformId,
    /// The payment.
    pub transaction: TransactionId,
    /// What is to come.
    pub amount: Amount,
    /// The sender's address.
    pub sender: String,
    /// Since when the sender's provider may pay.
    pub approved_at: Time,
    /// The platform's instant.
    pub at: Time,
}

/// What a layer knows of such money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaReceiptStatus {
    /// It has not come; ask again from this instant on.
    Awaited {
        /// When to ask next.
        ask_at: Time,
    },
    /// It has come, and is not free yet; ask again from this instant on.
    Held {
        /// When to ask next.
        ask_at: Time,
    },
    /// It has come and can be credited.
    Received,
    /// It has come, and must not be credited, for compliance.
    Rejected,
    /// It has not come in time, and will not come any more.
    Expired,
}

/// A settlement layer. It answers as a payout rail does ([`super::PayoutRail`]), and is as little trusted.
pub trait UmaSettlement: Send + Sync {
    /// Whether this deployment can pay to UMA addresses at all. Asked inside transactions: it waits for nobody.
    fn is_there(&self) -> bool {
        true
    }

    /// Whether the layer could take a payment now; nothing is stored or moved.
    fn precheck(&self) -> BoxFuture<'_, Result<(), RailError>>;

    /// Instructs the layer to pay.
    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<Submission, RailError>>;

    /// Asks what became of a payment.
    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>>;

    /// Asks what became of money that is to come.
    fn receipt<'a>(
        &'a self,
        order: &'a UmaReceiptOrder,
    ) -> BoxFuture<'a, Result<UmaReceiptStatus, RailError>>;

    /// Gives money that has come back to its sender, as a refund rail does ([`super::RefundRail`]).
    fn give_back<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<Recall, RailError>>;

    /// Takes back the money of a payment that failed or is stuck, as a payout rail does.
    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<Recall, RailError>>;
}

/// No layer: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoUmaSettlement;

impl UmaSettlement for NoUmaSettlement {
    fn is_there(&self) -> bool {
        false
    }

    fn precheck(&self) -> BoxFuture<'_, Result<(), RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn submit<'a>(&'a self, _: &'a UmaOrder) -> BoxFuture<'a, Result<Submission, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn status<'a>(&'a self, _: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn receipt<'a>(&'a self, _: &'a UmaReceiptOrder) -> BoxFuture<'a, Result<UmaReceiptStatus, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn give_back<'a>(&'a self, _: &'a RefundOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn recall<'a>(&'a self, _: &'a UmaOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}
