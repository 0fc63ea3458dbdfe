//! Lists of cards, and one card (conventions 2.3).

use causeway_domain::cards::{CardState, CardStateReason};
use causeway_domain::ids::{CardId, CustomerId, InternalAccountId, TokenId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, RangeStart, Time};
use causeway_store::Tx;
use causeway_store::card_reveals::{self, CardReveal};
use causeway_store::cards::{self, CardRecord, CardSource, ScanFilter};
use causeway_store::platforms::PlatformRecord;
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::operator_actions::{ActionRow, actions_about};
use super::resource::{FoundResource, find_resource};
use super::viewer::{PersonalData, Viewer};
use super::{
    Answer, Call, IdArgument, Money, OperatorError, arguments, default_number, of_customer, option, view,
};

/// Maximum number of reveals that are shown with a card.
const MAX_REVEALS: i64 = 20;
/// Maximum number of reveals in a list.
const MAX_LISTED_REVEALS: i64 = 1_000;

arguments! {
    pub(super) struct CardListRequest {
        customer: Option<CustomerId> = of_customer("Only cards of this customer"),
        state: Option<CardState> = option("Only cards in this state: PROCESSING, ACTIVE, FROZEN, CLOSED"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
    }
}

view! {
    pub(super) struct CardRow of record: CardRecord {
        card: CardId = record.id,
        customer: CustomerId = record.customer,
        state: CardState = record.phase.state(),
        last4: Option<String> = record.issued.map(|issued| issued.last4),
        currency: CurrencyCode = record.currency,
        created_at: Time = record.created_at,
    }

    struct SourceRow of source: CardSource {
        account: InternalAccountId = source.account,
    }

}

/// A reveal of a card's number.
#[derive(Serialize)]
pub(super) struct RevealRow {
    token: TokenId,
    /// Network address of the request.
    address: Option<String>,
    at: Time,
}

impl RevealRow {
    /// Returns a reveal as the caller may see it.
    fn of(reveal: CardReveal, personal: PersonalData) -> Self {
        Self { token: reveal.token, address: personal.show_any(reveal.address), at: reveal.at }
    }
}

/// A card with its funding sources and latest reveals.
#[derive(Serialize)]
pub(super) struct CardDetails {
    card: CardId,
    platform: String,
    own_id: String,
    customer: CustomerId,
    state: CardState,
    meaning: &'static str,
    state_reason: Option<CardStateReason>,
    reason_meaning: Option<&'static str>,
    brand: Option<String>,
    last4: Option<String>,
    expires: Option<String>,
    issuer_ref: Option<String>,
    currency: CurrencyCode,
    funding_currency: CurrencyCode,
    /// The limit of one debit.
    max_spend: Option<Money>,
    created_at: Time,
    updated_at: Time,
    /// For `--seen`.
    version: Time,
    funding_sources: Vec<SourceRow>,
    reveals: Vec<RevealRow>,
    /// In wall time.
    operator_actions: Vec<ActionRow>,
    /// The next commands, complete.
    commands: Vec<String>,
}

/// Lists the cards of a platform, newest first.
pub(super) fn list(tx: &mut Tx<'_>, viewer: &Viewer, request: &CardListRequest) -> Answer<ListPage<CardRow>> {
    let page = page(request.limit, request.before.as_deref())?;
    let filter = ScanFilter {
        customer: request.customer,
        state: request.state,
        since: request.since.map(|since| since.0),
        until: request.until,
    };
    let found = cards::scan(tx, viewer.platform.id, &filter, &page)?;
    Ok(list_page(found, request.limit, CardRecord::position, CardRow::from))
}

/// Shows a card.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(id): &IdArgument<CardId>,
) -> Answer<CardDetails> {
    let find = |tx: &mut Tx<'_>, platform: &PlatformRecord| cards::find(tx, platform.id, id);
    let FoundResource { viewer: Viewer { platform, personal }, resource: record } =
        find_resource(tx, call, id, find)?;
    let reveals = card_reveals::latest(tx, platform.id, id, MAX_REVEALS)?;
    let operator_actions = actions_about(tx, platform.id, id, personal)?;
    let is_open = record.phase.state() != CardState::Closed;
    let close = is_open.then(|| format!("causeway card close {id} --reason TEXT"));
    let commands = close.into_iter().chain([format!("causeway card-transaction list --card {id}")]).collect();
    let issued = record.issued.as_ref();
    Ok(CardDetails {
        card: record.id,
        platform: platform.name,
        customer: record.customer,
        state: record.phase.state(),
        meaning: record.phase.state().meaning(),
        state_reason: record.phase.reason(),
        reason_meaning: record.phase.reason().map(CardStateReason::meaning),
        brand: issued.map(|issued| issued.brand.to_string()),
        last4: issued.map(|issued| issued.last4.clone()),
        expires: issued.map(|issued| format!("{:02}/{}", issued.exp_month, issued.exp_year)),
        issuer_ref: issued.map(|issued| issued.issuer_ref.clone()),
        currency: record.currency,
        funding_currency: record.funding_currency,
        max_spend: record.max_spend.map(|minor| Amount::new(minor, record.currency).into()),
        created_at: record.created_at,
        updated_at: record.updated_at.into(),
        version: record.updated_at.into(),
        funding_sources: record.sources.iter().copied().map(SourceRow::from).collect(),
        own_id: record.platform_card_id,
        operator_actions,
        commands,
        reveals: reveals.into_iter().map(|reveal| RevealRow::of(reveal, personal)).collect(),
    })
}

/// Lists the reveals of a card's number, latest first.
pub(super) fn reveals(
    tx: &mut Tx<'_>,
    viewer: &Viewer,
    &IdArgument(id): &IdArgument<CardId>,
) -> Answer<Vec<RevealRow>> {
    let platform = viewer.platform.id;
    cards::find(tx, platform, id)?.ok_or_else(|| OperatorError::no_such(id))?;
    let found = card_reveals::latest(tx, platform, id, MAX_LISTED_REVEALS)?;
    Ok(found.into_iter().map(|reveal| RevealRow::of(reveal, viewer.personal)).collect())
}
