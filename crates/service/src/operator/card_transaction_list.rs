//! Lists of card transactions, and one of them (conventions 2.3).

use causeway_domain::card_transactions::{CardDeclineReason, CardTransactionStatus, PullStatus};
use causeway_domain::ids::{
    CardId, CardPullId, CardReturnId, CardTransactionId, CustomerId, InternalAccountId,
};
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::Tx;
use causeway_store::card_transactions::{
    self, CardTransactionRecord, EventRecord, PullRecord, ReturnRecord, ScanFilter,
};
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;
use serde_json::Value;

use super::list_page::{BEFORE, LIMIT, SINCE, UNTIL, list_page, page};
use super::resource::{FoundResource, find_resource};
use super::sums::{AmountSum, SummedPage, amount_sums};
use super::viewer::{PersonalData, Viewer};
use super::{Answer, Call, IdArgument, Money, arguments, default_number, of_customer, option, view};

/// Maximum number of events, of pulls and of returns that are shown with a transaction.
const MAX_PARTS: u32 = 200;

arguments! {
    pub(super) struct CardTransactionListRequest {
        card: Option<CardId> = option("Only transactions of this card").id_of(&[ResourceKind::Card]),
        customer: Option<CustomerId> = of_customer("Only transactions of this customer"),
        status: Option<CardTransactionStatus> = option(
            "Only transactions with this status: AUTHORIZED, PARTIALLY_SETTLED, SETTLED, REFUNDED, EXCEPTION",
        ),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

view! {
    pub(super) struct CardTransactionRow of record: CardTransactionRecord {
        transaction: CardTransactionId = record.id,
        card: CardId = record.card,
        customer: CustomerId = record.customer,
        status: CardTransactionStatus = record.status,
        direction: &'static str = record.direction.as_str(),
        authorized: Money = record.amount(record.figures.authorized).into(),
        settled: Option<Money> = record.figures.settled.map(|minor| record.amount(minor).into()),
        merchant: String = record.merchant.descriptor,
        created_at: Time = record.created_at,
    }
}

/// A network event.
#[derive(Serialize)]
struct EventRow {
    number: Option<u32>,
    event: String,
    received_at: Time,
    /// `None` for viewers who may not see persons.
    content: Option<Value>,
}

/// A debit of the funding source.
#[derive(Serialize)]
struct PullRow {
    pull: CardPullId,
    status: PullStatus,
    meaning: &'static str,
    amount: Money,
    captured: Money,
    released: Money,
    created_at: Time,
}

/// A merchant's return.
#[derive(Serialize)]
struct ReturnRow {
    r#return: CardReturnId,
    amount: Money,
    created_at: Time,
    reversed_at: Option<Time>,
}

/// A card transaction with its network events, pulls and returns.
#[derive(Serialize)]
pub(super) struct CardTransactionDetails {
    transaction: CardTransactionId,
    platform: String,
    card: CardId,
    customer: CustomerId,
    account: InternalAccountId,
    issuer_token: String,
    direction: &'static str,
    status: CardTransactionStatus,
    meaning: &'static str,
    decline_reason: Option<CardDeclineReason>,
    decline_meaning: Option<&'static str>,
    merchant: String,
    merchant_category: Option<String>,
    merchant_country: Option<String>,
    authorized: Money,
    settled: Option<Money>,
    refunded: Option<Money>,
    held: Money,
    shortfall: Money,
    in_suspense: Money,
    hold_ends_at: Option<Time>,
    created_at: Time,
    updated_at: Time,
    /// For `--seen`.
    version: Time,
    events: Vec<EventRow>,
    pulls: Vec<PullRow>,
    returns: Vec<ReturnRow>,
    /// The next commands, complete.
    commands: Vec<String>,
}

/// Lists the card transactions of a platform, newest first, with the sums of their authorized amounts.
pub(super) fn list(
    tx: &mut Tx<'_>,
    viewer: &Viewer,
    request: &CardTransactionListRequest,
) -> Answer<SummedPage<CardTransactionRow, AmountSum>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = ScanFilter {
        card: request.card,
        customer: request.customer,
        status: request.status,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = card_transactions::scan(tx, viewer.platform.id, &filter, &page)?;
    let shown = usize::try_from(request.limit).unwrap_or(usize::MAX);
    let authorized = found.rows.iter().take(shown).map(|record| record.amount(record.figures.authorized));
    let sums = amount_sums(authorized);
    let page = list_page(found, request.limit, CardTransactionRecord::position, CardTransactionRow::from);
    Ok(SummedPage { page, sums })
}

/// Shows a card transaction with its parts in order.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<CardTransactionId>,
) -> Answer<CardTransactionDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| card_transactions::find(tx, platform.id, id);
    let FoundResource { viewer, resource: record } = find_resource(tx, call, id, find)?;
    let Viewer { platform, personal } = viewer;
    let events = card_transactions::events_of(tx, platform.id, id, MAX_PARTS)?;
    let pulls = card_transactions::pulls_of(tx, platform.id, id, MAX_PARTS)?;
    let returns = card_transactions::returns_of(tx, platform.id, id, MAX_PARTS)?;
    let money = |minor: i64| Money::from(record.amount(minor));
    let figures = record.figures;
    Ok(CardTransactionDetails {
        transaction: record.id,
        platform: platform.name,
        card: record.card,
        customer: record.customer,
        account: record.account,
        issuer_token: record.token.clone(),
        direction: record.direction.as_str(),
        status: record.status,
        meaning: record.status.meaning(),
        decline_reason: record.decline_reason,
        decline_meaning: record.decline_reason.map(CardDeclineReason::meaning),
        merchant: record.merchant.descriptor.clone(),
        merchant_category: record.merchant.mcc.clone(),
        merchant_country: record.merchant.country.clone(),
        authorized: money(figures.authorized),
        settled: figures.settled.map(money),
        refunded: figures.refunded.map(money),
        held: money(figures.held),
        shortfall: money(figures.shortfall),
        in_suspense: money(figures.suspended),
        hold_ends_at: record.hold_ends_at,
        created_at: record.created_at,
        updated_at: record.updated_at.into(),
        version: record.updated_at.into(),
        events: events.into_iter().map(|event| event_row(event, personal)).collect(),
        pulls: pulls.into_iter().map(|part| pull(&part, money)).collect(),
        returns: returns.into_iter().map(|part| merchant_return(&part, money)).collect(),
        commands: commands(&record),
    })
}

