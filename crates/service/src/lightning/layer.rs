//! The settlement layer `ln` over a node. No answer of the node is believed that can be checked: an invoice has
//! to be the ordered one, and a payment has a preimage.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::external_accounts::{Invoice, LightningNetwork};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::LayerName;
use causeway_domain::{Clock, Time};
use causeway_store::payments::SettlementProof;
use causeway_store::platforms::Environment;
use causeway_uma::hex;
use futures_util::future::{BoxFuture, FutureExt, ready};
use sha2::{Digest, Sha256};

use super::payee::network_of;
use crate::ports::{
    CancelResponse, ExactPayment, IncomingUmaOrder, IncomingUmaStatus, InvoiceOrder, LightningNode,
    NodeInvoice, NodeInvoiceOrder, NodeInvoiceState, NodeKey, NodePaymentOrder, NodePaymentState,
    PaymentRequest, PayoutFailure, PayoutStatus, RailError, RecallResponse, RefundOrder, SettlementAsset,
    SettlementLayer, SubmitResponse, UmaInquiry, UmaOrder,
};

/// Polling interval of an open invoice, and of a payment whose invoice can still be paid.
const POLL: Duration = Duration::from_secs(1);
/// Polling interval of a payment that is still under way when its invoice has expired.
const LATE_POLL: Duration = Duration::from_mins(1);
/// Polling interval after an answer that only a person can resolve.
const DEFECT_POLL: Duration = Duration::from_hours(1);
/// Time after the expiry of an invoice from which a payment that the node does not know can no longer begin,
/// also if a request is late or a clock is wrong.
const EXPIRY_MARGIN: Duration = Duration::from_mins(1);
/// The identifier of the asset in messages.
const ASSET: &str = "BTC";
/// The node's reason for a payment that failed because its invoice had expired.
const INVOICE_EXPIRED: &str = "INVOICE_EXPIRED";

/// The settlement layer of one environment.
pub struct LnLayer {
    node: Arc<dyn LightningNode>,
    network: LightningNetwork,
    /// Invoices expire in wall time.
    clock: Clock,
    assets: [SettlementAsset; 1],
}

/// The invoice of a payment, as ordered.
struct PayableOrder<'a> {
    exact: &'a ExactPayment,
    expires_at: Time,
}

impl LnLayer {
    #[must_use]
    pub fn new(environment: Environment, node: Arc<dyn LightningNode>, clock: Clock) -> Self {
        let asset =
            SettlementAsset { identifier: ASSET.to_owned(), decimals: 11, booked_as: CurrencyCode::BTC };
        Self { node, network: network_of(environment), clock, assets: [asset] }
    }

