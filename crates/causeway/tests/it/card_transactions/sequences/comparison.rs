//! The comparison of the database with the model.

use std::collections::BTreeMap;
use std::fmt::Debug;

use causeway_domain::ids::{CardTransactionId, Id, InternalAccountId, JournalId, PlatformId};
use causeway_domain::postings::AccountCode;
use causeway_store::card_transactions::{self as rows, CardTransactionRecord};
use causeway_store::{Error, Tx, internal_accounts, params};

use super::expected::{CardTransaction, Credit, Kind, Network};
use super::model::Model;

/// Units of USDB in a cent.
const UNITS: i64 = 10_000;

/// The reason for which a sequence is rolled back.
#[derive(Debug)]
pub(super) enum Rollback {
    /// Every step agreed, and the sequence is not to be kept.
    Agreed,
    /// The database differs from the model.
    Differs(String),
    Failed(Error),
}

impl From<Error> for Rollback {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Compares a value with the expected one. The error names them if they differ.
pub(super) fn same<T: PartialEq + Debug>(what: &str, found: T, expected: T) -> Result<(), Rollback> {
    if found == expected {
        Ok(())
    } else {
        Err(Rollback::Differs(format!("{what}: found {found:?}, expected {expected:?}")))
    }
}

/// Returns the available and the held balance of an account, in cents.
pub(super) fn balance(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
) -> Result<(i64, i64), Error> {
    let found = internal_accounts::find(tx, platform, account)?.ok_or(Error::Missing)?;
    let parts = (found.balance.available, found.balance.held);
    assert_eq!((parts.0 % UNITS, parts.1 % UNITS), (0, 0));
    Ok((parts.0 / UNITS, parts.1 / UNITS))
}

/// Counts the events about card transactions.
pub(super) fn events(tx: &mut Tx<'_>, platform: PlatformId) -> Result<i64, Error> {
    tx.query_one(
        "SELECT COUNT(*) AS events FROM outbox WHERE platform_id = $1 AND event_type LIKE 'CARD\\_TRANSACTION.%' ESCAPE '\\'",
        params![platform],
        |row| row.get("events"),
    )
}

/// Compares the account, one transaction and its postings with the model.
pub(super) fn agree(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    network: &Network,
    id: CardTransactionId,
    known: &CardTransaction,
) -> Result<(), Rollback> {
    let found = internal_accounts::find(tx, platform, account)?.ok_or(Error::Missing)?;
    same("balance", found.balance.available, network.available * UNITS)?;
    same("held by all", found.balance.held, network.held() * UNITS)?;
    let record = rows::find(tx, platform, id)?.ok_or(Error::Missing)?;
    let booked = booked(tx, platform, id)?;
    same("token", record.token.as_str(), &known.token)?;
    match &known.kind {
        Kind::Debit(model) => agree_debit(&record, model, &booked),
        Kind::Credit(credit) => agree_credit(&record, credit, &booked),
        Kind::Declined(reason) => {
            same("status", record.status.as_str(), "EXCEPTION")?;
            same("reason", record.decline_reason.map(|reason| reason.as_str()), Some(*reason))?;
            same("amount", record.figures.authorized, known.amount)?;
            same("booked", booked, BTreeMap::new())
        }
    }
}

/// Sums the postings of a transaction by account code, without the available balance and without zeros.
/// Checks that each journal sums to zero.
fn booked(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CardTransactionId,
) -> Result<BTreeMap<String, i64>, Rollback> {
    let lines = tx.query(
        "SELECT journal_id, code, amount FROM ledger_entry WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, id],
        |row| {
            Ok((row.get::<JournalId>("journal_id")?, row.get::<String>("code")?, row.get::<i64>("amount")?))
        },
    )?;
    let mut postings = BTreeMap::new();
    let mut sums = BTreeMap::new();
    for (journal, code, amount) in lines {
        *postings.entry(journal.uuid()).or_default() += amount;
        *sums.entry(code).or_default() += amount;
    }
    for (posting, sum) in postings {
        same(&format!("the sum of {posting}"), sum, 0_i64)?;
    }
    sums.remove(AccountCode::Available.as_str());
    sums.retain(|_, sum| *sum != 0);
    Ok(sums)
}

fn agree_debit(
    record: &CardTransactionRecord,
    model: &Model,
    booked: &BTreeMap<String, i64>,
) -> Result<(), Rollback> {
    let figures = &record.figures;
    same("status", record.status.as_str(), model.status)?;
    same("reason", record.decline_reason, None)?;
    let has_ended = model.clearings > 0 || model.is_closed || model.status == "SETTLED";
    same("settled", figures.settled, has_ended.then_some(model.settled))?;
    same("authorized", figures.authorized, model.authorized)?;
    same("clearings", figures.clearings, model.clearings)?;
    same("refunded", figures.refunded_sum(), model.refunded())?;
    same("returns", usize::try_from(figures.returns), Ok(model.refunds.len()))?;
    same("pulls", usize::try_from(figures.pulls.count), Ok(model.pulls.len()))?;
    same("pulled", figures.pulls.amount, model.pulled())?;
    same("pending", usize::try_from(figures.pending_pulls), Ok(model.pending()))?;
    let parts = (figures.held, figures.shortfall, figures.suspended, figures.credited);
    same("held, carried, suspended, credited", parts, (model.held, -model.exception, model.suspense, 0))?;
    let expected = [
        (AccountCode::Held, model.held),
        (AccountCode::CardNetwork, model.network),
        (AccountCode::CardException, model.exception),
        (AccountCode::Suspense, model.suspense),
    ];
    same("booked", booked, &units(&expected))
}

fn agree_credit(
    record: &CardTransactionRecord,
    credit: &Credit,
    booked: &BTreeMap<String, i64>,
) -> Result<(), Rollback> {
    let figures = &record.figures;
    same("status", record.status.as_str(), credit.status())?;
    let has_ended = credit.clearings > 0 || credit.is_closed;
    same("settled", figures.settled, has_ended.then_some(credit.settled))?;
    same("authorized", figures.authorized, credit.authorized)?;
    same("clearings, pulls", (figures.clearings, figures.pulls.count), (credit.clearings, 0))?;
    same("credited", figures.credited, credit.settled)?;
    same("booked", booked, &units(&[(AccountCode::CardNetwork, -credit.settled)]))
}

fn units(cents: &[(AccountCode, i64)]) -> BTreeMap<String, i64> {
    let some = cents.iter().filter(|(_, cents)| *cents != 0);
    some.map(|(code, cents)| (code.as_str().to_owned(), cents * UNITS)).collect()
}
