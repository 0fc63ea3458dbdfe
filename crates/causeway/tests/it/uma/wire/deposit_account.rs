//! External accounts that receive the payments to an address (uma U10, money 10.4).

use causeway_testing::receiver::{Answer, ReceivedRequest};
use serde_json::{Value, json};

use super::Scene;
use super::pay_request::{callback, decides, request};
use crate::harness::journey;
use crate::payments::scene::text;
use crate::uma::internal::TwoPlatforms;
use crate::uma::receiving::PENDING;

/// Creates an account in euro for the payments to Bob's address, and returns its path.
async fn deposit_account(two: &TwoPlatforms, iban: &str) -> String {
    let account = json!({
        "customerId": two.bob["id"], "currency": "EUR", "defaultUmaDepositAccount": true,
        "accountInfo": { "accountType": "EUR_ACCOUNT", "iban": iban,
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Bob Example", "countryOfResidence": "DE" } },
    });
    let account = two.theirs.post("/customers/external-accounts").json(&account).send().await.expect(201);
    format!("/customers/external-accounts/{}", text(&account["id"]))
}

/// Returns the events that the receiver's platform got about a payment.
fn events(two: &TwoPlatforms, payment: &Value) -> Vec<String> {
    let received = two.webhooks.received();
    received
        .iter()
        .filter(|one| one.json()["data"]["id"] == payment["id"])
        .map(ReceivedRequest::event)
        .collect()
}

journey! {
    async fn uma_u10_default_deposit_account(service) {
        let two = TwoPlatforms::new(service).await;
        let rejecting = deposit_account(&two, "DE89370400440532013004").await;
        let quote = two.quote("SENDING", 10_000).await.expect(201);
        two.ours.execute(&quote).send().await.expect(200);
        let payment = two.payment_becomes(&quote, "FAILED").await;
        assert_eq!([&payment["failureReason"], &payment["refund"]["status"]], ["PAYOUT_RETURNED", "COMPLETED"]);
        let incoming = two.incoming_becomes("FAILED").await;
        assert_eq!([&incoming["failureReason"], &incoming["refund"]["status"]], ["OFFRAMP_FAILED", "COMPLETED"]);
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (100_000, 100_000)), "refunded in full");
        two.theirs.settled().await;
        let returned = [PENDING, "INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.REFUND_PENDING", "INCOMING_PAYMENT.REFUND_COMPLETED"];
        assert_eq!(events(&two, &incoming), returned);
        two.theirs.delete(&rejecting).send().await.expect(204);

        two.webhooks.forget();
        deposit_account(&two, "DE89370400440532013000").await;
        let quote = two.quote("SENDING", 10_000).await.expect(201);
        two.ours.execute(&quote).send().await.expect(200);
        assert_eq!(two.payment_becomes(&quote, "COMPLETED").await["refund"], Value::Null);
        let incoming = two.incoming_becomes("COMPLETED").await;
        assert_eq!(incoming["receivedAmount"]["amount"], quote["totalReceivingAmount"]);
        assert_eq!((two.euro_balance().await, two.ours.balances().await), (0, (90_000, 90_000)), "it left by the payout");
        two.theirs.settled().await;
        assert_eq!(events(&two, &incoming), [PENDING, "INCOMING_PAYMENT.COMPLETED"]);
    }
}

journey! {
    /// Checks that an approval needs the currency of the request to be enabled, and not that of the account.
    async fn an_approval_is_about_the_currency_of_the_request(service) {
        let scene = Scene::new(service).await;
        let currency = |code: &str, types: &[&str]| json!({ "currencyCode": code, "minAmount": 100, "maxAmount": 1_000_000,
            "enabledTransactionTypes": types, "requiredCounterpartyFields": [] });
        let currencies = [currency("USD", &["OUTGOING"]), currency("EUR", &["INCOMING", "OUTGOING"])];
        scene.platform.patch("/config").json(&json!({ "supportedCurrencies": currencies })).send().await.expect(200);
        let account = json!({
            "customerId": scene.bob["id"], "currency": "USD", "defaultUmaDepositAccount": true,
            "accountInfo": { "accountType": "USD_ACCOUNT", "accountNumber": "000123456111", "routingNumber": "021000021",
                "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Bob Example" } },
        });
        scene.platform.post("/customers/external-accounts").json(&account).send().await.expect(201);
        decides(&scene, Answer::status(200).body("{}"));
        let path = callback(&scene).await;
        let answer = scene.pay(&path, &request(&scene, "1000.EUR", "EUR").to_json()).await.expect(200);
        service.lightning.node.pay(text(&answer["pr"]));
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        assert_eq!(scene.transactions("COMPLETED").await.len(), 1);
    }
}
