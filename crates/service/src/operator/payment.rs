//! Payments that somebody decides about by hand (money 9, 13).

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{
    OutgoingFailure, RefundReason, RefundStatus, TransactionStatus, UnmatchedStatus,
};
use causeway_store::payments::PaymentRecord;
use causeway_store::unmatched_deposits::UnmatchedRecord;
use serde::{Deserialize, Serialize};

use super::Noun;
use super::argument::{Argument, option, positional};
use crate::deposits::Taken;
use crate::payments::{operate, unmatched};

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
            |tx, context, named: &Named| {
                let id = named.transaction;
                Ok(match unmatched::release(tx, context, id)? {
                    Some(record) => record.into(),
                    None => Outcome::from(operate::release(tx, context, id)?),
                })
            },
        )
        .change(
            "keep",
            "Records that the rail keeps the money of a pending refund: what the payer is owed goes to suspense",
            NAMED,
            |tx, context, named: &Named| {
                let id = named.transaction;
                Ok(match unmatched::keep(tx, context, id)? {
                    Some(record) => record.into(),
                    None => Outcome::from(operate::keep(tx, context, id)?),
                })
            },
        )
}

/// A payment, or money that fits no account and no quote.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Outcome {
    Payment(Shown),
    /// `payment` is the deposit that it has become.
    Unmatched {
        transaction: TransactionId,
        status: UnmatchedStatus,
        payment: Option<TransactionId>,
    },
}

impl From<PaymentRecord> for Outcome {
    fn from(payment: PaymentRecord) -> Self {
        Self::Payment(payment.into())
    }
}

impl From<UnmatchedRecord> for Outcome {
    fn from(record: UnmatchedRecord) -> Self {
        Self::Unmatched { transaction: record.id, status: record.status, payment: record.payment }
    }
}

impl From<Taken> for Outcome {
    fn from(taken: Taken) -> Self {
        match taken {
            Taken::Payment(payment) => (*payment).into(),
            Taken::Unmatched(record) => (*record).into(),
        }
    }
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
