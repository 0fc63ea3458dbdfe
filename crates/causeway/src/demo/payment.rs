//! The main scenario: from a new customer to a completed payment in another currency.

use axum::http::Method;
use bytes::Bytes;
use causeway_domain::money::CurrencyCode;
use serde_json::json;

use super::DemoError;
use super::caller::{Call, CallBody, parsed};
use super::error::check_equal;
use super::figures::{FEES, INITIAL_BALANCE, PAYMENT_DEBIT, RECEIVED_AMOUNT};
use super::members::{amount_at, balance_at, currency_at, member_at, number_at, text_at};
use super::platform_client::PlatformClient;
use super::wording::{money, short_id};
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
pub(super) async fn run(platform: &mut PlatformClient<'_>) -> Result<Payer, DemoError> {
    let customer = create_customer(platform).await?;
    let source = fund(platform, &customer).await?;
    let destination = register_account(platform, &customer).await?;
    check_rate(platform).await?;
    let quote = quote(platform, &source, &destination).await?;
    execute(platform, &customer, &quote).await?;
    await_completion(platform, &quote).await?;
    Ok(Payer { customer, source })
}

async fn create_customer(platform: &mut PlatformClient<'_>) -> Result<String, DemoError> {
    platform.step("A customer")?;
    let request = json!({ "customerType": "INDIVIDUAL", "fullName": SENDER, "currencies": ["USD"] });
    let customer = platform.post("/customers", &request, 201).await?;
    let id = text_at(&customer, "/id")?;
    let status = text_at(&customer, "/kycStatus")?;
    platform.report(format!("{SENDER} is {status}: {}", short_id(id)))?;
    check_equal("the customer's verification", status, "APPROVED")?;
    let event = platform.await_webhook("CUSTOMER.KYC_APPROVED").await?;
    check_equal("the customer of the webhook", text_at(&event.data, "/id")?, id)?;
    Ok(id.to_owned())
}

