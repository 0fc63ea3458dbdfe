//! The router: the ports of payouts and debits over the rails of the deployment (rails 19.2).
//!
//! No answer of an adapter, and no lack of one, is taken for an outcome: what is not certain is
//! [`RailError::Unclear`], upon which payments keep their money where it is. [`RailError::NotAvailable`] is an answer to
//! prechecks alone.

use std::sync::Arc;

use causeway_rail_protocol::values::CancelReason;
use causeway_store::rails::RouteDirection;
use futures_util::future::BoxFuture;

use super::order::ask;
use super::order::port::{OrderTimes, to_debit, to_debit_submit, to_payout, to_recall, to_submit};
use super::order::precheck::{RouteInquiry, precheck, reaches};
use super::order::{NewOrder, can_cancel};
use crate::ports::{
    DebitAnswer, DebitInquiry, DebitOrder, DebitRail, DebitState, PayoutDestination, PayoutFailure,
    PayoutInquiry, PayoutOrder, PayoutRail, PayoutStatus, RailError, RecallReason, RecallResponse,
    SubmitResponse,
};
use crate::runtime::rails::Rails;

/// The payout and debit rails of production platforms.
#[derive(Debug, Clone)]
pub struct RailRouter {
    rails: Arc<Rails>,
}

impl RailRouter {
    /// Creates the router over the rails of this process.
    #[must_use]
    pub const fn new(rails: Arc<Rails>) -> Self {
        Self { rails }
    }

    fn times(&self, order: &NewOrder) -> OrderTimes {
        OrderTimes { now: order.now(), wall: self.rails.parts().clock.now(), ordered_at: order.ordered_at() }
    }
}

const fn cancel_reason(reason: RecallReason) -> CancelReason {
    match reason {
        RecallReason::Cancelled => CancelReason::UserCancellation,
        RecallReason::Overdue => CancelReason::Timeout,
        RecallReason::GivenUp => CancelReason::Operator,
    }
}

fn payout(order: &PayoutOrder) -> NewOrder {
    NewOrder::Payout(Box::new(order.clone()))
}

fn collection(order: &DebitOrder) -> NewOrder {
    NewOrder::Collection(Box::new(order.clone()))
}

fn payout_inquiry(inquiry: &PayoutInquiry) -> RouteInquiry<'_> {
    RouteInquiry {
        platform: inquiry.platform,
        direction: RouteDirection::Payout,
        amount: inquiry.amount,
        rail: inquiry.rail,
        account: inquiry.account.as_ref(),
    }
}

fn debit_inquiry(inquiry: &DebitInquiry) -> RouteInquiry<'_> {
    RouteInquiry {
        platform: inquiry.platform,
        direction: RouteDirection::Collection,
        amount: inquiry.amount,
        rail: None,
        account: inquiry.account.as_ref(),
    }
}

impl PayoutRail for RailRouter {
    fn precheck<'a>(&'a self, inquiry: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(precheck(&self.rails, payout_inquiry(inquiry)))
    }

    fn check_destination<'a>(
        &'a self,
        inquiry: &'a PayoutInquiry,
        _: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutFailure>, RailError>> {
        Box::pin(async move {
            let inquiry = payout_inquiry(inquiry);
            if !reaches(&self.rails, &inquiry)? {
                return Ok(Some(PayoutFailure::AccountCannotReceive));
            }
            precheck(&self.rails, inquiry).await.map(|()| None)
        })
    }

    fn submit<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        Box::pin(async move {
            let order = payout(order);
            let times = self.times(&order);
            to_submit(&ask::submit(&self.rails, order).await?, times)
        })
    }

    fn status<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(async move {
            let order = payout(order);
            to_payout(&ask::follow(&self.rails, &order).await?, self.times(&order))
        })
    }

    fn can_cancel<'a>(&'a self, order: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move { can_cancel(&self.rails, &payout(order)).await })
    }

    fn recall<'a>(
        &'a self,
        order: &'a PayoutOrder,
        reason: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            let order = payout(order);
            let report = ask::cancel(&self.rails, &order, cancel_reason(reason)).await?;
            Ok(to_recall(&report, self.times(&order)))
        })
    }
}

impl DebitRail for RailRouter {
    fn precheck<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(precheck(&self.rails, debit_inquiry(inquiry)))
    }

    fn check_source<'a>(&'a self, inquiry: &'a DebitInquiry) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move {
            let inquiry = debit_inquiry(inquiry);
            if !reaches(&self.rails, &inquiry)? {
                return Ok(false);
            }
            precheck(&self.rails, inquiry).await.map(|()| true)
        })
    }

    fn submit<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>> {
        Box::pin(async move {
            let order = collection(order);
            let times = self.times(&order);
            to_debit_submit(&ask::submit(&self.rails, order).await?, times)
        })
    }

    fn status<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>> {
        Box::pin(async move {
            let order = collection(order);
            to_debit(&ask::follow(&self.rails, &order).await?, self.times(&order))
        })
    }

    fn can_cancel<'a>(&'a self, order: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(async move { can_cancel(&self.rails, &collection(order)).await })
    }

    fn recall<'a>(
        &'a self,
        order: &'a DebitOrder,
        reason: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(async move {
            let order = collection(order);
            let report = ask::cancel(&self.rails, &order, cancel_reason(reason)).await?;
            Ok(to_recall(&report, self.times(&order)))
        })
    }
}
