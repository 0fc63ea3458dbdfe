//! Purchases (cards J5, J7 to J11, J17).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Network, assert_status, authorization_body, pulls, refunds, settlements};
use crate::cards::scene::Scene;
use crate::harness::journey;
use crate::wallets::device::text;

journey! {
    async fn cards_j05_key_required(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let receiver = scene.platform().receiver().await;
        let network = Network { scene, card, receiver };

        let declined = network.ask("authorization", 1_250, "BLUE BOTTLE").await;
        assert_status(&declined, "EXCEPTION");
        assert_eq!(declined["declineReason"], "DELEGATED_KEY_REQUIRED");
        assert_eq!((pulls(&declined), refunds(&declined), settlements(&declined)), ([0; 3], [0; 2], [0; 2]));
        assert!(declined.get("settledAmount").is_none() && declined.get("lastEventAt").is_none());
        assert_eq!(network.events().await, ["EXCEPTION"]);
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let key = network.key(&network.card, &network.scene.wallet()).await;
        let open = network.ask("authorization", 1_250, "BLUE BOTTLE").await;
        assert_status(&open, "AUTHORIZED");
        network.scene.platform().settled().await;

        let path = format!("/auth/delegated-keys/{}", text(&key["id"]));
        network.scene.platform().delete(&path).send().await.expect(204);
        let declined = network.ask("authorization", 1_250, "BLUE BOTTLE").await;
        assert_eq!(declined["declineReason"], "DELEGATED_KEY_REQUIRED");

        // The hold remains valid, but no key signs for the amount above it.
        assert_status(&network.send_event(&open, "clearing", 1_500).await, "EXCEPTION");
        assert_eq!(network.cents().await, [48_750, 48_750]);
    }
}

journey! {
    async fn cards_j07_over_clearing_refund_and_reversal(service) {
        let network = Network::new(service).await;
        let merchant = json!({ "descriptor": "CORNER CAFE", "mcc": "5814", "country": "US" });
        let body = json!({ "amount": 1_250, "currency": { "code": "USD", "decimals": 9 }, "merchant": merchant });
        let authorization = network.simulate(&network.card, "authorization", &body).send().await.expect(202);
        assert_status(&authorization, "AUTHORIZED");
        assert_eq!(pulls(&authorization), [1, 1_250, 1]);
        assert_eq!(authorization["merchant"], merchant);

        let dollars = json!({ "code": "USD", "name": "United States Dollar", "symbol": "$", "decimals": 2 });
        assert_eq!(authorization["authorizedAmount"], json!({ "amount": 1_250, "currency": dollars }));
        let facts = json!([authorization["type"], authorization["direction"], authorization["cardId"], authorization["accountId"], authorization["customerId"],
            authorization["destination"], authorization["authorizedAt"] == authorization["createdAt"]]);
        let destination = json!({ "destinationType": "CARD", "cardId": network.card["id"], "currency": "USD" });
        assert_eq!(facts, json!(["CARD", "DEBIT", network.card["id"], network.scene.wallet(),
            network.scene.customer(), destination, true]));
        assert_eq!(text(&authorization["issuerTransactionToken"]).len(), 36);
        for absent in ["settledAmount", "refundedAmount", "lastEventAt", "declineReason"] {
            assert!(authorization.get(absent).is_none(), "{absent}");
        }
        assert_eq!(network.cents().await, [48_750, 50_000]);

        let confirmed = network.settled(&authorization).await;
        assert_eq!(pulls(&confirmed), [1, 1_250, 0]);
        assert!(confirmed.get("lastEventAt").is_some());

        let cleared = network.send_event(&authorization, "clearing", 1_500).await;
        assert_status(&cleared, "SETTLED");
        assert_eq!((pulls(&cleared), settlements(&cleared)), ([2, 1_500, 1], [1, 1_500]));
        assert_eq!(cleared["settledAmount"]["amount"], 1_500);
        assert_eq!(cleared["issuerTransactionToken"], authorization["issuerTransactionToken"]);
        assert_eq!(network.cents().await, [48_500, 48_500]);

        let returned = network.send_event(&authorization, "return", 1_500).await;
        assert_status(&returned, "REFUNDED");
        assert_eq!(refunds(&returned), [1, 1_500]);
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let reversed = network.try_reverse(&authorization).await.expect(202);
        assert_status(&reversed, "SETTLED");
        assert_eq!(refunds(&reversed), [0, 0]);
        assert_eq!(network.cents().await, [48_500, 48_500]);
        assert_eq!(network.events().await, ["AUTHORIZED", "SETTLED", "REFUNDED", "SETTLED"]);

        let error = network.try_reverse(&authorization).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(json!([error["details"]["reason"], error["details"]["status"]]), json!(["INVALID_TRANSACTION_STATE", "SETTLED"]));

        let events = network.receiver.received();
        let last = events.iter().rev().find(|event| event.event() == "CARD_TRANSACTION.SETTLED").unwrap().json();
        assert_eq!(last["data"]["pullSummary"], reversed["pullSummary"]);
        assert_eq!(network.read(&authorization).await["status"], "SETTLED");
    }
}

