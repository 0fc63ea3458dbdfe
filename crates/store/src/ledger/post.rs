//! Posting: the one function that writes entries and balances.

use std::fmt::{self, Write};

use causeway_domain::ids::{InternalAccountId, JournalId, PlatformId, QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::{Bucket, LedgerAccount, Leg, Overdraft, Posting, PostingKind};
use causeway_domain::{Ids, Time};

use super::balance::{self, Balance};
use super::entry::RawEntry;
use super::proof::journal_bytes;
use crate::{Error, MacPurpose, PostingEffect, Tx, Value, Wake};

/// The context of a posting.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// The transaction that caused it.
    pub transaction: Option<TransactionId>,
    /// The quote that caused it.
    pub quote: Option<QuoteId>,
    /// The platform's time.
    pub at: Time,
    /// Source of the journal id.
    pub ids: &'a Ids,
}

/// A booked posting, valid once the transaction is committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostedJournal {
    pub journal: JournalId,
    /// The balances that it changed, after the change, in the order of the accounts' ids.
    pub balances: Vec<Balance>,
}

/// A guarded balance that does not cover a debit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InsufficientBalance {
    pub account: InternalAccountId,
    /// The part of the balance.
    pub bucket: Bucket,
    pub currency: CurrencyCode,
    /// Present balance, in smallest units.
    pub available: i64,
    /// Amount of the debit, in smallest units.
    pub required: i64,
}

/// The reason why a posting is not booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LedgerError {
    /// A balance does not cover it: a refusal.
    Insufficient(InsufficientBalance),
    /// A balance of this account would exceed 64 bits, positive or negative: a refusal.
    TooLarge(InternalAccountId),
    /// The store failed, or the posting names an account that the platform does not have or that has another
    /// currency ([`Error::Data`]).
    Store(Error),
}

impl From<Error> for LedgerError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Insufficient(short) => {
                write!(
                    f,
                    "{} has {} of {} {}",
                    short.account, short.available, short.required, short.currency
                )
            }
            Self::TooLarge(account) => write!(f, "a balance of {account} would leave 64 bits"),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LedgerError {}

/// Books a posting: locks the affected guarded balances in the order of their ids, refuses debits that they
/// do not cover, and writes entries and balances. After the commit the sealer is woken.
///
/// A transaction that books several postings books them together ([`post_all`]), or locks all their accounts
/// first ([`super::lock_all`]).
///
/// # Errors
/// [`LedgerError::Insufficient`] if a balance does not cover its debit, [`LedgerError::TooLarge`] if it could
/// not hold the credit; nothing is written then.
pub fn post(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    posting: &Posting,
    origin: &Origin<'_>,
) -> Result<PostedJournal, LedgerError> {
    let posted = post_all(tx, platform, std::slice::from_ref(posting), origin, &[])?.pop();
    posted.ok_or(LedgerError::Store(Error::Missing))
}

/// Books consecutive postings as [`post`] does. `locked` are current balances of the platform that the
/// transaction has locked already: they are not read again.
///
/// # Errors
/// The same as [`post`].
pub fn post_all(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    postings: &[Posting],
    origin: &Origin<'_>,
    locked: &[Balance],
) -> Result<Vec<PostedJournal>, LedgerError> {
    let mut balances = lock_affected(tx, platform, postings, locked)?;
    let mut entries = Vec::new();
    let mut posted = Vec::with_capacity(postings.len());
    for posting in postings {
        let journal = origin.ids.next(origin.at);
        for (leg, line) in posting.legs().iter().zip(0..) {
            let balance_change = match leg.account {
                LedgerAccount::Guarded { account, bucket } => {
                    Some(move_balance(&mut balances, account, bucket, leg)?)
                }
                _ => None,
            };
            entries.push(entry(platform, journal, line, posting.kind(), leg, balance_change, origin));
        }
        let of_posting = |balance: &&mut Balance| {
            posting.legs().iter().any(|leg| guarded_account(leg) == Some(balance.account))
        };
        let changed = balances.iter_mut().filter(of_posting).map(|balance| {
            balance.updated_at.advance(origin.at);
            *balance
        });
        posted.push(PostedJournal { journal, balances: changed.collect() });
    }
    // Checked last: between two legs, a balance may hold an amount that the next leg removes.
    let is_too_large = |balance: &&Balance| i64::try_from(balance.total()).is_err();
    if let Some(balance) = balances.iter().find(is_too_large) {
        return Err(LedgerError::TooLarge(balance.account));
    }
    entries.iter_mut().for_each(|entry| entry.hash = entry.canonical_hash().to_vec());
    collect(tx, postings);
    write(tx, platform, &entries, &balances)?;
    Ok(posted)
}

/// Collects the entries in a preview.
fn collect(tx: &mut Tx<'_>, postings: &[Posting]) {
    let Some(effects) = tx.effects() else { return };
    for posting in postings {
        effects.postings.extend(posting.legs().iter().map(|leg| PostingEffect {
            kind: posting.kind(),
            code: leg.account.code(),
            account: guarded_account(leg),
            amount: leg.amount,
        }));
    }
}

/// Builds the entry of a leg; `moved` is the number of the entry and the balance of its account after it.
fn entry(
    platform: PlatformId,
    journal: JournalId,
    line: i64,
    kind: PostingKind,
    leg: &Leg,
    balance_change: Option<(i64, i64)>,
    origin: &Origin<'_>,
) -> RawEntry {
    let quote = match leg.account {
        LedgerAccount::QuoteCommitted(quote) => Some(quote),
        _ => origin.quote,
    };
    RawEntry {
        platform,
        journal,
        line,
        kind: kind.as_str().to_owned(),
        code: leg.account.code().as_str().to_owned(),
        account: guarded_account(leg),
        quote,
        transaction: origin.transaction,
        currency: leg.amount.currency.as_str().to_owned(),
        amount: leg.amount.minor,
        seq: balance_change.map(|(seq, _)| seq),
        balance_after: balance_change.map(|(_, after)| after),
        overdraft: leg.overdraft == Overdraft::Allowed,
        created_at: origin.at,
        hash: Vec::new(),
    }
}

