//! Checks of the invoice in a pay response, before anything is paid (uma 6.4).

use causeway_domain::Time;
use causeway_domain::external_accounts::{Invoice, LightningNetwork};
use causeway_domain::payments::{InternalInvoice, LayerName};
use causeway_store::platforms::Environment;
use causeway_uma::amounts::Multiplier;
use causeway_uma::pay::{PayAmount, PayResponse};

use crate::payments::incoming::uma::INVOICE;
use crate::runtime::hex;

/// An invoice that can be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PayableRequest {
    /// The payment hash in hexadecimal digits; `None` on a layer that moves currencies.
    pub(crate) payment_hash: Option<String>,
    /// In units of the layer.
    pub(crate) amount: i64,
    /// Expiry, in wall time.
    pub(crate) expires_at: Time,
}

/// Minimum time left to pay an invoice, in milliseconds.
const TIME_TO_PAY_MILLIS: i64 = 5_000;

/// Reads and checks a Lightning invoice. Sandbox platforms pay only where bitcoin has no value, and production
/// platforms only where it has.
///
/// # Errors
/// The reason, for the caller.
pub(super) fn check(
    answer: &PayResponse,
    requested: &PayAmount,
    environment: Environment,
    now: Time,
) -> Result<PayableRequest, &'static str> {
    let invoice = Invoice::parse(&answer.pr).map_err(|_| "its invoice cannot be read")?;
    let network = match environment {
        Environment::Sandbox => LightningNetwork::Regtest,
        Environment::Production => LightningNetwork::Bitcoin,
    };
    if invoice.network() != network {
        return Err("its invoice is for another network");
    }
    let amount = invoice.millisatoshis().ok_or("its invoice names no amount")?;
    let is_priced =
        u64::try_from(amount).is_ok_and(|amount| amount > 0 && answer.is_priced_as(requested, amount));
    if !is_priced {
        return Err("its invoice is not of the amount that was asked for");
    }
    if invoice.expires_at().millis().saturating_sub(now.millis()) < TIME_TO_PAY_MILLIS {
        return Err("its invoice has expired");
    }
    Ok(PayableRequest {
        payment_hash: Some(hex::encode(invoice.payment_hash())),
        amount,
        expires_at: invoice.expires_at(),
    })
}

/// Beginning of the payment requests of the sandbox's layer, which end with the amount.
const SANDBOX: &str = "sandbox:";

/// Checks a payment request of a layer that moves currencies. It names no expiry, and so ends as long after the request
/// was sent as an invoice would (uma 6.3). `sent_at` is wall time.
///
/// # Errors
/// The reason, for the caller.
pub(super) fn check_own(
    answer: &PayResponse,
    requested: &PayAmount,
    layer: LayerName,
    sent_at: Time,
) -> Result<PayableRequest, &'static str> {
    let is_of_layer = match layer {
        LayerName::Internal => answer.pr.parse::<InternalInvoice>().is_ok(),
        LayerName::Sandbox => answer.pr.starts_with(SANDBOX),
        LayerName::Ln | LayerName::Spark => false,
    };
    if !is_of_layer {
        return Err("its payment request is of another layer");
    }
    let converted = &answer.converted;
    let is_itself = converted.multiplier == Multiplier::ONE && converted.fee == 0;
    let is_other = layer == LayerName::Sandbox && sandbox_amount(&answer.pr) != Some(converted.amount);
    let amount = i64::try_from(converted.amount).ok().filter(|amount| *amount > 0);
    match amount {
        Some(amount) if is_itself && !is_other && answer.is_priced_as(requested, converted.amount) => {
            Ok(PayableRequest { payment_hash: None, amount, expires_at: sent_at.plus(INVOICE) })
        }
        _ => Err("its payment request is not of the amount that was asked for"),
    }
}

/// Returns the amount that a payment request of the sandbox names.
fn sandbox_amount(request: &str) -> Option<u64> {
    let (_, amount) = request.rsplit_once(':')?;
    amount.parse().ok()
}
