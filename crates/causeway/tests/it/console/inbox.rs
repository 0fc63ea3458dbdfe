//! What waits for a person, alerts, the audit trail, and the pages of the deployment (the questions O5, O7, S1 to S4).

use std::time::Duration;

use serde_json::{Value, json};

use super::client::ConsoleClient;
use crate::harness::{Platform, Service, on_engines};
use crate::operator::acting::{act, on, with};
use crate::payments::scene::{Scene, text};

const DAY: Duration = Duration::from_hours(24);

fn home(platform: &Platform) -> String {
    format!("/console/p/{}", platform.id)
}

fn page(platform: &Platform, path: &str) -> String {
    format!("{}/{path}", home(platform))
}

/// Pushes money that fits no account, which waits without a deadline.
async fn push_unmatched(service: &Service, scene: &Scene) -> Value {
    let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
    let pushed = act(service, "deposit push", with(&scene.platform, push)).await.json;
    scene.platform.settled().await;
    pushed
}

on_engines! {
    /// Checks that the earliest deadline is first, with what happens otherwise, and that filters are in the address and in
    /// the command (O5).
    async fn the_earliest_deadline_is_first(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.freeze().await;
        let unmatched = push_unmatched(service, &scene).await;
        platform.advance(DAY).await;
        let announced = json!({ "account": scene.usd, "amount": 5_000, "rail": "ACH" });
        let announced = act(service, "deposit push", with(platform, announced)).await.json;
        platform.advance(DAY * 6).await;

        let console = ConsoleClient::sign_in(service).await;
        let home = console.get(&home(platform)).await;
        let inbox = page(platform, "inbox");
        assert!(home.addresses().contains(&inbox), "{:?}", home.addresses());
        let listed = console.get(&inbox).await.text_of("tbody");
        let places = ["deposit", "50.00 USD", "suspense", "1.00 EUR"].map(|part| listed.find(part));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {listed}");
        assert!(listed.contains("its money is not credited") && listed.contains("you"), "{listed}");
        assert!(home.text_of("#waiting").contains("Needs somebody"), "{}", home.text);
        assert_eq!(home.text_of("tbody"), listed, "the home page begins with the same rows");

        let filtered = console.get(&format!("{inbox}?kind=SUSPENSE&mine=true")).await;
        let rows = filtered.text_of("tbody");
        assert!(rows.contains("suspense") && !rows.contains("its money is not credited"), "{rows}");
        let command = format!("causeway inbox list --kind SUSPENSE --mine --platform {}", platform.id);
        assert_eq!(filtered.text_of("#as-command"), command);
        let none = console.get(&format!("{inbox}?kind=JOB")).await;
        assert!(none.text_of(".empty").contains("Nothing of this kind waits"), "{}", none.text);
        assert!(none.addresses().contains(&inbox), "the way to all that waits");

        act(service, "payment fail", json!({ "transaction": announced["transaction"] })).await;
        let resolve = json!({ "transaction": unmatched["transaction"], "payer": true });
        act(service, "suspense resolve", with(platform, resolve)).await;
        platform.advance(DAY).await;
        platform.resume().await;
    }
}

on_engines! {
    /// Checks that the pages of a platform on which nothing has happened teach what would stand there.
    async fn empty_pages_teach(service) {
        let platform = service.platform_with(&["USD"]).await;
        let console = ConsoleClient::sign_in(service).await;
        for (path, part) in [
            ("inbox", "Nothing waits for a person"),
            ("alerts", "No alert is open"),
            ("alerts?closed=true", "causeway alert-sink add"),
            ("audit", "No action yet"),
            ("access", "causeway user add"),
        ] {
            let shown = console.get(&page(&platform, path)).await;
            assert_eq!(shown.status, 200, "{path}: {}", shown.text);
            assert!(shown.text.contains(part), "{path}: {}", shown.text);
        }
        let home = console.get(&home(&platform)).await;
        for part in ["Nothing waits for a person", "No money has moved yet", "The platform has no endpoint"] {
            assert!(home.text.contains(part), "{part}: {}", home.text);
        }
    }
}

on_engines! {
    /// Reads an alert with its remedy, snoozes it and closes it (S2).
    async fn an_alert_names_its_remedy_and_is_closed(service) {
        let scene = Scene::new(service).await;
        push_unmatched(service, &scene).await;
        let alerts = act(service, "alert list", on(&scene.platform)).await.json;
        let id = text(&alerts[0]["alert"]);
        let shown = act(service, "alert show", json!({ "alert": id })).await.json;
        let console = ConsoleClient::sign_in(service).await;
        let list = console.get(&page(&scene.platform, "alerts")).await;
        let alert = page(&scene.platform, &format!("alerts/{id}"));
        assert!(list.addresses().contains(&alert), "{}", list.text);
        let opened = console.get(&alert).await;
        for part in ["kind", "sentence", "cause", "remedy", "closes", "subject"] {
            assert!(opened.text_of("main").contains(text(&shown[part])), "{part}: {}", opened.text);
        }

        let snooze = format!("{alert}/snooze");
        let too_long = console.post(&snooze, &[("step", "act"), ("a.hours", "900")]).await;
        assert_eq!(too_long.status, 400);
        assert!(too_long.text_of("#problem").contains("at most 720 hours"), "{}", too_long.text);
        let snoozed = console.post(&snooze, &[("step", "act"), ("a.hours", "8")]).await;
        assert_eq!((snoozed.status, snoozed.location), (303, Some(format!("{alert}?done=snooze"))));
        assert!(console.get(&alert).await.text.contains("Snoozed until"));

        let close = format!("{alert}/close");
        console.get(&close).await;
        let closed = console.post(&close, &[("step", "act")]).await;
        let closed = console.follow(&closed.location.expect("the page of the alert")).await;
        assert!(closed.text_of(".notice").contains("Done: Close"), "{}", closed.text);
        assert!(closed.text_of(".facts").contains("by owner (console)"), "{}", closed.text);
        assert!(!closed.addresses().contains(&close), "a closed alert has no button");
        let again = console.post(&close, &[("step", "act")]).await;
        assert_eq!(again.status, 409);
        assert!(again.text_of("#problem").contains("was closed before"), "{}", again.text);
    }
}

