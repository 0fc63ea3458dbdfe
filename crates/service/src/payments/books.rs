//! What the postings of a payment are made from.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, QuoteId};
use causeway_domain::postings::{Conversion, PayoutTo};
use causeway_store::Error;
use causeway_store::payments::PaymentRecord;

use crate::internal_accounts::ledger::Reason;

/// What the payer pays, fees included.
pub(super) fn total(payment: &PaymentRecord) -> Result<Amount, Error> {
    payment.terms.sent.ok_or_else(|| lacks(payment, "amount"))
}

/// The quote to which the money is committed.
pub(super) fn committed_to(payment: &PaymentRecord) -> Result<QuoteId, Error> {
    payment.quote.ok_or_else(|| lacks(payment, "quote"))
}

/// What a conversion is booked from.
pub(super) fn conversion(payment: &PaymentRecord) -> Result<Conversion, Error> {
    let terms = payment.terms.conversion.ok_or_else(|| lacks(payment, "conversion"))?;
    Ok(Conversion {
        quote: committed_to(payment)?,
        price: terms.price,
        sending: terms.sending,
        receiving: terms.receiving,
        platform_fee_account: terms.platform_fee_account,
    })
}

/// Where converted money goes.
pub(super) const fn payout_to(payment: &PaymentRecord) -> PayoutTo {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => PayoutTo::Internal(account),
        Some(AccountRef::External(_)) | None => PayoutTo::External,
    }
}

/// What its postings belong to.
pub(super) const fn reason(payment: &PaymentRecord) -> Reason {
    Reason { transaction: payment.id, quote: payment.quote }
}

/// That it is started without is a defect of ours.
fn lacks(payment: &PaymentRecord, what: &str) -> Error {
    Error::Data(format!("{} has no {what}", payment.id))
}
