//! Payments that somebody decides about by hand (money 9, 13).

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{OutgoingFailure, RefundReason, RefundStatus, TransactionStatus};
use causeway_store::payments::PaymentRecord;
use serde::{Deserialize, Serialize};

use super::Noun;
use super::argument::{Argument, option, positional};
use crate::payments::operate;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    transaction: TransactionId,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Fail {
    transaction: TransactionId,
    #[serde(default = "failure")]
    failure: OutgoingFailure,
}

const fn failure() -> OutgoingFailure {
    OutgoingFailure::QuoteExecutionFailed
}

pub(super) const TRANSACTION: Argument = positional("transaction", "The payment's id");

const FAILURE: Argument = option(
    "failure",
    "The reason that the platform sees: ACCOUNT_INVALID, ACCOUNT_CANNOT_RECEIVE, COMPLIANCE_REJECTED, … \
     [default: QUOTE_EXECUTION_FAILED]",
);

/// A payment and its refund.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Shown {
    transaction: TransactionId,
    status: TransactionStatus,
    failure: Option<String>,
    refund: Option<RefundStatus>,
    refund_reason: Option<RefundReason>,
}

pub(super) fn noun() -> Noun {
    const NAMED: &[Argument] = &[TRANSACTION];
    Noun::new("payment", "Payouts, direct debits and their refunds")
        .change("settle", "Records that a payout has arrived, or that a direct debit or a deposit has settled", NAMED, |tx, context, named: &Named| {
            Ok(Shown::from(operate::settle(tx, context, named.transaction)?))
        })
        .change(
            "fail",
            "Records that a payout has failed, and refunds it; or that a direct debit or a deposit has failed",
            &[TRANSACTION, FAILURE],
            |tx, context, fail: &Fail| {
                Ok(Shown::from(operate::fail(tx, context, fail.transaction, fail.failure)?))
            },
        )
        .change(
            "return",
            "Records that the receiving bank has sent a payout back, and refunds it; or that the debited bank has taken \
             a transfer back",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(operate::send_back(tx, context, named.transaction)?))
            },
        )
        .change("refund", "Gives up a stuck payout, and refunds it", NAMED, |tx, context, named: &Named| {
            Ok(Shown::from(operate::give_up(tx, context, named.transaction)?))
        })
        .change(
            "release",
            "Records that the rail has released the money of a pending refund, and completes the refund",
            NAMED,
            |tx, context, named: &Named| Ok(Shown::from(operate::release(tx, context, named.transaction)?)),
        )
        .change(
            "keep",
            "Records that the rail keeps the money of a pending refund: what the payer is owed goes to suspense",
            NAMED,
            |tx, context, named: &Named| Ok(Shown::from(operate::keep(tx, context, named.transaction)?)),
        )
}

impl From<PaymentRecord> for Shown {
    fn from(payment: PaymentRecord) -> Self {
        let refund = payment.state.refund;
        Self {
            transaction: payment.id,
            status: payment.status,
            failure: payment.state.failure.map(|reason| reason.to_string()),
            refund: refund.as_ref().map(|refund| refund.status),
            refund_reason: refund.map(|refund| refund.reason),
        }
    }
}
