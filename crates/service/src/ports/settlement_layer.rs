//! The settlement layers between UMA providers (uma 7; money 1.5, 16). API requests may query them; only jobs
//! send them instructions. The money of a payment within this deployment moves in one commit and uses none.

use std::time::Duration;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_domain::{Amount, Time};
use causeway_store::payments::SettlementProof;
use futures_util::future::BoxFuture;

use super::{PayoutStatus, RailError, RecallResponse, RefundOrder, SubmitResponse};

/// An asset that moves on a settlement layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettlementAsset {
    /// The identifier in messages, such as `BTC`.
    pub identifier: String,
    /// Decimals of the layer's unit: 11 for millisatoshis.
    pub decimals: u8,
    /// The currency in which the ledger counts the asset.
    pub booked_as: CurrencyCode,
}

/// The payment that a precheck asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaInquiry {
    pub platform: PlatformId,
    pub layer: LayerName,
    /// The receiver's UMA address.
    pub receiver: String,
    /// The amount that would arrive.
    pub amount: Amount,
}

/// One payment to a customer of a UMA provider. The transaction id is the layer's idempotency key, so
/// resubmitting an order is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    pub layer: LayerName,
    /// The amount that arrives.
    pub amount: Amount,
    /// The receiver's UMA address.
    pub receiver: String,
    /// The payment request of the receiver's provider.
    pub pay_request: String,
    /// The exact amount and its identification; `None` on a layer that moves currencies.
    pub exact: Option<ExactPayment>,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// The payment of a Lightning invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactPayment {
    /// The invoice's payment hash, in hex.
    pub payment_hash: String,
    /// The amount of the invoice, in units of the layer.
    pub amount: i64,
    /// The maximum of the layer's own fee, in units of the layer.
    pub max_fee: i64,
}

/// A payment request to be created for an incoming payment. The transaction id is the layer's idempotency
/// key: a repeated order is answered with the same request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// The identifier of the asset.
    pub asset: String,
    /// The amount, in units of the layer.
    pub exact: i64,
    /// SHA-256 of the data that the request commits to (uma 6.3).
    pub description_hash: [u8; 32],
    /// Lifetime of the request.
    pub expiry: Duration,
    /// The current wall time.
    pub now: Time,
}

/// A request that a sender's provider can pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The request in the form of the layer.
    pub text: String,
    /// The layer's own name of the payment, such as a payment hash in hex.
    pub reference: String,
    /// Expiry, in wall time.
    pub expires_at: Time,
}

/// An incoming UMA payment that a sender's provider is to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingUmaOrder {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    pub layer: LayerName,
    /// The expected amount.
    pub amount: Amount,
    /// The expected amount in units of the layer; `None` on a layer that moves currencies.
    pub exact: Option<i64>,
    /// The sender's UMA address.
    pub sender: String,
    /// The time from which the sender's provider may pay.
    pub approved_at: Time,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// The state of an incoming UMA payment at the settlement layer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IncomingUmaStatus {
    /// The payment has not arrived; ask again from `poll_at`.
    Awaited { poll_at: Time },
    /// The payment has arrived and is held; ask again from `poll_at`.
    Held { poll_at: Time },
    /// The payment has arrived and can be credited.
    Received {
        /// `None` if the layer has no name of its own for payments.
        proof: Option<SettlementProof>,
    },
    /// Less than the request asked for has arrived, which the layer must not accept; ask again from
    /// `poll_at`.
    Underpaid {
        /// In units of the layer.
        arrived: i64,
        poll_at: Time,
    },
    /// The payment has arrived and must not be credited, for compliance.
    Rejected,
    /// The payment did not arrive in time, and no longer will.
    Expired,
}

/// A layer's answer to the cancellation of a payment request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CancelResponse {
    /// The request was not paid, and can no longer be.
    Cancelled,
    /// The payment has arrived: there is nothing to cancel.
    Received,
}

/// A settlement layer. Its answers are those of a payout rail ([`super::PayoutRail`]), and are as little
/// trusted.
pub trait SettlementLayer: Send + Sync {
    fn name(&self) -> LayerName;

    /// Returns `true` if the layer can be used at all. It is called inside transactions and must not block.
    fn is_available(&self) -> bool {
        true
    }

    /// Returns `true` if an incoming payment can be sent back to its sender.
    fn has_return_path(&self) -> bool;

    /// Returns the assets that move on the layer, in order of preference.
    fn assets(&self) -> &[SettlementAsset];

    /// Checks that the layer could take such a payment now. It stores and moves nothing.
    fn precheck<'a>(&'a self, inquiry: &'a UmaInquiry) -> BoxFuture<'a, Result<(), RailError>>;

    /// Creates the payment request of an incoming payment.
    fn create<'a>(&'a self, order: &'a InvoiceOrder) -> BoxFuture<'a, Result<PaymentRequest, RailError>>;

    /// Instructs the layer to pay.
    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>>;

    /// Requests the state of a payment.
    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>>;

    /// Requests the state of an incoming payment.
    fn incoming_status<'a>(
        &'a self,
        order: &'a IncomingUmaOrder,
    ) -> BoxFuture<'a, Result<IncomingUmaStatus, RailError>>;

    /// Cancels the payment request of an incoming payment. After [`CancelResponse::Cancelled`] the layer must
    /// never accept a payment of it, even if its creation arrives later.
    fn cancel<'a>(&'a self, order: &'a IncomingUmaOrder) -> BoxFuture<'a, Result<CancelResponse, RailError>>;

    /// Refunds an incoming payment to its sender, as a refund rail does ([`super::RefundRail`]).
    fn refund<'a>(&'a self, order: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>>;

    /// Recalls the money of a payment that failed or is stuck, as a payout rail does.
    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>>;
}
