//! Card transactions against their pulls, their returns and what is booked for them (cards 8.5).

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::card_transactions::{Figures, Movement, PullStatus, Units};
use causeway_domain::ids::{CardTransactionId, Id, PlatformId};
use causeway_domain::payments::Direction;
use causeway_domain::postings::{AccountCode, LedgerAccount, PostingKind};

use super::anchors::Known;
use super::report::{FaultKind, Report};
use super::terms::check;
use super::{PAGE, behind};
use crate::card_transactions::{
    self as rows, CardTransactionRecord, PULL_COLUMNS, PullRecord, RETURN_COLUMNS, ReturnRecord,
};
use crate::database::terms::Terms;
use crate::ledger::entry::{COLUMNS, Entry, RawEntry};
use crate::{Error, Row, Tx, Value};

/// What belongs to transactions, by their ids.
type Of<T> = BTreeMap<CardTransactionId, Vec<T>>;

/// Every card transaction, pull and return is the one that this service wrote; pulls and returns make the amounts of their
/// transaction, and so does what is booked for it. `journals`: how many the platform's ledger has.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    journals: u64,
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<CardTransactionId> = None;
    loop {
        let found = page(tx, platform, after)?;
        let last = found.last().map(|(id, _)| *id);
        let span = (after, last);
        let mut booked = booked(tx, platform, span)?;
        let mut pulls = pulls(tx, platform, span, (known, journals), report)?;
        let mut returns = returns(tx, platform, span, (known, journals), report)?;
        let mut unreadable = BTreeSet::new();
        for (id, row) in found {
            match row {
                Ok((record, terms, mac)) => {
                    check(tx, &terms, &mac, id, (known, journals), report);
                    let parts = (
                        booked.remove(&id).unwrap_or_default(),
                        pulls.remove(&id).unwrap_or_default(),
                        returns.remove(&id).unwrap_or_default(),
                    );
                    for fault in faults(&record, &parts.0, &parts.1, &parts.2) {
                        report.add(FaultKind::CardTransactionDiffers, platform, id, fault);
                    }
                }
                Err(fault) => {
                    report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string());
                    unreadable.insert(id);
                }
            }
        }
        let orphans: BTreeSet<_> = booked.keys().chain(pulls.keys()).chain(returns.keys()).copied().collect();
        for id in orphans.difference(&unreadable) {
            report.add(
                FaultKind::PaymentMissing,
                platform,
                id,
                "is booked or pulled, and is not a card transaction",
            );
        }
        let Some(_) = last else { return Ok(()) };
        after = last;
    }
}

type Span = (Option<CardTransactionId>, Option<CardTransactionId>);

type Found = Result<(CardTransactionRecord, Terms, Vec<u8>), Error>;

fn page(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<CardTransactionId>,
) -> Result<Vec<(CardTransactionId, Found)>, Error> {
    let (behind, values) = behind(platform, "transaction_id", after);
    let columns = rows::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM card_transaction WHERE platform_id = $1 {behind} ORDER BY transaction_id LIMIT {PAGE}"
    );
    tx.query(&sql, &values, |row| Ok((row.get("transaction_id")?, rows::read_raw(platform, row))))
}

/// What narrows a statement to the transactions behind the first up to the second, with its values; where there is no
/// second, to some behind the first: nothing belongs to them.
fn within<'a>(platform: PlatformId, (after, last): Span) -> (String, Vec<Value<'a>>, String) {
    let (mut which, mut values) = behind(platform, "transaction_id", after);
    let mut limit = format!("LIMIT {PAGE}");
    if let Some(last) = last {
        values.push(last.into());
        which.push_str(&format!(" AND transaction_id <= ${}", values.len()));
        limit.clear();
    }
    (which, values, limit)
}

