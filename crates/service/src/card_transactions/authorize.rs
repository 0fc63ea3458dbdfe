//! The decision about an authorization, and the transaction that it begins (cards 8.3).

use causeway_domain::Revision;
use causeway_domain::card_transactions::{
    CardDeclineReason, CardTransactionStatus, Credit, Debit, DebitStep, Decision, DecisionInput,
    EventRefused, Figures, Funds, Request, Source, Units, choose_for_credit, choose_for_debit, decide,
    hold_ends,
};
use causeway_domain::customers::CustomerStatus;
use causeway_domain::date::Date;
use causeway_domain::ids::{CardTransactionId, Id, InternalAccountId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::payments::Direction;
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, MerchantDoc};
use causeway_store::cards::{CardRecord, funding_sources};
use causeway_store::internal_accounts::{self as accounts, LockedAccount};
use causeway_store::{Error, Tx, customers};
use uuid::Uuid;

use super::event::{EventError, IssuerEvent, Message, store};
use super::locked::LockedTransaction;
use super::{credits, funding};
use crate::ports::CardScenarios;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::settings::{CARD_HOLD_DAYS, Settings};
use crate::runtime::wallets::is_revoked;

/// A request of the network.
#[derive(Debug, Clone, Copy)]
pub(super) struct NetworkRequest<'a> {
    pub(super) message: Message,
    /// Smallest units of the card's currency.
    pub(super) amount: i64,
    pub(super) merchant: &'a MerchantDoc,
}

/// The card's funding sources in their order: row-locked, and as the decision rules see them.
struct Sources {
    accounts: Vec<LockedAccount>,
    candidates: Vec<Source>,
}

/// Decides about a request and stores the transaction.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    card: &CardRecord,
    request: NetworkRequest<'_>,
) -> Result<CardTransactionRecord, EventError> {
    let message = request.message;
    let units = units(card)?;
    if units.of_card(request.amount).is_none() {
        return Err(EventError::Refused(EventRefused::TooLarge, None));
    }
    if let Some(known) = rows::find_by_token(tx, context.platform, &event.token)? {
        return Err(EventError::Refused(EventRefused::State, Some(Box::new(known))));
    }
    let holder = customers::find(tx, context.platform, card.customer)?.ok_or(Error::Missing)?;
    let is_eligible = !holder.is_deleted && holder.doc.verification.status() == CustomerStatus::Approved;
    let mut sources = lock_sources(tx, context, card, units)?;
    let decision = decision(context, card, request, is_eligible, &sources.candidates);
    let place = match decision {
        Decision::Approved(place) => place.unwrap_or_default(),
        Decision::Declined(_) => 0,
    };
    let account = sources.accounts.swap_remove(place);
    let record = begin(context, event, card, request, holder.platform_customer_id);
    let record = CardTransactionRecord { account: account.account.id, ..record };
    let locked = LockedTransaction { record, account, pulls: Vec::new() };
    match decision {
        Decision::Declined(reason) => decline(tx, context, event, locked, reason),
        Decision::Approved(_) if message.is_credit() => credit(tx, context, event, locked, message),
        Decision::Approved(_) => debit(tx, context, event, locked, message),
    }
}

fn units(card: &CardRecord) -> Result<Units, Error> {
    Units::of(card.funding_currency)
        .ok_or_else(|| Error::Data(format!("{} cannot fund a card", card.funding_currency)))
}

/// Locks the funding sources of a card. A closed card yields its former sources, none of which can be
/// debited.
fn lock_sources(
    tx: &mut Tx<'_>,
    context: &Context,
    card: &CardRecord,
    units: Units,
) -> Result<Sources, Error> {
    let keyed = funding_sources(tx, context.platform, card)?;
    let ids: Vec<InternalAccountId> = card.sources.iter().map(|source| source.account).collect();
    let mut found = accounts::lock_all(tx, context.platform, &ids)?;
    let mut sources = Sources { accounts: Vec::new(), candidates: Vec::new() };
    for id in ids {
        let place = found.iter().position(|account| account.account.id == id).ok_or(Error::Missing)?;
        let account = found.swap_remove(place);
        let key = keyed.iter().find(|source| source.account == id).and_then(|source| source.active_key);
        let has_key = key.is_some_and(|key| !is_revoked(context, key.uuid()));
        sources.candidates.push(funding::source(&account, units, has_key));
        sources.accounts.push(account);
    }
    Ok(sources)
}

