//! Manual decisions about payments (money 9, 13).

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::{
    OutgoingFailure, RefundReason, RefundStatus, TransactionStatus, UnmatchedStatus,
};
use causeway_domain::search::ResourceKind;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;
use causeway_store::unmatched_deposits::UnmatchedRecord;

use super::{
    Answer, Argument, Subject, arguments, noun, option, payment_list, payment_show, positional, view,
};
use crate::deposits::DepositOutcome;
use crate::payments::operate;
use crate::payments::rail::unmatched;
use crate::runtime::context::Context;

noun! {
    /// Payouts, direct debits and their refunds
    "payment" {
        /// List the payments, newest first
        "list": Look => read_deployment(payment_list::list).with_platform(),
        /// Show a payment: what it waits for, its price, its timeline and its alerts
        "show": Look => read_deployment(payment_show::show).with_platform(),
        /// Record that a payout arrived, or that a direct debit or deposit settled
        "settle": Money => change_one(operate::settle, PaymentView::from).irreversible(),
        /// Record that a payout failed, and refund it; or that a direct debit or deposit failed
        "fail": Money => change(fail).irreversible(),
        /// Record that the receiving bank returned a payout, and refund it; or that the debited bank reversed
        /// a transfer
        "return": Money => change_one(operate::return_by_bank, PaymentView::from).irreversible(),
        /// Give up a stuck payout and refund it
        "refund": Money => change_one(operate::refund_stuck, PaymentView::from).irreversible(),
        /// Record that the rail released the money of a pending refund, and complete the refund
        "release": Money => change_one(release, PaymentOutcome::from).irreversible(),
        /// Record that the rail keeps the money of a pending refund: the amount owed to the payer moves to
        /// suspense
        "keep": Money => change_one(keep, PaymentOutcome::from).irreversible(),
    }
}

impl Subject for TransactionId {
    const ARGUMENT: Argument = positional("Payment id")
        .id_of(&[ResourceKind::Payment, ResourceKind::UnmatchedDeposit])
        .versioned()
        .named("transaction");
}

arguments! {
    struct FailRequest {
        transaction: TransactionId = TransactionId::ARGUMENT,
        #[serde(default = "failure")]
        failure: OutgoingFailure = option(
            "Failure reason shown to the platform: ACCOUNT_INVALID, ACCOUNT_CANNOT_RECEIVE, COMPLIANCE_REJECTED, … \
             [default: QUOTE_EXECUTION_FAILED]",
        ),
    }
}

const fn failure() -> OutgoingFailure {
    OutgoingFailure::QuoteExecutionFailed
}

view! {
    /// A payment and its refund.
    pub(super) struct PaymentView of payment: PaymentRecord {
        transaction: TransactionId = payment.id,
        status: TransactionStatus = payment.status(),
        failure: Option<String> = payment.phase().failure().map(|reason| reason.to_string()),
        refund: Option<RefundStatus> = payment.state().refund.as_ref().map(|refund| refund.status),
        refund_reason: Option<RefundReason> = payment.state().refund.as_ref().map(|refund| refund.reason),
    }
}

/// A payment, or an unmatched deposit.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub(super) enum PaymentOutcome {
    Payment(PaymentView),
    /// An unmatched deposit; `payment` is the payment that it has become.
    Unmatched {
        transaction: TransactionId,
        status: UnmatchedStatus,
        payment: Option<TransactionId>,
    },
}

fn fail(tx: &mut Tx<'_>, context: &Context, fail: &FailRequest) -> Answer<PaymentView> {
    Ok(operate::fail(tx, context, fail.transaction, fail.failure)?.into())
}

fn release(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Answer<PaymentOutcome> {
    Ok(match unmatched::release(tx, context, id)? {
        Some(record) => record.into(),
        None => operate::release(tx, context, id)?.into(),
    })
}

fn keep(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Answer<PaymentOutcome> {
    Ok(match unmatched::keep(tx, context, id)? {
        Some(record) => record.into(),
        None => operate::keep(tx, context, id)?.into(),
    })
}

impl From<PaymentRecord> for PaymentOutcome {
    fn from(payment: PaymentRecord) -> Self {
        Self::Payment(payment.into())
    }
}

impl From<UnmatchedRecord> for PaymentOutcome {
    fn from(record: UnmatchedRecord) -> Self {
        Self::Unmatched { transaction: record.id, status: record.status, payment: record.payment }
    }
}

impl From<DepositOutcome> for PaymentOutcome {
    fn from(outcome: DepositOutcome) -> Self {
        match outcome {
            DepositOutcome::Payment(payment) => (*payment).into(),
            DepositOutcome::Unmatched(record) => (*record).into(),
        }
    }
}
