//! What strong authentication asks of a payment (agents B3).

use causeway_domain::ids::{AccountRef, Id, JobId, ScaChallengeId};
use causeway_domain::sca::{ScaFactor, challenge_expires_at};
use causeway_store::payments::{PaymentRecord, PaymentTerms};
use causeway_store::quotes::QuoteRecord;
use causeway_store::sca::ScaChallengeDoc;
use causeway_store::{Error, Tx, quotes};

use crate::payments::{LockedPayment, PaymentEvent};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::sca::{self, LockedPayer, ScaCustomer};

/// What requests name the factor in.
const FIELD: &str = "scaFactor";

/// Who has to authorize a payment before it starts.
pub(super) enum Authorization {
    /// Nobody, or somebody has.
    NotNeeded,
    /// Its customer, by this factor, unless the payee is trusted.
    OfCustomer(Box<ScaCustomer>, ScaFactor),
}

impl Authorization {
    /// By whoever pays, if strong authentication applies to it; `factor` is the one that the request names.
    pub(super) fn of(
        context: &Context,
        payer: Option<&LockedPayer>,
        factor: Option<ScaFactor>,
    ) -> Result<Self, ApiError> {
        let Some(payer) = payer else { return Ok(Self::NotNeeded) };
        Ok(Self::OfCustomer(Box::new(payer.open(context)?), factor.unwrap_or(ScaFactor::SmsOtp)))
    }
}

/// Whether the customer trusts whoever is paid.
pub(super) fn is_trusted(payer: &ScaCustomer, payment: &PaymentRecord) -> bool {
    is_trusted_in(payer, &payment.terms)
}

/// The same by the terms of a payment that is about to be made.
pub(super) fn is_trusted_in(payer: &ScaCustomer, terms: &PaymentTerms) -> bool {
    match terms.destination.account() {
        Some(AccountRef::External(account)) => payer.trusts(Some(account)),
        Some(AccountRef::Internal(_)) | None => false,
    }
}

/// Whether the customer can be asked to authorize a payment, if it has to be; nothing is written.
///
/// # Errors
/// As [`ask`].
pub(super) fn check_askable(
    tx: &mut Tx<'_>,
    context: &Context,
    payer: &ScaCustomer,
    factor: ScaFactor,
    payment: &PaymentRecord,
) -> Result<(), ApiError> {
    if is_trusted(payer, payment) {
        return Ok(());
    }
    sca::check_issuable(tx, context, payer, (FIELD, factor))
}

/// Has the customer asked to authorize a payment that is ready to start.
///
/// # Errors
/// `INVALID_INPUT` for a factor that the customer does not have; `INTERNAL_ERROR` where nobody sends messages.
pub(super) fn ask(
    tx: &mut Tx<'_>,
    context: &Context,
    payer: &ScaCustomer,
    factor: ScaFactor,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let quote = locked.quote.as_mut().ok_or(Error::Missing)?;
    let expires_at = challenge_expires_at(context.now, quote.expires_at);
    let challenge = sca::issue(tx, context, payer, (FIELD, factor), expires_at)?;
    quotes::set_challenge(tx, context.platform, quote.id, Some(&challenge))?;
    quote.challenge = Some(challenge);
    schedule_lapse(tx, context, quote)?;
    locked.apply(tx, context, PaymentEvent::AuthorizationRequired)
}

/// Ends the time to authorize a quote, if its customer has to.
pub(super) fn schedule_lapse(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
) -> Result<(), ApiError> {
    let Some(challenge) = &quote.challenge else { return Ok(()) };
    let work = Work::LapseAuthorization { quote: quote.id };
    jobs::schedule_as(tx, context, job_of(challenge.id), &work, &quote.id, challenge.expires_at)
}

/// The customer has authorized a quote that is locked: nothing is waited for any more.
pub(super) fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    challenge: &ScaChallengeDoc,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let quote = locked.quote.as_mut().ok_or(Error::Missing)?;
    jobs::withdraw(tx, context, job_of(challenge.id))?;
    quotes::set_challenge(tx, context.platform, quote.id, None)?;
    quote.challenge = None;
    Ok(())
}

/// The job that ends the time to authorize has the UUID of the challenge.
pub(super) fn job_of(challenge: ScaChallengeId) -> JobId {
    JobId::from_uuid(challenge.uuid())
}
