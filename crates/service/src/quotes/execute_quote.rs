//! `POST /quotes/{quoteId}/execute` (money 8.6): the source is debited and the money sent on its way.
//!
//! Everything happens in one commit: both records move, the ledger is posted, the events are written and the
//! payout is left as a job. Of two concurrent executions, the second to take the quote's lock is refused.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{AccountRef, QuoteId};
use causeway_domain::payments::lifecycle::OutgoingEvent;
use causeway_domain::quotes::{ExecuteRefused, check_executable};
use causeway_domain::sca::ScaFactor;
use causeway_store::payments::{PaymentRecord, PaymentTerms};
use causeway_store::quotes::QuoteRecord;
use causeway_store::wallets::signatures::SignatureRecord;
use causeway_store::{Error, Prefetch, Tx, quotes};
use causeway_wire::table::ExecuteQuote;
use causeway_wire::{Endpoint, Reply};

use super::authorization::{self, Authorization};
use super::errors;
use super::launch::{ExecutionContext, LaunchConditions, launch};
use super::locked::LockedQuote;
use super::status::written_status;
use super::stored_quote::StoredQuote;
use crate::payments::checks::accounts;
use crate::payments::checks::precheck::PrecheckResult;
use crate::payments::intake::{Intake, StartOutcome};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::wallets::provision;

/// Executes a quote from an internal account, or by direct debit.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, `INVALID_INPUT`, `USER_NOT_READY`,
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, `INSUFFICIENT_BALANCE`, `QUOTE_RATE_UNAVAILABLE`; `WALLET_SIGNATURE_…` if a
/// wallet pays; `SVC_SWITCH_ERROR` if the rail or rate source gives no answer.
pub async fn handler(call: Call<ExecuteQuote>) -> Result<Answer, ApiError> {
    let request = ExecutionRequest::read(&call, call.body.sca_factor)?;
    let preflight = Execution::ask(&call, &request).await?;
    let prefetch = Execution::prefetch(&call, &request, &preflight);
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let mut execution = Execution::draft(tx, context, &request, &preflight, None)?;
        match execution.start(tx, context, &preflight)? {
            StartOutcome::Started => {
                Answer::success(&Reply::<ExecuteQuote>::Done(execution.locked_quote.show(context)?))
            }
            StartOutcome::RateRefused => Ok(Answer::refused(&errors::rate_refused())),
        }
    };
    Ok(call.write_answer(prefetch, write).await)
}

/// The quote to be executed, and its authorization.
#[derive(Debug, Clone)]
pub(crate) struct ExecutionRequest {
    id: QuoteId,
    /// The factor for the customer's authorization, if the request names one.
    factor: Option<ScaFactor>,
    /// The signature stamp of a wallet.
    stamp: Option<String>,
}

impl ExecutionRequest {
    /// Reads the path and headers of a request.
    ///
    /// # Errors
    /// `QUOTE_NOT_FOUND`.
    pub(crate) fn read<E: Endpoint>(call: &Call<E>, factor: Option<ScaFactor>) -> Result<Self, ApiError> {
        Ok(Self { id: call.id()?, factor, stamp: call.signature.stamp.clone() })
    }

    /// Builds the request of an execution that has waited for an approval: the wallet's signature was
    /// verified when it was requested, and its session may have ended.
    pub(crate) const fn resumed(id: QuoteId, factor: Option<ScaFactor>) -> Self {
        Self { id, factor, stamp: None }
    }
}

/// The answers of the outside world about the execution of a quote.
pub(crate) struct ExecutionPreflight {
    pub(super) precheck: PrecheckResult,
    /// The payment as read then; its terms never change.
    payment: PaymentRecord,
}

impl ExecutionPreflight {
    /// Returns the payment's immutable terms.
    pub(crate) const fn terms(&self) -> &PaymentTerms {
        &self.payment.terms
    }
}

