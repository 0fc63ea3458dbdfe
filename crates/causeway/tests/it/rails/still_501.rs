//! What a production platform with a rail is still refused, as the page about rails lists it.

use causeway_domain::Clock;
use causeway_service::operator::Kind;
use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use causeway_testing::http::Response;
use serde_json::{Value, json};

use super::attached::{attach_live, register_bank};
use crate::harness::{Platform, Service, on_engines};
use crate::operator::acting::{act, expect_error, require_counterparties, with};
use crate::payments::scene::{text, transfer};

/// The page that lists what is refused.
const PAGE: &str = include_str!("../../../../../docs/operating/rails.md");
/// An address on Ethereum.
const ETHEREUM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/// An address on Solana.
const SOLANA: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

/// Returns the first cells of the table of the page.
fn listed() -> Vec<&'static str> {
    let (_, section) = PAGE.split_once("## What still answers 501").expect("the section of the page");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| row.split_once(" |")).map(|(cell, _)| cell);
    cells.filter(|cell| *cell != "What").collect()
}

/// The accounts of a production platform.
struct Accounts {
    usd: String,
    usdc: String,
    /// At a bank, in euro, to which no route leads.
    euro: String,
    /// At a bank, in US dollars: the only route is one for payouts over RTP.
    dollars: String,
}

impl Accounts {
    async fn new(service: &Service, platform: &Platform) -> Self {
        let address =
            json!({ "line1": "1 Main Street", "city": "Berlin", "postalCode": "10115", "country": "DE" });
        let euro = json!({ "currency": "EUR", "accountInfo": {
            "accountType": "EUR_ACCOUNT", "iban": "DE89370400440532013000",
            "beneficiary": {
                "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau", "countryOfResidence": "DE",
                "address": address,
            },
        } });
        let euro = platform.post("/platform/external-accounts").json(&euro).send().await.expect(201);
        act(service, "external-account enable", with(platform, json!({ "account": euro["id"] }))).await;
        Self {
            usd: platform.own_account("USD").await,
            usdc: platform.own_account("USDC").await,
            euro: text(&euro["id"]).to_owned(),
            dollars: register_bank(service, platform, "000123456789").await,
        }
    }
}

/// Asks for a liveness check of the owner of a wallet.
async fn check_liveness(service: &Service) -> Response {
    let platform = service.platform(Environment::Production).await;
    require_counterparties(service, &platform).await;
    let wallet = json!({
        "currency": "USDC", "ownershipType": "FIRST_PARTY",
        "accountInfo": { "accountType": "ETHEREUM_WALLET", "address": ETHEREUM },
    });
    let wallet = platform.post("/platform/external-accounts").json(&wallet).send().await.expect(201);
    let challenge = format!("/platform/external-accounts/{}/challenge", text(&wallet["id"]));
    platform.post(&challenge).json(&json!({ "method": "LIVENESS" })).send().await
}

/// Calls everything that is refused, and returns the answers with the words of the page.
async fn refusals(platform: &Platform, accounts: &Accounts) -> Vec<(&'static str, Response)> {
    let post = |path: &str, body: &Value| platform.post(path).json(body).send();
    let Accounts { usd, usdc, euro, dollars } = accounts;
    let pays_in = json!({
        "source": { "sourceType": "REALTIME_FUNDING", "currency": "USD" },
        "destination": { "destinationType": "ACCOUNT", "accountId": usd },
        "lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1_000,
    });
    let out = json!({
        "source": { "accountId": usd },
        "destination": { "accountId": dollars, "paymentRail": "ACH" },
        "amount": 1_000,
    });
    let into = json!({
        "source": { "accountId": dollars }, "destination": { "accountId": usd }, "amount": 1_000,
    });
    let withdrawal = json!({
        "internalAccountId": usdc, "currency": "USDC", "cryptoNetwork": "SOLANA", "amount": 1_000_000,
        "destinationAddress": SOLANA,
    });
    let quote = transfer(usd, euro, "SENDING", 1_000);
    vec![
        ("paying in for a quote (`REALTIME_FUNDING`)", post("/quotes", &pays_in).await),
        ("a payout by quote without a route", post("/quotes", &quote).await),
        ("a payout by transfer without a route", post("/transfer-out", &out).await),
        ("a debit by transfer without a route", post("/transfer-in", &into).await),
        ("a withdrawal over a chain", post("/crypto/estimate-withdrawal-fee", &withdrawal).await),
        ("cards", platform.get("/cards").send().await),
    ]
}

on_engines! {
    /// Checks that the page lists exactly what is refused, and that each refusal has the code of the interface and writes
    /// nothing, while the route that there is takes payments.
    async fn paying_in_is_listed_and_answers_501(service) {
        let mut new = NewPlatform::default_of(Environment::Production, "Test platform");
        new.currencies = ["USD", "EUR", "USDC"].map(|code| code.parse().unwrap()).into();
        let platform = service.platform_like(new).await;
        let _adapter = attach_live(service, &platform, Clock::system()).await;
        act(service, "rate set", json!({ "sending": "USD", "receiving": "EUR", "rate": "0.92", "confirm": "0.92" })).await;
        let accounts = Accounts::new(service, &platform).await;

        let mut refused = refusals(&platform, &accounts).await;
        refused.push(("a liveness check", check_liveness(service).await));
        let names: Vec<&str> = refused.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed(), names, "docs/operating/rails.md");
        for (name, response) in &refused {
            assert_eq!(response.status, 501, "{name}: {response}");
            response.expect_error(501, "NOT_IMPLEMENTED");
        }
        // Without money that is paid in, there are no refunds of it, and no orders for them (decision 0128).
        let paid_in = with(&platform, json!({ "account": accounts.usd, "amount": 1_000 }));
        expect_error(service, "deposit push", paid_in, Kind::Invalid).await;
        assert_eq!(platform.get("/transactions").send().await.expect(200)["totalCount"], 0);

        let taken = transfer(&accounts.usd, &accounts.dollars, "SENDING", 1_000);
        platform.post("/quotes").json(&taken).send().await.expect(201);
    }
}