journey! {
    async fn cards_j08_split_shipment(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(5_000).await;
        let part = network.send_event(&authorization, "clearing", 2_000).await;
        assert_status(&part, "PARTIALLY_SETTLED");
        assert_eq!(network.cents().await, [45_000, 48_000]);

        let whole = network.send_event(&authorization, "clearing", 3_000).await;
        assert_status(&whole, "SETTLED");
        assert_eq!((settlements(&whole), pulls(&whole)[..2].to_vec()), ([2, 5_000], vec![1, 5_000]));
        assert_eq!(network.cents().await, [45_000, 45_000]);

        network.try_event(&authorization, "clearing", 1).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(network.events().await, ["AUTHORIZED", "PARTIALLY_SETTLED", "SETTLED"]);
    }
}

journey! {
    async fn cards_j09_expiry(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(5_000).await;
        let ended = network.send_event(&authorization, "clearing", 0).await;
        assert_status(&ended, "SETTLED");
        assert_eq!((ended["settledAmount"]["amount"].clone(), settlements(&ended)), (json!(0), [0, 0]));
        assert_eq!(pulls(&ended)[..2], [1, 0]);
        assert_eq!(network.cents().await, [50_000, 50_000]);

        let authorization = network.authorize(5_000).await;
        network.send_event(&authorization, "clearing", 2_000).await;
        let ended = network.send_event(&authorization, "clearing", 0).await;
        assert_status(&ended, "SETTLED");
        assert_eq!(ended["settledAmount"]["amount"], 2_000);
        assert_eq!(pulls(&ended)[..2], [1, 2_000]);
        assert_eq!(network.cents().await, [48_000, 48_000]);
    }
}

journey! {
    async fn cards_j10_advice(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(1_000).await;
        let raised = network.send_event(&authorization, "authorization_advice", 2_000).await;
        assert_status(&raised, "AUTHORIZED");
        assert_eq!((raised["authorizedAmount"]["amount"].clone(), pulls(&raised)[..2].to_vec()), (json!(2_000), vec![2, 2_000]));
        assert_eq!(network.cents().await, [48_000, 50_000]);

        let lowered = network.send_event(&authorization, "authorization_advice", 1_500).await;
        assert_eq!(pulls(&lowered)[..2], [2, 1_500]);
        assert_eq!(network.cents().await, [48_500, 50_000]);
        assert_status(&network.send_event(&authorization, "clearing", 1_500).await, "SETTLED");

        let error = network.try_event(&authorization, "authorization_advice", 2_000).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "INVALID_TRANSACTION_STATE");
        let error = network.try_event(&authorization, "authorization_advice", 0).await.expect_error(400, "INVALID_AMOUNT");
        assert_eq!(error["details"]["field"], "amount");
        assert_eq!(network.events().await, ["AUTHORIZED", "AUTHORIZED", "AUTHORIZED", "SETTLED"]);

        let other = network.authorize(1_000).await;
        network.send_event(&other, "clearing", 400).await;
        let ended = network.send_event(&other, "authorization_advice", 400).await;
        assert_status(&ended, "SETTLED");
        assert_eq!(network.cents().await, [48_100, 48_100]);
    }
}