fn decision(
    context: &Context,
    card: &CardRecord,
    request: NetworkRequest<'_>,
    is_cardholder_eligible: bool,
    sources: &[Source],
) -> Decision {
    let NetworkRequest { message, amount, merchant } = request;
    let scenario = scenarios(context).decline(&merchant.descriptor);
    if message == Message::CreditAuthorizationAdvice {
        // An advice reports a decision already made; only a sandbox scenario can decline it.
        let place = choose_for_credit(sources).unwrap_or_default();
        return scenario.map_or(Decision::Approved(Some(place)), Decision::Declined);
    }
    decide(&DecisionInput {
        request: match message {
            Message::Authorization | Message::FinancialAuthorization => Request::Debit(amount),
            Message::BalanceInquiry => Request::BalanceInquiry,
            Message::CreditAuthorization
            | Message::FinancialCreditAuthorization
            | Message::CreditAuthorizationAdvice => Request::Credit,
        },
        card: card.phase.state(),
        is_expired: is_expired(card, Date::of(context.now)),
        is_cardholder_eligible,
        scenario,
        limit: card.max_spend,
        sources,
    })
}

fn is_expired(card: &CardRecord, today: Date) -> bool {
    let last = card.issued.as_ref().map(|issued| (issued.exp_year, issued.exp_month));
    last.is_some_and(|last| (today.year(), today.month()) > last)
}

fn scenarios(context: &Context) -> &dyn CardScenarios {
    &*context.app.ports.of(context.environment).card_scenarios
}

/// Builds an undecided transaction; its account is the card's first source.
fn begin(
    context: &Context,
    event: &IssuerEvent,
    card: &CardRecord,
    request: NetworkRequest<'_>,
    platform_customer_id: String,
) -> CardTransactionRecord {
    let NetworkRequest { message, amount, merchant } = request;
    let id: CardTransactionId = context.id();
    CardTransactionRecord {
        id: scenarios(context).id_suffix(&merchant.descriptor).map_or(id, |suffix| ending_in(id, suffix)),
        card: card.id,
        customer: card.customer,
        platform_customer_id,
        account: card.sources.first().map_or_else(|| context.id(), |source| source.account),
        token: event.token.clone(),
        direction: if message.is_credit() { Direction::Credit } else { Direction::Debit },
        status: CardTransactionStatus::Exception,
        decline_reason: None,
        merchant: merchant.clone(),
        currency: card.currency,
        funding_currency: card.funding_currency,
        figures: Figures::authorized(amount),
        events: 1,
        last_event_at: None,
        hold_ends_at: None,
        hold_job: None,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    }
}

/// Returns the id with its last digits replaced.
fn ending_in(id: CardTransactionId, suffix: &str) -> CardTransactionId {
    let text = id.uuid().to_string();
    let shortened = &text[..text.len().saturating_sub(suffix.len())];
    Uuid::parse_str(&format!("{shortened}{suffix}")).map_or(id, CardTransactionId::from_uuid)
}

fn decline(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    mut locked: LockedTransaction,
    reason: CardDeclineReason,
) -> Result<CardTransactionRecord, EventError> {
    let amount = locked.record.figures.authorized;
    if locked.is_debit() {
        let declined = Debit::declined(amount);
        locked.record.status = declined.state.status();
        locked.record.figures = declined.figures;
    } else {
        credits::apply_outcome(&mut locked.record, &Credit::declined(amount));
    }
    locked.record.decline_reason = Some(reason);
    insert(tx, context, event, &locked.record)?;
    locked.announce(tx, context)
}

