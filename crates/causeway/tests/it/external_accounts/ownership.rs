//! Wallets on platforms that must know their counterparties (money 4.1, 4.2).

use std::time::Duration;

use causeway_store::platforms::Environment;
use causeway_testing::http::Response;
use causeway_testing::receiver::ReceivedRequest;
use causeway_testing::wait::PATIENCE;
use k256::ecdsa::SigningKey;
use serde_json::{Value, json};
use sha3::{Digest, Keccak256};

use super::walks::{CUSTOMERS, PLATFORMS, account, create, delete, fields, get, path, register};
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, require_counterparties, with};

/// Returns a wallet whose address has this end.
fn wallet(end: u32, ownership: Option<&str>, more: Value) -> Value {
    let mut body = account("ETHEREUM_WALLET", "USDC", &json!({ "address": format!("0x{end:0>40}") }));
    for (name, value) in more.as_object().expect("members") {
        body["accountInfo"][name] = value.clone();
    }
    if let Some(ownership) = ownership {
        body["ownershipType"] = json!(ownership);
    }
    body
}

fn ada() -> Value {
    json!({ "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ada", "countryOfResidence": "DE" } })
}

journey! {
    async fn required_counterparty_details_of_a_wallet_are_checked(service) {
        let plain = service.platform(Environment::Sandbox).await;
        assert_eq!(register(&plain, &wallet(1, Some("FIRST_PARTY"), json!({}))).await["status"], "ACTIVE");
        assert_eq!(register(&plain, &wallet(2, Some("THIRD_PARTY"), json!({}))).await["status"], "ACTIVE");
        assert_eq!(register(&plain, &wallet(3, None, json!({}))).await["status"], "ACTIVE");

        let platform = service.platform(Environment::Sandbox).await;
        require_counterparties(service, &platform).await;
        for (body, field) in [
            (wallet(1, None, json!({})), "ownershipType"),
            (wallet(1, None, ada()), "ownershipType"),
            (wallet(1, Some("THIRD_PARTY"), json!({})), "accountInfo.beneficiary"),
            (wallet(1, Some("THIRD_PARTY"), json!({ "vaspName": "Kraken" })), "accountInfo.beneficiary"),
            (wallet(1, Some("FIRST_PARTY"), json!({ "vaspName": "Nobody" })), "accountInfo.vaspName"),
        ] {
            let error = create(&platform, &body).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), [field], "{body}");
        }

        for (body, status) in [
            (wallet(1, Some("FIRST_PARTY"), json!({})), "PENDING_OWNERSHIP_VERIFICATION"),
            (wallet(2, Some("THIRD_PARTY"), ada()), "ACTIVE"),
            (wallet(3, None, json!({ "vaspName": "Kraken" })), "ACTIVE"),
            (wallet(4, Some("FIRST_PARTY"), json!({ "vaspName": "Kraken" })), "ACTIVE"),
            (account("LIGHTNING", "BTC", &json!({ "lightningAddress": "ada@wallet.example.com" })), "ACTIVE"),
            (account("USD_ACCOUNT", "USD", &json!({ "accountNumber": "1", "routingNumber": "021000021" })), "ACTIVE"),
        ] {
            assert_eq!(register(&platform, &body).await["status"], status, "{body}");
        }
    }
}