on_engines! {
    /// Checks that the trail says who did what, when and why (O7), and what was done before an instant (S4).
    async fn the_trail_says_who_and_why(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let freeze = page(&scene.platform, &format!("accounts/{}/freeze", scene.usd));
        console.get(&freeze).await;
        console.post(&freeze, &[("step", "act"), ("reason", "a stolen device")]).await;
        let audit = page(&scene.platform, "audit");
        let row = console.get(&audit).await.text_of("tbody");
        for part in ["owner console", "account freeze", "a stolen device", &*scene.usd] {
            assert!(row.contains(part), "{part}: {row}");
        }
        let found = console.get(&format!("{audit}?subject={}&action=account%20freeze", scene.usd)).await;
        assert!(found.text_of("tbody").contains("a stolen device"), "{}", found.text);
        assert!(found.text_of("#as-command").contains("--action 'account freeze'"), "{}", found.text);
        let before = console.get(&format!("{audit}?until=2020-01-01T00%3A00%3A00Z")).await;
        assert!(before.text_of(".empty").contains("No action fits"), "{}", before.text);
        let wrong = console.get(&format!("{audit}?since=yesterday")).await;
        assert_eq!(wrong.status, 400);
        assert!(wrong.text_of(".notice").contains("argument since"), "{}", wrong.text);
        assert!(console.get("/console/audit").await.text_of("tbody").contains("Test platform"), "of all platforms");
    }
}

on_engines! {
    /// Checks that the pages of the deployment show its processes, its jobs, its settings and who may act (S1, S3).
    async fn the_deployment_has_its_pages(service) {
        let scene = Scene::new(service).await;
        scene.platform.freeze().await;
        scene.quote(&scene.euro_account().await, 1_000).await;
        let console = ConsoleClient::sign_in(service).await;
        let jobs = console.get("/console/operations").await;
        assert!(jobs.text_of("tbody").contains("a quote expires"), "{}", jobs.text);
        let failed = console.get("/console/operations?failed=true").await;
        assert!(failed.text_of(".empty").contains("No job was given up"), "{}", failed.text);
        assert_eq!(console.get("/console/operations/processes").await.status, 200);
        let settings = console.get("/console/settings").await;
        let set = "/console/do/setting/set?a.name=payout_timeout_days";
        assert!(settings.addresses().contains(&set.to_owned()), "{}", settings.text);

        act(service, "user add", json!({ "name": "vera", "uid": 1_000, "roles": ["viewer"] })).await;
        let access = console.get("/console/access").await;
        let remove = "/console/do/user/remove?a.name=vera";
        assert!(access.addresses().contains(&remove.to_owned()), "{:?}", access.addresses());
        assert!(access.text_of("#sessions").contains("Sessions") && access.text.contains("this one"));
        assert!(console.get(remove).await.text_of(".preview").contains("remove the roles of the user vera"));
        let viewer = ConsoleClient::sign_in_as(service, "vera").await;
        let tabs = viewer.get("/console/operations").await;
        assert!(tabs.status == 200 && !tabs.text.contains("/operations/processes"), "{}", tabs.text);
        assert_eq!(viewer.get("/console/operations/processes").await.status, 404);
        console.post("/console/do/user/remove", &[("step", "act"), ("a.name", "vera")]).await;
        assert_eq!(viewer.get("/console/operations").await.location.as_deref(), Some("/console/sign-in"), "at once");
        scene.platform.resume().await;
    }
}

on_engines! {
    /// Checks that a deployment of several platforms has one inbox with the platform of each matter.
    async fn all_platforms_have_one_inbox(service) {
        let scene = Scene::new(service).await;
        let other = service.platform_with(&["USD"]).await;
        push_unmatched(service, &scene).await;
        let console = ConsoleClient::sign_in(service).await;
        let choice = console.get("/console").await;
        assert_eq!((choice.status, choice.text_of("h1").as_str()), (200, "Platforms"));
        for platform in [&scene.platform, &other] {
            assert!(choice.addresses().contains(&format!("/console/p/{}", platform.id)), "{}", choice.text);
        }
        let inbox = console.get("/console/inbox").await.text_of("tbody");
        assert!(inbox.contains("suspense") && inbox.contains("Test platform"), "{inbox}");
        assert!(choice.text_of("data-live=waiting").contains("suspense"), "{}", choice.text);
    }
}