    /// Returns the invoice of an order, or `None` if it differs from the agreed one. Such an order never
    /// reaches the node. An invoice without an amount is paid with that of the order.
    fn payable<'a>(&self, order: &'a UmaOrder) -> Option<PayableOrder<'a>> {
        let exact = order.exact.as_ref()?;
        let invoice = Invoice::parse(&order.pay_request).ok()?;
        let is_agreed = invoice.network() == self.network
            && invoice.millisatoshis().is_none_or(|amount| amount == exact.amount)
            && hex::encode(invoice.payment_hash()) == exact.payment_hash;
        is_agreed.then_some(PayableOrder { exact, expires_at: invoice.expires_at() })
    }

    /// Returns an invoice of the node as a payment request, or `None` if it is not the ordered one.
    fn request(&self, order: &InvoiceOrder, made: NodeInvoice) -> Option<PaymentRequest> {
        let invoice = Invoice::parse(&made.text).ok()?;
        let reference = hex::encode(invoice.payment_hash());
        let is_ordered = invoice.network() == self.network
            && invoice.millisatoshis() == Some(order.exact)
            && invoice.description_hash() == Some(&order.description_hash)
            && made.payment_hash.eq_ignore_ascii_case(&reference)
            && invoice.expires_at() > self.clock.now();
        is_ordered.then(|| PaymentRequest { text: made.text, reference, expires_at: invoice.expires_at() })
    }

    async fn create_invoice(&self, order: &InvoiceOrder) -> Result<PaymentRequest, RailError> {
        if order.asset != ASSET || order.exact <= 0 {
            return Err(RailError::NotAvailable);
        }
        let node_order = NodeInvoiceOrder {
            key: NodeKey { platform: order.platform, transaction: order.transaction },
            amount: order.exact,
            description_hash: order.description_hash,
            expiry: order.expiry,
        };
        let made = self.node.create_invoice(&node_order).await?;
        self.request(order, made).ok_or_else(|| {
            tracing::error!(transaction = %order.transaction, "the Lightning node made another invoice than ordered");
            RailError::Unclear
        })
    }

    async fn pay(&self, order: &UmaOrder) -> Result<SubmitResponse, RailError> {
        let Some(payable) = self.payable(order) else {
            tracing::error!(transaction = %order.transaction, "the invoice differs from the agreed one and is not paid");
            return Ok(SubmitResponse::Refused(PayoutFailure::ExecutionFailed));
        };
        if payable.expires_at <= self.clock.now() {
            return Ok(SubmitResponse::Refused(PayoutFailure::RequestExpired));
        }
        let node_order = NodePaymentOrder {
            key: key_of(order),
            invoice: order.pay_request.clone(),
            amount: payable.exact.amount,
            max_fee: payable.exact.max_fee,
        };
        match self.node.pay(&node_order).await? {
            // The inquiry that follows records the proof.
            NodePaymentState::Paid { .. } => {
                Ok(SubmitResponse::Accepted { poll_at: order.now, settles_at: None })
            }
            NodePaymentState::Pending => {
                Ok(SubmitResponse::Accepted { poll_at: order.now.plus(POLL), settles_at: None })
            }
            NodePaymentState::Failed { reason } => Ok(SubmitResponse::Refused(failure_of(order, &reason))),
            NodePaymentState::Unknown => Err(RailError::Unclear),
        }
    }

    async fn payment_status(&self, order: &UmaOrder) -> Result<PayoutStatus, RailError> {
        let Some(payable) = self.payable(order) else {
            return Ok(PayoutStatus::Failed(PayoutFailure::ExecutionFailed));
        };
        Ok(match self.node.payment_state(key_of(order)).await? {
            NodePaymentState::Unknown => PayoutStatus::Unknown,
            NodePaymentState::Pending => {
                PayoutStatus::Pending { poll_at: self.next_poll(order, &payable), settles_at: None }
            }
            NodePaymentState::Paid { preimage, fee } => {
                let fee = Some(fee).filter(|fee| *fee >= 0);
                let proof = Some(SettlementProof { fee, ..proven(order, payable.exact, &preimage)? });
                PayoutStatus::Delivered { poll_at: None, on_chain: None, proof }
            }
            NodePaymentState::Failed { reason } => PayoutStatus::Failed(failure_of(order, &reason)),
        })
    }

    /// Returns the node's answer about the money of a payment. Nodes do not withdraw a payment: it ends by
    /// itself, and one that the node does not know cannot begin after its invoice has expired.
    async fn recall_payment(&self, order: &UmaOrder) -> Result<RecallResponse, RailError> {
        let Some(payable) = self.payable(order) else { return Ok(RecallResponse::Released) };
        Ok(match self.node.payment_state(key_of(order)).await? {
            NodePaymentState::Failed { .. } => RecallResponse::Released,
            NodePaymentState::Paid { preimage, .. } => {
                proven(order, payable.exact, &preimage)?;
                RecallResponse::Arrived
            }
            NodePaymentState::Pending => RecallResponse::Pending { poll_at: self.next_poll(order, &payable) },
            NodePaymentState::Unknown => {
                let end = payable.expires_at.plus(EXPIRY_MARGIN);
                let left = end.since(self.clock.now());
                if left.is_zero() {
                    RecallResponse::Released
                } else {
                    RecallResponse::Pending { poll_at: order.now.plus(left) }
                }
            }
        })
    }

    fn next_poll(&self, order: &UmaOrder, payable: &PayableOrder<'_>) -> Time {
        let is_late = payable.expires_at <= self.clock.now();
        order.now.plus(if is_late { LATE_POLL } else { POLL })
    }

    async fn invoice_status(&self, order: &IncomingUmaOrder) -> Result<IncomingUmaStatus, RailError> {
        let exact = order.exact.ok_or(RailError::NotAvailable)?;
        let key = NodeKey { platform: order.platform, transaction: order.transaction };
        Ok(match self.node.invoice_state(key).await? {
            NodeInvoiceState::Unknown | NodeInvoiceState::Open => {
                IncomingUmaStatus::Awaited { poll_at: order.now.plus(POLL) }
            }
            NodeInvoiceState::Paid { amount, .. } if amount < exact => {
                IncomingUmaStatus::Underpaid { arrived: amount, poll_at: order.now.plus(DEFECT_POLL) }
            }
            NodeInvoiceState::Paid { payment_hash, .. } => {
                let reference = payment_hash.to_ascii_lowercase();
                let is_hash = hex::decode(&reference).is_some_and(|bytes| bytes.len() == 32);
                let proof = is_hash.then_some(SettlementProof { reference, preimage: None, fee: None });
                IncomingUmaStatus::Received { proof }
            }
            NodeInvoiceState::Cancelled => IncomingUmaStatus::Expired,
        })
    }

    async fn cancel_invoice(&self, order: &IncomingUmaOrder) -> Result<CancelResponse, RailError> {
        let key = NodeKey { platform: order.platform, transaction: order.transaction };
        match self.node.cancel_invoice(key).await? {
            NodeInvoiceState::Cancelled => Ok(CancelResponse::Cancelled),
            NodeInvoiceState::Paid { .. } => Ok(CancelResponse::Received),
            NodeInvoiceState::Open | NodeInvoiceState::Unknown => Err(RailError::Unclear),
        }
    }
}

