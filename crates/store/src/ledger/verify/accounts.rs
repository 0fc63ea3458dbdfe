//! Guarded balances against their entries, and internal accounts against their balances.

use causeway_domain::ids::{Id, InternalAccountId};
use causeway_domain::postings::{AccountCode, Bucket};
use uuid::Uuid;

use super::chain::ENTRIES;
use super::report::FaultKind;
use super::state::RunningBalance;
use super::{Scope, Source, behind};
use crate::ledger::balance::{self, Balance};
use crate::ledger::entry::{COLUMNS, RawEntry};
use crate::{Error, params};

/// Checks balances and their entries. An account with many entries takes several pieces: then the account
/// before it is returned as the last one.
pub(super) fn balances(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (behind, values) = behind(scope.platform, "account_id", after);
    let sql = format!(
        "SELECT {} FROM ledger_balance WHERE platform_id = $1 {behind} ORDER BY account_id LIMIT {}",
        balance::COLUMNS,
        scope.limit
    );
    let source = Source::new("ledger_balance", &["account_id"]);
    let page = scope.page(source, &sql, &values, balance::read_raw)?;
    let mut before = after;
    let mut budget = scope.limit;
    for (balance, mac) in page.rows {
        let account = balance.account.uuid();
        let mut running = match scope.running.take() {
            Some(begun) if begun.account == account => begun,
            _ => {
                check_code(scope, &balance, &mac);
                RunningBalance { account, ..RunningBalance::default() }
            }
        };
        if !follow_all(scope, &balance, &mut running, &mut budget)? {
            *scope.running = Some(running);
            // The nil id, which sorts before every id, if this is the first account.
            return Ok(before.or(Some(Uuid::nil())));
        }
        compare(scope, &balance, &running);
        before = Some(account);
    }
    Ok(page.last)
}

fn check_code(scope: &mut Scope<'_, '_>, balance: &Balance, mac: &[u8]) {
    if !balance::is_authentic(scope.platform, balance, mac, scope.tx.macs()) {
        let detail = "was not written by this service, or with a key that is not known";
        scope.add(FaultKind::BalanceNotAuthentic, balance.account, detail);
    }
    if let Some(number) = scope.known.retired_key(mac, *scope.journals) {
        let detail = format!("its balance was written with key {number}, which had been replaced");
        scope.add(FaultKind::KeyRetired, balance.account, detail);
    }
}

/// Sums the entries of an account up to its last one; returns `false` if the budget of rows is used up
/// before.
fn follow_all(
    scope: &mut Scope<'_, '_>,
    stored: &Balance,
    running: &mut RunningBalance,
    budget: &mut i64,
) -> Result<bool, Error> {
    let limit = scope.limit;
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE e.platform_id = $1 AND e.account_id = $2 AND e.seq > $3
         ORDER BY e.seq LIMIT {limit}"
    );
    loop {
        if *budget <= 0 {
            return Ok(false);
        }
        let mut count = 0;
        let mut last = running.seq;
        let values = params![scope.platform, stored.account, running.seq];
        let entries = scope.rows(ENTRIES, &sql, values, |row| {
            (count, last) = (count + 1, row.get("seq").unwrap_or(last));
            RawEntry::read(row)
        })?;
        entries.iter().for_each(|entry| follow(scope, stored, running, entry));
        // Also continues after an unreadable entry.
        running.seq = last;
        // Every account has a cost, even without entries.
        *budget -= count.max(1);
        if count < limit {
            return Ok(true);
        }
    }
}

/// Compares the sums of an account's entries with its balance.
fn compare(scope: &mut Scope<'_, '_>, stored: &Balance, running: &RunningBalance) {
    let account = stored.account;
    if running.seq != stored.seq {
        let detail = format!("its balance counts {} entries, the last is {}", stored.seq, running.seq);
        scope.add(FaultKind::SequenceBroken, account, detail);
    }
    let parts = [
        (AccountCode::Available, stored.available, running.available),
        (AccountCode::Held, stored.held, running.held),
        (AccountCode::Unsettled, stored.unsettled, running.unsettled),
    ];
    for (code, balance, entries) in parts.into_iter().filter(|part| i128::from(part.1) != part.2) {
        let detail = format!("{code} is {balance}, the sum of its entries is {entries}");
        scope.add(FaultKind::BalanceDiffers, account, detail);
    }
}

impl RunningBalance {
    const fn part(&mut self, bucket: Bucket) -> &mut i128 {
        match bucket {
            Bucket::Available => &mut self.available,
            Bucket::Held => &mut self.held,
            Bucket::Unsettled => &mut self.unsettled,
        }
    }
}

fn follow(scope: &mut Scope<'_, '_>, stored: &Balance, running: &mut RunningBalance, entry: &RawEntry) {
    let account = stored.account;
    let seq = entry.seq.unwrap_or(0);
    let expected = running.seq.saturating_add(1);
    if seq != expected {
        let detail = format!("found entry {seq} instead of {expected}");
        scope.add(FaultKind::SequenceBroken, account, detail);
    }
    running.seq = seq;
    let bucket = match entry.code.parse() {
        Ok(AccountCode::Available) => Bucket::Available,
        Ok(AccountCode::Held) => Bucket::Held,
        Ok(AccountCode::Unsettled) => Bucket::Unsettled,
        _ => {
            let detail = format!("entry {seq} is of {}, which has no internal account", entry.code);
            return scope.add(FaultKind::AccountMismatch, account, detail);
        }
    };
    if entry.currency != stored.currency.as_str() {
        let detail = format!("entry {seq} is in {}, the account in {}", entry.currency, stored.currency);
        scope.add(FaultKind::AccountMismatch, account, detail);
    }
    let part = running.part(bucket);
    *part += i128::from(entry.amount);
    if entry.balance_after.map(i128::from) != Some(*part) {
        let detail =
            format!("{} after entry {seq} is {part}, but the entry records another balance", entry.code);
        scope.add(FaultKind::RunningBalanceWrong, account, detail);
    }
    // Only a debit can bring a balance below zero; a credit to a negative one brings it nearer.
    let allowed = bucket == Bucket::Available && entry.overdraft;
    if *part < 0 && entry.amount < 0 && !allowed {
        let detail = format!("entry {seq} brings {} to {part}", entry.code);
        scope.add(FaultKind::GuardedNegative, account, detail);
    }
}

/// Checks that internal accounts have a balance in their currency.
pub(super) fn accounts(scope: &mut Scope<'_, '_>, after: Option<Uuid>) -> Result<Option<Uuid>, Error> {
    let (behind, values) = behind(scope.platform, "a.account_id", after);
    let sql = format!(
        "SELECT a.account_id, a.currency, b.currency AS of_balance FROM internal_account a
         LEFT JOIN ledger_balance b ON b.platform_id = a.platform_id AND b.account_id = a.account_id
         WHERE a.platform_id = $1 {behind} ORDER BY a.account_id LIMIT {}",
        scope.limit
    );
    let page = scope.page(Source::new("internal_account", &["account_id"]), &sql, &values, |row| {
        let currencies = (row.get::<String>("currency")?, row.get::<Option<String>>("of_balance")?);
        Ok((row.get::<InternalAccountId>("account_id")?, currencies))
    })?;
    for (account, (currency, of_balance)) in page.rows {
        match of_balance {
            None => scope.add(FaultKind::BalanceMissing, account, "has no balance"),
            Some(other) if other != currency => {
                scope.add(FaultKind::AccountMismatch, account, format!("its balance is in {other}"));
            }
            Some(_) => {}
        }
    }
    Ok(page.last)
}
