//! The settlement of incoming payments over Lightning (uma 6.3, 7).

use std::time::Duration;

use causeway_testing::receiver::Answer;
use serde_json::{Value, json};

use super::pay_request::{callback, decides, request};
use super::{Scene, refused};
use crate::harness::{journey, on_engines};

/// Time in which an approved payment can be paid.
const INVOICE: Duration = Duration::from_mins(5);

/// Requests to pay Bob, and returns the invoice.
async fn invoice(scene: &Scene, amount: &str) -> String {
    decides(scene, Answer::status(200).body("{}"));
    let path = callback(scene).await;
    let answer = scene.pay(&path, &request(scene, amount, "USD").to_json()).await.expect(200);
    answer["pr"].as_str().expect("an invoice").to_owned()
}

async fn balance(scene: &Scene) -> Value {
    let path = format!(
        "/customers/internal-accounts?currency=USD&customerId={}",
        scene.bob["id"].as_str().expect("an id")
    );
    scene.platform.get(&path).send().await.expect(200)["data"][0]["balance"]["amount"].take()
}

journey! {
    async fn a_paid_invoice_is_credited_once(service) {
        let scene = Scene::new(service).await;
        // Satoshis are counted whole: 8 330 500 mSAT are 8 330 received.
        let invoice = invoice(&scene, "8330500").await;
        let node = &service.lightning.node;
        let paid = node.pay(&invoice);
        assert_eq!(paid["state"], "PAID");
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        let [payment] = &scene.transactions("COMPLETED").await[..] else { panic!("one payment") };
        assert_eq!(payment["receivedAmount"]["amount"], 1_000);
        let hash = node.book()[0].hash.clone();
        assert_eq!(payment["reconciliationInstructions"]["transactionHash"], hash.as_str());
        assert_eq!(balance(&scene).await, 1_000);
        assert_eq!(node.pay(&invoice), paid, "the node has one payment of an invoice");
        scene.platform.settled().await;
        assert_eq!(balance(&scene).await, 1_000);
    }
}

journey! {
    async fn an_unpaid_invoice_is_cancelled_before_it_expires(service) {
        let scene = Scene::new(service).await;
        let invoice = invoice(&scene, "8330000").await;
        scene.platform.advance(INVOICE).await;
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.FAILED").await;
        let [payment] = &scene.transactions("FAILED").await[..] else { panic!("one payment") };
        assert_eq!(payment["failureReason"], "QUOTE_EXPIRED");
        // By the clock of the node, the invoice would be open.
        assert_eq!(service.lightning.node.pay(&invoice), json!({ "state": "FAILED", "reason": "INVOICE_EXPIRED" }));
        assert_eq!(balance(&scene).await, 0);
    }
}

on_engines! {
    /// Checks that no amount is offered that is less than a satoshi, because it could not be credited.
    async fn an_amount_below_one_satoshi_is_not_taken(service) {
        let scene = Scene::new(service).await;
        let currency = |code: &str| json!({ "currencyCode": code, "minAmount": 1, "maxAmount": 1_000_000,
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"], "requiredCounterpartyFields": [] });
        let currencies = json!({ "supportedCurrencies": [currency("USD"), currency("EUR"), currency("VND")] });
        scene.platform.patch("/config").json(&currencies).send().await.expect(200);
        let body = json!({ "customerType": "INDIVIDUAL", "fullName": "Linh Example", "currencies": ["VND"],
            "umaAddress": "$linh@p2.local" });
        scene.platform.post("/customers").json(&body).send().await.expect(201);
        decides(&scene, Answer::status(200).body("{}"));
        let offer = scene.discover(&scene.peer.discovery("$linh@p2.local")).await.expect(200);
        let offered = &offer["currencies"][0];
        let least = offered["convertible"]["min"].as_u64().expect("a minimum");
        let worth = offered["multiplier"].as_f64().expect("a multiplier") * f64::from(u32::try_from(least).expect("few"));
        assert!((1_900.0..2_500.0).contains(&worth), "two satoshis, and not {worth} mSAT: {offered}");

        let path = offer["callback"].as_str().expect("a callback");
        for amount in ["1.VND", "999", "500"] {
            let answer = scene.pay(path, &request(&scene, amount, "VND").to_json()).await;
            refused(&answer, 400, "AMOUNT_OUT_OF_RANGE");
        }
        let answer = scene.pay(path, &request(&scene, &format!("{least}.VND"), "VND").to_json()).await.expect(200);
        assert_eq!(service.lightning.node.pay(answer["pr"].as_str().expect("an invoice"))["state"], "PAID");
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
    }
}