const fn key_of(order: &UmaOrder) -> NodeKey {
    NodeKey { platform: order.platform, transaction: order.transaction }
}

/// Returns the proof of a payment.
///
/// # Errors
/// [`RailError::Unclear`] if the preimage is not that of the payment hash: then nothing is proven.
fn proven(order: &UmaOrder, exact: &ExactPayment, preimage: &str) -> Result<SettlementProof, RailError> {
    let bytes = hex::decode(preimage).filter(|bytes| bytes.len() == 32);
    match bytes {
        Some(bytes) if hex::encode(&Sha256::digest(&bytes)) == exact.payment_hash => {
            let preimage = Some(hex::encode(&bytes));
            Ok(SettlementProof { reference: exact.payment_hash.clone(), preimage, fee: None })
        }
        Some(_) | None => {
            tracing::error!(
                transaction = %order.transaction,
                "the Lightning node reports a payment as paid, but its preimage is wrong"
            );
            Err(RailError::Unclear)
        }
    }
}

/// Returns the failure for the node's reason, which is logged.
fn failure_of(order: &UmaOrder, reason: &str) -> PayoutFailure {
    let shown: String = reason.chars().take(100).collect();
    tracing::warn!(transaction = %order.transaction, reason = shown, "a Lightning payment failed");
    if reason == INVOICE_EXPIRED { PayoutFailure::RequestExpired } else { PayoutFailure::ExecutionFailed }
}

impl SettlementLayer for LnLayer {
    fn name(&self) -> LayerName {
        LayerName::Ln
    }

    fn has_return_path(&self) -> bool {
        false
    }

    fn assets(&self) -> &[SettlementAsset] {
        &self.assets
    }

    fn precheck<'a>(&'a self, _: &'a UmaInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        // A node tells only by an attempt that it can pay.
        ready(Ok(())).boxed()
    }

    fn create<'a>(&'a self, order: &'a InvoiceOrder) -> BoxFuture<'a, Result<PaymentRequest, RailError>> {
        self.create_invoice(order).boxed()
    }

    fn submit<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        self.pay(order).boxed()
    }

    fn status<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        self.payment_status(order).boxed()
    }

    fn incoming_status<'a>(
        &'a self,
        order: &'a IncomingUmaOrder,
    ) -> BoxFuture<'a, Result<IncomingUmaStatus, RailError>> {
        self.invoice_status(order).boxed()
    }

    fn cancel<'a>(&'a self, order: &'a IncomingUmaOrder) -> BoxFuture<'a, Result<CancelResponse, RailError>> {
        self.cancel_invoice(order).boxed()
    }

    fn refund<'a>(&'a self, _: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        // No node returns a payment: the money stays in suspense for an operator.
        ready(Ok(RecallResponse::Declined)).boxed()
    }

    fn recall<'a>(&'a self, order: &'a UmaOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        self.recall_payment(order).boxed()
    }
}
