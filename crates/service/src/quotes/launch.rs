//! The start of a payment that a quote has priced, once everybody who takes part in it is in order.

use causeway_domain::ids::AccountRef;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::ConversionTerms;
use causeway_store::{Error, Tx};

use super::authorization::{self, Authorization};
use super::errors;
use crate::payments::accounts::locked as find;
use crate::payments::precheck::PrecheckResult;
use crate::payments::{LockedPayment, PaymentEvent, insufficient_balance, start, volume};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// What became of a payment that was not refused before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Launched {
    /// It is under way, or waits for its customer to authorize it.
    Started,
    /// Quote and payment have failed, and nothing was debited.
    RateRefused,
}

/// Starts a payment, unless the outside world objects, or its customer has to authorize it first. `held` are the accounts
/// whose balances change, locked.
pub(super) fn launch(
    tx: &mut Tx<'_>,
    context: &Context,
    (settings, needed): (&Settings, Authorization),
    locked: &mut LockedPayment,
    held: &mut [LockedAccount],
    precheck: PrecheckResult,
) -> Result<Launched, ApiError> {
    let conversion = locked.payment.terms.conversion.ok_or(Error::Missing)?;
    if let Authorization::OfCustomer(payer, _) = &needed {
        volume::check(tx, context, settings, conversion.total(), conversion.receiving)?;
        payer.check_session(context)?;
    }
    match (precheck, needed) {
        (PrecheckResult::Ready, Authorization::OfCustomer(payer, factor))
            if !authorization::is_trusted(&payer, &locked.payment) =>
        {
            check_limits(tx, context, settings, locked, &conversion, held)?;
            authorization::ask(tx, context, &payer, factor, locked)?;
            Ok(Launched::Started)
        }
        (PrecheckResult::Ready, _) => {
            volume::count(tx, context, settings, conversion.total(), conversion.receiving)?;
            start::start(tx, context, locked, held)?;
            Ok(Launched::Started)
        }
        (PrecheckResult::RateRefused, _) => {
            check_limits(tx, context, settings, locked, &conversion, held)?;
            locked.apply(tx, context, PaymentEvent::RateRefused)?;
            Ok(Launched::RateRefused)
        }
        (PrecheckResult::NoAnswer(whose), _) => {
            check_limits(tx, context, settings, locked, &conversion, held)?;
            Err(errors::no_answer(whose))
        }
    }
}

/// What the start of the payment would find out itself: it comes before what the outside world says.
pub(super) fn check_limits(
    tx: &mut Tx<'_>,
    context: &Context,
    settings: &Settings,
    locked: &LockedPayment,
    conversion: &ConversionTerms,
    held: &[LockedAccount],
) -> Result<(), ApiError> {
    volume::check(tx, context, settings, conversion.total(), conversion.receiving)?;
    let terms = &locked.payment.terms;
    if let (Some(AccountRef::Internal(source)), Some(total)) = (terms.source.account(), terms.sent) {
        let available = find(held, source)?.balance.available;
        if available < total.minor {
            return Err(insufficient_balance(available, total));
        }
    }
    Ok(())
}
