//! The words of refusals and of what is shown: they name what is so, and the next step (conventions 2.1, 2.3).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::AlertId;
use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_store::{Error, alerts};
use serde_json::{Value, json};

use super::acting::{act, expect_error, rows, with};
use crate::harness::{Service, on_engines};
use crate::payments::scene::{Scene, text};

/// Runs an action that the state of its resource does not allow, and checks the message and the remedy.
async fn expect_refusal(service: &Service, action: &str, arguments: Value, message: &str, remedy: &str) {
    let error = expect_error(service, action, arguments, Kind::Refused).await;
    assert_eq!(error.message, message, "{action}");
    assert_eq!(error.remedy.as_deref(), Some(remedy), "{action}");
}

on_engines! {
    async fn a_refusal_names_the_state_of_the_resource_and_the_command_that_shows_it(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let customer = json!({ "customer": scene.alice["id"] });
        let shown = format!("see what its state allows: causeway customer show {}", text(&scene.alice["id"]));
        expect_refusal(service, "customer approve", customer.clone(), "This is not possible for a customer that is APPROVED", &shown).await;
        act(service, "customer hold", customer.clone()).await;
        expect_refusal(service, "customer hold", customer.clone(), "This is not possible for a customer that is HOLD", &shown).await;
        act(service, "customer release", customer).await;

        let paid_in = rows(service, "payment list", with(&scene.platform, json!({ "type": "INCOMING" }))).await;
        let deposit = text(&paid_in[0]["transaction"]);
        let shown = format!("see what its state allows: causeway payment show {deposit}");
        for action in ["payment refund", "payment return"] {
            let message = "This payment is money that was paid in and is COMPLETED; it is not moved by hand";
            expect_refusal(service, action, json!({ "transaction": deposit }), message, &shown).await;
        }
        let quote = scene.quote(&scene.euro_account().await, 10_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.webhooks.wait_for_event("OUTGOING_PAYMENT.COMPLETED").await;
        let id = text(&quote["transactionId"]);
        let shown = format!("see what its state allows: causeway payment show {id}");
        let message = "This is not possible for a payment that is COMPLETED";
        expect_refusal(service, "payment settle", json!({ "transaction": id }), message, &shown).await;
    }
}

on_engines! {
    async fn an_alert_that_was_closed_is_said_to_be(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let alert: AlertId = service.app().ids.next(service.app().clock.now());
        let of = Some(platform.id);
        let raise = service.app().store.write(&[], move |tx| alerts::raise(tx, of, alert, AlertKind::DebitReturned, "x", &json!({})));
        raise.await.map_err(|error: Error| error).unwrap();
        let shown = act(service, "alert show", json!({ "alert": alert })).await.json;
        assert_eq!(shown["next"], Value::Null, "it is shown already");
        let closed = act(service, "alert close", json!({ "alert": alert })).await.json;
        assert_eq!([&closed["alert"], &closed["kind"], &closed["subject"]], [&json!(alert), &json!("DEBIT_RETURNED"), &json!("x")]);
        for (action, arguments) in [
            ("alert close", json!({ "alert": alert })),
            ("alert snooze", json!({ "alert": alert, "hours": 1 })),
        ] {
            let error = expect_error(service, action, arguments, Kind::Refused).await;
            assert!(error.message.contains("was closed before, at "), "{error}");
            assert_eq!(error.remedy, Some(format!("see it: causeway alert show {alert}")));
        }
    }
}

on_engines! {
    async fn snoozing_for_no_hours_ends_the_silence(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let alert: AlertId = service.app().ids.next(service.app().clock.now());
        let of = Some(platform.id);
        let raise = service.app().store.write(&[], move |tx| alerts::raise(tx, of, alert, AlertKind::DebitReturned, "x", &json!({})));
        raise.await.map_err(|error: Error| error).unwrap();
        let snooze = async |hours: u32| act(service, "alert snooze", json!({ "alert": alert, "hours": hours })).await.json;
        let silent = snooze(2).await;
        assert!(silent["snoozed_until"].is_string(), "{silent}");
        assert_eq!(snooze(0).await, json!({ "alert": alert, "snoozed_until": null }));
        act(service, "alert close", json!({ "alert": alert })).await;
    }
}

on_engines! {
    async fn a_match_is_named_by_the_text_that_matched(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "platformCustomerId": "hedy-7", "currencies": ["USD"] });
        scene.platform.post("/customers").json(&person).send().await.expect(201);
        let paid_in = rows(service, "payment list", with(&scene.platform, json!({ "type": "INCOMING" }))).await;
        let reference = text(&paid_in[0]["reference"]);
        for (given, matched) in [("hedy-7", "own id of a customer"), (reference, "reference of a payment or refund")] {
            let found = act(service, "find text", with(&scene.platform, json!({ "text": [given] }))).await.json;
            assert_eq!(found[0]["matched"], matched, "{found}");
        }
    }
}

on_engines! {
    async fn the_amount_of_an_alert_is_money(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let push = json!({ "reference": "INVOICE 1", "amount": 123_456, "currency": "EUR", "rail": "SEPA" });
        let pushed = act(service, "deposit push", with(&platform, push)).await.json;
        let alert = act(service, "alert show", json!({ "alert": "DEPOSIT_UNMATCHED" })).await.json;
        assert_eq!(alert["detail"]["amount"], json!({ "amount": 123_456, "currency": "EUR", "decimals": 2 }), "{alert}");
        act(service, "suspense resolve", json!({ "transaction": pushed["transaction"], "payer": true })).await;
        platform.settled().await;
    }
}
