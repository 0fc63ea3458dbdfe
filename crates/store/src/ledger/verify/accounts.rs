//! Guarded balances against their entries, and accounts that must not be negative.

use causeway_domain::ids::{InternalAccountId, PlatformId, QuoteId};
use causeway_domain::postings::{AccountCode, Bucket};

use super::PAGE;
use super::anchors::Known;
use super::report::{FaultKind, Report};
use crate::ledger::balance::{self, Balance};
use crate::ledger::entry::{COLUMNS, RawEntry};
use crate::ledger::sum;
use crate::{Error, Tx, params};

/// `journals`: how many the platform's ledger has.
pub(super) fn verify(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    known: &Known,
    journals: u64,
    report: &mut Report,
) -> Result<(), Error> {
    let mut after: Option<InternalAccountId> = None;
    loop {
        let balances = tx.query(
            &format!(
                "SELECT {} FROM ledger_balance
                 WHERE platform_id = $1 AND ($2 OR account_id > $3) ORDER BY account_id LIMIT {PAGE}",
                balance::COLUMNS
            ),
            params![platform, after.is_none(), after],
            |row| Ok((row.get("account_id")?, balance::read_raw(row))),
        )?;
        let Some((last, _)) = balances.last() else { break };
        after = Some(*last);
        for (account, row) in balances {
            let (balance, mac) = match row {
                Ok(read) => read,
                Err(fault) => {
                    report.add(FaultKind::BalanceNotAuthentic, platform, account, fault.to_string());
                    continue;
                }
            };
            if !balance::is_authentic(platform, &balance, &mac, tx.macs()) {
                let detail = "was not written by this service, or with a key that is not known";
                report.add(FaultKind::BalanceNotAuthentic, platform, account, detail);
            }
            if let Some(number) = known.retired_key(&mac, journals) {
                let detail = format!("its balance was written with key {number}, which had been replaced");
                report.add(FaultKind::KeyRetired, platform, account, detail);
            }
            verify_account(tx, platform, &balance, report)?;
        }
    }
    find_strangers(tx, platform, report)?;
    find_negative(tx, platform, report)
}

/// What the entries of an account have made of it so far.
#[derive(Default)]
struct Running {
    seq: i64,
    available: i128,
    held: i128,
    unsettled: i128,
}

impl Running {
    const fn part(&mut self, bucket: Bucket) -> &mut i128 {
        match bucket {
            Bucket::Available => &mut self.available,
            Bucket::Held => &mut self.held,
            Bucket::Unsettled => &mut self.unsettled,
        }
    }
}

fn verify_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    stored: &Balance,
    report: &mut Report,
) -> Result<(), Error> {
    let mut running = Running::default();
    let sql = format!(
        "SELECT {COLUMNS} FROM ledger_entry e WHERE e.platform_id = $1 AND e.account_id = $2 AND e.seq > $3
         ORDER BY e.seq LIMIT {PAGE}"
    );
    loop {
        let entries = tx.query(&sql, params![platform, stored.account, running.seq], RawEntry::read)?;
        if entries.is_empty() {
            break;
        }
        for entry in entries {
            follow(platform, stored, &mut running, &entry, report);
        }
    }
    let account = stored.account;
    if running.seq != stored.seq {
        let detail = format!("its balance counts {} entries, the last is {}", stored.seq, running.seq);
        report.add(FaultKind::SequenceBroken, platform, account, detail);
    }
    let parts = [
        (AccountCode::Available, stored.available, running.available),
        (AccountCode::Held, stored.held, running.held),
        (AccountCode::Unsettled, stored.unsettled, running.unsettled),
    ];
    for (code, balance, entries) in parts.into_iter().filter(|part| i128::from(part.1) != part.2) {
        let detail = format!("{code} is {balance}, its entries make {entries}");
        report.add(FaultKind::BalanceDiffers, platform, account, detail);
    }
    Ok(())
}

