//! An order for a payment that leaves the service, for any rail.

use causeway_domain::Amount;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::InternalInvoice;

use super::lightning::LightningOrder;
use super::pace::in_time;
use crate::ports::{
    PayoutOrder, PayoutStatus, RailError, RecallReason, RecallResponse, SubmitResponse, UmaOrder, World,
};

/// An order for one of the rails.
#[derive(Debug, Clone)]
pub(in crate::payments) enum RailOrder {
    /// To an external account.
    Payout(Box<PayoutOrder>),
    /// To an external account that the Lightning node pays.
    Lightning(Box<LightningOrder>),
    /// To a UMA address.
    Uma(UmaOrder),
    /// To a UMA address of this deployment. No order is sent: the money arrives in the commit in which it
    /// leaves.
    Internal(InternalOrder),
}

/// A payment to a UMA address of this deployment.
#[derive(Debug, Clone, Copy)]
pub(in crate::payments) struct InternalOrder {
    pub(in crate::payments) platform: PlatformId,
    /// The payer's payment.
    pub(in crate::payments) transaction: TransactionId,
    /// The amount that arrives.
    pub(in crate::payments) amount: Amount,
    /// The receiver's payment.
    pub(in crate::payments) invoice: InternalInvoice,
}

impl RailOrder {
    /// Returns the platform, the payment, and the amount to arrive.
    pub(in crate::payments) fn subject(&self) -> (PlatformId, TransactionId, Amount) {
        match self {
            Self::Payout(order) => (order.platform, order.transaction, order.amount),
            Self::Lightning(order) => (order.platform, order.transaction, order.amount),
            Self::Uma(order) => (order.platform, order.transaction, order.amount),
            Self::Internal(order) => (order.platform, order.transaction, order.amount),
        }
    }

    /// Returns the rail's name for operators, or `None` if the destination has no rails.
    pub(in crate::payments) fn rail(&self) -> Option<&str> {
        match self {
            Self::Payout(order) => order.rail.map(PaymentRail::as_str),
            Self::Lightning(_) => Some("LIGHTNING"),
            Self::Uma(_) | Self::Internal(_) => Some("UMA"),
        }
    }

    /// Returns `true` if the order pays an invoice: an arrival has a proof, and cannot be undone.
    pub(in crate::payments) const fn pays_invoice(&self) -> bool {
        match self {
            Self::Lightning(_) => true,
            Self::Uma(order) => order.exact.is_some(),
            Self::Payout(_) | Self::Internal(_) => false,
        }
    }

    /// Instructs the rail to pay.
    pub(in crate::payments) async fn submit(&self, world: &World) -> Result<SubmitResponse, RailError> {
        match self {
            Self::Payout(order) => in_time(world.payouts.submit(order)).await,
            Self::Lightning(order) => order.submit(world).await,
            Self::Uma(order) => in_time(world.layer(order.layer)?.submit(order)).await,
            Self::Internal(_) => Err(RailError::NotAvailable),
        }
    }

    /// Asks the rail what became of the payment.
    pub(in crate::payments) async fn status(&self, world: &World) -> Result<PayoutStatus, RailError> {
        match self {
            Self::Payout(order) => in_time(world.payouts.status(order)).await,
            Self::Lightning(order) => order.status(world).await,
            Self::Uma(order) => in_time(world.layer(order.layer)?.status(order)).await,
            // An internal payment arrives in the commit in which it leaves; before, it is unknown.
            Self::Internal(_) => Ok(PayoutStatus::Unknown),
        }
    }

    /// Recalls the money at the rail.
    pub(in crate::payments) async fn recall(
        &self,
        world: &World,
        reason: RecallReason,
    ) -> Result<RecallResponse, RailError> {
        match self {
            Self::Payout(order) => in_time(world.payouts.recall(order, reason)).await,
            Self::Lightning(order) => order.recall(world).await,
            Self::Uma(order) => in_time(world.layer(order.layer)?.recall(order)).await,
            Self::Internal(_) => Ok(RecallResponse::Released),
        }
    }
}
