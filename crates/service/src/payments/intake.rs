//! How a payment begins, whichever operation starts it: the outside world is asked, the payment is drafted under locks,
//! and it is started, or waits for its platform to approve it and is started then.

use causeway_store::payments::{PaymentRecord, PaymentTerms};
use causeway_store::quotes::QuoteRecord;
use causeway_store::{Prefetch, Tx};
use causeway_wire::Endpoint;

use super::errors;
use super::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;

/// An operation that starts a payment, drafted: what it depends on is read and held, and its payment is locked.
pub(crate) trait Intake: Sized + 'static {
    type Request: Send + Sync + 'static;

    /// What the outside world says to it. It counts after everything else that could be wrong.
    type Preflight: Send + Sync + 'static;

    /// Asks the outside world, and writes nothing.
    ///
    /// # Errors
    /// Those of the database; the 404 of what is named.
    async fn ask<E: Endpoint>(call: &Call<E>, request: &Self::Request) -> Result<Self::Preflight, ApiError>;

    /// Names what the write locks, and reads before it changes anything.
    fn prefetch<E: Endpoint>(
        call: &Call<E>,
        request: &Self::Request,
        preflight: &Self::Preflight,
    ) -> Prefetch;

    /// Finds and holds everybody who takes part, and checks what does not depend on what else happens today. `waiting` is
    /// the payment that was written down for an approval, locked: it must be what would be drafted now.
    ///
    /// # Errors
    /// Those of the operation; `CONFLICT` with `TERMS_CHANGED` where it is not what waits.
    fn draft(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &Self::Request,
        preflight: &Self::Preflight,
        waiting: Option<LockedPayment>,
    ) -> Result<Self, ApiError>;

    /// Returns its payment.
    fn payment(&self) -> &PaymentRecord;

    /// Returns the quote that has priced it, if one has.
    fn quote(&self) -> Option<&QuoteRecord> {
        None
    }

    /// Makes the checks that are left, and starts the payment. One that the outside world refuses beforehand has failed
    /// from the start.
    ///
    /// # Errors
    /// Those of the operation that depend on what else happens today; `SVC_SWITCH_ERROR` where a partner gave no answer.
    fn start(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        preflight: &Self::Preflight,
    ) -> Result<StartOutcome, ApiError>;

    /// Writes the payment down for its platform to approve; nothing is booked.
    ///
    /// # Errors
    /// Those of the database.
    fn wait(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError>;

    /// Gives its payment back, as it stands.
    fn into_locked(self) -> LockedPayment;
}

/// What became of a payment that was not refused before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StartOutcome {
    /// It is under way, has failed for its rail, or waits for its customer to authorize it.
    Started,
    /// Quote and payment have failed, and nothing was debited.
    RateRefused,
}

/// Starts a payment that has waited for an approval.
pub(crate) type Resumption =
    Box<dyn Fn(&mut Tx<'_>, &Context, LockedPayment) -> Result<LockedPayment, ApiError> + Send + Sync>;

/// Asks the outside world about what has waited for an approval; returns what starts it.
///
/// # Errors
/// As [`Intake::ask`].
pub(crate) async fn resume<I: Intake, E: Endpoint>(
    call: &Call<E>,
    request: I::Request,
) -> Result<Resumption, ApiError> {
    let preflight = I::ask(call, &request).await?;
    Ok(Box::new(move |tx, context, waiting| {
        let mut intake = I::draft(tx, context, &request, &preflight, Some(waiting))?;
        // One that is refused for its rate has failed, and shows that.
        intake.start(tx, context, &preflight)?;
        Ok(intake.into_locked())
    }))
}

/// Takes up a payment that has waited, whose terms are what they would be now but for who approves it.
///
/// # Errors
/// `CONFLICT` with `TERMS_CHANGED`.
pub(crate) fn take_up(waiting: LockedPayment, terms: &PaymentTerms) -> Result<LockedPayment, ApiError> {
    let written = PaymentTerms { agent: terms.agent, ..waiting.payment.terms.clone() };
    if written == *terms { Ok(waiting) } else { Err(errors::terms_have_changed()) }
}
