//! The inbox: what waits for a person, each matter once (conventions 2.3).

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::AlertId;
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value, json};

use super::acting::{act, rows, with};
use super::channels::{network, with_token};
use crate::harness::{Service, on_engines};
use crate::payments::scene::{Scene, text};

const DAY: Duration = Duration::from_hours(24);

/// Raises an alert about the deployment.
async fn raise(service: &Service, kind: AlertKind) {
    let id: AlertId = service.app().ids.next(service.app().clock.now());
    let raise = move |tx: &mut Tx<'_>| alerts::raise(tx, None, id, kind, "database", &json!({}));
    service.app().store.write::<_, Error, _>(&[], raise).await.unwrap();
}

/// Returns the kinds of the rows, in alphabetical order.
fn kinds(inbox: &Value) -> Vec<&str> {
    let mut kinds: Vec<&str> = inbox.as_array().expect("rows").iter().map(|row| text(&row["kind"])).collect();
    kinds.sort_unstable();
    kinds
}

on_engines! {
    async fn stuck_payments_and_other_alerts_are_in_the_inbox_once(service) {
        service.rail.get_stuck(true);
        service.rail.ignore_recalls(true);
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 100_000).await;
        platform.freeze().await;
        let quote = scene.quote(&scene.euro_account().await, 10_000).await;
        scene.execute(&quote).send().await.expect(200);
        platform.advance(DAY * 6).await;
        let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        let unmatched = act(service, "deposit push", with(platform, push)).await.json;

        let inbox = rows(service, "inbox list", with(platform, json!({}))).await;
        assert_eq!(kinds(&inbox), ["ALERT", "SUSPENSE"], "the alert about unmatched money adds no row: {inbox}");
        let alert = inbox.as_array().unwrap().iter().find(|row| row["kind"] == "ALERT").unwrap();
        assert_eq!((&alert["amount"]["amount"], &alert["deadline"]), (&json!(10_000), &Value::Null), "{alert}");
        assert_eq!(alert["about"], "PAYOUT_STUCK: a payout has had no outcome for too long");
        assert_eq!(alert["otherwise"], "the alert stays open");
        assert_eq!(alert["next"], format!("causeway alert show {}", text(&alert["id"])));
        let shown = act(service, "alert show", json!({ "alert": alert["id"] })).await.json;
        assert_eq!((&shown["kind"], &shown["subject"]), (&json!("PAYOUT_STUCK"), &quote["transactionId"]));

        let of_kind = |kind: &str| with(platform, json!({ "kind": kind }));
        assert_eq!(kinds(&rows(service, "inbox list", of_kind("ALERT")).await), ["ALERT"; 2], "all that are asked for");
        assert_eq!(kinds(&rows(service, "inbox list", of_kind("SUSPENSE")).await), ["SUSPENSE"]);
        let overdue = rows(service, "inbox list", with(platform, json!({ "overdue": true }))).await;
        assert_eq!(overdue, json!([]), "none has a deadline");

        raise(service, AlertKind::SinkFailing).await;
        raise(service, AlertKind::ReviewWaiting).await;
        let deployment = rows(service, "inbox list", json!({ "kind": "ALERT" })).await;
        let about_all = deployment.as_array().unwrap().iter().filter(|row| row["platform"].is_null());
        assert_eq!(about_all.count(), 1, "a note asks for nothing: {deployment}");
        assert_eq!(kinds(&rows(service, "inbox list", of_kind("ALERT")).await), ["ALERT"; 2], "not of the deployment");

        service.rail.get_stuck(false);
        service.rail.ignore_recalls(false);
        act(service, "payment settle", with(platform, json!({ "transaction": quote["transactionId"] }))).await;
        act(service, "suspense resolve", with(platform, json!({ "transaction": unmatched["transaction"], "payer": true }))).await;
        platform.advance(DAY).await;
        platform.resume().await;
    }
}

