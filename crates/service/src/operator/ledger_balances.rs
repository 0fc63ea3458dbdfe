//! `ledger balances`, `ledger trial-balance` and `ledger proof`: the ledger of one platform in numbers (money 2.1, 12).

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::money::CurrencyCode;
use causeway_domain::postings::AccountCode;
use causeway_store::platforms::PlatformRecord;
use causeway_store::{Tx, ledger};
use serde::Serialize;

use super::sums::money;
use super::{Answer, Call, Money, NoArguments};
use crate::runtime::anchors::origin;
use crate::runtime::hex;

/// The balances of a ledger.
#[derive(Serialize)]
pub(super) struct BalanceSheet {
    balances: Vec<BalanceRow>,
    /// Per currency, the sum of all balances: zero.
    differences: Vec<Difference>,
}

#[derive(Serialize)]
struct BalanceRow {
    currency: CurrencyCode,
    code: AccountCode,
    account: &'static str,
    /// Credits less debits.
    balance: Money,
}

#[derive(Serialize)]
struct Difference {
    currency: CurrencyCode,
    difference: Money,
}

/// The proof of a ledger: its last sealed block, and the checkpoint that was recorded outside of the database.
#[derive(Serialize)]
pub(super) struct ProofView {
    /// 0 before the first block.
    block: i64,
    sealed_at: Option<Time>,
    /// Number of sealed journals.
    journals: i64,
    unsealed: i64,
    /// Journals that do not fit their authentication code: an operator must examine them.
    set_aside: i64,
    /// The root of the Merkle tree; `None` if this service has not sealed the block.
    root: Option<String>,
    /// Number of journals of the newest recorded checkpoint of this process.
    anchored_journals: Option<u64>,
    anchored_root: Option<String>,
    /// Keys for verifying checkpoints with other tools, newest first.
    verifiers: Vec<String>,
    commands: [&'static str; 1],
}

/// The balance of one account in one currency.
struct AccountBalance {
    currency: CurrencyCode,
    code: AccountCode,
    minor: i128,
}

/// Returns the balances by account and currency: from checkpoints and the balances of internal accounts.
pub(super) fn balances(tx: &mut Tx<'_>, platform: PlatformRecord, _: &NoArguments) -> Answer<BalanceSheet> {
    let accumulated = ledger::accumulated(tx, platform.id)?;
    let guarded = ledger::guarded_totals(tx, platform.id)?;
    let mut all: Vec<AccountBalance> = guarded
        .into_iter()
        .map(|total| AccountBalance { currency: total.currency, code: total.code, minor: total.balance })
        .collect();
    all.extend(accumulated.into_iter().map(AccountBalance::from));
    sheet(all)
}

/// Returns the balances by account and currency as the sums of all entries, which are all read.
pub(super) fn trial_balance(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    _: &NoArguments,
) -> Answer<BalanceSheet> {
    let totals = ledger::trial_balance(tx, platform.id)?;
    sheet(totals.into_iter().map(AccountBalance::from).collect())
}

fn sheet(mut all: Vec<AccountBalance>) -> Answer<BalanceSheet> {
    all.retain(|row| row.minor != 0);
    all.sort_by_key(|row| (row.currency, row.code));
    let mut sums: BTreeMap<CurrencyCode, i128> = BTreeMap::new();
    let mut balances = Vec::with_capacity(all.len());
    for AccountBalance { currency, code, minor } in all {
        let sum = sums.entry(currency).or_default();
        *sum = sum.saturating_add(minor);
        balances.push(BalanceRow {
            currency,
            code,
            account: code.meaning(),
            balance: money(minor, currency)?,
        });
    }
    let mut differences = Vec::with_capacity(sums.len());
    for (currency, sum) in sums {
        differences.push(Difference { currency, difference: money(sum, currency)? });
    }
    Ok(BalanceSheet { balances, differences })
}

impl From<ledger::AccountTotal> for AccountBalance {
    fn from(total: ledger::AccountTotal) -> Self {
        let ledger::AccountTotal { code, balance } = total;
        Self { currency: balance.currency, code, minor: i128::from(balance.minor) }
    }
}

/// Shows the last block of a platform's ledger, and the newest checkpoint that this process has recorded.
pub(super) fn proof(tx: &mut Tx<'_>, call: &Call, _: &NoArguments) -> Answer<ProofView> {
    let platform = call.platform.find(tx)?.id;
    let app = Arc::clone(&call.app);
    let last = ledger::last_block(tx, platform)?;
    let head = ledger::heads(tx)?.into_iter().find(|head| head.platform == platform);
    let anchored = app.anchors.newest().into_iter().find(|head| head.platform == platform);
    Ok(ProofView {
        block: last.number,
        sealed_at: last.sealed_at,
        journals: last.journals,
        unsealed: last.unsealed,
        set_aside: last.set_aside,
        root: head.map(|head| hex::encode(&head.root)),
        anchored_journals: anchored.map(|head| head.size),
        anchored_root: anchored.map(|head| hex::encode(&head.root)),
        verifiers: app.keys().checkpoint_verifiers(&origin(platform)),
        commands: ["causeway ledger verify"],
    })
}