fn booked(tx: &mut Tx<'_>, platform: PlatformId, span: Span) -> Result<Of<Vec<Entry>>, Error> {
    let (which, values, limit) = within(platform, span);
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE platform_id = $1 {which} AND transaction_id IS NOT NULL
             AND kind LIKE 'CARD%' ORDER BY e.transaction_id, e.journal_id, e.line {limit}"
    );
    let mut booked: Of<Vec<Entry>> = Of::new();
    // What cannot be read is named with the blocks.
    for entry in tx.query(&sql, &values, RawEntry::read)?.into_iter().filter_map(|entry| entry.typed().ok()) {
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

fn pulls(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    span: Span,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<Of<PullRecord>, Error> {
    let (which, values, limit) = within(platform, span);
    let sql = format!(
        "SELECT {PULL_COLUMNS} FROM card_pull WHERE platform_id = $1 {which} ORDER BY transaction_id, number {limit}"
    );
    let found = tx.query(&sql, &values, |row| authentic(row, |row| rows::read_raw_pull(platform, row)))?;
    let mut pulls = Of::new();
    for (id, row) in found {
        match row {
            Ok((pull, terms, mac)) => {
                check(tx, &terms, &mac, pull.id, known, report);
                pulls.entry(id).or_insert_with(Vec::new).push(pull);
            }
            Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
        }
    }
    Ok(pulls)
}

fn returns(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    span: Span,
    known: (&Known, u64),
    report: &mut Report,
) -> Result<Of<ReturnRecord>, Error> {
    let (which, values, limit) = within(platform, span);
    let sql = format!(
        "SELECT {RETURN_COLUMNS} FROM card_return WHERE platform_id = $1 {which} ORDER BY transaction_id, number {limit}"
    );
    let found = tx.query(&sql, &values, |row| authentic(row, |row| rows::read_raw_return(platform, row)))?;
    let mut returns = Of::new();
    for (id, row) in found {
        match row {
            Ok((one, terms, mac)) => {
                check(tx, &terms, &mac, one.id, known, report);
                returns.entry(id).or_insert_with(Vec::new).push(one);
            }
            Err(fault) => report.add(FaultKind::TermsNotAuthentic, platform, id, fault.to_string()),
        }
    }
    Ok(returns)
}

fn authentic<T>(
    row: &Row<'_>,
    read: impl Fn(&Row<'_>) -> Result<T, Error>,
) -> Result<(CardTransactionId, Result<T, Error>), Error> {
    Ok((row.get("transaction_id")?, read(row)))
}

/// What is wrong with a transaction, its pulls, its returns and its books.
fn faults(
    record: &CardTransactionRecord,
    booked: &[Vec<Entry>],
    pulls: &[PullRecord],
    returns: &[ReturnRecord],
) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(units) = Units::of(record.funding_currency) else {
        return vec!["is in a currency that cards do not have".to_owned()];
    };
    for lines in booked {
        if !is_sound(record, units, lines) {
            let kind = lines.first().map(|line| line.kind.as_str()).unwrap_or_default();
            faults.push(format!("its {kind} is none that a card transaction has"));
        }
    }
    for (code, expected) in expected(record) {
        let lines = booked.iter().flatten().filter(|line| line.code == code);
        let sum: i128 = lines.map(|line| i128::from(line.amount)).sum();
        let wanted = units.of_card(expected).map(|amount| i128::from(amount.minor));
        if wanted != Some(sum) {
            faults.push(format!("has {sum} booked in {code}, its amounts make {wanted:?}"));
        }
    }
    let figures = &record.figures;
    if pulled(pulls) != (figures.held, figures.pulls.amount, figures.pulls.count, figures.pending_pulls) {
        faults.push("its pulls do not make its amounts".to_owned());
    }
    let open = returns.iter().filter(|one| one.reversed_at.is_none());
    let sum = open.fold((0_i64, 0_u32), |sum, one| (sum.0.saturating_add(one.amount), sum.1 + 1));
    if sum != (figures.refunded.unwrap_or_default(), figures.returns) {
        faults.push("its returns do not make its amounts".to_owned());
    }
    faults
}

/// What must be booked in each account that is not the funding source's available balance: what that lost follows.
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

/// What is held, what was pulled, how many pulls there are, and how many are pending.
fn pulled(pulls: &[PullRecord]) -> (i64, i64, u32, u32) {
    pulls.iter().fold((0, 0, 0, 0), |(held, amount, count, pending), record| {
        let pull = &record.pull;
        let net =
            if pull.status == PullStatus::Failed { 0 } else { pull.amount.saturating_sub(pull.released) };
        let waits = u32::from(pull.status == PullStatus::Pending);
        (held.saturating_add(pull.held()), amount.saturating_add(net), count + 1, pending + waits)
    })
}

/// Whether the lines of a journal are those of the posting that its kind and its amounts make.
fn is_sound(record: &CardTransactionRecord, units: Units, lines: &[Entry]) -> bool {
    let Some(movement) = movement(units, lines) else { return false };
    // What stood in suspense may have gone to another account.
    let other = lines.iter().find_map(|line| line.account);
    let account = match movement {
        Movement::SuspenseCredited(_) => other.unwrap_or(record.account),
        _ => record.account,
    };
    let Some(Ok(posting)) = movement.posting(account, units) else { return false };
    let legs = posting.legs();
    let fits = |(leg, line): (&causeway_domain::postings::Leg, &Entry)| {
        let account = match leg.account {
            LedgerAccount::Guarded { account, .. } => Some(account),
            _ => None,
        };
        (leg.account.code(), account, leg.amount.currency, leg.amount.minor)
            == (line.code, line.account, line.currency, line.amount)
    };
    Some(posting.kind()) == lines.first().map(|line| line.kind)
        && legs.len() == lines.len()
        && legs.iter().zip(lines).all(fits)
}

/// The movement that these lines book, by their amounts; nothing where they are none.
fn movement(units: Units, lines: &[Entry]) -> Option<Movement> {
    let booked = |code: AccountCode| -> Option<i64> {
        let sum = lines
            .iter()
            .filter(|line| line.code == code)
            .try_fold(0_i64, |sum, line| sum.checked_add(line.amount))?;
        units.to_card(sum)
    };
    let (available, held) = (booked(AccountCode::Available)?, booked(AccountCode::Held)?);
    let (carried, suspended) = (booked(AccountCode::CardException)?, booked(AccountCode::Suspense)?);
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
