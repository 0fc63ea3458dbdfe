//! A payment that fails, and its refund.

use causeway_domain::money::CurrencyCode;
use serde_json::json;

use super::DemoError;
use super::backend::Backend;
use super::error::expect;
use super::figures::{FUNDED, SENT};
use super::members::{balance, text};
use super::payment::{Payer, bank_account};
use super::wording::{money, short};

/// In sandbox, its last digits mean that the account does not exist.
const IBAN: &str = "DE89370400440532013004";

/// Runs the failing payment. Before and after it, the customer's account holds the rest after the first
/// payment.
pub(super) async fn run(backend: &mut Backend<'_>, payer: &Payer) -> Result<(), DemoError> {
    let payment = pay(backend, payer).await?;
    refund(backend, &payment).await
}

async fn pay(backend: &mut Backend<'_>, payer: &Payer) -> Result<String, DemoError> {
    backend.step("A payment to an account that does not exist, priced and executed at once")?;
    let destination = bank_account(backend, &payer.customer, "Hans Beispiel", IBAN).await?;
    let wanted = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": payer.source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": SENT,
        "immediatelyExecute": true,
    });
    let quote = backend.post("/quotes", &wanted, 201).await?;
    let status = text(&quote, "/status")?;
    backend.report(format!("the payment is {status}"))?;
    expect("the quote", status, "PROCESSING")?;
    backend.receive("OUTGOING_PAYMENT.PENDING").await?;
    backend.receive("OUTGOING_PAYMENT.PROCESSING").await?;
    let event = backend.receive("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    let shown = balance(&event.data, "")?;
    backend.report(format!("balance {shown}"))?;
    expect("the balance", shown, money(FUNDED - 2 * SENT, CurrencyCode::USD))?;
    Ok(text(&quote, "/transactionId")?.to_owned())
}

async fn refund(backend: &mut Backend<'_>, id: &str) -> Result<(), DemoError> {
    backend.step("It fails, and is refunded with all fees")?;
    let event = backend.receive("OUTGOING_PAYMENT.FAILED").await?;
    expect("the payment of the webhook", text(&event.data, "/id")?, id)?;
    let reason = text(&event.data, "/failureReason")?;
    backend.report(format!("it failed: {reason}"))?;
    expect("the reason", reason, "ACCOUNT_INVALID")?;
    backend.receive("OUTGOING_PAYMENT.REFUND_PENDING").await?;
    let event = backend.receive("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    let shown = balance(&event.data, "")?;
    backend.report(format!("balance {shown}"))?;
    expect("the balance", shown, money(FUNDED - SENT, CurrencyCode::USD))?;
    let event = backend.receive("OUTGOING_PAYMENT.REFUND_COMPLETED").await?;
    let payment = backend.get(&format!("/transactions/{id}")).await?;
    let status = text(&payment, "/status")?;
    let refund = text(&payment, "/refund/status")?;
    backend.report(format!("{} is {status}, its refund {refund}", short(id)))?;
    expect("the payment", status, "FAILED")?;
    expect("the refund", refund, "COMPLETED")?;
    expect("the payment of the webhook", &event.data, &payment)
}
