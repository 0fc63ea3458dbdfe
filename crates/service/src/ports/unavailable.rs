//! Adapters of a production platform without partners (conventions 2.2): they refuse before any data is
//! written.

use futures_util::future::{BoxFuture, ready};

use super::{
    DebitAnswer, DebitInquiry, DebitOrder, DebitRail, DebitState, LivenessCheck, LivenessOutcome,
    LivenessQuery, LivenessSession, NameCheck, NameCheckAnswer, NameQuery, PayoutDestination, PayoutFailure,
    PayoutInquiry, PayoutOrder, PayoutRail, PayoutStatus, RailError, RecallReason, RecallResponse,
    RefundOrder, RefundRail, Screening, ScreeningAnswer, ScreeningQuery, SubmitResponse,
};

/// The adapter of a deployment without a payout rail: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoPayoutRail;

impl PayoutRail for NoPayoutRail {
    fn precheck<'a>(&'a self, _: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn check_destination<'a>(
        &'a self,
        _: &'a PayoutInquiry,
        _: &'a PayoutDestination,
    ) -> BoxFuture<'a, Result<Option<PayoutFailure>, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn submit<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<SubmitResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn status<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn can_cancel<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn recall<'a>(
        &'a self,
        _: &'a PayoutOrder,
        _: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}

/// The adapter of a deployment without a debit rail: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoDebitRail;

impl DebitRail for NoDebitRail {
    fn precheck<'a>(&'a self, _: &'a DebitInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn check_source<'a>(&'a self, _: &'a DebitInquiry) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn submit<'a>(&'a self, _: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn status<'a>(&'a self, _: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn can_cancel<'a>(&'a self, _: &'a DebitOrder) -> BoxFuture<'a, Result<bool, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn recall<'a>(
        &'a self,
        _: &'a DebitOrder,
        _: RecallReason,
    ) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}

/// The adapter of a deployment without liveness checks: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoLivenessCheck;

impl LivenessCheck for NoLivenessCheck {
    fn start<'a>(&'a self, _: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessSession, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn outcome<'a>(&'a self, _: &'a LivenessQuery) -> BoxFuture<'a, Result<LivenessOutcome, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}

/// The adapter of a deployment without refunds: such a deployment takes no money to refund either (decision 0128).
#[derive(Debug, Clone, Copy)]
pub struct NoRefundRail;

impl RefundRail for NoRefundRail {
    fn refund<'a>(&'a self, _: &'a RefundOrder) -> BoxFuture<'a, Result<RecallResponse, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}

/// The adapter that compares no names.
#[derive(Debug, Clone, Copy)]
pub struct NoNameCheck;

impl NameCheck for NoNameCheck {
    fn check<'a>(&'a self, _: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>> {
        Box::pin(ready(Ok(NameCheckAnswer::Unsupported)))
    }
}

/// The adapter that screens no accounts: they wait for an operator.
#[derive(Debug, Clone, Copy)]
pub struct NoScreening;

impl Screening for NoScreening {
    fn screen<'a>(&'a self, _: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>> {
        Box::pin(ready(Ok(ScreeningAnswer::LeftToOperator)))
    }
}
