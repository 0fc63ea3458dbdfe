//! `POST /quotes/{quoteId}/execute` (money 8.6): the source is debited and the money sent on its way.
//!
//! Everything happens in one commit: both records move, the ledger is posted, the events are written and the
//! payout is left as a job. Of two executions at the same time, the one that comes second to the quote's lock
//! is refused.

use std::sync::Arc;

use causeway_domain::ids::{AccountRef, QuoteId};
use causeway_domain::quotes::check_executable;
use causeway_store::customers::{self as customer_rows, CustomerRecord};
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Prefetch, Tx, quotes};
use causeway_wire::Reply;
use causeway_wire::quotes::Quote;
use causeway_wire::table::ExecuteQuote;

use super::launch::{Launched, launch};
use super::parties::{Account, check_active, check_payer};
use super::{errors, render, required_party_data};
use crate::customers;
use crate::payments::precheck::{Precheck, PrecheckResult};
use crate::payments::{LockedPayment, accounts};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::settings::Settings;

/// Carries out a quote from an internal account, or by direct debit.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, `QUOTE_EXPIRED`, `CONFLICT`, `INVALID_INPUT`, `USER_NOT_READY`,
/// `DAILY_VOLUME_LIMIT_EXCEEDED`, `INSUFFICIENT_BALANCE`, `QUOTE_RATE_UNAVAILABLE`;
/// `SVC_SWITCH_ERROR` when rail or rate source give no answer.
pub async fn handler(call: Call<ExecuteQuote>) -> Result<Answer, ApiError> {
    let id: QuoteId = call.id()?;
    let (platform, clock) = (call.caller.platform, call.caller.clock);
    let find = move |tx: &mut Tx<'_>| {
        let found: Option<_> = quotes::find(tx, platform, id)?;
        Ok::<_, ApiError>(found.map(|found| (found, clock.at(tx.wall()))))
    };
    let ((quote, payment), now) =
        call.app.store.find(find).await?.ok_or_else(ApiError::not_found::<QuoteId>)?;
    // What the write will refuse for its state is asked about nowhere.
    let precheck = match check_executable(quote.status, false, quote.expires_at, now) {
        Ok(()) => Precheck::of(&payment.terms).ask(call.app.ports.of(call.caller.environment)).await,
        Err(_) => PrecheckResult::Ready,
    };
    let prefetch = prefetch(&call, id, payment);
    let write = move |tx: &mut Tx<'_>, context: &Context| match execute(tx, context, id, precheck)? {
        Some(quote) => Answer::success(&Reply::<ExecuteQuote>::Done(quote)),
        None => Ok(Answer::refused(&errors::rate_refused())),
    };
    Ok(call.write_answer(prefetch, write).await)
}

/// What the execution locks and reads: all of it stands in the terms of the payment, which never change.
fn prefetch(call: &Call<ExecuteQuote>, id: QuoteId, payment: PaymentRecord) -> Prefetch {
    let (app, caller) = (Arc::clone(&call.app), call.caller.clone());
    Prefetch::of_accounts(&accounts::changed(&payment.terms)).and_reads(move |tx| {
        let context = Context::of(&app, &caller, tx.wall());
        quotes::lock(tx, context.platform, id)?;
        Facts::find(tx, &context, &payment).map(drop)
    })
}

/// Executes a quote; none where liquidity refused its rate.
fn execute(
    tx: &mut Tx<'_>,
    context: &Context,
    id: QuoteId,
    precheck: PrecheckResult,
) -> Result<Option<Quote>, ApiError> {
    let (quote, payment) =
        quotes::lock(tx, context.platform, id)?.ok_or_else(ApiError::not_found::<QuoteId>)?;
    check_executable(quote.status, false, quote.expires_at, context.now)
        .map_err(|refused| errors::not_executable(refused, payment.id))?;
    let mut facts = Facts::find(tx, context, &payment)?;
    facts.check(&payment)?;
    let mut locked = LockedPayment { payment, quote: Some(quote) };
    match launch(tx, context, &facts.settings, &mut locked, &mut facts.held, precheck)? {
        Launched::RateRefused => Ok(None),
        Launched::Started => {
            let quote = locked.quote.ok_or(Error::Missing)?;
            Ok(Some(render::quote(&quote, &locked.payment, context.now)?))
        }
    }
}

/// What an execution depends on, read under its locks.
struct Facts {
    /// On whose behalf it is paid; held, so that nobody changes it meanwhile.
    payer: Option<CustomerRecord>,
    /// The internal accounts whose balances change, locked.
    held: Vec<LockedAccount>,
    external_source: Option<ExternalAccountRecord>,
    external_destination: Option<ExternalAccountRecord>,
    settings: Settings,
}

impl Facts {
    fn find(tx: &mut Tx<'_>, context: &Context, payment: &PaymentRecord) -> Result<Self, Error> {
        let platform = context.platform;
        let terms = &payment.terms;
        let external = |tx: &mut Tx<'_>, account| match account {
            Some(AccountRef::External(id)) => external_accounts::find(tx, platform, id),
            Some(AccountRef::Internal(_)) | None => Ok(None),
        };
        let payer = payment.customer.map(|id| customer_rows::hold(tx, platform, id)).transpose()?;
        Ok(Self {
            payer: payer.flatten(),
            held: internal_accounts::lock_all(tx, platform, &accounts::changed(terms))?,
            external_source: external(tx, terms.source.account())?,
            external_destination: external(tx, terms.destination.account())?,
            settings: Settings::of(tx, context)?,
        })
    }

    /// Whether everybody who takes part in the payment still can.
    fn check(&self, payment: &PaymentRecord) -> Result<(), ApiError> {
        let payer = match payment.customer {
            Some(_) => Some(customers::live(self.payer.as_ref())?),
            None => None,
        };
        let destination = self.account(payment.terms.destination.account(), &self.external_destination)?;
        destination.ok_or_else(errors::destination_deleted)?.check_usable()?;
        let conversion = payment.terms.conversion.ok_or(Error::Missing)?;
        if let Some(account) = conversion.platform_fee_account {
            check_active("platform fee", accounts::locked(&self.held, account)?)?;
        }
        let source = self.account(payment.terms.source.account(), &self.external_source)?;
        check_payer(&self.settings, &source.ok_or_else(errors::source_deleted)?, payer)?;
        required_party_data::check_payer(&self.settings, payer, conversion.sending)
    }

    /// An account of the payment, unless it was deleted.
    fn account(
        &self,
        account: Option<AccountRef>,
        external: &Option<ExternalAccountRecord>,
    ) -> Result<Option<Account>, Error> {
        Ok(match account.ok_or(Error::Missing)? {
            AccountRef::Internal(id) => {
                Some(Account::Internal(Box::new(accounts::locked(&self.held, id)?.clone())))
            }
            AccountRef::External(_) => {
                let found = external.as_ref().ok_or(Error::Missing)?;
                (!found.is_deleted).then(|| Account::External(Box::new(found.clone())))
            }
        })
    }
}
