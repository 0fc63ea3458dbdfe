//! A payment that fails, and its refund.

use causeway_domain::money::CurrencyCode;
use serde_json::json;

use super::DemoError;
use super::error::check_equal;
use super::figures::{INITIAL_BALANCE, PAYMENT_DEBIT};
use super::members::{balance_at, text_at};
use super::payment::{Payer, bank_account};
use super::platform_client::PlatformClient;
use super::wording::{money, short_id};

/// Suffix 004: in sandbox, the account does not exist.
const NONEXISTENT_IBAN: &str = "DE89370400440532013004";

/// Runs the failing payment. The balance is the same before and after: what the first payment left.
pub(super) async fn run(platform: &mut PlatformClient<'_>, payer: &Payer) -> Result<(), DemoError> {
    let payment = pay(platform, payer).await?;
    await_refund(platform, &payment).await
}

async fn pay(platform: &mut PlatformClient<'_>, payer: &Payer) -> Result<String, DemoError> {
    platform.step("A payment to an account that does not exist, priced and executed at once")?;
    let destination = bank_account(platform, &payer.customer, "Hans Beispiel", NONEXISTENT_IBAN).await?;
    let request = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": payer.source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": PAYMENT_DEBIT,
        "immediatelyExecute": true,
    });
    let quote = platform.post("/quotes", &request, 201).await?;
    let status = text_at(&quote, "/status")?;
    platform.report(format!("the payment is {status}"))?;
    check_equal("the quote", status, "PROCESSING")?;
    platform.await_webhook("OUTGOING_PAYMENT.PENDING").await?;
    platform.await_webhook("OUTGOING_PAYMENT.PROCESSING").await?;
    let event = platform.await_webhook("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    let balance = balance_at(&event.data, "")?;
    platform.report(format!("balance {balance}"))?;
    check_equal("the balance", balance, money(INITIAL_BALANCE - 2 * PAYMENT_DEBIT, CurrencyCode::USD))?;
    Ok(text_at(&quote, "/transactionId")?.to_owned())
}

async fn await_refund(platform: &mut PlatformClient<'_>, id: &str) -> Result<(), DemoError> {
    platform.step("The payment fails and is refunded in full, fees included")?;
    let event = platform.await_webhook("OUTGOING_PAYMENT.FAILED").await?;
    check_equal("the payment of the webhook", text_at(&event.data, "/id")?, id)?;
    let reason = text_at(&event.data, "/failureReason")?;
    platform.report(format!("the payment failed: {reason}"))?;
    check_equal("the reason", reason, "ACCOUNT_INVALID")?;
    platform.await_webhook("OUTGOING_PAYMENT.REFUND_PENDING").await?;
    let event = platform.await_webhook("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    let balance = balance_at(&event.data, "")?;
    platform.report(format!("balance {balance}"))?;
    check_equal("the balance", balance, money(INITIAL_BALANCE - PAYMENT_DEBIT, CurrencyCode::USD))?;
    let event = platform.await_webhook("OUTGOING_PAYMENT.REFUND_COMPLETED").await?;
    let payment = platform.get(&format!("/transactions/{id}")).await?;
    let status = text_at(&payment, "/status")?;
    let refund = text_at(&payment, "/refund/status")?;
    platform.report(format!("{} is {status}, its refund {refund}", short_id(id)))?;
    check_equal("the payment", status, "FAILED")?;
    check_equal("the refund", refund, "COMPLETED")?;
    check_equal("the payment of the webhook", &event.data, &payment)
}
