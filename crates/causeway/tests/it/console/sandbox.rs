//! The pages about a sandbox: its clock (the question D6 of a developer), its mailbox and its partners.

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::client::ConsoleClient;
use crate::harness::{Platform, journey, on_engines};
use crate::operator::acting::{act, on, with};
use crate::payments::scene::Scene;

fn page(platform: &Platform, path: &str) -> String {
    format!("/console/p/{}/{path}", platform.id)
}

journey! {
    /// Checks that a developer sees what happens next, and moves the clock there (D6).
    async fn a_clock_moves_to_the_next_due_thing(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 10_000).await;
        let euros = scene.euro_account().await;
        let console = ConsoleClient::sign_in(service).await;
        let path = page(platform, "clock");
        let freeze = page(platform, "do/clock/freeze");
        assert!(console.get(&path).await.addresses().contains(&freeze));
        console.post(&freeze, &[("step", "act")]).await;
        assert_eq!(act(service, "clock show", on(platform)).await.json["is_frozen"], true);

        scene.quote(&euros, 1_000).await;
        platform.settled().await;
        let clock = console.get(&path).await;
        assert!(clock.text_of("data-live=agenda").contains("a quote expires"), "{}", clock.text);
        let next = page(platform, "do/clock/next");
        for address in [&next, &page(platform, "do/clock/resume"), &page(platform, "do/clock/advance?a.by=1h")] {
            assert!(clock.addresses().contains(address), "{address}: {:?}", clock.addresses());
        }
        let look = console.get(&next).await.text_of(".preview");
        assert!(look.contains("move the clock to") && look.contains("a quote expires"), "{look}");
        let due = act(service, "clock agenda", on(platform)).await.json[0]["due_at"].clone();
        console.post(&next, &[("step", "act")]).await;
        assert_eq!(act(service, "clock show", on(platform)).await.json["now"], due);
    }
}

on_engines! {
    /// Checks that messages to end users show their codes, and that they are personal.
    async fn a_mailbox_has_the_messages_of_the_sandbox(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        let path = page(&platform, "mailbox");
        assert!(console.get(&path).await.text_of(".empty").contains("No message in the last day"));
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Anna Bauer", "currencies": ["EUR"], "region": "AT",
            "email": "anna@example.com", "phoneNumber": "+43664123456",
        });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let verify = format!("/customers/{}/verify-email", customer["id"].as_str().expect("an id"));
        platform.post(&verify).send().await.expect(204);
        platform.settled().await;
        let message = act(service, "mailbox list", on(&platform)).await.json[0].clone();
        let text = message["text"].as_str().expect("a message").split_whitespace().collect::<Vec<_>>().join(" ");
        let shown = console.get(&path).await.text_of(".list");
        assert!(shown.contains("anna@example.com") && shown.contains(&text), "{shown}");

        let vera = with(&platform, json!({ "name": "vera", "uid": 1_234, "roles": ["viewer"] }));
        act(service, "user add", vera).await;
        let viewer = ConsoleClient::sign_in_as(service, "vera").await;
        assert_eq!(viewer.get(&path).await.status, 404);
        assert!(!viewer.get(&page(&platform, "clock")).await.addresses().contains(&path));
    }
}

journey! {
    /// Checks that faults are switched on and off, and that each page says so while one is on.
    async fn faults_of_partners_have_switches(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        let partners = page(&platform, "partners");
        let names = async || {
            let set = act(service, "sandbox faults", on(&platform)).await.json;
            set.as_array().unwrap().iter().map(|one| one["fault"].clone()).collect::<Vec<Value>>()
        };
        let none = console.get(&partners).await;
        assert!(none.text_of(".list").contains("payouts, debits and refunds reach no final state off"), "{}", none.text);
        let set = page(&platform, "do/sandbox/fault");
        assert!(none.addresses().contains(&format!("{set}?a.name=stuck")), "{:?}", none.addresses());
        assert!(none.addresses().contains(&format!("{set}?a.name=lose-answers&a.count=1")));

        console.post(&set, &[("step", "act"), ("a.name", "stuck")]).await;
        console.post(&set, &[("step", "act"), ("a.name", "lose-answers"), ("a.count", "3")]).await;
        assert_eq!(names().await.len(), 2);
        let both = console.get(&partners).await;
        let list = both.text_of(".list");
        assert!(list.contains("on for 3 more") && list.contains("End stuck"), "{list}");
        let elsewhere = console.get(&page(&platform, "webhooks")).await;
        assert!(elsewhere.text.contains("stuck"), "each page of the platform says so: {}", elsewhere.text);

        let clear = page(&platform, "do/sandbox/clear");
        assert!(both.addresses().contains(&format!("{clear}?a.name=stuck")));
        console.post(&clear, &[("step", "act"), ("a.name", "stuck")]).await;
        assert_eq!(names().await, ["lose-answers"]);
        console.post(&clear, &[("step", "act")]).await;
        assert!(names().await.is_empty());
        let after = console.get(&page(&platform, "webhooks")).await;
        assert!(!after.text.contains("lose-answers"), "{}", after.text);
    }
}

on_engines! {
    async fn a_production_platform_has_no_sandbox(service) {
        let platform = service.platform(Environment::Production).await;
        let console = ConsoleClient::sign_in(service).await;
        for path in ["clock", "mailbox", "partners"] {
            assert_eq!(console.get(&page(&platform, path)).await.status, 404, "{path}");
        }
        let webhooks = console.get(&page(&platform, "webhooks")).await;
        assert!(!webhooks.addresses().contains(&page(&platform, "clock")), "{:?}", webhooks.addresses());
    }
}
