//! A production platform without adapters (conventions 2.2): says so before anything is written.

use causeway_domain::Amount;
use futures_util::future::{BoxFuture, ready};

use super::{
    DebitAnswer, DebitOrder, DebitRail, DebitState, NameCheck, NameCheckAnswer, NameQuery, PayoutInquiry,
    PayoutOrder, PayoutRail, PayoutStatus, RailError, Recall, Screening, ScreeningAnswer, ScreeningQuery,
    Submission,
};

/// No rail pays out: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoPayoutRail;

impl PayoutRail for NoPayoutRail {
    fn is_there(&self) -> bool {
        false
    }

    fn precheck<'a>(&'a self, _: &'a PayoutInquiry) -> BoxFuture<'a, Result<(), RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn submit<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<Submission, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn status<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<PayoutStatus, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn recall<'a>(&'a self, _: &'a PayoutOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}

/// No rail debits: `501 NOT_IMPLEMENTED` at the call.
#[derive(Debug, Clone, Copy)]
pub struct NoDebitRail;

impl DebitRail for NoDebitRail {
    fn is_there(&self) -> bool {
        false
    }

    fn precheck(&self, _: Amount) -> BoxFuture<'_, Result<(), RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn submit<'a>(&'a self, _: &'a DebitOrder) -> BoxFuture<'a, Result<DebitAnswer, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn status<'a>(&'a self, _: &'a DebitOrder) -> BoxFuture<'a, Result<DebitState, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }

    fn recall<'a>(&'a self, _: &'a DebitOrder) -> BoxFuture<'a, Result<Recall, RailError>> {
        Box::pin(ready(Err(RailError::NotAvailable)))
    }
}

/// No names are compared.
#[derive(Debug, Clone, Copy)]
pub struct NoNameCheck;

impl NameCheck for NoNameCheck {
    fn check<'a>(&'a self, _: &'a NameQuery) -> BoxFuture<'a, Result<NameCheckAnswer, RailError>> {
        Box::pin(ready(Ok(NameCheckAnswer::Unsupported)))
    }
}

/// No accounts are screened: they wait for an operator.
#[derive(Debug, Clone, Copy)]
pub struct NoScreening;

impl Screening for NoScreening {
    fn screen<'a>(&'a self, _: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>> {
        Box::pin(ready(Ok(ScreeningAnswer::LeftToOperator)))
    }
}
