//! Card transactions in lists beside others (cards 8.2, J28), and isolation between platforms (J29).

use std::time::Duration;

use serde_json::json;

use super::scene::{Network, assert_status, authorization_body};
use crate::cards::scene::Scene;
use crate::harness::on_engines;
use crate::wallets::device::text;

on_engines! {
    async fn cards_j28_transactions_are_listed(service) {
        let network = Network::new(service).await;
        let platform = network.scene.platform();
        let later = || platform.advance(Duration::from_secs(1));
        later().await;
        let debit = network.authorize(1_000).await;
        later().await;
        let credit = network.ask("credit_authorization", 500, "SHOP").await;
        later().await;
        let declined = network.ask("authorization", 1_000, "CORNER 002").await;

        let ids = async |query: &str| -> Vec<serde_json::Value> {
            let list = platform.get(&format!("/transactions?{query}")).send().await.expect(200);
            list["data"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
        };

        let all = [&declined["id"], &credit["id"], &debit["id"]].map(Clone::clone);
        let customer = text(network.scene.customer()).to_owned();
        assert_eq!(ids(&format!("type=CARD&customerId={customer}")).await, all);

        let page = platform.get("/transactions?type=CARD&limit=2").send().await.expect(200);
        assert_eq!((&page["totalCount"], &page["hasMore"]), (&json!(3), &json!(true)));
        let rest = format!("type=CARD&limit=2&cursor={}", text(&page["nextCursor"]));
        assert_eq!(ids(&rest).await, [debit["id"].clone()]);
        assert_eq!(ids("status=EXCEPTION").await, [declined["id"].clone()]);
        assert_eq!(ids("status=AUTHORIZED&sortOrder=asc").await, [debit["id"].clone(), credit["id"].clone()]);

        let wallet = &network.scene.holder.wallet;
        let of_wallet = ids(&format!("accountIdentifier={wallet}")).await;
        assert_eq!((of_wallet.len(), &of_wallet[..3]), (4, &all[..]), "with the deposit that funded it");
        let sent = ids(&format!("senderAccountIdentifier={wallet}")).await;
        assert_eq!(sent, [declined["id"].clone(), debit["id"].clone()]);
        assert_eq!(ids(&format!("receiverAccountIdentifier={wallet}&type=CARD")).await, [credit["id"].clone()]);

        assert_eq!(ids(&format!("cardId={}", text(&network.card["id"]))).await.len(), 3);
        assert_eq!(ids("cardId=Card:01890a5d-ac96-774b-bcce-b302099a8057").await.len(), 0);
        assert_eq!(ids("type=CARD&reference=x").await.len(), 0);
        assert_eq!(ids("type=CARD&startDate=2100-01-01T00:00:00Z").await.len(), 0);
        assert_eq!(ids("type=OUTGOING").await.len(), 0);
        platform.get("/transactions?cardId=x").send().await.expect_error(400, "INVALID_INPUT");

        let act = |what: &str| platform.post(&format!("/transactions/{}/{what}", text(&debit["id"]))).json(&json!({})).send();
        for what in ["approve", "reject"] {
            act(what).await.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
        }
        for what in ["cancel", "confirm"] {
            act(what).await.expect_error(400, "INVALID_INPUT");
        }
    }
}

on_engines! {
    async fn cards_j29_isolation(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(1_000).await;
        let other = Scene::new(service).await;

        let body = json!({ "cardTransactionId": authorization["id"], "amount": 1 });
        let path = |event: &str| format!("/sandbox/cards/{}/simulate/{event}", text(&network.card["id"]));
        let foreign = other.platform();
        foreign.post(&path("clearing")).json(&body).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
        foreign.post(&path("authorization")).json(&authorization_body(1, "A")).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let reading = format!("/transactions/{}", text(&authorization["id"]));
        foreign.get(&reading).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");
        assert_eq!(foreign.get("/transactions?type=CARD").send().await.expect(200)["totalCount"], 0);

        let second = network.scene.card().await;
        network.simulate(&second, "clearing", &body).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");
        network.scene.platform().anonymous().post(&path("clearing")).json(&body).send().await.expect_error(401, "UNAUTHORIZED");
        assert_status(&network.read(&authorization).await, "AUTHORIZED");
    }
}
