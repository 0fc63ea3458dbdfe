use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::*;
use crate::http::Client;

/// Posts a request to the node as the wallet's owner.
async fn ask(wallet: &NodeWallet, path: &str, body: &Value) -> Value {
    send(wallet, path, &format!("{path}:{}", body["id"].as_str().unwrap()), body).await.expect(200)
}

async fn send(wallet: &NodeWallet, path: &str, id: &str, body: &Value) -> crate::http::Response {
    let at = node::now();
    let mut hmac: Hmac<Sha256> = Hmac::new_from_slice(&STANDARD.decode(&wallet.secret).unwrap()).unwrap();
    hmac.update(format!("{id}.{at}.{body}").as_bytes());
    let signature = STANDARD.encode(hmac.finalize().into_bytes());
    Client::new(&wallet.url)
        .post(&format!("/{path}"))
        .json(body)
        .header("webhook-id", id)
        .header("webhook-timestamp", &at.to_string())
        .header("webhook-signature", &format!("v1,{signature}"))
        .send()
        .await
}

fn invoice(id: &str, expiry: u64) -> Value {
    json!({ "id": id, "amountMsat": 54_321, "descriptionHash": "03".repeat(32), "expirySeconds": expiry })
}

fn payment(id: &str, invoice: &Value) -> Value {
    let request = &invoice["paymentRequest"];
    json!({ "id": id, "paymentRequest": request, "amountMsat": 54_321, "maxFeeMsat": 1_000 })
}

fn id(id: &str) -> Value {
    json!({ "id": id })
}

#[tokio::test]
async fn a_wallet_pays_the_invoice_of_another_once() {
    let node = SimulatedNode::start().await;
    let [payer, payee] = [node.wallet("p1"), node.wallet("p2")];
    assert_eq!(ask(&payee, "invoices/state", &id("R")).await["state"], "UNKNOWN");
    let made = ask(&payee, "invoices", &invoice("R", 300)).await;
    assert!(made["paymentRequest"].as_str().unwrap().starts_with("lnbcrt543210p1"), "{made}");
    assert_eq!(ask(&payee, "invoices", &invoice("R", 200)).await, made, "the same id, the same answer");
    assert_eq!(ask(&payee, "invoices/state", &id("R")).await["state"], "OPEN");
    assert_eq!(ask(&payer, "payments/state", &id("S")).await["state"], "UNKNOWN");
    let paid = ask(&payer, "payments", &payment("S", &made)).await;
    assert_eq!(paid["state"], "PAID");
    let preimage = causeway_uma::hex::decode(paid["preimage"].as_str().unwrap()).unwrap();
    let hash = causeway_uma::hex::encode(&Sha256::digest(preimage));
    assert_eq!(made["paymentHash"], hash.as_str());
    assert_eq!(ask(&payer, "payments", &payment("S", &made)).await, paid);
    assert_eq!(ask(&payer, "payments/state", &id("S")).await, paid);
    let again = ask(&payer, "payments", &payment("S2", &made)).await;
    assert_eq!(again, json!({ "state": "FAILED", "reason": "ALREADY_PAID" }));
    let received = json!({ "state": "PAID", "amountMsat": 54_321, "paymentHash": hash });
    assert_eq!(ask(&payee, "invoices/cancel", &id("R")).await, received, "a paid invoice stays paid");
    let payer = Some("p1".to_owned());
    let payee = "p2".to_owned();
    assert_eq!(node.book(), [BookEntry { hash, payer, payee, msat: 54_321, times_paid: 1 }]);
}

#[tokio::test]
async fn a_cancelled_or_expired_invoice_is_not_paid() {
    let node = SimulatedNode::start().await;
    let [payer, payee] = [node.wallet("p1"), node.wallet("p2")];
    let cancelled = ask(&payee, "invoices", &invoice("R1", 300)).await;
    let expired = ask(&payee, "invoices", &invoice("R2", 0)).await;
    for id_of in ["R1", "R3"] {
        assert_eq!(ask(&payee, "invoices/cancel", &id(id_of)).await["state"], "CANCELLED");
        let late = send(&payee, "invoices", &format!("invoices:{id_of}"), &invoice(id_of, 300)).await;
        assert_eq!(late.status, 409, "{id_of}");
    }
    assert_eq!(ask(&payee, "invoices/state", &id("R2")).await["state"], "CANCELLED");
    for (id, invoice) in [("S1", &cancelled), ("S2", &expired)] {
        let failed = ask(&payer, "payments", &payment(id, invoice)).await;
        assert_eq!(failed, json!({ "state": "FAILED", "reason": "INVOICE_EXPIRED" }), "{id}");
    }
    assert!(node.book().iter().all(|entry| entry.times_paid == 0));
}

#[tokio::test]
async fn payments_fail_and_stall_as_controlled() {
    let node = SimulatedNode::start().await;
    let [payer, payee] = [node.wallet("p1"), node.wallet("p2")];
    let made = ask(&payee, "invoices", &invoice("R", 300)).await;
    node.fail_next(1);
    let failed = json!({ "state": "FAILED", "reason": "NO_ROUTE" });
    assert_eq!(ask(&payer, "payments", &payment("S1", &made)).await, failed);
    node.stall();
    assert_eq!(ask(&payer, "payments", &payment("S2", &made)).await["state"], "PENDING");
    assert_eq!(ask(&payee, "invoices/state", &id("R")).await["state"], "OPEN");
    node.release();
    assert_eq!(ask(&payer, "payments/state", &id("S2")).await["state"], "PAID");
    let other = ask(&payee, "invoices", &invoice("R2", 300)).await;
    node.lose_answers(1);
    let request = payment("S3", &other);
    let lost = Client::new(&payer.url).post("/payments").json(&request).send().await;
    assert_eq!(lost.status, 401, "an unsigned request uses up nothing");
    assert_eq!(ask(&payer, "payments/state", &id("S3")).await["state"], "UNKNOWN");
}

#[tokio::test]
async fn a_request_is_valid_for_its_path_and_wallet() {
    let node = SimulatedNode::start().await;
    let wallet = node.wallet("p1");
    let made = ask(&wallet, "invoices", &invoice("R", 300)).await;
    let elsewhere = send(&wallet, "invoices/cancel", "invoices/state:R", &id("R")).await;
    assert_eq!(elsewhere.status, 401);
    let stranger = NodeWallet { secret: STANDARD.encode([1; 32]), ..wallet.clone() };
    assert_eq!(send(&stranger, "invoices", "invoices:R", &invoice("R", 300)).await.status, 401);
    // Another wallet has ids of its own.
    let other = node.wallet("p2");
    assert_eq!(ask(&other, "invoices/state", &id("R")).await["state"], "UNKNOWN");
    let other_made = ask(&other, "invoices", &invoice("R", 300)).await;
    assert_ne!(other_made["paymentHash"], made["paymentHash"]);
}
