//! Checks that the source of a transfer may and can pay.

use causeway_domain::Amount;
use causeway_store::payments::PaymentTerms;
use causeway_store::{Error, Tx};

use super::parties::Parties;
use crate::payments::checks::volume;
use crate::payments::insufficient_balance;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::sca;

/// Checks volume and balance as the start of the transfer would: their errors come before the answers of the
/// outside world.
pub(super) fn check_means(
    tx: &mut Tx<'_>,
    context: &Context,
    parties: &Parties,
    total: Amount,
) -> Result<(), ApiError> {
    volume::check(tx, context, &parties.settings, total, total.currency)?;
    let available = parties.internal.balance.available;
    if available < total.minor { Err(insufficient_balance(available, total)) } else { Ok(()) }
}

/// Refuses a transfer that a customer under strong authentication has to authorize: transfers have no
/// challenge (agents B3).
///
/// # Errors
/// `SCA_SESSION_REQUIRED`; `CONFLICT` with `SCA_AUTHORIZATION_REQUIRED`, after limits and balance.
pub(super) fn check_authorized(
    tx: &mut Tx<'_>,
    context: &Context,
    parties: &Parties,
    terms: &PaymentTerms,
) -> Result<(), ApiError> {
    let Some(payer) = &parties.sca else { return Ok(()) };
    let total = terms.sent.ok_or(Error::Missing)?;
    volume::check(tx, context, &parties.settings, total, total.currency)?;
    if !payer.open(context)?.must_authorize(context, terms)? {
        return Ok(());
    }
    check_means(tx, context, parties, total)?;
    Err(sca::authorization_required())
}