journey! {
    /// Checks that a wallet of unproved ownership is paid only below the threshold.
    async fn the_threshold_of_payments(service) {
        let platform = service.platform_with(&["USD", "USDC"]).await;
        require_counterparties(service, &platform).await;
        let source = platform.own_account("USD").await;
        let account = register(&platform, &wallet(1, Some("FIRST_PARTY"), json!({}))).await;
        let proved = register(&platform, &wallet(2, Some("THIRD_PARTY"), ada())).await;
        let quote = async |destination: &Value, receiving: i64| {
            let body = json!({
                "source": { "sourceType": "ACCOUNT", "accountId": source },
                "destination": { "destinationType": "ACCOUNT", "accountId": destination["id"] },
                "lockedCurrencySide": "RECEIVING", "lockedCurrencyAmount": receiving,
            });
            platform.post("/quotes").json(&body).send().await
        };

        // 1 000 euro, at 0.92 euro for one USDC.
        quote(&account, 1_086_956_521).await.expect(201);
        quote(&account, 1_086_956_522).await.expect_error(400, "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED");
        quote(&proved, 1_086_956_522).await.expect(201);

        let lower = json!({ "name": "ownership_threshold", "value": r#"{"amount":1000,"currency":"USD"}"# });
        act(service, "setting set", with(&platform, lower)).await;
        quote(&account, 9_999_999).await.expect(201);
        let at = quote(&account, 10_000_000).await;
        at.expect_error(400, "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED");
    }
}

/// Requests a challenge that proves a wallet of a customer or of the platform.
async fn challenge(platform: &Platform, account: &Value, method: &str) -> Response {
    let path = format!("{}/challenge", path(base(account), account));
    platform.post(&path).json(&json!({ "method": method })).send().await
}

async fn verify(platform: &Platform, account: &Value, signature: &str) -> Response {
    let path = format!("{}/verify", path(base(account), account));
    platform.post(&path).json(&json!({ "signature": signature })).send().await
}

fn base(account: &Value) -> &'static str {
    if account["customerId"].is_null() { PLATFORMS } else { CUSTOMERS }
}

/// Returns the statuses that webhooks announced for an account, in order.
fn announced(all: &[ReceivedRequest], account: &Value) -> Vec<String> {
    let about = all.iter().map(ReceivedRequest::json);
    let about = about.filter(|event| {
        event["type"] == "EXTERNAL_ACCOUNT.STATUS_UPDATED" && event["data"]["id"] == account["id"]
    });
    about.map(|event| text(&event["data"]["status"])).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// A key that signs as wallets on EVM chains do.
struct Signer(SigningKey);

impl Signer {
    fn new(secret: u8) -> Self {
        Self(SigningKey::from_slice(&[secret; 32]).expect("a key"))
    }

    fn address(&self) -> String {
        let public = self.0.verifying_key().to_sec1_point(false);
        hex(&keccak(&public.as_bytes()[1..])[12..])
    }

    fn sign(&self, message: &str) -> String {
        let prefixed = format!("\u{19}Ethereum Signed Message:\n{}{message}", message.len());
        let (signature, recovery) = self.0.sign_prehash_recoverable(&keccak(prefixed.as_bytes()));
        hex(&[&signature.to_bytes()[..], &[27 + recovery.to_byte()]].concat())
    }
}

fn keccak(bytes: &[u8]) -> [u8; 32] {
    Keccak256::digest(bytes).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// Returns a wallet of this key, to be proved.
fn wallet_of(signer: &Signer) -> Value {
    let mut body = account("ETHEREUM_WALLET", "USDC", &json!({ "address": signer.address() }));
    body["ownershipType"] = json!("FIRST_PARTY");
    body
}

journey! {
    async fn money_j08_ownership(service) {
        let platform = service.platform_with(&["USD", "USDC"]).await;
        require_counterparties(service, &platform).await;
        let receiver = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let signer = Signer::new(7);

        let mut first = wallet_of(&signer);
        first["customerId"] = customer["id"].clone();
        let first = register(&platform, &first).await;
        assert_eq!(first["status"], "PENDING_OWNERSHIP_VERIFICATION");
        let new_challenge = challenge(&platform, &first, "WALLET_SIGNATURE").await.expect(201);
        assert_eq!(new_challenge["method"], "WALLET_SIGNATURE");
        let message = text(&new_challenge["messageToSign"]);
        assert!(message.contains(&signer.address()), "{message}");
        let proved = verify(&platform, &first, &signer.sign(&message)).await.expect(200);
        assert_eq!(proved["status"], "ACTIVE");
        assert_eq!(get(&platform, &first).send().await.expect(200), proved);
        challenge(&platform, &first, "WALLET_SIGNATURE").await.expect_error(409, "CONFLICT");

        let second = register(&platform, &wallet_of(&Signer::new(8))).await;
        challenge(&platform, &second, "WALLET_SIGNATURE").await.expect(201);
        let error = verify(&platform, &second, "garbage").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["signature"]);
        verify(&platform, &second, "sandbox-valid-signature").await.expect_error(409, "CONFLICT");
        let again = challenge(&platform, &second, "WALLET_SIGNATURE").await.expect(201);
        let others = signer.sign(&text(&again["messageToSign"]));
        verify(&platform, &second, &others).await.expect_error(400, "INVALID_INPUT");
        challenge(&platform, &second, "WALLET_SIGNATURE").await.expect(201);
        assert_eq!(verify(&platform, &second, "sandbox-valid-signature").await.expect(200)["status"], "ACTIVE");

        for body in [
            account("USD_ACCOUNT", "USD", &json!({ "accountNumber": "1", "routingNumber": "021000021" })),
            wallet(2, Some("THIRD_PARTY"), ada()),
            wallet(3, Some("FIRST_PARTY"), json!({ "vaspName": "Kraken" })),
        ] {
            let other = register(&platform, &body).await;
            for method in ["WALLET_SIGNATURE", "LIVENESS"] {
                challenge(&platform, &other, method).await.expect_error(409, "CONFLICT");
            }
            verify(&platform, &other, "sandbox-valid-signature").await.expect_error(409, "CONFLICT");
        }

        let moves = ["UNVERIFIED", "PENDING_OWNERSHIP_VERIFICATION", "UNVERIFIED",
            "PENDING_OWNERSHIP_VERIFICATION", "ACTIVE"];
        let all = receiver.wait_for("all moves", PATIENCE, |all| announced(all, &second).len() >= moves.len()).await;
        assert_eq!(announced(&all, &first), ["ACTIVE"]);
        assert_eq!(announced(&all, &second), moves);
    }
}

journey! {
    /// Checks that a signature counts only for the newest challenge, until it expires.
    async fn a_challenge_is_replaced_and_expires(service) {
        let platform = service.platform_with(&["USD", "USDC"]).await;
        require_counterparties(service, &platform).await;
        let signer = Signer::new(9);
        let account = register(&platform, &wallet_of(&signer)).await;
        let first = challenge(&platform, &account, "WALLET_SIGNATURE").await.expect(201);
        let second = challenge(&platform, &account, "WALLET_SIGNATURE").await.expect(201);
        assert_ne!(first["messageToSign"], second["messageToSign"]);
        let old = signer.sign(&text(&first["messageToSign"]));
        verify(&platform, &account, &old).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(platform.get(&path(PLATFORMS, &account)).send().await.expect(200)["status"], "UNVERIFIED");

        let third = challenge(&platform, &account, "WALLET_SIGNATURE").await.expect(201);
        platform.freeze().await;
        platform.advance(Duration::from_mins(15)).await;
        let late_signature = signer.sign(&text(&third["messageToSign"]));
        let error = verify(&platform, &account, &late_signature).await.expect_error(400, "INVALID_INPUT");
        assert!(text(&error["details"]["errors"][0]["message"]).contains("expired"), "{error}");
        assert_eq!(platform.get(&path(PLATFORMS, &account)).send().await.expect(200)["status"], "UNVERIFIED");
    }
}

journey! {
    /// Checks that a liveness check decides by itself, and that its outcome does not affect a later
    /// challenge.
    async fn liveness_decides_by_itself(service) {
        let platform = service.platform_with(&["USD", "USDC"]).await;
        require_counterparties(service, &platform).await;
        let customer = platform.customer(&["USD"]).await;
        platform.freeze().await;
        let account_ending = async |end| {
            let mut body = wallet(end, Some("FIRST_PARTY"), json!({}));
            body["customerId"] = customer["id"].clone();
            register(&platform, &body).await
        };

        let [passes, fails, replaced, deleted] = [account_ending(1).await, account_ending(2).await, account_ending(12).await, account_ending(22).await];
        for account in [&passes, &fails, &replaced, &deleted] {
            let challenge = challenge(&platform, account, "LIVENESS").await.expect(201);
            assert!(text(&challenge["verificationLink"]).starts_with("https://"), "{challenge}");
            verify(&platform, account, "sandbox-valid-signature").await.expect_error(409, "CONFLICT");
        }

        challenge(&platform, &replaced, "WALLET_SIGNATURE").await.expect(201);
        delete(&platform, &deleted).send().await.expect(204);
        platform.advance(Duration::from_secs(2)).await;

        let status = async |account: &Value| get(&platform, account).send().await.expect(200)["status"].clone();
        assert_eq!(status(&passes).await, "ACTIVE");
        assert_eq!(status(&fails).await, "UNVERIFIED");
        assert_eq!(status(&replaced).await, "PENDING_OWNERSHIP_VERIFICATION");
        get(&platform, &deleted).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    /// Checks that one of two concurrent signatures is examined, and that the other finds no challenge.
    async fn one_attempt_per_challenge(service) {
        let platform = service.platform_with(&["USD", "USDC"]).await;
        require_counterparties(service, &platform).await;
        for round in 0..5 {
            let account = register(&platform, &wallet(100 + round, Some("FIRST_PARTY"), json!({}))).await;
            challenge(&platform, &account, "WALLET_SIGNATURE").await.expect(201);
            let (good, bad) = tokio::join!(
                verify(&platform, &account, "sandbox-valid-signature"),
                verify(&platform, &account, "garbage"),
            );

            let account = platform.get(&path(PLATFORMS, &account)).send().await.expect(200);
            match good.status {
                200 => {
                    bad.expect_error(409, "CONFLICT");
                    assert_eq!(account["status"], "ACTIVE");
                }
                _ => {
                    good.expect_error(409, "CONFLICT");
                    bad.expect_error(400, "INVALID_INPUT");
                    assert_eq!(account["status"], "UNVERIFIED");
                }
            }
        }
    }
}

journey! {
    /// Checks that production verifies signatures and has no liveness check.
    async fn production_takes_no_sample_signature(service) {
        let platform = service.platform(Environment::Production).await;
        require_counterparties(service, &platform).await;
        let signer = Signer::new(10);
        let account = register(&platform, &wallet_of(&signer)).await;

        challenge(&platform, &account, "LIVENESS").await.expect_error(501, "NOT_IMPLEMENTED");
        challenge(&platform, &account, "WALLET_SIGNATURE").await.expect(201);
        verify(&platform, &account, "sandbox-valid-signature").await.expect_error(400, "INVALID_INPUT");

        let challenge = challenge(&platform, &account, "WALLET_SIGNATURE").await.expect(201);
        let signature = signer.sign(&text(&challenge["messageToSign"]));
        assert_eq!(verify(&platform, &account, &signature).await.expect(200)["status"], "ACTIVE");
    }
}
