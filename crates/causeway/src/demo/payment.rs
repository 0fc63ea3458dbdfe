//! The main scenario: from a new customer to a completed payment in another currency.

use axum::http::Method;
use bytes::Bytes;
use causeway_domain::money::CurrencyCode;
use serde_json::json;

use super::DemoError;
use super::backend::Backend;
use super::caller::{Call, parsed};
use super::error::expect;
use super::figures::{FEES, FUNDED, RECEIVED, SENT};
use super::members::{amount, balance, currency, member, number, text};
use super::wording::{money, short};
use crate::router::BASE_PATH;

const SENDER: &str = "Ada Lovelace";
const BENEFICIARY: &str = "Erika Musterfrau";
const IBAN: &str = "DE89370400440532013000";

/// The paying customer.
pub(super) struct Payer {
    pub(super) customer: String,
    /// Internal account of the customer, with the funds left after the payment.
    pub(super) source: String,
}

/// The members of a quote that the following steps need.
struct Quote {
    id: String,
    transaction: String,
}

/// Runs the scenario step by step.
pub(super) async fn run(backend: &mut Backend<'_>) -> Result<Payer, DemoError> {
    let customer = create_customer(backend).await?;
    let source = fund(backend, &customer).await?;
    let destination = register_account(backend, &customer).await?;
    look_at_rate(backend).await?;
    let quote = quote(backend, &source, &destination).await?;
    execute(backend, &customer, &quote).await?;
    complete(backend, &quote).await?;
    Ok(Payer { customer, source })
}

async fn create_customer(backend: &mut Backend<'_>) -> Result<String, DemoError> {
    backend.step("A customer")?;
    let wanted = json!({ "customerType": "INDIVIDUAL", "fullName": SENDER, "currencies": ["USD"] });
    let customer = backend.post("/customers", &wanted, 201).await?;
    let id = text(&customer, "/id")?;
    let status = text(&customer, "/kycStatus")?;
    backend.report(format!("{SENDER} is {status}: {}", short(id)))?;
    expect("the customer's verification", status, "APPROVED")?;
    let event = backend.receive("CUSTOMER.KYC_APPROVED").await?;
    expect("the customer of the webhook", text(&event.data, "/id")?, id)?;
    Ok(id.to_owned())
}

async fn fund(backend: &mut Backend<'_>, customer: &str) -> Result<String, DemoError> {
    backend.step("Money in the customer's USD account")?;
    let accounts = backend.get(&account_path(customer)).await?;
    let account = text(&accounts, "/data/0/id")?;
    expect("the new account", text(&accounts, "/data/0/status")?, "ACTIVE")?;
    expect("the balance", balance(&accounts, "/data/0")?, money(0, CurrencyCode::USD))?;
    let path = format!("/sandbox/internal-accounts/{account}/fund");
    let funded = backend.post(&path, &json!({ "amount": FUNDED }), 200).await?;
    let shown = balance(&funded, "")?;
    backend.report(format!("balance {shown}"))?;
    expect("the balance", shown, money(FUNDED, CurrencyCode::USD))?;
    let event = backend.receive("INCOMING_PAYMENT.COMPLETED").await?;
    expect("what came in", number(&event.data, "/receivedAmount/amount")?, FUNDED)?;
    let event = backend.receive("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    expect("the account of the webhook", &event.data, &funded)?;
    Ok(account.to_owned())
}

async fn register_account(backend: &mut Backend<'_>, customer: &str) -> Result<String, DemoError> {
    backend.step("A bank account in euro")?;
    bank_account(backend, customer, BENEFICIARY, IBAN).await
}

/// Registers a payee's bank account for the customer, and returns its id.
pub(super) async fn bank_account(
    backend: &mut Backend<'_>,
    customer: &str,
    name: &str,
    iban: &str,
) -> Result<String, DemoError> {
    let wanted = json!({
        "customerId": customer,
        "currency": "EUR",
        "accountInfo": {
            "accountType": "EUR_ACCOUNT",
            "iban": iban,
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL",
                "fullName": name,
                "countryOfResidence": "DE",
            },
        },
    });
    let account = backend.post("/customers/external-accounts", &wanted, 201).await?;
    let status = text(&account, "/status")?;
    backend.report(format!("{name}, {iban}, is {status}"))?;
    expect("the bank account", status, "ACTIVE")?;
    Ok(text(&account, "/id")?.to_owned())
}

