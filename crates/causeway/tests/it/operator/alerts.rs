//! Alerts, and jobs that were tried too often.

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, JobId};
use causeway_domain::ledger::TreeHead;
use causeway_service::operator::Kind;
use causeway_service::runtime::anchors::CheckpointReason;
use causeway_service::runtime::upkeep;
use causeway_store::jobs::{self, NewJob};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts, ledger};
use serde_json::json;

use super::acting::{act, expect_error, on, rows, still_open, with};
use crate::harness::{Service, Setup, journey, logged, on_engines};

journey! {
    async fn an_alert_is_listed_until_it_is_closed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let id: AlertId = service.app().ids.next(service.app().clock.now());
        let raise = move |tx: &mut Tx<'_>| {
            alerts::raise(tx, Some(platform.id), id, AlertKind::DebitReturned, "InternalAccount:x", &json!({ "by": 5 }))
        };
        service.app().store.write::<_, Error, _>(&[], raise).await.unwrap();
        let open = act(service, "alert list", json!({})).await.json;
        assert_eq!((open.as_array().unwrap().len(), &open[0]["alert"]), (1, &json!(id)));
        assert_eq!(open[0]["sentence"], AlertKind::DebitReturned.facts().sentence);
        assert_eq!(open[0]["next"], format!("causeway alert show {id}"));
        let snoozed = act(service, "alert snooze", json!({ "alert": id, "hours": 2 })).await.json;
        let listed = act(service, "alert list", json!({})).await.json;
        assert!(snoozed["snoozed_until"].is_string(), "{snoozed}");
        assert_eq!(snoozed["snoozed_until"], listed[0]["snoozed_until"]);

        act(service, "alert close", json!({ "alert": id })).await;
        expect_error(service, "alert close", json!({ "alert": id }), Kind::Refused).await;
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));
        let all = act(service, "alert list", json!({ "closed": true })).await.json;
        assert_eq!(all[0]["closed_by"], "ada (command)");
    }
}

/// Checks that an alert is counted by its kind and is one line of the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_alert_is_counted_and_logged() {
    let service = Service::start(Setup::Sqlite).await;
    let app = service.app();
    let id: AlertId = app.ids.next(app.clock.now());
    let raise = move |tx: &mut Tx<'_>| {
        alerts::raise(tx, None, id, AlertKind::DebitReturned, "InternalAccount:x", &json!({}))?;
        alerts::count_open(tx)
    };
    let counts = app.store.write::<_, Error, _>(&[], raise).await.unwrap();
    assert_eq!(counts, [("DEBIT_RETURNED".to_owned(), 1)]);
    assert_eq!(logged(&id.to_string()), 1);
}

on_engines! {
    async fn an_accepted_ledger_is_not_alerted_again(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.fund(&platform.own_account("USD").await, 100).await;
        let app = service.app();
        upkeep::seal_ledger(app).await.unwrap();
        upkeep::follow_heads(app).await.unwrap();
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));

        // As if more had been sealed, and the database had been rolled back.
        let heads: Result<Vec<TreeHead>, Error> = app.store.read(ledger::heads).await;
        let later = heads.unwrap().into_iter().map(|head| TreeHead { size: head.size + 1, root: [7; 32], ..head });
        upkeep::record_heads(app, later, CheckpointReason::Seen).await.unwrap();
        for _ in 0..2 {
            upkeep::follow_heads(app).await.unwrap();
            let open = still_open(service).await;
            assert_eq!((open.as_array().unwrap().len(), &open[0]["kind"]), (1, &json!("LEDGER_ROLLED_BACK")));
        }

        act(service, "ledger accept", json!({})).await;
        upkeep::follow_heads(app).await.unwrap();
        assert_eq!(act(service, "alert list", json!({})).await.json, json!([]));
        let all = act(service, "alert list", json!({ "closed": true })).await.json;
        assert_eq!(all[0]["closed_by"], "ada (command)");
    }
}

on_engines! {
    async fn delayed_work_is_listed(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let id: JobId = service.app().ids.next(service.app().clock.now());
        let later = service.app().clock.now().plus(std::time::Duration::from_hours(1));
        let payload = json!({});
        let owner = platform.id;
        let insert = move |tx: &mut Tx<'_>| {
            let job = NewJob {
                id,
                kind: "SOMETHING",
                resource: "Quote:x",
                due_at: later,
                payload: &payload,
                created_at: later,
            };
            jobs::insert(tx, owner, &job)
        };
        service.app().store.write::<_, Error, _>(&[], insert).await.unwrap();

        let jobs = rows(service, "jobs list", on(&platform)).await;
        assert_eq!((&jobs[0]["job"], &jobs[0]["state"]), (&json!(id), &json!("WAITING")));
        assert_eq!(rows(service, "jobs list", json!({ "failed": true })).await, json!([]));
        expect_error(service, "jobs retry", with(&platform, json!({ "job": id })), Kind::NotFound).await;
    }
}
