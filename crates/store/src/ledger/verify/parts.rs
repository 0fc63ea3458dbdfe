//! The parts of a verification, in their order, and the pieces that they are read in.

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use super::anchors::Known;
use super::progress::{PAGE, Progress};
use super::state::Chain;
use super::terms::{self, AUTHENTICATED};
use super::{
    Anchors, Report, Scope, accounts, behind, cards, chain, negative, payments, schema, strayed, unmatched,
};
use crate::{Error, Tx};

/// Reads some rows of a platform behind a key, and returns the last key; `None` if there are no more.
type Read = fn(&mut Scope<'_, '_>, Option<Uuid>) -> Result<Option<Uuid>, Error>;

/// A part of the verification of one platform's ledger.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) name: &'static str,
    /// The table that it walks through.
    table: &'static str,
    /// The column that it walks by, behind the platform.
    key: &'static str,
    /// `None` for rows that are written once and carry a code.
    read: Option<Read>,
}

const fn part(name: &'static str, table: &'static str, key: &'static str, read: Read) -> Part {
    Part { name, table, key, read: Some(read) }
}

const PARTS: [Part; 10] = [
    part("blocks", "ledger_block", "number", chain::blocks),
    part("entries", "ledger_entry", "journal_id", strayed::entries),
    part("sealed journals", "ledger_sealed", "journal_id", strayed::sealed),
    part("waiting journals", "ledger_unsealed", "journal_id", strayed::waiting),
    part("balances", "ledger_balance", "account_id", accounts::balances),
    part("accounts", "internal_account", "account_id", accounts::accounts),
    part("quotes in the ledger", "ledger_entry", "quote_id", negative::quotes),
    part("payments", "payment", "transaction_id", payments::verify),
    part("money that fits nothing", "unmatched_deposit", "transaction_id", unmatched::verify),
    part("card transactions", "card_transaction", "transaction_id", cards::verify),
];

/// How many parts there are. The tables of rows that carry a code follow the parts that have a name of their own.
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

    /// Returns the key of the row behind another one, as its index has it; `None` for what is not walked through by ids.
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

/// Verifies the ledgers of all platforms at once, in one transaction.
///
/// Every entry is the one that was booked; every journal was posted by this service and adds up to zero per currency;
/// every block holds what it was sealed with and was sealed by this service; no entry stands outside of blocks and
/// queue; every guarded balance was written by this service, is what its entries make it, and is negative only where
/// it may be; no other account is negative that must not be; the checkpoints add up; what is booked is kept from being
/// changed, and the schema is the one that the migrations make. Platforms, accounts, what payers name, quotes and payments are the ones that this service wrote, and so are agents
/// with their codes, cards, their keys and what is minted or burned; each payment is booked as its terms say, and shows where its money stands; so is each card
/// transaction, and money that fits no account. What `anchors` say must still be true.
///
/// # Errors
/// Those of the database. What is wrong with the ledger is no error but in the report.
pub fn verify(tx: &mut Tx<'_>, anchors: &Anchors) -> Result<Report, Error> {
    let mut report = Report::default();
    schema::verify(tx, &mut report)?;
    verify_rows(tx, anchors, &mut report)?;
    Ok(report)
}

/// Verifies the same but the schema, where nothing has changed that since it was verified.
///
/// # Errors
/// Those of the database.
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

/// Verifies the next piece, in [`crate::Store::read`]: about a thousand rows and what belongs to them, seen in one snapshot.
/// Pieces may be read one after the other while others write: each compares only what one transaction writes.
///
/// # Errors
/// Those of the database: see [`Progress::go_on_after`].
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
        known: Known::of(platform, anchors),
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

/// Verifies some of a platform's blocks behind one, and the journals in them, by themselves; returns the last of them.
///
/// # Errors
/// Those of the database.
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
        known: Known::of(platform, &Anchors::default()),
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

/// Tables that name platforms.
const NAMING: [&str; 8] = [
    "platform",
    "ledger_entry",
    "ledger_block",
    "ledger_balance",
    "ledger_unsealed",
    "ledger_sealed",
    "ledger_checkpoint",
    "payment",
];
const NAMING_TOO: [&str; 2] = ["unmatched_deposit", "card_transaction"];

/// Returns the next platform that anything in the ledger or an anchor names, whether or not it exists.
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
    let tables = NAMING.into_iter().chain(NAMING_TOO).chain(AUTHENTICATED.iter().map(|kind| kind.table));
    let first = |table: &str| {
        let first = format!("SELECT platform_id FROM {table} {behind} ORDER BY platform_id LIMIT 1");
        format!("SELECT platform_id FROM ({first}) of_{table}")
    };
    let firsts: Vec<String> = tables.map(first).collect();
    let sql = format!("/* all platforms */ {}", firsts.join(" UNION ALL "));
    let stored = tx.query(&sql, &values, |row| Ok(row.get::<Uuid>("platform_id").ok()))?;
    let seen = anchors
        .heads
        .iter()
        .map(|head| head.platform.uuid())
        .filter(|platform| after.is_none_or(|after| *platform > after));
    Ok(stored.into_iter().flatten().chain(seen).min().map(PlatformId::from_uuid))
}