on_engines! {
    /// Checks that a deposit that its bank has announced and not delivered has a deadline, and is in the inbox and in the
    /// list of overdue payments behind it.
    async fn an_announced_deposit_that_never_comes_is_overdue(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.freeze().await;
        let push = json!({ "account": scene.usd, "amount": 5_000, "rail": "ACH" });
        let pushed = act(service, "deposit push", with(platform, push)).await.json;
        let id = json!({ "transaction": pushed["transaction"] });
        let inbox = async |arguments: Value| rows(service, "inbox list", with(platform, arguments)).await;
        let payments = async |arguments: Value| rows(service, "payment list", with(platform, arguments)).await;

        platform.advance(DAY * 4).await;
        let wait = act(service, "deposit show", id.clone()).await.json["waits_for"].take();
        assert_eq!((&wait["party"], wait["until"].is_string()), (&json!("RAIL"), true), "{wait}");
        assert_eq!(inbox(json!({})).await, json!([]));
        assert_eq!(payments(json!({ "overdue": true })).await, json!([]));
        assert_eq!(payments(json!({ "open": true })).await[0]["rail_until"], wait["until"]);

        platform.advance(DAY * 2).await;
        for arguments in [json!({}), json!({ "kind": "DEPOSIT", "overdue": true })] {
            let waiting = inbox(arguments).await;
            let [only] = &waiting.as_array().expect("rows")[..] else { panic!("{waiting}") };
            assert_eq!([&only["id"], &only["deadline"]], [&pushed["transaction"], &wait["until"]], "{only}");
            assert_eq!((&only["kind"], &only["amount"]["amount"]), (&json!("DEPOSIT"), &json!(5_000)), "{only}");
            assert_eq!(only["next"], format!("causeway deposit show {}", text(&pushed["transaction"])));
        }
        assert_eq!(payments(json!({ "overdue": true })).await[0]["transaction"], pushed["transaction"]);
        let late = act(service, "deposit show", id.clone()).await.json["waits_for"].take();
        assert_eq!([&late["party"], &late["commands"]], [&json!("OPERATOR"), &wait["commands"]], "{late}");

        act(service, "payment fail", id).await;
        assert_eq!(inbox(json!({})).await, json!([]));
        assert_eq!(payments(json!({ "overdue": true })).await, json!([]));
        platform.resume().await;
    }
}

on_engines! {
    /// Checks that each row names the roles that can act on it and marks those of the caller, that the others can be left
    /// out, and that a command of another role is refused with the role that has it.
    async fn a_role_sees_what_it_can_act_on(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        let unmatched = act(service, "deposit push", with(platform, push)).await.json;
        let account = scene.euro_account().await;
        act(service, "external-account review", json!({ "account": account })).await;
        raise(service, AlertKind::SinkFailing).await;

        let network = network(service).await;
        for (role, own) in [
            ("compliance", &["EXTERNAL_ACCOUNT"][..]),
            ("operator", &["SUSPENSE"][..]),
            ("admin", &["ALERT"][..]),
            ("viewer", &[][..]),
        ] {
            let client = with_token(service, &network, role, &[role], None).await;
            let list = async |arguments: Value| {
                let request = json!({ "arguments": arguments });
                client.post("/operator/inbox/list").json(&request).send().await.expect(200)["rows"].take()
            };
            let all = list(json!({})).await;
            assert_eq!(kinds(&all), ["ALERT", "EXTERNAL_ACCOUNT", "SUSPENSE"], "{role}");
            for row in all.as_array().expect("rows") {
                let is_own = row["roles"].as_array().expect("roles").contains(&json!(role));
                assert_eq!(row["is_yours"], is_own, "{role}: {row}");
            }
            assert_eq!(kinds(&list(json!({ "mine": true })).await), own, "{role}");
        }
        let officer = with_token(service, &network, "officer", &["compliance"], None).await;
        let freeze = json!({ "arguments": { "account": scene.usd } });
        let refused = officer.post("/operator/account/freeze").json(&freeze).send().await.expect(404);
        assert_eq!(refused["message"], "your roles do not have account freeze: it takes the role operator");
        assert!(refused["remedy"].is_string(), "{refused}");
        act(service, "suspense resolve", json!({ "transaction": unmatched["transaction"], "payer": true })).await;
    }
}