async fn fund(platform: &mut PlatformClient<'_>, customer: &str) -> Result<String, DemoError> {
    platform.step("Money in the customer's USD account")?;
    let accounts = platform.get(&account_path(customer)).await?;
    let account = text_at(&accounts, "/data/0/id")?;
    check_equal("the new account", text_at(&accounts, "/data/0/status")?, "ACTIVE")?;
    check_equal("the balance", balance_at(&accounts, "/data/0")?, money(0, CurrencyCode::USD))?;
    let path = format!("/sandbox/internal-accounts/{account}/fund");
    let funded = platform.post(&path, &json!({ "amount": INITIAL_BALANCE }), 200).await?;
    let balance = balance_at(&funded, "")?;
    platform.report(format!("balance {balance}"))?;
    check_equal("the balance", balance, money(INITIAL_BALANCE, CurrencyCode::USD))?;
    let event = platform.await_webhook("INCOMING_PAYMENT.COMPLETED").await?;
    check_equal("the amount received", number_at(&event.data, "/receivedAmount/amount")?, INITIAL_BALANCE)?;
    let event = platform.await_webhook("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    check_equal("the account of the webhook", &event.data, &funded)?;
    Ok(account.to_owned())
}

async fn register_account(platform: &mut PlatformClient<'_>, customer: &str) -> Result<String, DemoError> {
    platform.step("A bank account in euro")?;
    bank_account(platform, customer, BENEFICIARY, IBAN).await
}

/// Registers a payee's bank account for the customer, and returns its id.
pub(super) async fn bank_account(
    platform: &mut PlatformClient<'_>,
    customer: &str,
    name: &str,
    iban: &str,
) -> Result<String, DemoError> {
    let request = json!({
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
    let account = platform.post("/customers/external-accounts", &request, 201).await?;
    let status = text_at(&account, "/status")?;
    platform.report(format!("{name}, {iban}, is {status}"))?;
    check_equal("the bank account", status, "ACTIVE")?;
    Ok(text_at(&account, "/id")?.to_owned())
}

async fn check_rate(platform: &mut PlatformClient<'_>) -> Result<(), DemoError> {
    platform.step("The current price of the corridor")?;
    let path =
        format!("/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR&sendingAmount={PAYMENT_DEBIT}");
    let rates = platform.get(&path).await?;
    let entry = member_at(&rates, "/data/0")?;
    let rate = member_at(entry, "/exchangeRate")?;
    let rail = text_at(entry, "/destinationPaymentRail")?;
    let receiving = number_at(entry, "/receivingAmount")?;
    let sent = money(PAYMENT_DEBIT, CurrencyCode::USD);
    let arrives = money(receiving, CurrencyCode::EUR);
    platform.report(format!("{sent} would arrive as {arrives} by {rail}"))?;
    platform.report(format!("1 EUR costs {rate} USD, all fees included"))?;
    check_equal("the estimated amount to receive", receiving, RECEIVED_AMOUNT)?;
    check_equal("the fee", number_at(entry, "/fees/total")?, FEES)
}

async fn quote(
    platform: &mut PlatformClient<'_>,
    source: &str,
    destination: &str,
) -> Result<Quote, DemoError> {
    platform.step("A quote, which locks the price")?;
    let request = json!({
        "source": { "sourceType": "ACCOUNT", "accountId": source },
        "destination": { "destinationType": "ACCOUNT", "accountId": destination },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": PAYMENT_DEBIT,
    });
    let quote = platform.post("/quotes", &request, 201).await?;
    let from = currency_at(&quote, "/sendingCurrency/code")?;
    let to = currency_at(&quote, "/receivingCurrency/code")?;
    let sent = number_at(&quote, "/totalSendingAmount")?;
    let fees = number_at(&quote, "/feesIncluded")?;
    let received = number_at(&quote, "/totalReceivingAmount")?;
    let id = text_at(&quote, "/id")?;
    let status = text_at(&quote, "/status")?;
    platform.report(format!("{} is {status} until {}", short_id(id), text_at(&quote, "/expiresAt")?))?;
    platform.report(format!(
        "debits   {:>12}, including {} in fees",
        money(sent, from),
        money(fees, from)
    ))?;
    platform.report(format!("delivers {:>12}", money(received, to)))?;
    check_equal("the quote", status, "PENDING")?;
    check_equal("the amount to send", sent, PAYMENT_DEBIT)?;
    check_equal("the fee", fees, FEES)?;
    check_equal("the amount to receive", received, RECEIVED_AMOUNT)?;
    let transaction = text_at(&quote, "/transactionId")?;
    let event = platform.await_webhook("OUTGOING_PAYMENT.PENDING").await?;
    check_equal("the payment of the webhook", text_at(&event.data, "/id")?, transaction)?;
    Ok(Quote { id: id.to_owned(), transaction: transaction.to_owned() })
}

async fn execute(platform: &mut PlatformClient<'_>, customer: &str, quote: &Quote) -> Result<(), DemoError> {
    platform.step("The quote is executed, twice with one Idempotency-Key")?;
    let first = send_execute(platform, quote).await?;
    let executed = parsed(&first)?;
    let status = text_at(&executed, "/status")?;
    platform.report(format!("the payment is {status}"))?;
    check_equal("the quote", status, "PROCESSING")?;
    let second = send_execute(platform, quote).await?;
    let same = if first == second { "the same answer, byte for byte" } else { "another answer" };
    platform.report(same.to_owned())?;
    check_equal("the second answer", same, "the same answer, byte for byte")?;
    let accounts = platform.get(&account_path(customer)).await?;
    let balance = balance_at(&accounts, "/data/0")?;
    platform.report(format!("debited once: balance {balance}"))?;
    check_equal("the balance", balance, money(INITIAL_BALANCE - PAYMENT_DEBIT, CurrencyCode::USD))
}

async fn send_execute(platform: &mut PlatformClient<'_>, quote: &Quote) -> Result<Bytes, DemoError> {
    let path = format!("{BASE_PATH}/quotes/{}/execute", quote.id);
    let key = Some("pay-ada-once");
    let call = Call { method: &Method::POST, path: &path, body: CallBody::None, key, status: 200 };
    platform.caller.send(call).await
}

async fn await_completion(platform: &mut PlatformClient<'_>, quote: &Quote) -> Result<(), DemoError> {
    platform.step("The payment arrives")?;
    platform.await_webhook("OUTGOING_PAYMENT.PROCESSING").await?;
    let event = platform.await_webhook("INTERNAL_ACCOUNT.BALANCE_UPDATED").await?;
    check_equal(
        "the balance",
        balance_at(&event.data, "")?,
        money(INITIAL_BALANCE - PAYMENT_DEBIT, CurrencyCode::USD),
    )?;
    let event = platform.await_webhook("OUTGOING_PAYMENT.COMPLETED").await?;
    let payment = platform.get(&format!("/transactions/{}", quote.transaction)).await?;
    let status = text_at(&payment, "/status")?;
    let sent = amount_at(&payment, "/sentAmount")?;
    let received = amount_at(&payment, "/receivedAmount")?;
    let rail = text_at(&payment, "/paymentRail")?;
    platform.report(format!("{} is {status}", short_id(text_at(&payment, "/id")?)))?;
    platform.report(format!("sent {sent}, received {received} by {rail}"))?;
    check_equal("the payment", status, "COMPLETED")?;
    check_equal("the amount sent", sent, money(PAYMENT_DEBIT, CurrencyCode::USD))?;
    check_equal("the amount received", received, money(RECEIVED_AMOUNT, CurrencyCode::EUR))?;
    check_equal("the fee", number_at(&payment, "/fees")?, FEES)?;
    check_equal("the payment of the webhook", &event.data, &payment)
}

fn account_path(customer: &str) -> String {
    format!("/customers/internal-accounts?customerId={customer}&currency=USD")
}
