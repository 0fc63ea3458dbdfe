//! The lists and resources of all nouns, on a seeded store; and the questions S1 to S4 of an administrator.

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, JobId};
use causeway_store::jobs::{self, NewJob};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts};
use causeway_testing::seed::Seed;
use serde_json::{Value, json};

use super::client::{ConsoleClient, Page};
use crate::harness::{Platform, Service, Setup, on_engines};
use crate::operator::acting::{act, on, with};

/// The lists of a platform, most with rows in the seed.
const SEEDED: [&str; 11] = [
    "payments",
    "webhooks",
    "cards",
    "card-transactions",
    "agents",
    "agent-actions",
    "wallets",
    "stablecoins",
    "stablecoin-operations",
    "tokens",
    "uma-providers",
];

fn page(platform: &Platform, path: &str) -> String {
    format!("/console/p/{}/{path}", platform.id)
}

/// Returns the addresses of the rows of a list.
fn rows(page: &Page) -> Vec<String> {
    let after = page.text.split("class=\"row\" href=\"").skip(1);
    after.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// Fills a platform with customers and payments, and one of everything else for each hundredth customer.
async fn fill(service: &mut Service, platform: &Platform) -> Seed {
    service.stop_background().await;
    let app = Arc::clone(service.app());
    let seed = Seed { platform: platform.id, customers: 300, payments: 900, ids: app.ids.clone() };
    seed.fill(&app.store, |_, _| ()).await.expect("the rows can be added");
    seed
}

async fn every_list_and_its_resources_are_shown(setup: Setup) {
    let mut service = Service::start(setup).await;
    let platform = service.platform(Environment::Sandbox).await;
    let seed = fill(&mut service, &platform).await;
    let console = ConsoleClient::sign_in(&service).await;
    for segment in SEEDED {
        let list = console.get(&page(&platform, segment)).await;
        assert_eq!(list.status, 200, "{segment}: {}", list.text);
        assert!(!list.text.contains("class=\"empty\""), "{segment} has no row: {}", list.text);
        let rows = rows(&list);
        assert_eq!(rows.is_empty(), segment == "uma-providers", "{segment}: {rows:?}");
        for row in rows.iter().take(3) {
            let shown = console.get(row).await;
            assert_eq!(shown.status, 200, "{row}: {}", shown.text);
        }
    }
    let by_id = console.get(&format!("/console/go/{}", seed.card(1))).await;
    assert_eq!(by_id.location, Some(page(&platform, &format!("cards/{}", seed.card(1)))));
    let card = console.follow(&format!("/console/go/{}", seed.card(1))).await;
    let transactions = page(&platform, &format!("card-transactions?card={}", seed.card(1)));
    assert!(card.addresses().contains(&transactions), "{:?}", card.addresses());
    assert!(card.addresses().contains(&page(&platform, &format!("cards/{}/close", seed.card(1)))));
    let holder = act(&service, "card show", json!({ "card": seed.card(1) })).await.json["customer"].clone();
    let of_holder = page(&platform, &format!("cards?customer={}", holder.as_str().expect("an id")));
    let cards = rows(&console.get(&of_holder).await);
    assert!(cards.contains(&page(&platform, &format!("cards/{}", seed.card(1)))), "{cards:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_list_and_its_resources_are_shown_on_sqlite() {
    every_list_and_its_resources_are_shown(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_list_and_its_resources_are_shown_on_postgres() {
    every_list_and_its_resources_are_shown(Setup::Postgres).await;
}

on_engines! {
    /// Checks that a platform without anything has pages that say how to begin, and no error.
    async fn an_empty_platform_has_pages_that_teach(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        for segment in &SEEDED[..9] {
            let list = console.get(&page(&platform, segment)).await;
            assert_eq!(list.status, 200, "{segment}: {}", list.text);
            assert!(list.text_of(".empty").contains(" yet ") && list.text.contains("<pre><code>"), "{segment}");
        }
        let more = console.get(&page(&platform, "more")).await;
        for address in more.addresses().iter().filter(|address| address.starts_with(&page(&platform, ""))) {
            assert_eq!(console.get(address).await.status, 200, "{address}");
        }
        let unknown = console.get(&page(&platform, "cards/Card:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b")).await;
        assert_eq!(unknown.status, 404);
    }
}

on_engines! {
    /// Checks the lists of the deployment, and that a rail is paused from its page by its name.
    async fn rails_and_settings_are_those_of_the_deployment(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        assert!(console.get("/console/rails").await.text_of(".empty").contains("causeway rail add NAME"));
        let rail = json!({
            "name": "bank", "url": "http://127.0.0.1:9", "allow": "127.0.0.0/8",
            "adapter_key": "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc=",
        });
        act(service, "rail add", rail).await;
        let list = console.get("/console/rails").await;
        assert_eq!(rows(&list), ["/console/rails/bank"]);
        let bank = console.get("/console/rails/bank").await;
        assert_eq!(bank.text_of("#resource-id"), "bank");
        let resume = "/console/do/rail/resume?a.rail=bank";
        assert!(bank.addresses().iter().any(|address| address == resume), "{:?}", bank.addresses());
        for path in ["rail-accounts", "rail-routes", "platforms", "more"] {
            assert_eq!(console.get(&format!("/console/{path}")).await.status, 200, "{path}");
        }

        act(service, "setting set", with(&platform, json!({ "name": "regulated", "value": "on" }))).await;
        let settings = console.get(&page(&platform, "settings")).await;
        let change = page(&platform, "do/setting/set?a.name=regulated");
        assert!(rows(&settings).contains(&change), "{:?}", rows(&settings));
        let all = act(service, "setting list", json!({})).await.json;
        let of_deployment = console.get("/console/settings").await;
        assert_eq!(rows(&of_deployment).len(), all.as_array().unwrap().len());
        assert!(rows(&settings).len() < rows(&of_deployment).len(), "a platform has not all of them for itself");
    }
}

on_engines! {
    /// Checks that the service is healthy (S1), what pages and its remedy (S2), which work was given up (S3), and what was
    /// changed before (S4).
    async fn the_questions_of_an_administrator_are_answered(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let app = service.app();
        let alert: AlertId = app.ids.next(app.clock.now());
        let job: JobId = app.ids.next(app.clock.now());
        let owner = platform.id;
        let prepare = move |tx: &mut Tx<'_>| {
            let subject = "InternalAccount:x";
            alerts::raise(tx, Some(owner), alert, AlertKind::DebitReturned, subject, &json!({ "by": 5 }))?;
            let later = tx.wall().plus(std::time::Duration::from_hours(1));
            let payload = json!({});
            let waiting = NewJob {
                id: job,
                kind: "SOMETHING",
                resource: "Quote:x",
                due_at: later,
                payload: &payload,
                created_at: later,
            };
            jobs::insert(tx, owner, &waiting)
        };
        app.store.write::<_, Error, _>(&[], prepare).await.unwrap();
        act(service, "clock freeze", on(&platform)).await;

        let console = ConsoleClient::sign_in(service).await;
        let home = console.get(&format!("/console/p/{}", platform.id)).await;
        assert!(home.text_of(".health").contains("Healthy"), "{}", home.text);

        let shown = console.follow(&format!("/console/go/{alert}")).await;
        assert!(shown.text.contains(AlertKind::DebitReturned.facts().sentence), "{}", shown.text);
        let listed = console.get(&page(&platform, "alerts")).await;
        assert!(rows(&listed).iter().any(|row| row.ends_with(&alert.to_string())), "{}", listed.text);

        let operations = console.get("/console/operations").await;
        assert_eq!(operations.status, 200, "{}", operations.text);
        assert!(operations.text.contains("SOMETHING"), "{}", operations.text);

        let trail = act(service, "audit list", on(&platform)).await.json;
        let freeze = trail.as_array().unwrap().iter().find(|entry| entry["action"] == "clock freeze").unwrap();
        let before = async |until: &Value| {
            let path = page(&platform, &format!("audit?until={}", until.as_str().unwrap()));
            console.get(&path).await.text_of("main")
        };
        assert!(!before(&freeze["at"]).await.contains("clock freeze"), "only what was done before");
        assert!(before(&json!("2100-01-01T00:00:00Z")).await.contains("clock freeze"));
    }
}