/// Returns the command that collects a shortfall.
pub(super) fn collect_command(id: CardTransactionId) -> String {
    format!("causeway card-transaction collect {id} --reason TEXT")
}

/// Returns the commands for money that is missing or in suspense, and the look at the card.
fn commands(record: &CardTransactionRecord) -> Vec<String> {
    let id = record.id;
    let collect = record.has_shortfall().then(|| collect_command(id));
    let is_suspended = record.figures.suspended > 0;
    let resolve = is_suspended.then(|| format!("causeway suspense resolve {id} --reason TEXT"));
    let card = format!("causeway card show {}", record.card);
    collect.into_iter().chain(resolve).chain([card]).collect()
}

fn event_row(record: EventRecord, personal: PersonalData) -> EventRow {
    EventRow {
        number: record.applied.map(|(_, number)| number),
        event: record.event,
        received_at: record.received_at,
        content: Some(record.doc).filter(|_| personal.may_see_person()),
    }
}

fn pull(record: &PullRecord, money: impl Fn(i64) -> Money) -> PullRow {
    PullRow {
        pull: record.id,
        status: record.pull.status,
        meaning: record.pull.status.meaning(),
        amount: money(record.pull.amount),
        captured: money(record.pull.captured),
        released: money(record.pull.released),
        created_at: record.created_at,
    }
}

fn merchant_return(record: &ReturnRecord, money: impl Fn(i64) -> Money) -> ReturnRow {
    ReturnRow {
        r#return: record.id,
        amount: money(record.amount),
        created_at: record.created_at,
        reversed_at: record.reversed_at,
    }
}
