//! The parts of a verification, in order, and the pieces in which they are read.

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use super::anchors::PlatformAnchors;
use super::progress::{PAGE, Progress};
use super::state::Chain;
use super::terms::{self, AUTHENTICATED};
use super::{
    Anchors, Report, Scope, accounts, behind, cards, chain, negative, orphans, payments, rails, schema,
    unmatched,
};
use crate::{Error, Tx};

/// A function that reads some rows of a platform after a key, and returns the last key; `None` if there are
/// no more.
type PartReader = fn(&mut Scope<'_, '_>, Option<Uuid>) -> Result<Option<Uuid>, Error>;

/// A part of the verification of one platform's ledger.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) name: &'static str,
    /// The table that it reads.
    table: &'static str,
    /// The column that orders its rows, after the platform.
    key: &'static str,
    /// `None` if the rows have authenticated columns that are written once.
    read: Option<PartReader>,
}

const fn part(name: &'static str, table: &'static str, key: &'static str, read: PartReader) -> Part {
    Part { name, table, key, read: Some(read) }
}

const PARTS: [Part; 12] = [
    part("blocks", "ledger_block", "number", chain::blocks),
    part("entries", "ledger_entry", "journal_id", orphans::entries),
    part("sealed journals", "ledger_sealed", "journal_id", orphans::sealed),
    part("waiting journals", "ledger_unsealed", "journal_id", orphans::waiting),
    part("balances", "ledger_balance", "account_id", accounts::balances),
    part("accounts", "internal_account", "account_id", accounts::accounts),
    part("quotes in the ledger", "ledger_entry", "transaction_id", negative::quotes),
    part("payments", "payment", "transaction_id", payments::verify),
    part("unmatched deposits", "unmatched_deposit", "transaction_id", unmatched::verify),
    part("card transactions", "card_transaction", "transaction_id", cards::verify),
    part("orders to rails", "rail_order", "order_id", rails::orders),
    part("movements of cash", "cash_movement", "journal_id", rails::movements),
];

/// Number of parts. The tables with authenticated columns follow the parts of their own.
pub(super) const COUNT: usize = PARTS.len() + AUTHENTICATED.len();

impl Part {
    /// Returns the part with this number, from 0.
    pub(super) fn at(number: usize) -> Option<Self> {
        let kind = || AUTHENTICATED.get(number.checked_sub(PARTS.len())?);
        let of_kind =
            || kind().map(|kind| Self { name: kind.table, table: kind.table, key: kind.key, read: None });
        PARTS.get(number).copied().or_else(of_kind)
    }

    fn read(self, scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
        match self.read {
            Some(read) => read(scope, after),
            None => terms::verify(scope, self.table, after),
        }
    }

    /// Returns the key of the row after another one, from its index; `None` for a part that is not ordered by
    /// ids.
    pub(super) fn next_key(
        self,
        tx: &mut Tx<'_>,
        platform: PlatformId,
        after: Option<Uuid>,
    ) -> Result<Option<Uuid>, Error> {
        let Self { table, key, .. } = self;
        if key == chain::KEY {
            return Ok(None);
        }
        let (behind, values) = behind(platform, key, after);
        let sql = format!(
            "SELECT {key} FROM {table} WHERE platform_id = $1 {behind} AND {key} IS NOT NULL ORDER BY {key} LIMIT 1"
        );
        Ok(tx.query(&sql, &values, |row| Ok(row.get::<Uuid>(key).ok()))?.pop().flatten())
    }
}

/// Verifies the ledgers of all platforms at once, in one transaction. It checks that:
///
/// - every entry is unchanged since it was booked; every journal was posted by this service and adds up to
///   zero per currency;
/// - every block has the content it was sealed with and was sealed by this service; no entry is outside of
///   blocks and queue;
/// - every guarded balance was written by this service, equals the sum of its entries, and is negative only
///   if that is allowed; no other account is negative that must not be; the checkpoints add up;
/// - booked rows are protected from changes, and the schema is the one that the migrations create;
/// - this service wrote the platforms, accounts, funding identifiers, quotes and payments, as well as the
///   agents with their codes, the cards, their keys, the stablecoin operations, the ends of webhook keys, the
///   orders to rails and the cash movements;
/// - each payment has both of its rows, is booked as its terms say, and shows the stage that its bookings
///   have reached; so is each card transaction, and money that fits no account;
/// - `anchors` still hold.
///
/// Faults of the ledger are in the report and not an error.
pub fn verify(tx: &mut Tx<'_>, anchors: &Anchors) -> Result<Report, Error> {
    let mut report = Report::default();
    schema::verify(tx, &mut report)?;
    verify_rows(tx, anchors, &mut report)?;
    Ok(report)
}

