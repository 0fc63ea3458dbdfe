//! Messages between platforms of one deployment, which are answered in process (uma 7).

use causeway_testing::receiver::Answer;
use serde_json::{Value, json};

use super::payer::Payer;
use super::responder::changed;
use crate::harness::{Platform, journey, on_engines};
use crate::uma::internal::TwoPlatforms;
use crate::uma::receiving::{PENDING, decides};

/// Counts the payments that discoveries have left at a platform.
async fn drafts(platform: &Platform) -> Value {
    platform.get("/transactions?status=CREATED").send().await.expect(200)["totalCount"].take()
}

journey! {
    async fn a_look_up_leaves_a_payment_that_the_quote_uses(service) {
        let two = TwoPlatforms::new(service).await;
        let body = two.body("SENDING", 10_000).await;
        assert_eq!(drafts(&two.theirs).await, 1);
        assert_eq!(drafts(&two.ours.platform).await, 0);
        assert!(two.webhooks.received().is_empty(), "a look-up sends no event");

        let ask = || two.ours.platform.post("/quotes").json(&body).send();
        let first = ask().await.expect(201);
        assert_eq!(drafts(&two.theirs).await, 0);
        let event = two.webhooks.wait_for_event(PENDING).await.json();
        assert_eq!(event["data"]["id"], two.incoming_becomes("PENDING").await["id"]);

        // The same look-up serves another quote: the receiver's platform is asked anew.
        two.webhooks.forget();
        let second = ask().await.expect(201);
        assert_eq!(first["totalReceivingAmount"], second["totalReceivingAmount"]);
        assert_ne!(two.webhooks.wait_for_event(PENDING).await.json()["data"]["id"], event["data"]["id"]);

        // A refused pay request uses its payment up too, and says why.
        decides(&two.webhooks, Answer::status(403));
        let refused = ask().await.expect_error(400, "SENDER_NOT_ACCEPTED");
        assert!(refused["details"]["counterpartyReason"].is_string(), "{refused}");
        two.incoming_becomes("REJECTED").await;
        assert_eq!(drafts(&two.theirs).await, 0);
    }
}

on_engines! {
    /// Checks that a provider elsewhere cannot offer layers over which only this deployment settles with itself.
    async fn a_stranger_does_not_settle_inside(service) {
        let payer = Payer::new(service).await;
        for layer in ["internal", "sandbox"] {
            let asset = json!({ "identifier": "EUR", "multipliers": { "EUR": 1, "USD": 1 } });
            let offered = json!([{ "settlementLayer": layer, "assets": [asset] }]);
            payer.peer.answer_discovery(move |good| changed(&good.to_json(), "/settlementOptions", offered.clone()));
            let lookup = payer.lookup_id().await;
            payer.quote(&payer.body(&lookup, "SENDING", 10_000)).await.expect_error(501, "NOT_IMPLEMENTED");
        }
        assert!(payer.peer.payments().is_empty(), "no pay request was sent");
    }
}
