//! Six problems for the operators of a platform: a stuck payout, a deposit that never came, money that fits nothing, a
//! verification to decide, an agent that asks, and an endpoint that does not answer any more.

use axum::http::Method;
use causeway_service::runtime::timers;
use serde_json::json;

use super::super::DemoError;
use super::super::caller::{Call, CallBody, parsed};
use super::super::members::text_at;
use super::documents;
use super::filler::Filler;
use super::payments::pay;
use super::people::Payer;
use crate::router::BASE_PATH;

/// The end of a name that makes the sandbox leave the verification to an operator (customers 5.4).
const UNDECIDED: &str = "Emmy Noether 001";

/// Sends a verification with documents, which a reviewer decides.
pub(super) async fn submit_verification(filler: &mut Filler<'_>) -> Result<(), DemoError> {
    let request = json!({
        "customerType": "INDIVIDUAL",
        "fullName": UNDECIDED,
        "email": "emmy@example.com",
        "birthDate": "1990-01-15",
        "nationality": "US",
        "idType": "SSN",
        "identifier": "111-22-3333",
        "address": {
            "line1": "1 Main Street", "city": "Springfield", "state": "IL", "postalCode": "62701", "country": "US",
        },
    });
    let customer = filler.client.post("/customers", &request, 201).await?;
    let customer = text_at(&customer, "/id")?.to_owned();
    documents::upload(filler, &customer).await?;
    filler.client.post("/verifications", &json!({ "customerId": customer }), 200).await.map(drop)
}

/// Lets a payout get stuck, and a deposit that was announced never come, for six days of the platform's clock.
pub(super) async fn let_days_pass(filler: &mut Filler<'_>, payer: &Payer) -> Result<(), DemoError> {
    for fault in ["stuck", "ignore-recalls"] {
        filler.act("sandbox", "fault", &[("name", json!(fault))]).await?;
    }
    // The partners follow within this time.
    timers::pause(timers::SANDBOX_FAULT_INTERVAL).await;
    filler.act("clock", "freeze", &[]).await?;
    pay(filler, payer, &payer.destination, 250_000).await?;
    let announced = [("account", json!(payer.source)), ("amount", json!(75_000)), ("rail", json!("ACH"))];
    filler.act("deposit", "push", &announced).await?;
    filler.act("clock", "advance", &[("by", json!("6d"))]).await?;
    filler.act("clock", "resume", &[]).await.map(drop)
}

/// Receives money with a reference that fits no account and no quote.
pub(super) async fn receive_unmatched(filler: &Filler<'_>) -> Result<(), DemoError> {
    let push = [
        ("reference", json!("INVOICE 4711")),
        ("amount", json!(123_456)),
        ("currency", json!("USD")),
        ("rail", json!("ACH")),
        ("payer", json!("Erika Musterfrau")),
    ];
    filler.act("deposit", "push", &push).await.map(drop)
}

/// Installs an agent of a customer, which asks for a transfer that its policy leaves to the platform.
pub(super) async fn let_agent_ask(filler: &mut Filler<'_>, payer: &Payer) -> Result<(), DemoError> {
    let policy = json!({
        "permissions": ["VIEW_TRANSACTIONS", "CREATE_TRANSFERS"],
        "defaultExecutionMode": "APPROVAL_REQUIRED",
        "spendingLimits": {
            "currency": "USD", "perTransactionLimit": 50_000, "dailyLimit": 80_000, "dailyTransactionLimit": 5,
        },
    });
    let request = json!({ "name": "Invoices", "customerId": payer.customer, "policy": policy });
    let created = filler.client.post("/agents", &request, 201).await?;
    let bank = dollar_account(filler, &payer.customer).await?;
    let code = text_at(&created, "/deviceCode/code")?;
    let platform = filler.client.caller.authorize(None);
    let path = format!("{BASE_PATH}/agents/device-codes/{code}/redeem");
    let redeem = Call { method: &Method::POST, path: &path, body: CallBody::None, key: None, status: 200 };
    let installed = parsed(&filler.client.caller.send(redeem).await?)?;
    let token = text_at(&installed, "/accessToken")?;
    filler.client.caller.authorize(Some(format!("Bearer {token}")));
    let transfer = json!({
        "source": { "accountId": payer.source },
        "destination": { "accountId": bank },
        "amount": 25_000,
    });
    filler.client.post("/agents/me/transfer-out", &transfer, 201).await?;
    filler.client.caller.authorize(platform);
    Ok(())
}

async fn dollar_account(filler: &mut Filler<'_>, customer: &str) -> Result<String, DemoError> {
    let request = json!({
        "customerId": customer,
        "currency": "USD",
        "accountInfo": {
            "accountType": "USD_ACCOUNT",
            "accountNumber": "000123456999",
            "routingNumber": "021000021",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Hans Beispiel" },
        },
    });
    let account = filler.client.post("/customers/external-accounts", &request, 201).await?;
    Ok(text_at(&account, "/id")?.to_owned())
}
