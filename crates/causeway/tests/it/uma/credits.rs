//! Credits of approved payments from UMA addresses, and the removal of payments that were not pursued (money
//! 10.4).

use std::time::Duration;

use causeway_domain::ids::TransactionId;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_service::runtime::upkeep;
use causeway_store::payments::{self, PaymentState};
use causeway_store::{Error, Tx};
use causeway_testing::receiver::{Answer, Gate};
use serde_json::{Value, json};

use super::receiving::{PENDING, approve, becomes, decides, incoming_payment, receive};
use super::sending::simulated;
use crate::harness::journey;
use crate::operator::acting::{act, with};
use crate::payments::forging::forged;
use crate::payments::scene::{Scene, text};

journey! {
    async fn a_slow_credit_settles_and_a_refused_one_is_refunded(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(200));
        scene.platform.freeze().await;

        let slow = incoming_payment(&scene, "pending.long.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        scene.platform.settled().await;
        scene.platform.advance(Duration::from_mins(5)).await;
        assert_eq!(scene.transaction(&slow).await["status"], "PROCESSING");
        scene.platform.advance(Duration::from_mins(2)).await;
        assert_eq!(scene.transaction(&slow).await["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (5_000, 5_000));
        scene.events().await;

        let refused = incoming_payment(&scene, "fail.compliance.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        scene.platform.settled().await;
        scene.platform.advance(Duration::from_secs(10)).await;
        let payment = scene.transaction(&refused).await;
        assert_eq!([&payment["status"], &payment["failureReason"]], ["FAILED", "COMPLIANCE_REJECTED"]);
        assert_eq!(payment["refund"]["status"], "COMPLETED");
        let events = [PENDING, "INCOMING_PAYMENT.FAILED", "INCOMING_PAYMENT.REFUND_PENDING", "INCOMING_PAYMENT.REFUND_COMPLETED"];
        assert_eq!(scene.events().await.about(&refused), events);
        assert_eq!(scene.balances().await, (5_000, 5_000));
    }
}

journey! {
    /// Freezes the receiver's account between the approval request and the approval.
    async fn a_payment_to_a_frozen_account_cannot_be_approved(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(202));
        let id = incoming_payment(&scene, "success.usd").await;
        act(service, "account freeze", with(&scene.platform, json!({ "account": scene.usd }))).await;
        let refused = approve(&scene, &id, &json!({})).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(refused["details"]["reason"], "PAYMENT_NOT_APPROVABLE");

        act(service, "account release", with(&scene.platform, json!({ "account": scene.usd }))).await;
        approve(&scene, &id, &json!({})).await.expect(200);
        becomes(&scene, &id, "COMPLETED").await;
        act(service, "account freeze", with(&scene.platform, json!({ "account": scene.usd }))).await;
        receive(&scene, "success.usd", 5_000).await.expect_error(400, "INVALID_INPUT");
        act(service, "account release", with(&scene.platform, json!({ "account": scene.usd }))).await;

        // Frozen after the approval: the money goes back.
        scene.platform.freeze().await;
        let id = incoming_payment(&scene, "success.usd").await;
        approve(&scene, &id, &json!({})).await.expect(200);
        act(service, "account freeze", with(&scene.platform, json!({ "account": scene.usd }))).await;
        scene.platform.advance(Duration::from_secs(2)).await;
        let payment = scene.transaction(&id).await;
        assert_eq!([&payment["status"], &payment["failureReason"]], ["FAILED", "QUOTE_EXECUTION_FAILED"]);
        assert_eq!(payment["refund"]["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (5_000, 5_000));
    }
}

journey! {
    /// Freezes the receiver's account while the endpoint is deciding; its approval then fails the payment.
    async fn an_approval_for_a_frozen_account_fails_the_payment(service) {
        let scene = Scene::new(service).await;
        let gate = Gate::closed();
        decides(&scene.webhooks, Answer::status(200).body("{}").held_by(&gate));
        let id = incoming_payment(&scene, "success.usd").await;
        scene.webhooks.wait_for_event(PENDING).await;
        act(service, "account freeze", with(&scene.platform, json!({ "account": scene.usd }))).await;
        gate.open();
        assert_eq!(becomes(&scene, &id, "FAILED").await["failureReason"], "PAY_REQUEST_FAILED");
        assert_eq!(scene.events().await.about(&id), [PENDING, "INCOMING_PAYMENT.FAILED"]);
        assert_eq!(scene.balances().await, (0, 0));
    }
}

journey! {
    /// Checks that deposits to an address go to the external account that is the default for them, else to
    /// the primary account, in its currency.
    async fn money_j07_default_uma_account(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        decides(&scene.webhooks, Answer::status(200));
        let account = |suffix: &str, is_default: bool| json!({
            "customerId": scene.alice["id"], "currency": "USD", "defaultUmaDepositAccount": is_default,
            "accountInfo": { "accountType": "USD_ACCOUNT", "accountNumber": format!("000123456{suffix}"),
                "routingNumber": "021000021", "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Alice Example" } },
        });
        let create = async |suffix: &str| platform.post("/customers/external-accounts").json(&account(suffix, true)).send().await.expect(201);
        let first = create("111").await;
        let second = create("112").await;
        let show = async |account: &Value| platform.get(&format!("/customers/external-accounts/{}", text(&account["id"]))).send().await.expect(200);
        assert_eq!(show(&first).await["defaultUmaDepositAccount"], false);
        assert_eq!(show(&second).await["defaultUmaDepositAccount"], true);

        let id = incoming_payment(&scene, "success.usd").await;
        becomes(&scene, &id, "COMPLETED").await;
        assert_eq!(scene.balances().await, (0, 0), "the money was paid out");

        platform.delete(&format!("/customers/external-accounts/{}", text(&second["id"]))).send().await.expect(204);
        let id = incoming_payment(&scene, "success.usd").await;
        becomes(&scene, &id, "COMPLETED").await;
        assert_eq!(scene.balances().await, (5_000, 5_000), "the money is in the primary account");

        // An external account that rejects the payout: the money goes back to its sender.
        scene.events().await;
        create("004").await;
        let id = incoming_payment(&scene, "success.usd").await;
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.REFUND_COMPLETED").await;
        let payment = scene.transaction(&id).await;
        assert_eq!([&payment["status"], &payment["failureReason"]], ["FAILED", "OFFRAMP_FAILED"]);
        assert_eq!(payment["refund"]["status"], "COMPLETED");
        assert_eq!(scene.balances().await, (5_000, 5_000));

        // A payout that the bank returns later.
        let third = create("113").await;
        let id = incoming_payment(&scene, "success.usd").await;
        becomes(&scene, &id, "COMPLETED").await;
        act(service, "payment return", with(platform, json!({ "transaction": id }))).await;
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.REFUND_COMPLETED").await;
        assert_eq!(becomes(&scene, &id, "FAILED").await["failureReason"], "OFFRAMP_FAILED");
        platform.delete(&format!("/customers/external-accounts/{}", text(&third["id"]))).send().await.expect(204);
    }
}

journey! {
    async fn a_receipt_without_an_account_in_its_currency_is_exchanged_into_the_primary_one(service) {
        let platform = service.platform_with(&["EUR", "USD"]).await;
        let webhooks = platform.receiver().await;
        decides(&webhooks, Answer::status(200));
        let bob = platform.customer(&["EUR", "USD"]).await;
        let dollars = json!({ "account": platform.account_of(&bob, "USD").await });
        act(service, "account close", with(&platform, dollars)).await;
        let body = json!({ "senderUmaAddress": simulated("success.usd"), "customerId": bob["id"],
            "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 5_000 });
        platform.post("/sandbox/uma/receive").json(&body).send().await.expect(200);

        webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        let path = format!("/customers/internal-accounts?customerId={}&currency=EUR", text(&bob["id"]));
        let account = platform.get(&path).send().await.expect(200)["data"][0].take();
        assert_eq!(account["balance"]["amount"], 4_600);
        let payment = platform.get("/transactions?type=INCOMING").send().await.expect(200)["data"][0].take();
        assert_eq!((&payment["sentAmount"]["amount"], &payment["receivedAmount"]["amount"]), (&json!(5_000), &json!(4_600)));
        assert_eq!(payment["exchangeRate"].as_f64(), Some(1.086_956_52));
    }
}

journey! {
    /// Checks that a payment still in status `CREATED` is deleted after a day.
    async fn an_abandoned_payment_is_deleted_after_a_day(service) {
        let scene = Scene::new(service).await;
        decides(&scene.webhooks, Answer::status(202));
        scene.platform.freeze().await;
        let id = incoming_payment(&scene, "success.usd").await;
        let platform = scene.platform.id;
        let original: TransactionId = text(&id).parse().expect("an id");
        let unused: TransactionId = service.app().ids.next(service.app().clock.now());
        let insert = move |tx: &mut Tx<'_>| {
            let original = payments::find(tx, platform, original)?.ok_or(Error::Missing)?;
            let state = PaymentState { phase: IncomingUmaPhase::Created.into(), ..original.state().clone() };
            let mut payment = forged(original, state);
            payment.id = unused;
            payments::insert(tx, platform, &payment)
        };

        service.app().store.write::<_, Error, _>(&[], insert).await.expect("the payment can be stored");
        let list_created = || scene.platform.get("/transactions?status=CREATED").send();
        assert_eq!(list_created().await.expect(200)["data"][0]["id"], json!(unused));
        let listed = scene.platform.get("/transactions").send().await.expect(200);
        assert_eq!(listed["data"].as_array().map(Vec::len), Some(1), "the payment is listed only if the filter names its status");

        scene.platform.advance(Duration::from_hours(24) - Duration::from_secs(1)).await;
        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert_eq!(list_created().await.expect(200)["totalCount"], 1);
        scene.platform.advance(Duration::from_secs(1)).await;
        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert_eq!(list_created().await.expect(200)["totalCount"], 0);
        assert_eq!(scene.transaction(&id).await["status"], "FAILED", "that one was asked about");
    }
}
