//! Operators' lists of events, jobs and processes, by page (conventions 2.3).

use std::time::Duration;

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_store::processes::{self, NewProcess};
use causeway_store::{Error, Tx, verification_state};
use serde_json::{Value, json};

use super::acting::{act, expect_error, rows, with};
use crate::harness::{Platform, Service, journey, on_engines};
use crate::payments::scene::{Scene, text};

const DAY: Duration = Duration::from_hours(24);

/// Returns all rows of a list, read one by one.
async fn read_all(service: &Service, platform: &Platform, action: &str, arguments: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let mut before = Value::Null;
    loop {
        let mut asked = with(platform, arguments.clone());
        asked["limit"] = json!(1);
        asked["before"] = before;
        let page = act(service, action, asked).await.json;
        found.extend(page["rows"].as_array().expect("rows").iter().cloned());
        before = page["next"].clone();
        if before.is_null() {
            return found;
        }
    }
}

on_engines! {
    async fn events_are_listed_by_page_newest_first(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut customers = Vec::new();
        for _ in 0..3 {
            customers.push(platform.customer(&["USD"]).await["id"].clone());
        }
        let approved = json!({ "type": "CUSTOMER.KYC_APPROVED", "status": "UNADDRESSED" });
        let events = read_all(service, &platform, "webhook list", &approved).await;
        let about: Vec<&Value> = events.iter().map(|event| &event["resource"]).collect();
        assert_eq!(about, customers.iter().rev().collect::<Vec<_>>());

        let own = json!({ "resource": customers[1], "type": "CUSTOMER.KYC_APPROVED" });
        assert_eq!(read_all(service, &platform, "webhook list", &own).await, [events[1].clone()]);
        let none = act(service, "webhook list", with(&platform, json!({ "status": "GIVEN_UP" }))).await.json;
        assert_eq!(none, json!({ "rows": [] }), "all events were compared");
        let shown = act(service, "webhook show", json!({ "webhook": events[0]["webhook"] })).await.json;
        assert_eq!(shown["meaning"], "the platform had no endpoint, and only a replay sends it");
        for wrong in [json!({ "limit": 0 }), json!({ "limit": 1_001 }), json!({ "before": "x" })] {
            expect_error(service, "webhook list", with(&platform, wrong), Kind::Invalid).await;
        }
    }
}

journey! {
    async fn jobs_name_their_payment_and_are_listed_as_they_are_due(service) {
        service.rail.hide_outcomes(true);
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        scene.platform.freeze().await;
        let euro = scene.euro_account().await;
        let mut paid = Vec::new();
        for amount in [10_000, 20_000, 30_000] {
            let quote = scene.quote(&euro, amount).await;
            scene.execute(&quote).send().await.expect(200);
            scene.platform.advance(Duration::from_secs(1)).await;
            paid.push(quote["transactionId"].clone());
        }
        let jobs = |arguments: Value| rows(service, "jobs list", with(&scene.platform, arguments));
        for (transaction, amount) in paid.iter().zip([10_000, 20_000, 30_000]) {
            let found = jobs(json!({ "resource": transaction })).await;
            let job = &found[0];
            assert_eq!((found.as_array().map(Vec::len), &job["kind"]), (Some(1), &json!("ASK_PAYOUT")), "{found}");
            assert_eq!([&job["amount"]["amount"], &job["customer"]], [&json!(amount), &scene.alice["id"]]);
            assert_eq!((&job["state"], &job["meaning"]), (&json!("WAITING"), &json!("ask the rail about a payout")));
            assert!(job["rail"].is_string() && job["next_try"].is_string(), "{job}");
        }

        let all = read_all(service, &scene.platform, "jobs list", &json!({})).await;
        let due: Vec<&str> = all.iter().map(|job| text(&job["due_at"])).collect();
        assert!(due.is_sorted() && all.len() == 3, "{all:?}");
        assert_eq!(read_all(service, &scene.platform, "jobs list", &json!({ "kind": "ASK_PAYOUT" })).await, all);
        let [first, last] = [due[0], due[2]];
        let at = |due: &str| -> Vec<Value> { all.iter().filter(|job| job["due_at"] == due).cloned().collect() };
        assert_eq!(read_all(service, &scene.platform, "jobs list", &json!({ "since": last })).await, at(last));
        assert_eq!(read_all(service, &scene.platform, "jobs list", &json!({ "until": first })).await, at(first));
        for none in [json!({ "failed": true }), json!({ "kind": "EXPIRE_QUOTE" }), json!({ "resource": "Quote:x" })] {
            assert_eq!(jobs(none.clone()).await, json!([]), "{none}");
        }

        service.rail.hide_outcomes(false);
        scene.platform.advance(DAY).await;
        assert_eq!(jobs(json!({})).await, json!([]));
        scene.platform.resume().await;
    }
}

on_engines! {
    async fn quotes_are_listed_by_each_condition(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        let mut quotes = Vec::new();
        for amount in [10_000, 20_000] {
            quotes.push(scene.quote(&euro, amount).await["id"].clone());
            scene.platform.advance(Duration::from_secs(1)).await;
        }
        let listed = read_all(service, &scene.platform, "quote list", &json!({})).await;
        let ids: Vec<&Value> = listed.iter().map(|row| &row["quote"]).collect();
        assert_eq!(ids, quotes.iter().rev().collect::<Vec<_>>(), "the deposit has no quote");
        let by = |arguments: Value| rows(service, "quote list", with(&scene.platform, arguments));
        let alice = json!({ "customer": scene.alice["id"], "status": "PENDING", "pair": "USD/EUR" });
        assert_eq!(by(alice).await, json!(listed));
        for none in [json!({ "status": "COMPLETED" }), json!({ "pair": "EUR/USD" }), json!({ "until": "2000-01-01T00:00:00Z" })] {
            assert_eq!(by(none.clone()).await, json!([]), "{none}");
        }
        scene.platform.resume().await;
    }
}

on_engines! {
    async fn processes_are_listed_with_their_leases(service) {
        let process = service.app().process;
        let record = move |tx: &mut Tx<'_>| {
            let now = tx.wall();
            let row = NewProcess { id: process, version: "1.2.3", started_at: now };
            processes::record_seen(tx, row, DAY)?;
            verification_state::claim(tx, process, Duration::from_mins(5)).map(drop)
        };
        service.app().store.write::<_, Error, _>(&[], record).await.expect("rows can be added");
        let listed = act(service, "process list", json!({})).await.json;
        let found = listed["rows"].as_array().expect("rows").iter().find(|row| row["process"] == json!(process));
        let own = found.expect("this process");
        assert!(own["verifies_until"].is_string() && own["is_running"] == true, "{own}");
        assert_eq!(listed["leased_jobs"], 0);
    }
}
