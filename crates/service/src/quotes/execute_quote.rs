//! `POST /quotes/{quoteId}/execute` (money 8.6): the source is debited and the money sent on its way.
//!
//! Everything happens in one commit: both records move, the ledger is posted, the events are written and the
//! payout is left as a job. Of two executions at the same time, the one that comes second to the quote's lock
//! is refused.

use std::sync::Arc;

use causeway_domain::ids::{AccountRef, QuoteId};
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
use super::launch::{Facts, Launched, check_limits, launch};
use super::locked::LockedQuote;
use super::status::written_status;
use crate::payments::checks::accounts;
use crate::payments::checks::precheck::{Precheck, PrecheckResult};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::wallets::provisioned;

/// Carries out a quote from an internal account, or by direct debit.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, `INVALID_INPUT`, `USER_NOT_READY`,
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, `INSUFFICIENT_BALANCE`, `QUOTE_RATE_UNAVAILABLE`; `WALLET_SIGNATURE_…` where a wallet pays;
/// `SVC_SWITCH_ERROR` when rail or rate source give no answer.
pub async fn handler(call: Call<ExecuteQuote>) -> Result<Answer, ApiError> {
    let id: QuoteId = call.id()?;
    let Asked { prefetch, precheck, stamp, .. } = ask(&call, id).await?;
    let factor = call.body.sca_factor;
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let mut found = lock(tx, context, id)?;
        let signed = authorize(tx, context, &found, stamp.as_deref())?;
        match execute(tx, context, (&found.quote, &mut found.locked), precheck, factor)? {
            Launched::Started => {
                authorization::keep_signature(tx, context, signed)?;
                Answer::success(&Reply::<ExecuteQuote>::Done(found.show(context)?))
            }
            Launched::RateRefused => Ok(Answer::refused(&errors::rate_refused())),
        }
    };
    Ok(call.write_answer(prefetch, write).await)
}

/// What the execution of a quote begins with.
pub(crate) struct Asked {
    /// What the write locks and reads.
    pub(crate) prefetch: Prefetch,
    /// What the outside world says.
    pub(crate) precheck: PrecheckResult,
    /// What is paid, for good.
    pub(crate) terms: PaymentTerms,
    /// By what a wallet authorizes it.
    pub(crate) stamp: Option<String>,
}

/// Asks the outside world about the execution of a quote, and what its write locks and reads.
///
/// # Errors
/// `QUOTE_NOT_FOUND`.
pub(crate) async fn ask<E: Endpoint>(call: &Call<E>, id: QuoteId) -> Result<Asked, ApiError> {
    let (platform, clock) = (call.caller.platform, call.caller.clock);
    let find = move |tx: &mut Tx<'_>| {
        let found: Option<_> = quotes::find(tx, platform, id)?;
        Ok::<_, ApiError>(found.map(|found| (found, clock.at(tx.wall()))))
    };
    let not_found = ApiError::not_found::<QuoteId>;
    let (found, now) = call.app.store.find(find).await?.ok_or_else(not_found)?;
    let found = Some(found).filter(|(_, payment)| call.caller.principal.sees(payment.terms.agent));
    let (quote, payment) = found.ok_or_else(not_found)?;
    // What the write will refuse for its state is asked about nowhere.
    let precheck = match check_executable(
        written_status(&payment)?,
        payment.terms.funding.is_some(),
        quote.expires_at,
        now,
    ) {
        Ok(()) | Err(ExecuteRefused::PendingAuthorization) => {
            Precheck::of(&payment.terms).ask(call.app.ports.of(call.caller.environment)).await
        }
        Err(_) => PrecheckResult::Ready,
    };
    let stamp = call.signature.stamp.clone();
    if let (Some(_), Some(AccountRef::Internal(source))) =
        (stamp.as_ref().and(quote.terms.payload_to_sign.as_ref()), payment.terms.source.account())
    {
        provisioned(&call.app, &call.caller, source).await?;
        call.app.tombstones.refresh().map_err(ApiError::internal)?;
    }
    let terms = payment.terms.clone();
    Ok(Asked { prefetch: prefetch(call, id, payment), precheck, terms, stamp })
}