journey! {
    async fn cards_j11_advice_above_the_balance(service) {
        let network = Network::with_cents(service, 1_250).await;
        let authorization = network.authorize(1_250).await;
        let raised = network.send_event(&authorization, "authorization_advice", 2_000).await;
        assert_eq!((raised["authorizedAmount"]["amount"].clone(), pulls(&raised)[..2].to_vec()), (json!(2_000), vec![1, 1_250]));
        assert_eq!(network.cents().await, [0, 1_250]);

        network.scene.platform().fund(&network.scene.holder.wallet, 7_500_000).await;
        let cleared = network.send_event(&authorization, "clearing", 2_000).await;
        assert_status(&cleared, "SETTLED");
        assert_eq!(pulls(&cleared)[..2], [2, 2_000]);
        assert_eq!(network.cents().await, [0, 0]);
    }
}

journey! {
    async fn cards_j17_single_message(service) {
        let network = Network::new(service).await;
        let bought = network.ask("financial_authorization", 8_000, "CORNER CAFE").await;
        assert_status(&bought, "SETTLED");
        assert_eq!((pulls(&bought), settlements(&bought)), ([1, 8_000, 1], [1, 8_000]));
        assert_eq!(network.cents().await, [42_000, 42_000]);
        assert_eq!(network.events().await, ["SETTLED"]);

        network.receiver.forget();
        let bought = network.ask("financial_authorization", 2_000, "CORNER 006").await;
        assert_status(&bought, "SETTLED");
        let failed = network.settled(&bought).await;
        assert_status(&failed, "EXCEPTION");
        assert_eq!((failed["settledAmount"]["amount"].clone(), pulls(&failed)), (json!(2_000), [1, 0, 0]));
        assert!(failed.get("declineReason").is_none());
        assert_eq!(network.cents().await, [42_000, 42_000]);
        assert_eq!(network.events().await, ["SETTLED", "EXCEPTION"]);
    }
}

journey! {
    /// Checks the order of checks (cards 9), and the effect of a repeated request.
    async fn refused_requests_change_nothing(service) {
        let network = Network::new(service).await;
        let send = |body: Value| network.simulate(&network.card, "authorization", &body).send();
        let with = |member: &str, value: Value| {
            let mut body = authorization_body(1_000, "CORNER CAFE");
            body[member] = value;
            body
        };

        for amount in [json!(0), json!(-1), json!(1.5), json!("1")] {
            send(with("amount", amount)).await.expect_error(400, "INVALID_AMOUNT");
        }

        send(with("amount", json!(1_000_000_001))).await.expect_error(400, "INVALID_AMOUNT");
        send(with("currency", json!({}))).await.expect_error(400, "INVALID_INPUT");
        send(with("currency", json!({ "code": "EUR" }))).await.expect_error(400, "INVALID_CURRENCY");

        let long = "x".repeat(256);
        for merchant in [json!({}), json!({ "descriptor": "" }), json!({ "descriptor": long }),
            json!({ "descriptor": "A", "mcc": "58" }), json!({ "descriptor": "A", "country": "us" })] {
            send(with("merchant", merchant)).await.expect_error(400, "INVALID_INPUT");
        }

        let nothing = json!({ "cardTransactionId": "CardTransaction:01890a5d-ac96-774b-bcce-b302099a8057", "amount": 1 });
        network.simulate(&network.card, "clearing", &nothing).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");
        let unknown_card = json!({ "id": "Card:01890a5d-ac96-774b-bcce-b302099a8057" });
        network.simulate(&unknown_card, "clearing", &nothing).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let authorization = network.authorize(1_000).await;
        network.try_event(&authorization, "clearing", -1).await.expect_error(400, "INVALID_AMOUNT");
        network.try_event(&authorization, "clearing", 1_000_000_001).await.expect_error(400, "INVALID_AMOUNT");
        network.try_event(&authorization, "authorization_advice", 1_000_000_001).await.expect_error(400, "INVALID_AMOUNT");
        network.try_event(&authorization, "return", 1).await.expect_error(400, "INVALID_INPUT");
        network.try_reverse(&authorization).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(network.settled(&authorization).await["pullSummary"]["totalAmount"], 1_000);

        let body = json!({ "cardTransactionId": authorization["id"], "amount": 400 });
        let clear = || network.simulate(&network.card, "clearing", &body).idempotency_key("clear-1").send();
        let first = clear().await.expect(202);
        let second = clear().await.expect(202);
        assert_eq!(first, second);
        assert_eq!(settlements(&network.read(&authorization).await), [1, 400]);
        network.scene.platform().advance(Duration::from_secs(1)).await;
    }
}