/// Verifies as [`verify`] except the schema, which is known not to have changed since it was verified.
pub fn verify_rows(tx: &mut Tx<'_>, anchors: &Anchors, report: &mut Report) -> Result<(), Error> {
    let mut progress = Progress::default();
    begin_rows(tx, anchors, &mut progress)?;
    while !progress.is_done() {
        verify_piece(tx, anchors, &mut progress, report)?;
    }
    Ok(())
}

fn begin_rows(tx: &mut Tx<'_>, anchors: &Anchors, progress: &mut Progress) -> Result<(), Error> {
    progress.parts = COUNT;
    let first = next_platform(tx, anchors, None)?;
    progress.begin(first);
    Ok(())
}

/// Verifies the next piece, in [`crate::Store::read`]: about a thousand rows and their related rows, in one
/// snapshot. Pieces may be read one after the other while others write: each compares only rows that one
/// transaction writes.
///
/// # Errors
/// See [`Progress::handle_failure`].
pub fn verify_piece(
    tx: &mut Tx<'_>,
    anchors: &Anchors,
    progress: &mut Progress,
    report: &mut Report,
) -> Result<(), Error> {
    let Some(platform) = progress.platform else {
        schema::verify(tx, report)?;
        return begin_rows(tx, anchors, progress);
    };
    let Some(part) = Part::at(progress.part) else {
        let next = next_platform(tx, anchors, Some(platform))?;
        progress.begin(next);
        return Ok(());
    };
    let mut scope = Scope {
        tx,
        platform,
        known: PlatformAnchors::of(platform, anchors),
        journals: &mut progress.journals,
        limit: progress.limit,
        chain: &mut progress.chain,
        running: &mut progress.running,
        named: &mut progress.named,
        report,
    };
    let last = part.read(&mut scope, progress.after)?;
    progress.advance(last);
    Ok(())
}

/// Verifies some of a platform's blocks after `after`, with the journals in them, on their own; returns the
/// last of them.
pub fn verify_blocks(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: i64,
    report: &mut Report,
) -> Result<i64, Error> {
    let mut chain = Chain::behind(tx, platform, after)?;
    let mut scope = Scope {
        tx,
        platform,
        known: PlatformAnchors::of(platform, &Anchors::default()),
        journals: &mut 0,
        limit: PAGE,
        chain: &mut Chain::default(),
        running: &mut None,
        named: &mut None,
        report,
    };
    chain.read_some(&mut scope)?;
    Ok(chain.number())
}

/// Tables of the ledger and of payments with a platform's id.
const TABLES_WITH_PLATFORM: [&str; 8] = [
    "platform",
    "ledger_entry",
    "ledger_block",
    "ledger_balance",
    "ledger_unsealed",
    "ledger_sealed",
    "ledger_checkpoint",
    "payment",
];
/// Further tables with a platform's id that the verification reads.
const MORE_TABLES_WITH_PLATFORM: [&str; 3] = ["payment_state", "unmatched_deposit", "card_transaction"];

/// Returns the next platform that is mentioned anywhere in the ledger or in an anchor, even if it does not
/// exist.
fn next_platform(
    tx: &mut Tx<'_>,
    anchors: &Anchors,
    after: Option<PlatformId>,
) -> Result<Option<PlatformId>, Error> {
    let after = after.map(Id::uuid);
    let (behind, values) = match after {
        Some(after) => ("WHERE platform_id > $1", vec![after.into()]),
        None => ("", Vec::new()),
    };
    let tables = TABLES_WITH_PLATFORM
        .into_iter()
        .chain(MORE_TABLES_WITH_PLATFORM)
        .chain(AUTHENTICATED.iter().map(|kind| kind.table));
    let first = |table: &str| {
        let first = format!("SELECT platform_id FROM {table} {behind} ORDER BY platform_id LIMIT 1");
        format!("SELECT platform_id FROM ({first}) of_{table}")
    };
    let firsts: Vec<String> = tables.map(first).collect();
    let sql = format!("/* all platforms */ {}", firsts.join(" UNION ALL "));
    let platforms = tx.query(&sql, &values, |row| Ok(row.get::<Uuid>("platform_id").ok()))?;
    let anchored = anchors
        .heads
        .iter()
        .map(|head| head.platform.uuid())
        .filter(|platform| after.is_none_or(|after| *platform > after));
    Ok(platforms.into_iter().flatten().chain(anchored).min().map(PlatformId::from_uuid))
}
