//! A platform with a linked provider account, a token, a bank account and a wallet.

use std::sync::atomic::{AtomicU64, Ordering};

use causeway_testing::http::{Request, Response};
use serde_json::{Value, json};

use crate::harness::{Platform, Service};

/// The token identifier of the interface's journeys.
pub(crate) const NETWORK_TOKEN: &str = "btkn1qw508d6qejxtdg4y5r3zarvary0c5xw7k";

/// A secret that no log, answer or row may contain.
pub(crate) const SECRET: &str = "planted-provider-secret";

/// Setup T of the interface.
pub(crate) struct Scene {
    pub(crate) platform: Platform,
    /// The linked provider account, as answered.
    pub(crate) link: Value,
    /// The token ACME, as answered.
    pub(crate) token: Value,
    /// The id of the bank account `EB`.
    pub(crate) bank: Value,
    /// The id of the wallet `ES`.
    pub(crate) wallet: Value,
}

/// Returns a new idempotency key.
pub(crate) fn fresh_key() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("coin-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Writes a number in characters of bech32, which has no digit one.
pub(crate) fn amount_from(number: u32) -> String {
    number.to_string().replace('1', "q")
}

/// Builds a POST with a body and a new key.
pub(crate) fn post(platform: &Platform, path: &str, body: &Value) -> Request {
    platform.post(path).idempotency_key(&fresh_key()).json(body)
}

/// Links credentials with this client id.
pub(crate) async fn link(platform: &Platform, client: &str) -> Response {
    let body = json!({ "provider": "BRALE", "apiClientId": client, "apiClientSecret": SECRET });
    post(platform, "/stablecoin-provider-accounts", &body).send().await
}

/// Registers a token under a name of its own.
pub(crate) async fn register(platform: &Platform, token: &str, network_token: &str) -> Response {
    let body = json!({ "providerTokenIdentifier": token, "networkTokenIdentifier": network_token, "network": "SPARK" });
    post(platform, "/stablecoins", &body).send().await
}

/// Registers a bank account of the platform with this number, on all rails.
pub(crate) async fn bank(platform: &Platform, number: &str) -> Value {
    let beneficiary = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe" });
    let info = json!({ "accountType": "USD_ACCOUNT", "accountNumber": number, "routingNumber": "021000021",
        "beneficiary": beneficiary });
    let body = json!({ "currency": "USD", "accountInfo": info });
    platform.post("/platform/external-accounts").json(&body).send().await.expect(201)["id"].clone()
}

/// Registers a wallet of the platform for tokens, with further members.
pub(crate) async fn wallet(platform: &Platform, address: &str, more: &Value) -> Value {
    let mut info = json!({ "accountType": "SPARK_WALLET", "address": address });
    if more["ownershipType"] == "THIRD_PARTY" {
        info["beneficiary"] =
            json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Jane Doe", "countryOfResidence": "US" });
    }
    let mut body = json!({ "currency": "BTC", "accountInfo": info });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    platform.post("/platform/external-accounts").json(&body).send().await.expect(201)["id"].clone()
}

/// Returns an address with this ending.
pub(crate) fn address(end: &str) -> String {
    format!("spark1pgss8fw3zyytsd9jx3yqqmg7djm8t4yrsgqqsyqcyq5r{end}")
}

/// Returns the text of a JSON string, and panics on any other value.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("a text: {value}"))
}

impl Scene {
    pub(crate) async fn new(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "BTC"]).await;
        platform.freeze().await;
        Self::of(platform, "acme-777", "ACME", NETWORK_TOKEN, json!({})).await
    }

    pub(crate) async fn of(
        platform: Platform,
        client: &str,
        token: &str,
        network_token: &str,
        of_wallet: Value,
    ) -> Self {
        let link = link(&platform, client).await.expect(201);
        let token = register(&platform, token, network_token).await.expect(201);
        let bank = bank(&platform, "000123456789").await;
        let wallet = wallet(&platform, &address("q777"), &of_wallet).await;
        Self { platform, link, token, bank, wallet }
    }

    /// Returns a path below the token's.
    pub(crate) fn at(&self, rest: &str) -> String {
        format!("/stablecoins/{}{rest}", text(&self.token["id"]))
    }

    pub(crate) fn wire_mint(&self) -> Value {
        json!({ "amount": "1000000", "fundingSource": { "type": "WIRE" },
            "destination": { "accountId": self.wallet }, "description": "first" })
    }

    pub(crate) fn ach_mint(&self, bank: &Value) -> Value {
        json!({ "amount": "1000000", "fundingSource": { "type": "ACH_DEBIT", "externalAccountId": bank },
            "destination": { "accountId": self.wallet } })
    }

    pub(crate) fn burn_from(&self, source: &str, bank: &Value, rail: &str) -> Value {
        json!({ "amount": "1000000", "source": { "type": source },
            "destination": { "type": "EXTERNAL_ACCOUNT", "externalAccountId": bank, "rail": rail } })
    }

    pub(crate) async fn mint(&self, body: &Value) -> Response {
        post(&self.platform, &self.at("/mints"), body).send().await
    }

    pub(crate) async fn burn(&self, body: &Value) -> Response {
        post(&self.platform, &self.at("/burns"), body).send().await
    }

    pub(crate) async fn quote(&self, body: &Value) -> Response {
        post(&self.platform, &self.at("/quotes"), body).send().await
    }

    /// Returns the operation with its current status.
    pub(crate) async fn operation(&self, operation: &Value) -> Value {
        self.platform
            .get(&format!("/stablecoin-operations/{}", text(&operation["id"])))
            .send()
            .await
            .expect(200)
    }

    /// Returns the current status and failure reason of an operation.
    pub(crate) async fn outcome(&self, started: &Value) -> Value {
        let operation = self.operation(started).await;
        json!([operation["status"], operation["failureReason"]])
    }

    pub(crate) async fn simulate(&self, operation: &Value, event: &str) -> Response {
        let path = format!("/sandbox/stablecoin-operations/{}/simulate/funding", text(&operation["id"]));
        self.platform.post(&path).json(&json!({ "event": event })).send().await
    }

    pub(crate) async fn list(&self, query: &str) -> Value {
        self.platform.get(&self.at(&format!("/operations{query}"))).send().await.expect(200)
    }
}
