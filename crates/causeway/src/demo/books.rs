//! The final checks: all work is done, the books balance, and the ledger is sound.

use causeway_domain::money::{Amount, CurrencyCode};
use causeway_domain::postings::AccountCode;
use causeway_service::runtime::{hex, upkeep};
use causeway_store::ledger::{self, AccountTotal};
use causeway_store::outbox;
use causeway_store::{Error, Tx};

use super::backend::Backend;
use super::error::{DemoError, expect};
use super::figures::{FEES, FUNDED, RECEIVED, SENT};
use super::service::DemoService;
use super::trial_balance::{AccountLine, TrialBalance, Verdict};
use super::wording::major;

/// Checks the platform's books and prints them.
pub(super) async fn close(service: &DemoService, backend: &mut Backend<'_>) -> Result<(), DemoError> {
    backend.step("The books")?;
    let platform = service.platform;
    let balances: Result<_, Error> =
        service.app.store.read(move |tx| ledger::trial_balance(tx, platform)).await;
    let balances = balances?;
    let trial_balances =
        [CurrencyCode::USD, CurrencyCode::EUR].map(|currency| trial_balance(currency, &balances));
    for trial_balance in &trial_balances {
        backend.caller.transcript.trial_balance(trial_balance)?;
        expect(
            &format!("the sum of all accounts in {}", trial_balance.currency),
            trial_balance.difference,
            0,
        )?;
    }
    expect("the trial balance", described(&balances), described(&expected()))?;
    let verdict = verify(service).await?;
    backend.caller.transcript.verdict(verdict)?;
    count_webhooks(service, backend).await
}

fn trial_balance(currency: CurrencyCode, balances: &[AccountTotal]) -> TrialBalance {
    let own = balances.iter().filter(|account| account.balance.currency == currency);
    let accounts = own.map(|account| AccountLine {
        code: account.code.as_str(),
        title: title(account.code),
        balance: account.balance.minor,
    });
    let accounts: Vec<AccountLine> = accounts.collect();
    let difference = accounts.iter().map(|line| i128::from(line.balance)).sum();
    TrialBalance { currency, accounts, difference }
}

/// Returns the totals that the postings of the demonstration must have. Both sides of the exchange position
/// have the same value at the rate.
fn expected() -> [AccountTotal; 6] {
    let account = |code, minor, currency| AccountTotal { code, balance: Amount::new(minor, currency) };
    [
        account(AccountCode::Cash, RECEIVED, CurrencyCode::EUR),
        account(AccountCode::FxPosition, -RECEIVED, CurrencyCode::EUR),
        account(AccountCode::Available, FUNDED - SENT, CurrencyCode::USD),
        account(AccountCode::ServiceFees, FEES, CurrencyCode::USD),
        account(AccountCode::FxPosition, SENT - FEES, CurrencyCode::USD),
        account(AccountCode::SandboxMint, -FUNDED, CurrencyCode::USD),
    ]
}

fn described(balances: &[AccountTotal]) -> String {
    let one = |account: &AccountTotal| {
        let Amount { minor, currency } = account.balance;
        format!("{} {currency} {}", account.code, major(minor, currency))
    };
    balances.iter().map(one).collect::<Vec<_>>().join(", ")
}

const fn title(code: AccountCode) -> &'static str {
    match code {
        AccountCode::Available => "available funds",
        AccountCode::Held => "held funds",
        AccountCode::Unsettled => "unsettled funds",
        AccountCode::QuoteCommitted => "committed to quotes",
        AccountCode::PayoutsInFlight => "payouts in flight",
        AccountCode::DebitsInFlight => "direct debits in flight",
        AccountCode::Cash => "cash at banks and partners",
        AccountCode::FxPosition => "exchange position",
        AccountCode::ServiceFees => "service fees",
        AccountCode::CounterpartyFees => "counterparty fees",
        AccountCode::Rounding => "rounding",
        AccountCode::Suspense => "suspense",
        AccountCode::CardNetwork => "card network",
        AccountCode::CardException => "card shortfalls",
        AccountCode::SandboxMint => "sandbox mint",
    }
}

async fn verify(service: &DemoService) -> Result<Verdict, DemoError> {
    upkeep::seal_ledger(&service.app).await?;
    let verify = |tx: &mut Tx<'_>| ledger::verify(tx, &ledger::Anchors::default());
    let report: Result<_, Error> = service.app.store.read(verify).await;
    let report = report?;
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    expect("what is wrong with the ledger", faults.join("; "), String::new())?;
    expect("the number of journal entries outside of blocks", report.unsealed, 0)?;
    let head = report.heads.iter().find(|head| head.tree.platform == service.platform);
    let head = head.ok_or_else(|| DemoError::Missing { member: "the head of the chain".to_owned() })?;
    Ok(Verdict { entries: report.entries, blocks: report.blocks, head: hex::encode(&head.tree.root) })
}

/// Checks that all recorded events were received, and no others.
async fn count_webhooks(service: &DemoService, backend: &mut Backend<'_>) -> Result<(), DemoError> {
    expect("what else was received", backend.inbox.unopened()?.join(", "), String::new())?;
    let platform = service.platform;
    let count = move |tx: &mut Tx<'_>| outbox::count(tx, platform, &outbox::Filter::default());
    let recorded: Result<_, Error> = service.app.store.read(count).await;
    let recorded = recorded?.and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
    expect("the number of webhooks received", backend.inbox.opened, recorded)?;
    backend.caller.transcript.conclude(recorded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expected_balances_in_each_currency() {
        for currency in [CurrencyCode::USD, CurrencyCode::EUR] {
            let trial_balance = trial_balance(currency, &expected());
            assert_eq!(trial_balance.difference, 0, "{trial_balance:?}");
            assert!(trial_balance.accounts.len() >= 2, "{trial_balance:?}");
        }
    }
}
