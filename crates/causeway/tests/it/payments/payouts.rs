//! A quote and its payout, from the price to the money's arrival.

use std::time::Duration;

use causeway_domain::Time;
use causeway_store::Error;
use serde_json::{Value, json};

use super::scene::{Scene, text};
use crate::harness::journey;
use crate::operator::acting::{act, export, with};

fn instant(member: &Value) -> Time {
    text(member).parse().expect("an instant")
}

/// Picks the named members of an object.
fn members(of: &Value, names: &[&str]) -> Value {
    names.iter().map(|name| ((*name).to_owned(), of[*name].clone())).collect::<serde_json::Map<_, _>>().into()
}

journey! {
    async fn money_j09_payout(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 200_000).await;
        let euro = scene.euro_account().await;
        scene.events().await;

        let quote = scene.quote(&euro, 100_000).await;
        let summary = members(&quote, &[
            "status", "totalSendingAmount", "totalReceivingAmount", "feesIncluded", "platformFeesIncluded",
            "exchangeRate",
        ]);
        assert_eq!(summary, json!({
            "status": "PENDING", "totalSendingAmount": 100_000, "totalReceivingAmount": 91_540,
            "feesIncluded": 500, "platformFeesIncluded": 0, "exchangeRate": 1.086_956_52,
        }));
        let stands = instant(&quote["expiresAt"]).since(instant(&quote["createdAt"]));
        assert_eq!(stands, Duration::from_mins(5));
        assert_eq!(scene.balances().await, (200_000, 200_000));
        assert_eq!(scene.payment(&quote).await["status"], "PENDING");
        assert_eq!(scene.events().await.types(), ["OUTGOING_PAYMENT.PENDING"]);

        let executed = scene.execute(&quote).send().await.expect(200);
        assert_eq!(executed["status"], "PROCESSING");
        assert_eq!(scene.balances().await, (100_000, 100_000));
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let events = scene.events().await;
        assert_eq!(events.about(&quote["transactionId"]), ["OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"]);
        assert_eq!(events.about(&json!(scene.usd)), ["INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
        assert_eq!(events.types().len(), 3, "{events:?}");

        let payment = scene.payment(&quote).await;
        assert_eq!(events.first("OUTGOING_PAYMENT.COMPLETED"), payment);
        let summary = members(&payment, &["status", "direction", "fees", "platformFees", "quoteId", "paymentRail", "railSelectionMode"]);
        assert_eq!(summary, json!({
            "status": "COMPLETED", "direction": "DEBIT", "fees": 500, "platformFees": 0, "quoteId": quote["id"],
            "paymentRail": "SEPA_INSTANT", "railSelectionMode": "AUTO",
        }));
        assert_eq!(payment["sentAmount"]["amount"], 100_000);
        assert_eq!(payment["receivedAmount"]["amount"], 91_540);
        assert!(instant(&payment["settledAt"]) >= instant(&payment["createdAt"]));
        let path = format!("/quotes/{}", text(&quote["id"]));
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "COMPLETED");
        scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
    }
}

journey! {
    async fn money_j10_receiving_lock(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 200_000).await;
        let euro = scene.euro_account().await;
        let body = scene.transfer(&euro, "RECEIVING", 92_000);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        let summary = members(&quote, &["totalSendingAmount", "feesIncluded", "totalReceivingAmount"]);
        assert_eq!(summary, json!({
            "totalSendingAmount": 100_503, "feesIncluded": 503, "totalReceivingAmount": 92_000,
        }));

        scene.execute(&quote).send().await.expect(200);
        assert_eq!(scene.balances().await, (99_497, 99_497));
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        assert_eq!(scene.payment(&quote).await["receivedAmount"]["amount"], 92_000);
    }
}

journey! {
    async fn a_payout_to_a_wallet_names_the_transfer_on_its_chain(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 200_000).await;
        for (account_type, network, address, length) in [
            ("SOLANA_WALLET", "SOLANA", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", 80..=88),
            ("BASE_WALLET", "BASE", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 66..=66),
        ] {
            let wallet = json!({ "customerId": scene.alice["id"], "currency": "USDC",
                "accountInfo": { "accountType": account_type, "address": address } });
            let wallet = scene.platform.post("/customers/external-accounts").json(&wallet).send().await.expect(201);
            scene.events().await;
            let quote = scene.quote(text(&wallet["id"]), 10_000).await;
            scene.execute(&quote).send().await.expect(200);
            scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
            let events = scene.events().await;
            let payment = scene.payment(&quote).await;
            assert_eq!(events.first("OUTGOING_PAYMENT.COMPLETED"), payment);
            let transfer = &payment["destination"]["onChainTransaction"];
            assert_eq!(transfer["network"], network);
            assert!(length.contains(&text(&transfer["transactionHash"]).len()), "{transfer}");
            let by_hash = with(&scene.platform, json!({ "text": [transfer["transactionHash"]] }));
            let found = act(service, "find text", by_hash.clone()).await.json;
            assert_eq!(found[0]["id"], quote["transactionId"], "{found}");
            let forget = service.app().store.write(&[], |tx| tx.execute("DELETE FROM search_term", &[]));
            forget.await.map_err(|error: Error| error).unwrap();
            export(service, "find rebuild", with(&scene.platform, json!({}))).await;
            assert_eq!(act(service, "find text", by_hash).await.json, found, "a rebuild adds it too");
            assert!(events.first("OUTGOING_PAYMENT.PROCESSING")["destination"]["onChainTransaction"].is_null());
        }
    }
}
