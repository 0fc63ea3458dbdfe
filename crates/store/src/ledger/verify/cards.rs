//! Card transactions against their pulls, their returns and their bookings (cards 8.5).

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::card_transactions::{Figures, Movement, PullStatus, Units};
use causeway_domain::ids::{CardTransactionId, Id, PlatformId};
use causeway_domain::payments::Direction;
use causeway_domain::postings::{AccountCode, LedgerAccount, PostingKind};
use uuid::Uuid;

use super::chain::ENTRIES;
use super::report::FaultKind;
use super::scope::{Page, Span, between};
use super::terms::check;
use super::{Scope, Source, behind};
use crate::card_transactions::{
    self as rows, CardTransactionRecord, PULL_COLUMNS, PullRecord, RETURN_COLUMNS, ReturnRecord,
};
use crate::database::terms::AuthenticatedColumns;
use crate::ledger::entry::{COLUMNS, Entry, RawEntry};
use crate::{Error, Row};

/// Rows of card transactions, by transaction.
type ByTransaction<T> = BTreeMap<CardTransactionId, Vec<T>>;

/// Checks that this service wrote every card transaction, pull and return; that pulls and returns add up to
/// the amounts of their transaction, and so do its bookings.
pub(super) fn verify(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (page, last, unreadable) = page(scope, after)?;
    let span = Span { after, last };
    let mut booked = booked(scope, span)?;
    let mut pulls = pulls(scope, span)?;
    let mut returns = returns(scope, span)?;
    for (record, terms, mac) in page {
        check(scope, &terms, &mac, record.id);
        let parts = (
            booked.remove(&record.id).unwrap_or_default(),
            pulls.remove(&record.id).unwrap_or_default(),
            returns.remove(&record.id).unwrap_or_default(),
        );
        for fault in faults(&record, &parts.0, &parts.1, &parts.2) {
            scope.add(FaultKind::CardTransactionDiffers, record.id, fault);
        }
    }
    let orphans: BTreeSet<_> = booked.keys().chain(pulls.keys()).chain(returns.keys()).copied().collect();
    for id in orphans.difference(&unreadable) {
        let detail = "has postings, pulls or returns, but the card transaction is gone";
        scope.add(FaultKind::PaymentMissing, id, detail);
    }
    Ok(last)
}

type CardTransactionRow = (CardTransactionRecord, AuthenticatedColumns, Vec<u8>);

type CardTransactionPage = (Vec<CardTransactionRow>, Option<Uuid>, BTreeSet<CardTransactionId>);

/// Reads a page of card transactions; also returns the last key and the unreadable ones.
fn page(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<CardTransactionPage, Error> {
    let platform = scope.platform;
    let (behind, values) = behind(platform, "transaction_id", after);
    let columns = rows::COLUMNS;
    let limit = scope.limit;
    let sql = format!(
        "SELECT {columns} FROM card_transaction WHERE platform_id = $1 {behind} ORDER BY transaction_id LIMIT {limit}"
    );
    let mut unreadable = BTreeSet::new();
    let source = Source::new("card_transaction", &["transaction_id"]);
    let Page { rows, last } = scope.page(source, &sql, &values, |row| {
        let id: CardTransactionId = row.get("transaction_id")?;
        unreadable.insert(id);
        let found = rows::read_raw(platform, row)?;
        unreadable.remove(&id);
        Ok(found)
    })?;
    Ok((rows, last, unreadable))
}

fn booked(scope: &mut Scope<'_, '_>, span: Span) -> Result<ByTransaction<Vec<Entry>>, Error> {
    let (which, values, limit) = between(scope.platform, "transaction_id", span, scope.limit);
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE platform_id = $1 {which} AND transaction_id IS NOT NULL
             AND kind LIKE 'CARD%' ORDER BY e.transaction_id, e.journal_id, e.line {limit}"
    );
    let mut booked: ByTransaction<Vec<Entry>> = ByTransaction::new();
    // Unknown codes and kinds are reported with the blocks.
    let entries = scope.rows(ENTRIES, &sql, &values, RawEntry::read)?;
    for entry in entries.into_iter().filter_map(|entry| entry.typed().ok()) {
        let Some(transaction) = entry.transaction else { continue };
        let journals = booked.entry(CardTransactionId::from_uuid(transaction.uuid())).or_default();
        let is_next =
            |lines: &&mut Vec<Entry>| lines.last().is_some_and(|last| last.journal == entry.journal);
        match journals.last_mut().filter(is_next) {
            Some(lines) => lines.push(entry),
            None => journals.push(vec![entry]),
        }
    }
    Ok(booked)
}

