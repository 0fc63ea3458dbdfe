//! The steps in which every payment begins, for all operations that start one: the outside world is asked,
//! the payment is drafted under locks, and it is started, or waits for its platform's approval and is started
//! then.

use causeway_store::payments::{PaymentRecord, PaymentTerms};
use causeway_store::quotes::QuoteRecord;
use causeway_store::{Prefetch, Tx};
use causeway_wire::Endpoint;

use super::errors;
use super::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;

/// A drafted operation that starts a payment: its dependencies are read and held, and its payment is
/// row-locked.
pub(crate) trait Intake: Sized + 'static {
    type Request: Send + Sync + 'static;

    /// The answers of the outside world. They count after everything else that could be wrong.
    type Preflight: Send + Sync + 'static;

    /// Asks the outside world, and writes nothing.
    ///
    /// # Errors
    /// The 404 of the resources that the request names.
    async fn ask<E: Endpoint>(call: &Call<E>, request: &Self::Request) -> Result<Self::Preflight, ApiError>;

    /// Returns the rows that the write locks and reads before it changes anything.
    fn prefetch<E: Endpoint>(
        call: &Call<E>,
        request: &Self::Request,
        preflight: &Self::Preflight,
    ) -> Prefetch;

    /// Finds and locks all parties, and checks everything that does not depend on the other payments of the
    /// day. `waiting` is the row-locked payment that was saved for an approval: it must equal the payment
    /// that would be drafted now.
    ///
    /// # Errors
    /// The errors of the operation; `CONFLICT` with `TERMS_CHANGED` if the draft differs from the waiting
    /// payment.
    fn draft(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &Self::Request,
        preflight: &Self::Preflight,
        waiting: Option<LockedPayment>,
    ) -> Result<Self, ApiError>;

    fn payment(&self) -> &PaymentRecord;

    /// Returns the quote that priced the payment, or `None` if it has no quote.
    fn quote(&self) -> Option<&QuoteRecord> {
        None
    }

    /// Makes the remaining checks, and starts the payment. A payment that the outside world refuses
    /// beforehand has failed from the start.
    ///
    /// # Errors
    /// The errors of the operation that depend on the other payments of the day; `SVC_SWITCH_ERROR` if a
    /// partner gave no answer.
    fn start(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        preflight: &Self::Preflight,
    ) -> Result<StartOutcome, ApiError>;

    /// Saves the payment for its platform to approve; books nothing.
    fn wait(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError>;

    /// Returns the payment in its current state.
    fn into_locked(self) -> LockedPayment;
}

/// The outcome of starting a payment that was not refused before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StartOutcome {
    /// The payment is under way, has failed for its rail, or waits for its customer's authorization.
    Started,
    /// The rate is refused: quote and payment have failed, and nothing was debited.
    RateRefused,
}

/// A closure that starts a payment after its approval.
pub(crate) type Resumption =
    Box<dyn Fn(&mut Tx<'_>, &Context, LockedPayment) -> Result<LockedPayment, ApiError> + Send + Sync>;

/// Asks the outside world about a payment that waited for an approval; returns the closure that starts it.
///
/// # Errors
/// The same as [`Intake::ask`].
pub(crate) async fn resume<I: Intake, E: Endpoint>(
    call: &Call<E>,
    request: I::Request,
) -> Result<Resumption, ApiError> {
    let preflight = I::ask(call, &request).await?;
    Ok(Box::new(move |tx, context, waiting| {
        let mut intake = I::draft(tx, context, &request, &preflight, Some(waiting))?;
        // A payment refused for its rate has failed, and shows that.
        intake.start(tx, context, &preflight)?;
        Ok(intake.into_locked())
    }))
}

/// Returns the waiting payment if its terms, apart from the approving agent, equal the terms of today.
///
/// # Errors
/// `CONFLICT` with `TERMS_CHANGED`.
pub(crate) fn resume_waiting(
    waiting: LockedPayment,
    terms: &PaymentTerms,
) -> Result<LockedPayment, ApiError> {
    let written = PaymentTerms { agent: terms.agent, ..waiting.payment.terms.clone() };
    if written == *terms { Ok(waiting) } else { Err(errors::terms_have_changed()) }
}