/// Locks a quote whose state allows its execution. An agent must have created the quote itself.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, also with `ACTION_PENDING`; `INVALID_INPUT`.
pub(super) fn lock(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<LockedQuote, ApiError> {
    let locked_quote = LockedQuote::find(tx, context, id)?;
    check_state(&locked_quote, context.now)?;
    if locked_quote.locked.payment.phase().awaits_approval() {
        return Err(errors::action_pending());
    }
    Ok(locked_quote)
}

/// Refuses a quote that is no longer open, or that is funded by an incoming payment.
fn check_state(locked_quote: &LockedQuote, now: Time) -> Result<(), ApiError> {
    let payment = &locked_quote.locked.payment;
    let is_paid_in = payment.terms.funding.is_some();
    check_executable(locked_quote.status()?, is_paid_in, locked_quote.quote.expires_at, now)
        .map_err(|error| errors::not_executable(error, payment.id))
}

/// The execution of a row-locked quote whose state allows it.
pub(crate) struct Execution {
    locked_quote: LockedQuote,
    factor: Option<ScaFactor>,
    /// The signature of the paying wallet, stored once the quote is executed or waits for an approval.
    signed: Option<SignatureRecord>,
}

impl Execution {
    /// Builds the execution of a quote that is already authorized by `signed`.
    pub(super) const fn authorized(locked_quote: LockedQuote, signed: SignatureRecord) -> Self {
        Self { locked_quote, factor: None, signed: Some(signed) }
    }

    /// Executes the quote, or asks its customer to authorize it.
    ///
    /// # Errors
    /// The errors of money 8.6 that are not about the quote's own state.
    pub(super) fn run(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        precheck: PrecheckResult,
    ) -> Result<StartOutcome, ApiError> {
        let LockedQuote { quote, locked } = &mut self.locked_quote;
        let mut facts = ExecutionContext::find(tx, context, &locked.payment)?;
        facts.check(&locked.payment, context.now)?;
        let needed = Authorization::of(context, facts.sca.as_ref(), self.factor)?;
        let conditions = LaunchConditions { settings: &facts.settings, needed, precheck };
        let launched = launch(tx, context, conditions, quote, locked, &mut facts.accounts)?;
        if launched == StartOutcome::Started {
            authorization::keep_signature(tx, context, self.signed.take())?;
        }
        Ok(launched)
    }
}

impl Intake for Execution {
    type Request = ExecutionRequest;
    type Preflight = ExecutionPreflight;

    async fn ask<E: Endpoint>(
        call: &Call<E>,
        request: &ExecutionRequest,
    ) -> Result<ExecutionPreflight, ApiError> {
        let found = StoredQuote::read(&call.app, &call.caller, request.id).await?;
        let visible = Some(found).filter(|found| call.caller.principal.sees(found.payment.terms.agent));
        let StoredQuote { quote, payment, precheck, now } =
            visible.ok_or_else(ApiError::not_found::<QuoteId>)?;
        // No inquiry for a quote that the write will refuse for its state.
        let is_paid_in = payment.terms.funding.is_some();
        let precheck = match check_executable(written_status(&payment)?, is_paid_in, quote.expires_at, now) {
            Ok(()) | Err(ExecuteRefused::PendingAuthorization) => {
                precheck.ask(call.app.ports.of(call.caller.environment)).await
            }
            Err(_) => PrecheckResult::Ready,
        };
        if let (Some(_), Some(AccountRef::Internal(source))) =
            (request.stamp.as_ref().and(quote.terms.payload_to_sign.as_ref()), payment.terms.source.account())
        {
            provision(&call.app, &call.caller, source).await?;
            call.app.tombstones.refresh().map_err(ApiError::internal)?;
        }
        Ok(ExecutionPreflight { precheck, payment })
    }

    /// Returns the rows to lock, all named by the immutable terms of the payment.
    fn prefetch<E: Endpoint>(
        call: &Call<E>,
        request: &ExecutionRequest,
        preflight: &ExecutionPreflight,
    ) -> Prefetch {
        let app = Arc::clone(&call.app);
        let caller = call.caller.clone();
        let id = request.id;
        let payment = preflight.payment.clone();
        Prefetch::of_accounts(&accounts::changed(&payment.terms)).and_reads(move |tx| {
            let context = Context::of(&app, &caller, tx.wall());
            quotes::lock(tx, context.platform, id)?;
            ExecutionContext::find(tx, &context, &payment).map(drop)
        })
    }

    fn draft(
        tx: &mut Tx<'_>,
        context: &Context,
        request: &ExecutionRequest,
        _: &ExecutionPreflight,
        waiting: Option<LockedPayment>,
    ) -> Result<Self, ApiError> {
        let factor = request.factor;
        if let Some(locked) = waiting {
            let (quote, _) = quotes::find(tx, context.platform, request.id)?.ok_or(Error::Missing)?;
            let locked_quote = LockedQuote { quote, locked };
            check_state(&locked_quote, context.now)?;
            authorization::check_signed(tx, context, &locked_quote.quote)?;
            return Ok(Self { locked_quote, factor, signed: None });
        }
        let locked_quote = lock(tx, context, request.id)?;
        let quote = &locked_quote.quote;
        let payment = &locked_quote.locked.payment;
        let stamp = request.stamp.as_deref();
        let signed = authorization::check_signature(tx, context, quote, payment, stamp)?;
        Ok(Self { locked_quote, factor, signed })
    }

    fn payment(&self) -> &PaymentRecord {
        &self.locked_quote.locked.payment
    }

    fn quote(&self) -> Option<&QuoteRecord> {
        Some(&self.locked_quote.quote)
    }

    fn start(
        &mut self,
        tx: &mut Tx<'_>,
        context: &Context,
        preflight: &ExecutionPreflight,
    ) -> Result<StartOutcome, ApiError> {
        self.run(tx, context, preflight.precheck)
    }

    fn wait(&mut self, tx: &mut Tx<'_>, context: &Context) -> Result<(), ApiError> {
        self.locked_quote.locked.apply(tx, context, OutgoingEvent::ApprovalRequired)?;
        authorization::keep_signature(tx, context, self.signed.take())
    }

    fn into_locked(self) -> LockedPayment {
        self.locked_quote.locked
    }
}
