//! Lightning invoices as destinations: they expire, may fix the amount that arrives, and are paid once (money
//! 4.3).

use causeway_domain::Time;
use causeway_domain::external_accounts::PayableInvoice;
use causeway_domain::ids::TransactionId;
use causeway_domain::payments::lifecycle::Custody;
use causeway_domain::payments::{RefundStatus, TransactionStatus};
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::invoice_payments::{InvoicePayment, InvoiceScope};
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
    of(account).map(|invoice| InvoiceTerms {
        id: invoice.id,
        fixes_amount: invoice.satoshis.is_some(),
        is_sample: invoice.expires_at.is_none(),
    })
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

/// Refuses an invoice that another payment of the environment pays, has paid, or may still pay.
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

/// Returns `true` if a payment of the environment pays an invoice, has paid it, or may still pay it.
pub(crate) fn is_paid(
    tx: &mut Tx<'_>,
    context: &Context,
    invoice: Option<&InvoiceTerms>,
) -> Result<bool, Error> {
    let Some(invoice) = invoice else { return Ok(false) };
    match invoice_payments::find(tx, scope(context, invoice), &invoice.id)? {
        Some(payment) => claims_invoice(tx, payment),
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
    let Some(invoice) = &payment.terms.invoice else { return Ok(()) };
    let by = InvoicePayment { platform: context.platform, transaction: payment.id };
    if claim_in(tx, scope(context, invoice), &invoice.id, by)? { Ok(()) } else { Err(errors::invoice_paid()) }
}

/// Claims the payment hash of an invoice for a payment. Returns `false`, and writes nothing, if another payment
/// of the environment pays it, has paid it, or may still pay it.
pub(in crate::payments) fn claim_hash(
    tx: &mut Tx<'_>,
    context: &Context,
    payment: TransactionId,
    hash: &str,
) -> Result<bool, Error> {
    let by = InvoicePayment { platform: context.platform, transaction: payment };
    claim_in(tx, InvoiceScope::Environment(context.environment), hash, by)
}

fn claim_in(tx: &mut Tx<'_>, scope: InvoiceScope, invoice: &str, by: InvoicePayment) -> Result<bool, Error> {
    match invoice_payments::lock(tx, scope, invoice)? {
        None => invoice_payments::insert(tx, scope, invoice, by)?,
        Some(other) if claims_invoice(tx, other)? => return Ok(false),
        Some(_) => invoice_payments::replace(tx, scope, invoice, by)?,
    }
    Ok(true)
}

/// Returns the payments among which an invoice is paid once. The platforms of an environment share its node.
const fn scope(context: &Context, invoice: &InvoiceTerms) -> InvoiceScope {
    if invoice.is_sample {
        InvoiceScope::Platform(context.platform)
    } else {
        InvoiceScope::Environment(context.environment)
    }
}

/// Returns `true` if a payment still claims its invoice.
fn claims_invoice(tx: &mut Tx<'_>, by: InvoicePayment) -> Result<bool, Error> {
    let payment = payments::find(tx, by.platform, by.transaction)?.ok_or(Error::Missing)?;
    Ok(match payment.status() {
        TransactionStatus::Failed
        | TransactionStatus::Refunded
        | TransactionStatus::Expired
        | TransactionStatus::Rejected => may_still_pay(&payment),
        TransactionStatus::Created
        | TransactionStatus::Pending
        | TransactionStatus::PendingAuthorization
        | TransactionStatus::Processing
        | TransactionStatus::Completed => true,
    })
}

/// Returns `true` if a payment that is over may have paid its invoice: its refund is not decided, or its rail has
/// kept or delivered the money.
fn may_still_pay(payment: &PaymentRecord) -> bool {
    match payment.state().refund.as_ref().map(|refund| refund.status) {
        None | Some(RefundStatus::Completed) => false,
        Some(RefundStatus::Pending) => true,
        Some(RefundStatus::Failed) => {
            matches!(payment.phase().custody(), Some(Custody::Rail | Custody::Beneficiary))
        }
    }
}
