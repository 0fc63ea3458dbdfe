//! The final checks: all work is done, the books balance, and the ledger is sound.

use causeway_domain::money::{Amount, CurrencyCode};
use causeway_domain::postings::AccountCode;
use causeway_service::runtime::{hex, upkeep};
use causeway_store::ledger::{self, AccountTotal};
use causeway_store::outbox;
use causeway_store::{Error, Tx};

use super::error::{DemoError, check_equal};
use super::figures::{FEES, INITIAL_BALANCE, PAYMENT_DEBIT, RECEIVED_AMOUNT};
use super::platform_client::PlatformClient;
use super::service::DemoService;
use super::trial_balance::{AccountLine, TrialBalance, Verdict};
use super::wording::major;

/// Checks the platform's books and prints them.
pub(super) async fn close(service: &DemoService, platform: &mut PlatformClient<'_>) -> Result<(), DemoError> {
    platform.step("The books")?;
    let platform_id = service.platform.id;
    let balances: Result<_, Error> =
        service.app.store.read(move |tx| ledger::trial_balance(tx, platform_id)).await;
    let balances = balances?;
    let trial_balances =
        [CurrencyCode::USD, CurrencyCode::EUR].map(|currency| trial_balance(currency, &balances));
    for trial_balance in &trial_balances {
        platform.caller.transcript.trial_balance(trial_balance)?;
        check_equal(
            &format!("the sum of all accounts in {}", trial_balance.currency),
            trial_balance.difference,
            0,
        )?;
    }
    check_equal("the trial balance", describe(&balances), describe(&expected_totals()))?;
    let verdict = verify(service).await?;
    platform.caller.transcript.verdict(verdict)?;
    count_webhooks(service, platform).await
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
fn expected_totals() -> [AccountTotal; 6] {
    let account = |code, minor, currency| AccountTotal { code, balance: Amount::new(minor, currency) };
    [
        account(AccountCode::Cash, RECEIVED_AMOUNT, CurrencyCode::EUR),
        account(AccountCode::FxPosition, -RECEIVED_AMOUNT, CurrencyCode::EUR),
        account(AccountCode::Available, INITIAL_BALANCE - PAYMENT_DEBIT, CurrencyCode::USD),
        account(AccountCode::ServiceFees, FEES, CurrencyCode::USD),
        account(AccountCode::FxPosition, PAYMENT_DEBIT - FEES, CurrencyCode::USD),
        account(AccountCode::SandboxMint, -INITIAL_BALANCE, CurrencyCode::USD),
    ]
}

fn describe(balances: &[AccountTotal]) -> String {
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
    check_equal("the list of faults in the ledger", faults.join("; "), String::new())?;
    check_equal("the number of journal entries outside of blocks", report.unsealed, 0)?;
    let head = report.heads.iter().find(|head| head.tree.platform == service.platform.id);
    let head = head.ok_or_else(|| DemoError::Missing { member: "the head of the chain".to_owned() })?;
    Ok(Verdict { entries: report.entries, blocks: report.blocks, head: hex::encode(&head.tree.root) })
}

/// Checks that all recorded events were received, and no others.
async fn count_webhooks(service: &DemoService, platform: &mut PlatformClient<'_>) -> Result<(), DemoError> {
    check_equal("the list of unexpected webhooks", platform.inbox.unopened()?.join(", "), String::new())?;
    let platform_id = service.platform.id;
    let count = move |tx: &mut Tx<'_>| outbox::count(tx, platform_id, &outbox::Filter::default());
    let recorded: Result<_, Error> = service.app.store.read(count).await;
    let recorded = recorded?.and_then(|count| usize::try_from(count).ok()).unwrap_or_default();
    check_equal("the number of webhooks received", platform.inbox.opened, recorded)?;
    platform.caller.transcript.conclude(recorded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_totals_balance_in_each_currency() {
        for currency in [CurrencyCode::USD, CurrencyCode::EUR] {
            let trial_balance = trial_balance(currency, &expected_totals());
            assert_eq!(trial_balance.difference, 0, "{trial_balance:?}");
            assert!(trial_balance.accounts.len() >= 2, "{trial_balance:?}");
        }
    }
}
