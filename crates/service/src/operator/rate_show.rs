//! The rate of a currency pair with what is priced by it, and the commands that correct it (money 6.1).

use causeway_domain::Time;
use causeway_domain::ids::{QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionStatus;
use causeway_domain::rates::Rate;
use causeway_store::Tx;
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, PaymentRecord, Walk, WalkBy};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::rates::{self, CurrencyPair};
use serde::Serialize;

use super::currency_pair::{check_known, code, fits};
use super::list_page::narrow;
use super::rate_changes::{RateChangeRow, changes};
use super::{Answer, Call, Money, arguments, positional};

/// Maximum number of changes that are shown.
const MAX_CHANGES: u32 = 20;
/// Maximum number of open payments of a platform that are shown.
const MAX_OPEN: u32 = 50;
/// The same number as a length.
const MAX_SHOWN: usize = 50;
/// Maximum number of platforms whose open payments are read.
const MAX_PLATFORMS: usize = 20;

arguments! {
    pub(super) struct ShowRequest {
        #[serde(deserialize_with = "code")]
        sending: CurrencyCode = positional("Sending currency"),
        #[serde(deserialize_with = "code")]
        receiving: CurrencyCode = positional("Receiving currency"),
    }
}

/// The rate of a currency pair.
#[derive(Serialize)]
pub(super) struct RateDetails {
    pair: String,
    status: RateStatus,
    meaning: &'static str,
    /// The present rate, or the last one if it was removed.
    rate: Option<Rate>,
    /// The present rate of the opposite direction.
    opposite_rate: Option<Rate>,
    updated_at: Option<Time>,
    /// Newest first, at most 20.
    changes: Vec<RateChangeRow>,
    /// The quotes and payments of the pair that are not over, at most 50 of each production platform.
    open: Vec<PricedRow>,
    /// `true` if there are more of them.
    is_cut_off: bool,
    /// The next commands, complete.
    commands: Vec<String>,
}

/// The status of a currency pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum RateStatus {
    Quoted,
    Removed,
    NotSet,
}

/// A quote or payment that was priced with a rate of the pair.
#[derive(Serialize)]
struct PricedRow {
    transaction: TransactionId,
    quote: Option<QuoteId>,
    platform: String,
    status: TransactionStatus,
    rate: Option<Rate>,
    sent: Option<Money>,
    received: Option<Money>,
    created_at: Time,
}

/// The open payments of a pair on one platform.
struct OpenPayments {
    platform: PlatformRecord,
    rows: Vec<PaymentRecord>,
    /// `true` if there are more of them.
    is_cut_off: bool,
}

impl RateStatus {
    /// Returns the status of a pair with this present rate and this last one.
    pub(super) const fn of(present: Option<Rate>, last: Option<Rate>) -> Self {
        match (present, last) {
            (Some(_), _) => Self::Quoted,
            (None, Some(_)) => Self::Removed,
            (None, None) => Self::NotSet,
        }
    }

    /// Returns the status as `--json` has it.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Quoted => "QUOTED",
            Self::Removed => "REMOVED",
            Self::NotSet => "NOT_SET",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Quoted => "production platforms are quoted this rate",
            Self::Removed => "the rate was removed, and the pair is not quoted",
            Self::NotSet => "the pair has no rate in this direction, and is not quoted",
        }
    }
}