fn pulls(scope: &mut Scope<'_, '_>, span: Span) -> Result<ByTransaction<PullRecord>, Error> {
    let read = rows::read_raw_pull;
    let found =
        parts_of(scope, Source::new("card_pull", &["transaction_id", "number"]), PULL_COLUMNS, span, read)?;
    let mut pulls = ByTransaction::new();
    for (id, (pull, terms, mac)) in found {
        check(scope, &terms, &mac, pull.id);
        pulls.entry(id).or_insert_with(Vec::new).push(pull);
    }
    Ok(pulls)
}

fn returns(scope: &mut Scope<'_, '_>, span: Span) -> Result<ByTransaction<ReturnRecord>, Error> {
    let read = rows::read_raw_return;
    let found = parts_of(
        scope,
        Source::new("card_return", &["transaction_id", "number"]),
        RETURN_COLUMNS,
        span,
        read,
    )?;
    let mut returns = ByTransaction::new();
    for (id, (one, terms, mac)) in found {
        check(scope, &terms, &mac, one.id);
        returns.entry(id).or_insert_with(Vec::new).push(one);
    }
    Ok(returns)
}

/// Reads rows that belong to card transactions, each with its transaction's id.
fn parts_of<T>(
    scope: &mut Scope<'_, '_>,
    source: Source,
    columns: &str,
    span: Span,
    read: fn(PlatformId, &Row<'_>) -> Result<T, Error>,
) -> Result<Vec<(CardTransactionId, T)>, Error> {
    let platform = scope.platform;
    let table = source.table;
    let (which, values, limit) = between(platform, "transaction_id", span, scope.limit);
    let sql = format!(
        "SELECT {columns} FROM {table} WHERE platform_id = $1 {which} ORDER BY transaction_id, number {limit}"
    );
    scope.rows(source, &sql, &values, |row| Ok((row.get("transaction_id")?, read(platform, row)?)))
}

/// Returns the faults of a transaction, its pulls, its returns and its bookings.
fn faults(
    record: &CardTransactionRecord,
    booked: &[Vec<Entry>],
    pulls: &[PullRecord],
    returns: &[ReturnRecord],
) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(units) = Units::of(record.funding_currency) else {
        return vec!["is in a currency that cards do not support".to_owned()];
    };
    for lines in booked {
        if !is_sound(record, units, lines) {
            let kind = lines.first().map(|line| line.kind.as_str()).unwrap_or_default();
            faults.push(format!("its posting {kind} is not valid for a card transaction"));
        }
    }
    for (code, expected) in expected(record) {
        let lines = booked.iter().flatten().filter(|line| line.code == code);
        let sum: i128 = lines.map(|line| i128::from(line.amount)).sum();
        let expected_sum = units.of_card(expected).map(|amount| i128::from(amount.minor));
        if expected_sum != Some(sum) {
            faults.push(format!("has {sum} booked in {code}, its amounts add up to {expected_sum:?}"));
        }
    }
    let figures = &record.figures;
    if pulled(pulls) != (figures.held, figures.pulls.amount, figures.pulls.count, figures.pending_pulls) {
        faults.push("its pulls do not add up to its amounts".to_owned());
    }
    let open = returns.iter().filter(|one| one.reversed_at.is_none());
    let sum = open.fold((0_i64, 0_u32), |sum, one| (sum.0.saturating_add(one.amount), sum.1 + 1));
    if sum != (figures.refunded.unwrap_or_default(), figures.returns) {
        faults.push("its returns do not add up to its amounts".to_owned());
    }
    faults
}

