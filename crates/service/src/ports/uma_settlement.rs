//! The settlement layer between UMA providers (uma 7; money 1.5, 16). API requests may query it; only jobs
//! send it instructions.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::{Amount, Time};
use futures_util::future::{BoxFuture, ready};

use super::{PayoutStatus, RailError, RecallResponse, RefundOrder, SubmitResponse};

/// One payment to a customer of a UMA provider. The transaction id is the layer's idempotency key, so
/// resubmitting an order is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// The amount that arrives.
    pub amount: Amount,
    /// The receiver's UMA address.
    pub receiver: String,
    /// The payment request of the receiver's provider.
    pub pay_request: String,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// An incoming UMA payment that a sender's provider is to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingUmaOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// The expected amount.
    pub amount: Amount,
    /// The sender's UMA address.
    pub sender: String,
    /// The time from which the sender's provider may pay.
    pub approved_at: Time,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// The state of an incoming UMA payment at the settlement layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncomingUmaStatus {
    /// The payment has not arrived; ask again from `poll_at`.
    Awaited { poll_at: Time },
    /// The payment has arrived and is held; ask again from `poll_at`.
    Held { poll_at: Time },
    /// The payment has arrived and can be credited.
    Received,
    /// The payment has arrived and must not be credited, for compliance.
    Rejected,
    /// The payment did not arrive in time, and no longer will.
    Expired,
}

/// A settlement layer. Its answers are those of a payout rail ([`super::PayoutRail`]), and are as little
/// trusted.
pub trait UmaSettlement: Send + Sync {
    /// Returns `true` if this deployment can pay to UMA addresses at all. It is called inside transactions
    /// and must not block.
    fn is_available(&self) -> bool {
        true
    }

    /// Checks that the layer could take a payment now. It stores and moves nothing.
    fn precheck(&self) -> BoxFuture<'_, Result<(), RailError>>;

    /// Instructs the layer to pay.
    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>>;

    /// Requests the state of a payment.
    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>>;

    /// Requests the state of an incoming payment.
    fn incoming_status<'a>(
        &'a self,
        order: &'a IncomingUmaOrder,
    ) -> BoxFuture<'a, Result<IncomingUmaStatus, RailError>>;

    /// Refunds an incoming payment to its sender, as a refund rail does ([`super::RefundRail`]).
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>>;

    /// Recalls the money of a payment that failed or is stuck, as a payout rail does.
    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>>;
}

/// The adapter of a deployment without a settlement layer: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoUmaSettlement;

impl UmaSettlement for NoUmaSettlement {
    fn is_available(&self) -> bool {
        false
    }

    fn precheck(&self) -> BoxFuture<'_, Result<(), RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn submit<'a>(&'a self, _: &'a UmaOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn status<'a>(&'a self, _: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn incoming_status<'a>(
        &'a self,
        _: &'a IncomingUmaOrder,
    ) -> BoxFuture<'a, Result<IncomingUmaStatus, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn refund<'a>(&'a self, _: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn recall<'a>(&'a self, _: &'a UmaOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}