/// Shows the rate of a currency pair.
pub(super) fn show(
    tx: &mut Tx<'_>,
    call: &Call,
    &ShowRequest { sending, receiving }: &ShowRequest,
) -> Answer<RateDetails> {
    let pair = CurrencyPair { sending, receiving };
    check_known(pair)?;
    let present = rates::find(tx, sending, receiving)?;
    let opposite = rates::find(tx, receiving, sending)?;
    let changes = changes(tx, call, Some(pair), MAX_CHANGES)?;
    let rate = present.map(|present| present.rate);
    let last = rate.or_else(|| changes.iter().find_map(|change| change.rate));
    let status = RateStatus::of(rate, last);
    let open = open(tx, pair)?;
    Ok(RateDetails {
        commands: commands(pair, rate, &changes, &open),
        pair: format!("{sending}/{receiving}"),
        status,
        meaning: status.meaning(),
        rate: last,
        opposite_rate: opposite.map(|opposite| opposite.rate),
        updated_at: present.map(|present| present.updated_at),
        changes,
        is_cut_off: open.iter().any(|platform| platform.is_cut_off),
        open: open.iter().flat_map(rows).collect(),
    })
}

/// Returns the open payments of a pair on the production platforms, which have them priced by these rates.
fn open(tx: &mut Tx<'_>, pair: CurrencyPair) -> Answer<Vec<OpenPayments>> {
    let mut all = platforms::list(tx)?;
    all.retain(|platform| platform.environment == Environment::Production);
    all.truncate(MAX_PLATFORMS);
    let walk = Walk { by: WalkBy::Open, from: None, to: None };
    let newest = Page { after: None, limit: MAX_OPEN, order: Order::Descending };
    let mut found = Vec::new();
    for platform in all {
        let now = platform.clock.at(tx.wall());
        let read = |page: &Page| -> Answer<Vec<PaymentRecord>> {
            Ok(payments::walk(tx, platform.id, &walk, now, page)?)
        };
        let scan = narrow(&newest, read, PaymentRecord::position, |payment| fits(pair, payment))?;
        let is_cut_off = scan.end.is_some() || scan.rows.len() > MAX_SHOWN;
        let mut rows = scan.rows;
        rows.truncate(MAX_SHOWN);
        found.push(OpenPayments { platform, rows, is_cut_off });
    }
    Ok(found)
}

fn rows(OpenPayments { platform, rows, .. }: &OpenPayments) -> Vec<PricedRow> {
    let row = |payment: &PaymentRecord| PricedRow {
        transaction: payment.id,
        quote: payment.quote,
        platform: platform.name.clone(),
        status: payment.status(),
        rate: payment.terms.conversion.as_ref().map(|conversion| conversion.price.rate),
        sent: payment.terms.sent.map(Money::from),
        received: payment.terms.received.map(Money::from),
        created_at: payment.created_at,
    };
    rows.iter().map(row).collect()
}

/// Returns the commands that set an earlier rate again, that show what was priced since the last change but one, and
/// that stop platforms with open quotes.
fn commands(
    CurrencyPair { sending, receiving }: CurrencyPair,
    present: Option<Rate>,
    changes: &[RateChangeRow],
    open: &[OpenPayments],
) -> Vec<String> {
    // Leaves out a rate that was far off the one before it: it can be the one that was corrected.
    let usual = changes.iter().filter(|change| change.is_unusual != Some(true));
    let former = usual.filter_map(|change| change.rate).find(|rate| present != Some(*rate));
    let mut commands = vec![match former {
        Some(rate) => format!("causeway rate set {sending} {receiving} {rate} --confirm {rate}"),
        None => format!("causeway rate set {sending} {receiving} RATE --confirm RATE"),
    }];
    if present.is_some() {
        commands.push(format!("causeway rate set {sending} {receiving} --remove"));
    }
    commands.push(format!("causeway rate history {sending} {receiving}"));
    let since = changes.get(1).or_else(|| changes.first()).map(|change| change.at);
    for OpenPayments { platform, rows, .. } in open {
        let id = platform.id;
        let pair = format!("{sending}/{receiving}");
        if let Some(since) = since {
            commands.push(format!("causeway payment list --platform {id} --pair {pair} --since {since}"));
        }
        if rows.iter().any(|payment| payment.quote.is_some()) {
            commands.push(format!("causeway quote list --platform {id} --pair {pair} --status PENDING"));
            commands.push(format!("causeway platform disable --platform {id}"));
        }
    }
    commands
}
