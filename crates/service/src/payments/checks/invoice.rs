//! Lightning invoices as destinations: they expire, may fix the amount that arrives, and are paid once (money
//! 4.3).

use causeway_domain::Time;
use causeway_domain::external_accounts::PayableInvoice;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::TransactionStatus;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::payments::{self, InvoiceTerms, PaymentRecord};
use causeway_store::{Error, Tx, invoice_payments};

use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the invoice that an account is, or `None` for any other account.
pub(crate) fn of(account: &ExternalAccountRecord) -> Option<PayableInvoice> {
    let invoice = account.doc.account_info.get("invoice")?.as_str()?;
    (account.account_type == "LIGHTNING").then(|| PayableInvoice::read(invoice))
}

/// Returns the invoice terms of a payment to an account, or `None` if it is not an invoice.
pub(crate) fn terms_of(account: &ExternalAccountRecord) -> Option<InvoiceTerms> {
    of(account).map(|invoice| InvoiceTerms { id: invoice.id, fixes_amount: invoice.satoshis.is_some() })
}

/// Returns `true` if an account is an expired invoice.
pub(in crate::payments) fn is_expired(account: &ExternalAccountRecord, now: Time) -> bool {
    of(account).is_some_and(|invoice| invoice.is_expired(now))
}

/// Refuses a quote that would deliver another amount than the invoice fixes.
///
/// # Errors
/// `INVALID_AMOUNT`.
pub(crate) fn check_arriving(account: &ExternalAccountRecord, arriving: i64) -> Result<(), ApiError> {
    match of(account).and_then(|invoice| invoice.satoshis) {
        Some(fixed) if fixed != arriving => Err(errors::invoice_fixes(fixed)),
        Some(_) | None => Ok(()),
    }
}

/// Refuses an invoice that another payment of the platform pays or has paid.
///
/// # Errors
/// `CONFLICT` with `INVOICE_PAID`.
pub(crate) fn check_unpaid(
    tx: &mut Tx<'_>,
    context: &Context,
    invoice: Option<&InvoiceTerms>,
) -> Result<(), ApiError> {
    if is_paid(tx, context, invoice)? { Err(errors::invoice_paid()) } else { Ok(()) }
}

/// Returns `true` if a payment of the platform pays an invoice or has paid it.
pub(crate) fn is_paid(
    tx: &mut Tx<'_>,
    context: &Context,
    invoice: Option<&InvoiceTerms>,
) -> Result<bool, Error> {
    let Some(invoice) = invoice else { return Ok(false) };
    match invoice_payments::find(tx, context.platform, &invoice.id)? {
        Some(payment) => claims_invoice(tx, context, payment),
        None => Ok(false),
    }
}

/// Claims an invoice for a payment that is about to start. A no-op for a payment without an invoice.
///
/// # Errors
/// `CONFLICT` with `INVOICE_PAID`.
pub(in crate::payments) fn claim(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: &PaymentRecord,
) -> Result<(), ApiError> {
    let Some(InvoiceTerms { id: invoice, .. }) = &payment.terms.invoice else { return Ok(()) };
    if claim_hash(tx, context, payment.id, invoice)? { Ok(()) } else { Err(errors::invoice_paid()) }
}

/// Claims the payment hash of an invoice for a payment. Returns `false`, and writes nothing, if another payment
/// of the platform pays it or has paid it.
pub(in crate::payments) fn claim_hash(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    hash: &str,
) -> Result<bool, Error> {
    let platform = context.platform;
    match invoice_payments::lock(tx, platform, hash)? {
        None => invoice_payments::insert(tx, platform, hash, payment)?,
        Some(other) if claims_invoice(tx, context, other)? => return Ok(false),
        Some(_) => invoice_payments::replace(tx, platform, hash, payment)?,
    }
    Ok(true)
}

/// Returns `true` if a payment still claims its invoice; a failed one has not paid it.
fn claims_invoice(tx: &mut Tx<'_>, context: &Context, payment: TransactionId) -> Result<bool, Error> {
    let payment = payments::find(tx, context.platform, payment)?.ok_or(Error::Missing)?;
    Ok(match payment.status() {
        TransactionStatus::Failed
        | TransactionStatus::Refunded
        | TransactionStatus::Expired
        | TransactionStatus::Rejected => false,
        TransactionStatus::Created
        | TransactionStatus::Pending
        | TransactionStatus::PendingAuthorization
        | TransactionStatus::Processing
        | TransactionStatus::Completed => true,
    })
}