fn credit(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    mut locked: LockedTransaction,
    message: Message,
) -> Result<CardTransactionRecord, EventError> {
    let amount = locked.record.figures.authorized;
    let credit = match message {
        Message::FinancialCreditAuthorization => {
            Credit::single_message(amount).map_err(|refusal| EventError::Refused(refusal, None))?
        }
        _ => Credit::authorized(amount),
    };
    credits::apply_outcome(&mut locked.record, &credit);
    open_window(tx, context, &mut locked.record, credit.state.is_open())?;
    insert(tx, context, event, &locked.record)?;
    credits::settle(tx, context, &mut locked)?;
    Ok(locked.conclude(tx, context)?)
}

fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    locked: LockedTransaction,
    message: Message,
) -> Result<CardTransactionRecord, EventError> {
    let amount = locked.record.figures.authorized;
    let refuse = |refusal| EventError::Refused(refusal, None);
    let step = match message {
        Message::BalanceInquiry => DebitStep { after: Debit::inquired(), movements: Vec::new(), begun: None },
        Message::FinancialAuthorization => Debit::purchased(amount).map_err(refuse)?,
        _ => Debit::authorized(amount).map_err(refuse)?,
    };
    let confirmation = scenarios(context).first_pull(&locked.record.merchant.descriptor);
    store_debit(tx, context, event, locked, &step, confirmation.after)
}

fn store_debit(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    mut locked: LockedTransaction,
    step: &DebitStep,
    confirmed_after: std::time::Duration,
) -> Result<CardTransactionRecord, EventError> {
    locked.apply_debit(tx, context, &step.after)?;
    open_window(tx, context, &mut locked.record, step.after.state.is_open())?;
    insert(tx, context, event, &locked.record)?;
    let begun = step.begun.map(|number| (number, confirmed_after));
    locked.move_money(tx, context, &step.movements, begun)?;
    locked.announce(tx, context)
}

/// Books a clearing without an authorization (force post). It has already happened, so it is booked whatever
/// the state of the card and its sources.
pub(super) fn force(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    card: &CardRecord,
    amount: i64,
    merchant: &MerchantDoc,
) -> Result<CardTransactionRecord, EventError> {
    let units = units(card)?;
    let holder = customers::find(tx, context.platform, card.customer)?.ok_or(Error::Missing)?;
    let mut sources = lock_sources(tx, context, card, units)?;
    let place = choose_for_debit(&sources.candidates, amount).unwrap_or_default();
    let account = sources.accounts.swap_remove(place);
    let candidate = sources.candidates[place];
    let request = NetworkRequest { message: Message::FinancialAuthorization, amount, merchant };
    let record = begin(context, event, card, request, holder.platform_customer_id);
    let record = CardTransactionRecord { account: account.account.id, ..record };
    let confirmation = scenarios(context).later_pull(record.id);
    let funds = Funds {
        is_usable: candidate.is_usable() && confirmation.is_some(),
        spendable: candidate.spendable,
        accepts_credit: funding::status(&account) != InternalAccountStatus::Closed,
    };
    let refuse = |refusal| EventError::Refused(refusal, None);
    let step = Debit::forced(amount, funds).map_err(refuse)?;
    if units.of_card(amount).is_none() {
        return Err(refuse(EventRefused::TooLarge));
    }
    let locked = LockedTransaction { record, account, pulls: Vec::new() };
    store_debit(tx, context, event, locked, &step, confirmation.map(|it| it.after).unwrap_or_default())
}

/// Stores the event, then the transaction that it begins.
fn insert(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    record: &CardTransactionRecord,
) -> Result<(), Error> {
    store(tx, context, event, Some((record.id, record.events)))?;
    rows::insert(tx, context.platform, record)
}

/// Schedules the end of an open authorization (cards 8.7).
fn open_window(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut CardTransactionRecord,
    is_open: bool,
) -> Result<(), ApiError> {
    if !is_open {
        return Ok(());
    }
    let days = Settings::of(tx, context)?.get(&CARD_HOLD_DAYS)?;
    let ends = hold_ends(context.now, record.merchant.mcc.as_deref(), days.into());
    let job = context.id();
    let work = Work::EndCardHold { transaction: record.id };
    jobs::schedule_as(tx, context, job, &work, &record.id, ends)?;
    record.hold_ends_at = Some(ends);
    record.hold_job = Some(job);
    Ok(())
}