/// Returns the expected balance in each account except the funding source's available balance, which follows
/// from the others.
fn expected(record: &CardTransactionRecord) -> [(AccountCode, i64); 4] {
    let figures: &Figures = &record.figures;
    let network = match record.direction {
        Direction::Debit => figures.settled_sum().saturating_sub(figures.refunded_sum()),
        Direction::Credit => figures.credited.saturating_neg(),
    };
    [
        (AccountCode::Held, figures.held),
        (AccountCode::CardNetwork, network),
        (AccountCode::CardException, figures.shortfall.saturating_neg()),
        (AccountCode::Suspense, figures.suspended),
    ]
}

/// Sums the held and the pulled amounts, and counts all and the pending pulls, in this order.
fn pulled(pulls: &[PullRecord]) -> (i64, i64, u32, u32) {
    pulls.iter().fold((0, 0, 0, 0), |(held, amount, count, pending), record| {
        let pull = &record.pull;
        let net =
            if pull.status == PullStatus::Failed { 0 } else { pull.amount.saturating_sub(pull.released) };
        let waits = u32::from(pull.status == PullStatus::Pending);
        (held.saturating_add(pull.held()), amount.saturating_add(net), count + 1, pending + waits)
    })
}

/// Checks that the lines of a journal are the posting given by its kind and its amounts.
fn is_sound(record: &CardTransactionRecord, units: Units, lines: &[Entry]) -> bool {
    let Some(movement) = movement(units, lines) else { return false };
    // Funds in suspense may have been credited to another account.
    let other = lines.iter().find_map(|line| line.account);
    let account = match movement {
        Movement::SuspenseCredited(_) => other.unwrap_or(record.account),
        _ => record.account,
    };
    let Some(Ok(posting)) = movement.posting(account, units) else { return false };
    let legs = posting.legs();
    let is_same_line = |(leg, line): (&causeway_domain::postings::Leg, &Entry)| {
        let account = match leg.account {
            LedgerAccount::Guarded { account, .. } => Some(account),
            _ => None,
        };
        (leg.account.code(), account, leg.amount.currency, leg.amount.minor)
            == (line.code, line.account, line.currency, line.amount)
    };
    Some(posting.kind()) == lines.first().map(|line| line.kind)
        && legs.len() == lines.len()
        && legs.iter().zip(lines).all(is_same_line)
}

/// Returns the movement that these lines book, by their amounts, or `None` if they are none.
fn movement(units: Units, lines: &[Entry]) -> Option<Movement> {
    let booked = |code: AccountCode| -> Option<i64> {
        let sum = lines
            .iter()
            .filter(|line| line.code == code)
            .try_fold(0_i64, |sum, line| sum.checked_add(line.amount))?;
        units.to_card(sum)
    };
    let available = booked(AccountCode::Available)?;
    let held = booked(AccountCode::Held)?;
    let carried = booked(AccountCode::CardException)?;
    let suspended = booked(AccountCode::Suspense)?;
    Some(match lines.first()?.kind {
        PostingKind::CardPullReserved => Movement::Reserved(held),
        PostingKind::CardPullFailed => {
            let held = held.checked_neg()?;
            Movement::PullFailed { held, credited: available.checked_sub(held)?, suspended }
        }
        PostingKind::CardCleared => Movement::Cleared {
            held: held.checked_neg()?,
            pulled: available.checked_neg()?,
            carried: carried.checked_neg()?,
        },
        PostingKind::CardHoldReleased => Movement::Released(available),
        PostingKind::CardReturned => Movement::Returned { filled: carried, credited: available, suspended },
        PostingKind::CardReturnReversed => Movement::ReturnReversed {
            suspended: suspended.checked_neg()?,
            taken: available.checked_neg()?,
            carried: carried.checked_neg()?,
        },
        PostingKind::CardCredited => Movement::Credited { credited: available, suspended },
        PostingKind::CardCreditUndone => Movement::CreditUndone {
            suspended: suspended.checked_neg()?,
            taken: available.checked_neg()?,
            carried: carried.checked_neg()?,
        },
        PostingKind::CardShortfallCollected => Movement::Collected(carried),
        PostingKind::CardSuspenseCredited => Movement::SuspenseCredited(available),
        _ => return None,
    })
}
