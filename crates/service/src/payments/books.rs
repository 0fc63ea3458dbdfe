//! What the postings of a payment are made from.

use causeway_domain::Amount;
use causeway_domain::ids::QuoteId;
use causeway_domain::postings::{Conversion, Deposit, PayoutTo, UmaReceipt};
use causeway_store::Error;
use causeway_store::payments::PaymentRecord;

use super::phase::is_deposit;
use crate::internal_accounts::ledger::Reason;

/// What the payer pays, fees included.
pub(super) fn total(payment: &PaymentRecord) -> Result<Amount, Error> {
    payment.terms.sent.ok_or_else(|| lacks(payment, "amount"))
}

/// What goes back where the payment does not succeed: what was paid in for it, or else what it takes from its source.
pub(super) fn refundable(payment: &PaymentRecord) -> Result<Amount, Error> {
    match &payment.state.funding {
        Some(funding) => Ok(funding.amount),
        None if is_deposit(payment) => Ok(deposit(payment)?.arrived),
        None => total(payment),
    }
}

/// What a deposit is booked from.
pub(super) fn deposit(payment: &PaymentRecord) -> Result<Deposit, Error> {
    payment.deposit().ok_or_else(|| lacks(payment, "amount"))
}

/// The quote to which the money is committed.
pub(super) fn committed_to(payment: &PaymentRecord) -> Result<QuoteId, Error> {
    payment.quote.ok_or_else(|| lacks(payment, "quote"))
}

/// What a conversion is booked from.
pub(super) fn conversion(payment: &PaymentRecord) -> Result<Conversion, Error> {
    committed_to(payment)?;
    payment.conversion().ok_or_else(|| lacks(payment, "conversion"))
}

/// What money from a UMA address is booked from.
pub(super) fn receipt(payment: &PaymentRecord) -> Result<UmaReceipt, Error> {
    payment.uma_receipt().ok_or_else(|| lacks(payment, "receipt"))
}

/// Where converted money goes.
pub(super) const fn payout_to(payment: &PaymentRecord) -> PayoutTo {
    payment.payout_to()
}

/// What its postings belong to.
pub(super) const fn reason(payment: &PaymentRecord) -> Reason {
    Reason { transaction: payment.id, quote: payment.quote }
}

/// That it is started without is a defect of ours.
fn lacks(payment: &PaymentRecord, what: &str) -> Error {
    Error::Data(format!("{} has no {what}", payment.id))
}
