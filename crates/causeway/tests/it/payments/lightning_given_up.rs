//! Payouts over a node: those that an operator gives up while the node may still make them, and their fees (money 4.7,
//! 9).

use causeway_testing::wait;
use causeway_uma::hex;
use serde_json::{Value, json};

use super::lightning_payer::{BALANCE, EXPIRY, Payer};
use crate::harness::{journey, on_engines};
use crate::operator::acting::{act, export, with};

journey! {
    async fn an_invoice_that_is_paid_after_it_was_given_up_is_not_refunded(service) {
        let payer = Payer::new(service).await;
        let invoice = payer.node.invoice("given up", 1_000_000, &hex::encode(&[3; 32]), EXPIRY);
        let to = payer.account("invoice", &invoice).await;
        payer.node.stall();
        let sent = payer.send(&to, None).await;
        wait::until("the node works on it", wait::PATIENCE, || async {
            if payer.orders() == 1 { Ok(()) } else { Err("no order".to_owned()) }
        })
        .await;
        act(service, "payment fail", with(&payer.scene.platform, json!({ "transaction": sent["id"] }))).await;

        // The node may still pay: the invoice is not free for another payment.
        let again = json!({ "source": { "accountId": payer.own }, "destination": { "accountId": to } });
        let refused = payer.scene.platform.post("/transfer-out").json(&again).send().await.expect_error(409, "CONFLICT");
        assert_eq!(refused["details"]["reason"], "INVOICE_PAID");
        assert_eq!(payer.scene.transaction(&sent["id"]).await["refund"]["status"], "PENDING");

        payer.node.release();
        let payment = wait::until("the arrival is proven", wait::PATIENCE, || async {
            let payment = payer.scene.transaction(&sent["id"]).await;
            if payment["refund"]["status"] == "FAILED" { Ok(payment) } else { Err(payment.to_string()) }
        })
        .await;
        let [paid] = &payer.node.book()[..] else { panic!("one invoice") };
        assert_eq!((paid.times_paid, payer.orders()), (1, 1));
        assert_eq!(payment["reconciliationInstructions"]["transactionHash"], paid.hash.as_str());
        assert_eq!(payer.balance().await, BALANCE - 1_010, "nothing is refunded");
        let suspense = act(service, "suspense list", with(&payer.scene.platform, json!({}))).await.json;
        assert_eq!(suspense["rows"], json!([]), "nothing waits for an operator");
        payer.scene.platform.post("/transfer-out").json(&again).send().await.expect_error(409, "CONFLICT");
    }
}

on_engines! {
    async fn routing_fees_are_exported(service) {
        let payer = Payer::new(service).await;
        let invoice = payer.node.invoice("with a fee", 1_000_000, &hex::encode(&[3; 32]), EXPIRY);
        let to = payer.account("invoice", &invoice).await;
        let sent = payer.send(&to, None).await;
        payer.completed(&sent).await;
        let wanted = with(&payer.scene.platform, json!({ "format": "jsonl" }));
        let lines = export(service, "export transactions", wanted).await;
        let mut lines = lines.iter().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let line = lines.find(|line| line["transaction"] == sent["id"]).expect("the payment");
        assert_eq!(line["routing_fee_msat"], 10);
    }
}