async fn look_at_rate(backend: &mut Backend<'_>) -> Result<(), DemoError> {
    backend.step("The current price of the corridor")?;
    let path = format!("/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount={SENT}");
    let rates = backend.get(&path).await?;
    let entry = member(&rates, "/data/0")?;
    let rate = member(entry, "/exchangeRate")?;
    let rail = text(entry, "/destinationPaymentRail")?;
    let would_arrive = number(entry, "/receivingAmount")?;
    let sent = money(SENT, CurrencyCode::USD);
    let arrives = money(would_arrive, CurrencyCode::EUR);
    backend.report(format!("{sent} would arrive as {arrives} by {rail}"))?;
    backend.report(format!("1 EUR costs {rate} USD, all fees included"))?;
    expect("what would arrive", would_arrive, RECEIVED)?;
    expect("the fee", number(entry, "/fees/total")?, FEES)
}

async fn quote(backend: &mut Backend<'_>, source: &str, destination: &str) -> Result<Quote, DemoError> {
    backend.step("A quote, which locks the price")?;
    let wanted = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": SENT,
    });
    let quote = backend.post("/quotes", &wanted, 201).await?;
    let from = currency(&quote, "/sendingCurrency/code")?;
    let to = currency(&quote, "/receivingCurrency/code")?;
    let sent = number(&quote, "/totalSendingAmount")?;
    let fees = number(&quote, "/feesIncluded")?;
    let received = number(&quote, "/totalReceivingAmount")?;
    let id = text(&quote, "/id")?;
    let status = text(&quote, "/status")?;
    backend.report(format!("{} is {status} until {}", short(id), text(&quote, "/expiresAt")?))?;
    backend.report(format!("debits   {:>12}, including {} in fees", money(sent, from), money(fees, from)))?;
    backend.report(format!("delivers {:>12}", money(received, to)))?;
    expect("the quote", status, "PENDING")?;
    expect("the amount to send", sent, SENT)?;
    expect("the fee", fees, FEES)?;
    expect("the amount to receive", received, RECEIVED)?;
    let transaction = text(&quote, "/transactionId")?;
    let event = backend.receive("OUTGOING_PAYMENT.PENDING").await?;
    expect("the payment of the webhook", text(&event.data, "/id")?, transaction)?;
    Ok(Quote { id: id.to_owned(), transaction: transaction.to_owned() })
}

async fn execute(backend: &mut Backend<'_>, customer: &str, quote: &Quote) -> Result<(), DemoError> {
    backend.step("The quote is executed, twice with one Idempotency-Key")?;
    let first = send_execute(backend, quote).await?;
    let executed = parsed(&first)?;
    let status = text(&executed, "/status")?;
    backend.report(format!("the payment is {status}"))?;
    expect("the quote", status, "PROCESSING")?;
    let second = send_execute(backend, quote).await?;
    let same = if first == second { "the same answer, byte for byte" } else { "another answer" };
    backend.report(same.to_owned())?;
    expect("the second answer", same, "the same answer, byte for byte")?;
    let accounts = backend.get(&account_path(customer)).await?;
    let shown = balance(&accounts, "/data/0")?;
    backend.report(format!("debited once: balance {shown}"))?;
    expect("the balance", shown, money(FUNDED - SENT, CurrencyCode::USD))
}

async fn send_execute(backend: &mut Backend<'_>, quote: &Quote) -> Result<Bytes, DemoError> {
    let path = format!("{BASE_PATH}/quotes/{}/execute", quote.id);
    let key = Some("pay-ada-once");
    backend.caller.send(Call { method: &Method::POST, path: &path, body: None, key, status: 200 }).await
}

async fn complete(backend: &mut Backend<'_>, quote: &Quote) -> Result<(), DemoError> {
    backend.step("The payment arrives")?;
    backend.receive("OUTGOING_PAYMENT.PROCESSING").await?;
    let event = backend.receive("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    expect("the balance", balance(&event.data, "")?, money(FUNDED - SENT, CurrencyCode::USD))?;
    let event = backend.receive("OUTGOING_PAYMENT.COMPLETED").await?;
    let payment = backend.get(&format!("/transactions/{}", quote.transaction)).await?;
    let status = text(&payment, "/status")?;
    let sent = amount(&payment, "/sentAmount")?;
    let received = amount(&payment, "/receivedAmount")?;
    let rail = text(&payment, "/paymentRail")?;
    backend.report(format!("{} is {status}", short(text(&payment, "/id")?)))?;
    backend.report(format!("sent {sent}, received {received} by {rail}"))?;
    expect("the payment", status, "COMPLETED")?;
    expect("what was sent", sent, money(SENT, CurrencyCode::USD))?;
    expect("what was received", received, money(RECEIVED, CurrencyCode::EUR))?;
    expect("the fee", number(&payment, "/fees")?, FEES)?;
    expect("the payment of the webhook", &event.data, &payment)
}

fn account_path(customer: &str) -> String {
    format!("/customers/internal-accounts?customerId={customer}&currency=USD")
}
