//! Checks of the invoice in a pay response, before anything is paid (uma 6.4).

use causeway_domain::Time;
use causeway_domain::external_accounts::{Invoice, LightningNetwork};
use causeway_store::platforms::Environment;
use causeway_uma::pay::{PayAmount, PayResponse};

use crate::runtime::hex;

/// An invoice that can be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PayableRequest {
    /// The payment hash in hexadecimal digits.
    pub(crate) payment_hash: String,
    /// In millisatoshis.
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
        payment_hash: hex::encode(invoice.payment_hash()),
        amount,
        expires_at: invoice.expires_at(),
    })
}