fn follow(
    platform: PlatformId,
    stored: &Balance,
    running: &mut Running,
    entry: &RawEntry,
    report: &mut Report,
) {
    let account = stored.account;
    let seq = entry.seq.unwrap_or(0);
    if seq != running.seq + 1 {
        let detail = format!("entry {seq} is where {} belongs", running.seq + 1);
        report.add(FaultKind::SequenceBroken, platform, account, detail);
    }
    running.seq = seq;
    let bucket = match entry.code.parse() {
        Ok(AccountCode::Available) => Bucket::Available,
        Ok(AccountCode::Held) => Bucket::Held,
        Ok(AccountCode::Unsettled) => Bucket::Unsettled,
        _ => {
            let detail = format!("entry {seq} is of {}, which has no internal account", entry.code);
            return report.add(FaultKind::AccountMismatch, platform, account, detail);
        }
    };
    if entry.currency != stored.currency.as_str() {
        let detail = format!("entry {seq} is in {}, the account in {}", entry.currency, stored.currency);
        report.add(FaultKind::AccountMismatch, platform, account, detail);
    }
    let part = running.part(bucket);
    *part += i128::from(entry.amount);
    if entry.balance_after.map(i128::from) != Some(*part) {
        let detail = format!("{} after entry {seq} is {part}, the entry says otherwise", entry.code);
        report.add(FaultKind::RunningBalanceWrong, platform, account, detail);
    }
    // Only a debit can bring a balance below zero; a credit to a negative one brings it nearer.
    let allowed = bucket == Bucket::Available && entry.overdraft;
    if *part < 0 && entry.amount < 0 && !allowed {
        let detail = format!("entry {seq} brings {} to {part}", entry.code);
        report.add(FaultKind::GuardedNegative, platform, account, detail);
    }
}

/// Entries of internal accounts, and such accounts, without a balance.
fn find_strangers(tx: &mut Tx<'_>, platform: PlatformId, report: &mut Report) -> Result<(), Error> {
    let sql = format!(
        "SELECT DISTINCT e.account_id FROM ledger_entry e
         WHERE e.platform_id = $1 AND e.account_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger_balance b
             WHERE b.platform_id = e.platform_id AND b.account_id = e.account_id)
         ORDER BY e.account_id LIMIT {PAGE}"
    );
    for account in tx.query(&sql, params![platform], |row| row.get::<InternalAccountId>("account_id"))? {
        report.add(FaultKind::AccountMismatch, platform, account, "has entries but no balance");
    }
    let sql = format!(
        "SELECT a.account_id, b.currency FROM internal_account a
         LEFT JOIN ledger_balance b ON b.platform_id = a.platform_id AND b.account_id = a.account_id
         WHERE a.platform_id = $1 AND (b.currency IS NULL OR b.currency <> a.currency)
         ORDER BY a.account_id LIMIT {PAGE}"
    );
    let accounts = tx.query(&sql, params![platform], |row| {
        Ok((row.get::<InternalAccountId>("account_id")?, row.get::<Option<String>>("currency")?))
    })?;
    for (account, currency) in accounts {
        match currency {
            Some(other) => {
                let detail = format!("its balance is in {other}");
                report.add(FaultKind::AccountMismatch, platform, account, detail);
            }
            None => report.add(FaultKind::BalanceMissing, platform, account, "has no balance"),
        }
    }
    Ok(())
}

/// Accumulating accounts that must not be negative: each by currency, and QE also by quote.
fn find_negative(tx: &mut Tx<'_>, platform: PlatformId, report: &mut Report) -> Result<(), Error> {
    let sql = format!(
        "SELECT code, currency, {} FROM ledger_entry WHERE platform_id = $1 AND account_id IS NULL
         GROUP BY code, currency ORDER BY code, currency",
        sum::columns("amount")
    );
    let accounts = tx.query(&sql, params![platform], |row| {
        Ok((row.get::<String>("code")?, row.get::<String>("currency")?, sum::read(row)?))
    })?;
    let negative = accounts.into_iter().filter(|(_, _, sum)| *sum < 0);
    for (code, currency, _) in negative {
        let may_be = code.parse::<AccountCode>().is_ok_and(AccountCode::may_be_negative);
        if !may_be {
            report.add(FaultKind::AccountNegative, platform, format!("{code} {currency}"), "is below zero");
        }
    }
    let sql = format!(
        "SELECT quote_id, currency FROM ledger_entry
         WHERE platform_id = $1 AND quote_id IS NOT NULL AND code = '{}'
         GROUP BY quote_id, currency HAVING SUM(amount) < 0 ORDER BY quote_id, currency LIMIT {PAGE}",
        AccountCode::QuoteCommitted
    );
    let quotes = tx.query(&sql, params![platform], |row| {
        Ok((row.get::<QuoteId>("quote_id")?, row.get::<String>("currency")?))
    })?;
    for (quote, currency) in quotes {
        report.add(FaultKind::AccountNegative, platform, quote, format!("QE in {currency} is below zero"));
    }
    Ok(())
}