/// What the execution locks and reads: all of it stands in the terms of the payment, which never change.
fn prefetch<E: Endpoint>(call: &Call<E>, id: QuoteId, payment: PaymentRecord) -> Prefetch {
    let (app, caller) = (Arc::clone(&call.app), call.caller.clone());
    Prefetch::of_accounts(&accounts::changed(&payment.terms)).and_reads(move |tx| {
        let context = Context::of(&app, &caller, tx.wall());
        quotes::lock(tx, context.platform, id)?;
        Facts::find(tx, &context, &payment).map(drop)
    })
}

/// Locks a quote that whoever acts may execute as far as its state goes: an agent, if it has made the quote itself.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, also with `ACTION_PENDING`; `INVALID_INPUT`.
pub(crate) fn lock(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<LockedQuote, ApiError> {
    let found = LockedQuote::find(tx, context, id)?;
    let payment = &found.locked.payment;
    let is_paid_in = payment.terms.funding.is_some();
    check_executable(found.status()?, is_paid_in, found.quote.expires_at, context.now)
        .map_err(|refused| errors::not_executable(refused, payment.id))?;
    if payment.phase().awaits_approval() {
        return Err(errors::action_pending());
    }
    Ok(found)
}

/// Checks the signature of the wallet that pays for a locked quote, if one does. It is to be kept once the quote is
/// executed, or waits for an approval.
///
/// # Errors
/// `WALLET_SIGNATURE_MISSING`, `WALLET_SIGNATURE_MALFORMED`, `WALLET_SIGNATURE_INVALID`.
pub(crate) fn authorize(
    tx: &mut Tx<'_>,
    context: &Context,
    LockedQuote { quote, locked }: &LockedQuote,
    stamp: Option<&str>,
) -> Result<Option<SignatureRecord>, ApiError> {
    authorization::check_signature(tx, context, quote, &locked.payment, stamp)
}

/// Carries out a locked quote that can be executed, or has its customer authorize it: by `factor`, where one is named.
///
/// # Errors
/// Those of money 8.6 that are not about the quote's own state.
pub(crate) fn execute(
    tx: &mut Tx<'_>,
    context: &Context,
    (quote, locked): (&QuoteRecord, &mut LockedPayment),
    precheck: PrecheckResult,
    factor: Option<ScaFactor>,
) -> Result<Launched, ApiError> {
    let mut facts = Facts::find(tx, context, &locked.payment)?;
    facts.check(&locked.payment, context.now)?;
    let needed = Authorization::of(context, facts.sca.as_ref(), factor)?;
    launch(tx, context, (&facts.settings, needed), (quote, locked), &mut facts.held, precheck)
}

/// Whether a locked quote that can be executed would be carried out, or refused for its rate alone; nothing is written.
///
/// # Errors
/// As [`execute`].
pub(crate) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &LockedPayment,
    precheck: PrecheckResult,
    factor: Option<ScaFactor>,
) -> Result<(), ApiError> {
    let conversion = locked.payment.terms.conversion.ok_or(Error::Missing)?;
    let facts = Facts::find(tx, context, &locked.payment)?;
    facts.check(&locked.payment, context.now)?;
    if let Authorization::OfCustomer(payer, factor) = Authorization::of(context, facts.sca.as_ref(), factor)?
    {
        authorization::check_askable(tx, context, &payer, factor, &locked.payment)?;
    }
    check_limits(tx, context, &facts.settings, locked, &conversion, &facts.held)?;
    match precheck {
        PrecheckResult::NoAnswer(whose) => Err(errors::no_answer(whose)),
        PrecheckResult::Ready | PrecheckResult::RateRefused => Ok(()),
    }
}