/// Locks the rows of the guarded balances that postings change, and returns the balances in the order of
/// their accounts.
fn lock_affected(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    postings: &[Posting],
    locked: &[Balance],
) -> Result<Vec<Balance>, Error> {
    let legs = postings.iter().flat_map(Posting::legs);
    let mut accounts: Vec<InternalAccountId> = legs.filter_map(guarded_account).collect();
    accounts.sort_unstable();
    accounts.dedup();
    let mut balances: Vec<Balance> =
        locked.iter().filter(|balance| accounts.contains(&balance.account)).copied().collect();
    accounts.retain(|account| balances.iter().all(|balance| balance.account != *account));
    balances.extend(balance::lock_all(tx, platform, &accounts)?);
    let is_found = |account: &InternalAccountId| balances.iter().any(|balance| balance.account == *account);
    balance::check_lost(tx, platform, accounts.into_iter().filter(|account| !is_found(account)))?;
    balances.sort_unstable_by_key(|balance| balance.account);
    Ok(balances)
}

fn guarded_account(leg: &Leg) -> Option<InternalAccountId> {
    match leg.account {
        LedgerAccount::Guarded { account, .. } => Some(account),
        _ => None,
    }
}

/// Applies a leg to a row-locked balance; returns the number of the entry and the balance of the bucket after
/// it.
fn move_balance(
    balances: &mut [Balance],
    account: InternalAccountId,
    bucket: Bucket,
    leg: &Leg,
) -> Result<(i64, i64), LedgerError> {
    let balance = balances
        .iter_mut()
        .find(|balance| balance.account == account)
        .ok_or_else(|| Error::Data(format!("the ledger has no {account} of this platform")))?;
    let currency = leg.amount.currency;
    if balance.currency != currency {
        let text = format!("{account} is held in {}, the posting in {currency}", balance.currency);
        return Err(Error::Data(text).into());
    }
    let before = balance.bucket(bucket);
    let after = before.checked_add(leg.amount.minor).ok_or(LedgerError::TooLarge(account))?;
    let covered = bucket == Bucket::Available && leg.overdraft == Overdraft::Allowed;
    if leg.amount.minor < 0 && after < 0 && !covered {
        let required = leg.amount.minor.checked_neg().ok_or(LedgerError::TooLarge(account))?;
        return Err(LedgerError::Insufficient(InsufficientBalance {
            account,
            bucket,
            currency,
            available: before,
            required,
        }));
    }
    *balance.bucket_mut(bucket) = after;
    balance.seq += 1;
    Ok((balance.seq, after))
}

fn write(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    entries: &[RawEntry],
    balances: &[Balance],
) -> Result<(), Error> {
    tx.wake(Wake::Sealing);
    for balance in balances {
        balance::update(tx, platform, balance)?;
    }
    insert_entries(tx, entries)?;
    insert_unsealed(tx, platform, entries)
}

/// Queues the journals for sealing, in one statement; a journal without a valid authentication code in this
/// row is not sealed. Lines of one journal must be adjacent.
fn insert_unsealed(tx: &mut Tx<'_>, platform: PlatformId, entries: &[RawEntry]) -> Result<(), Error> {
    let mut rows = Vec::new();
    let mut values = vec![Value::from(platform)];
    for lines in entries.chunk_by(|a, b| a.journal == b.journal) {
        let journal = lines[0].journal;
        let bytes = journal_bytes(platform, journal, lines.iter().map(|line| line.hash.as_slice()));
        let mac = tx.macs().make(MacPurpose::Journals, &bytes);
        rows.push(format!("($1, ${}, ${})", values.len() + 1, values.len() + 2));
        values.extend([Value::from(journal), Value::from(mac)]);
    }
    let sql =
        format!("INSERT INTO ledger_unsealed (platform_id, journal_id, mac) VALUES {}", rows.join(", "));
    tx.execute(&sql, &values)
}

/// Inserts all entries in one statement.
fn insert_entries(tx: &mut Tx<'_>, entries: &[RawEntry]) -> Result<(), Error> {
    const COLUMNS: usize = 15;
    let mut sql =
        "INSERT INTO ledger_entry (platform_id, journal_id, line, kind, code, account_id, quote_id, \
                   transaction_id, currency, amount, seq, balance_after, overdraft, created_at, hash) VALUES "
            .to_owned();
    for place in 0..entries.len() * COLUMNS {
        let before = match (place, place % COLUMNS) {
            (0, _) => "(",
            (_, 0) => "), (",
            _ => ", ",
        };
        // Writing to a string does not fail.
        let _ = write!(sql, "{before}${}", place + 1);
    }
    sql.push(')');
    let mut values: Vec<Value<'_>> = Vec::with_capacity(entries.len() * COLUMNS);
    for entry in entries {
        values.extend([
            Value::from(entry.platform),
            Value::from(entry.journal),
            Value::from(entry.line),
            Value::from(&entry.kind),
            Value::from(&entry.code),
            Value::from(entry.account),
            Value::from(entry.quote),
            Value::from(entry.transaction),
            Value::from(&entry.currency),
            Value::from(entry.amount),
            Value::from(entry.seq),
            Value::from(entry.balance_after),
            Value::from(entry.overdraft),
            Value::from(entry.created_at),
            Value::from(entry.hash.as_slice()),
        ]);
    }
    tx.execute(&sql, &values)
}
