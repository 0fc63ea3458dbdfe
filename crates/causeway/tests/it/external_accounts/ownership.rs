//! Wallets on platforms that must know their counterparties (money 4.1, 4.2).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{account, create, created, fields};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, with};

/// Switches the requirements on.
async fn require(service: &Service, platform: &Platform) {
    let setting = json!({ "name": "counterparty_requirements", "value": "on" });
    act(service, "setting set", with(platform, setting)).await;
}

/// A wallet with this end of its address.
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
    async fn what_must_be_said_of_a_wallet(service) {
        let plain = service.platform(Environment::Sandbox).await;
        assert_eq!(created(&plain, &wallet(1, Some("FIRST_PARTY"), json!({}))).await["status"], "ACTIVE");
        assert_eq!(created(&plain, &wallet(2, Some("THIRD_PARTY"), json!({}))).await["status"], "ACTIVE");
        assert_eq!(created(&plain, &wallet(3, None, json!({}))).await["status"], "ACTIVE");

        let platform = service.platform(Environment::Sandbox).await;
        require(service, &platform).await;
        for (body, field) in [
            (wallet(1, None, json!({})), "ownershipType"),
            (wallet(1, None, ada()), "ownershipType"),
            (wallet(1, Some("THIRD_PARTY"), json!({})), "accountInfo.beneficiary"),
            (wallet(1, Some("THIRD_PARTY"), json!({ "vaspName": "Kraken" })), "accountInfo.beneficiary"),
            (wallet(1, Some("FIRST_PARTY"), json!({ "vaspName": "Nobody" })), "accountInfo.vaspName"),
        ] {
            let refused = create(&platform, &body).await.refused(400, "INVALID_INPUT");
            assert_eq!(fields(&refused), [field], "{body}");
        }
        for (body, status) in [
            (wallet(1, Some("FIRST_PARTY"), json!({})), "PENDING_OWNERSHIP_VERIFICATION"),
            (wallet(2, Some("THIRD_PARTY"), ada()), "ACTIVE"),
            (wallet(3, None, json!({ "vaspName": "Kraken" })), "ACTIVE"),
            (wallet(4, Some("FIRST_PARTY"), json!({ "vaspName": "Kraken" })), "ACTIVE"),
            (account("LIGHTNING", "BTC", &json!({ "lightningAddress": "ada@wallet.example.com" })), "ACTIVE"),
            (account("USD_ACCOUNT", "USD", &json!({ "accountNumber": "1", "routingNumber": "021000021" })), "ACTIVE"),
        ] {
            assert_eq!(created(&platform, &body).await["status"], status, "{body}");
        }
    }
}

journey! {
    /// To a wallet whose ownership is not proved goes only what stays below the threshold.
    async fn the_threshold_of_payments(service) {
        let platform = service.platform_with(&["USD", "USDC"]).await;
        require(service, &platform).await;
        let source = platform.own_account("USD").await;
        let made = created(&platform, &wallet(1, Some("FIRST_PARTY"), json!({}))).await;
        let proved = created(&platform, &wallet(2, Some("THIRD_PARTY"), ada())).await;
        let quote = async |destination: &Value, receiving: i64| {
            let wanted = json!({
                "source": { "sourceType": "ACCOUNT", "accountId": source },
                "destination": { "destinationType": "ACCOUNT", "accountId": destination["id"] },
                "lockedCurrencySide": "RECEIVING", "lockedCurrencyAmount": receiving,
            });
            platform.post("/quotes").json(&wanted).send().await
        };
        // 1 000 euro, at 0.92 euro for one.
        quote(&made, 1_086_956_521).await.expect(201);
        quote(&made, 1_086_956_522).await.refused(400, "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED");
        quote(&proved, 1_086_956_522).await.expect(201);
        let lower = json!({ "name": "ownership_threshold", "value": r#"{"amount":1000,"currency":"USD"}"# });
        act(service, "setting set", with(&platform, lower)).await;
        quote(&made, 9_999_999).await.expect(201);
        let at = quote(&made, 10_000_000).await;
        at.refused(400, "EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED");
    }
}
