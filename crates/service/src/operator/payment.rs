//! Payments that somebody decides about by hand (money 9, 13).

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{
    OutgoingFailure, RefundReason, RefundStatus, TransactionStatus, UnmatchedStatus,
};
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;
use causeway_store::unmatched_deposits::UnmatchedRecord;

use super::{Answer, Argument, Subject, arguments, noun, option, positional, shown};
use crate::deposits::Taken;
use crate::payments::operate;
use crate::payments::rail::unmatched;
use crate::runtime::context::Context;

noun! {
    /// Payouts, direct debits and their refunds
    "payment" {
        /// Records that a payout has arrived, or that a direct debit or a deposit has settled
        "settle" => change_one(operate::settle, Shown::from),
        /// Records that a payout has failed, and refunds it; or that a direct debit or a deposit has failed
        "fail" => change(fail),
        /// Records that the receiving bank has sent a payout back, and refunds it; or that the debited bank has taken
        /// a transfer back
        "return" => change_one(operate::send_back, Shown::from),
        /// Gives up a stuck payout, and refunds it
        "refund" => change_one(operate::give_up, Shown::from),
        /// Records that the rail has released the money of a pending refund, and completes the refund
        "release" => change_one(release, Outcome::from),
        /// Records that the rail keeps the money of a pending refund: what the payer is owed goes to suspense
        "keep" => change_one(keep, Outcome::from),
    }
}

impl Subject for TransactionId {
    const ARGUMENT: Argument = positional("The payment's id").named("transaction");
}

arguments! {
    struct Fail {
        transaction: TransactionId = TransactionId::ARGUMENT,
        #[serde(default = "failure")]
        failure: OutgoingFailure = option(
            "The reason that the platform sees: ACCOUNT_INVALID, ACCOUNT_CANNOT_RECEIVE, COMPLIANCE_REJECTED, … \
             [default: QUOTE_EXECUTION_FAILED]",
        ),
    }
}

const fn failure() -> OutgoingFailure {
    OutgoingFailure::QuoteExecutionFailed
}

shown! {
    /// A payment and its refund.
    pub(super) struct Shown of payment: PaymentRecord {
        transaction: TransactionId = payment.id,
        status: TransactionStatus = payment.status(),
        failure: Option<String> = payment.phase().failure().map(|reason| reason.to_string()),
        refund: Option<RefundStatus> = payment.state().refund.as_ref().map(|refund| refund.status),
        refund_reason: Option<RefundReason> = payment.state().refund.as_ref().map(|refund| refund.reason),
    }
}

/// A payment, or money that fits no account and no quote.
#[derive(serde::Serialize)]
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

fn fail(tx: &mut Tx<'_>, context: &Context, fail: &Fail) -> Answer<Shown> {
    Ok(operate::fail(tx, context, fail.transaction, fail.failure)?.into())
}

fn release(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Answer<Outcome> {
    Ok(match unmatched::release(tx, context, id)? {
        Some(record) => record.into(),
        None => operate::release(tx, context, id)?.into(),
    })
}

fn keep(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Answer<Outcome> {
    Ok(match unmatched::keep(tx, context, id)? {
        Some(record) => record.into(),
        None => operate::keep(tx, context, id)?.into(),
    })
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
