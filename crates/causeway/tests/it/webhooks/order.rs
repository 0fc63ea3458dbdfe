//! The order of events by `data.updatedAt`, as receivers see it (conventions 5.2, 11.4).

use causeway_domain::Time;
use causeway_store::platforms::Environment;
use causeway_testing::receiver::{ReceivedRequest, Receiver};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::cards;
use crate::customers::walks::{patch, path};
use crate::harness::{Platform, journey};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};

/// Returns the received states of a resource in the order of its changes; no two have the same instant.
fn states(receiver: &Receiver, id: &Value) -> Vec<Value> {
    let data = |one: &ReceivedRequest| one.json()["data"].take();
    let mut all: Vec<Value> = receiver.received().iter().map(data).filter(|data| data["id"] == *id).collect();
    all.sort_by_key(|data| text(&data["updatedAt"]).to_owned());
    let is_later = |pair: &[Value]| text(&pair[0]["updatedAt"]) < text(&pair[1]["updatedAt"]);
    assert!(all.windows(2).all(is_later), "{all:#?}");
    all
}

fn at(account: &Value) -> Time {
    text(&account["updatedAt"]).parse().expect("an instant")
}

async fn account(platform: &Platform, id: &str) -> Value {
    let listed = platform.get("/customers/internal-accounts?limit=100").send().await.expect(200);
    let mut accounts = listed["data"].as_array().unwrap().iter();
    accounts.find(|account| account["id"] == id).expect("the account").clone()
}

/// States of an account that was funded.
struct FundedAccount {
    /// States in its events, in their order.
    states: Vec<Value>,
    /// The account as a read shows it at the end.
    last: Value,
}

/// Funds an account `count` times at once.
async fn fund_at_once(platform: &Platform, receiver: &Receiver, usd: &str, count: i64) -> FundedAccount {
    let mut responses = join_all((0..count).map(|_| platform.fund(usd, 7))).await;
    platform.settled().await;
    let states = states(receiver, &json!(usd));
    responses.sort_by_key(|response| text(&response["updatedAt"]).to_owned());
    assert_eq!(responses, states, "an answer shows what the event shows");
    let balances: Vec<i64> = states.iter().filter_map(|state| state["balance"]["amount"].as_i64()).collect();
    assert_eq!(balances, (1..=count).map(|funded| 7 * funded).collect::<Vec<_>>());
    let last = account(platform, usd).await;
    assert_eq!(states.last(), Some(&last), "the event with the highest instant shows the account as it is");
    FundedAccount { states, last }
}

journey! {
    async fn parallel_changes_have_an_order(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let usd = platform.account_of(&customer, "USD").await;
        fund_at_once(&platform, &receiver, &usd, 300).await;
    }
}

journey! {
    /// Checks that `updatedAt` runs ahead of a frozen clock, while work that waits for the clock does not,
    /// and deliveries do not wait.
    async fn updated_at_runs_ahead_of_a_frozen_clock(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        let customer = platform.customer(&["USD"]).await;
        let usd = platform.account_of(&customer, "USD").await;
        let funded = fund_at_once(&platform, &receiver, &usd, 40).await;
        let start = at(&customer).millis();
        let instants: Vec<i64> = funded.states.iter().map(|state| at(state).millis()).collect();
        assert_eq!(instants, (start + 1..=start + 40).collect::<Vec<_>>());

        // Balance and status of an account have one order.
        receiver.forget();
        let arguments = with(&platform, json!({ "account": usd }));
        for command in ["account freeze", "account release"] {
            act(service, command, arguments.clone()).await;
        }
        platform.settled().await;
        platform.fund(&usd, 1).await;
        platform.settled().await;
        let states = states(&receiver, &json!(usd));
        let statuses: Vec<&str> = states.iter().map(|state| text(&state["status"])).collect();
        assert_eq!(statuses, ["FROZEN", "ACTIVE", "ACTIVE"]);
        let last = account(&platform, &usd).await;
        assert_eq!((states.last(), at(&last).millis()), (Some(&last), at(&funded.last).millis() + 3));

        let named = patch(&platform, &customer, json!({ "fullName": "John Smith" })).await.expect(200);
        let again = patch(&platform, &customer, json!({ "fullName": "Jim Smith" })).await.expect(200);
        assert_eq!([at(&named).millis(), at(&again).millis()], [start + 1, start + 2]);
        assert_eq!(platform.get(&path(&customer)).send().await.expect(200), again);
        for event in receiver.received() {
            assert_eq!(text(&event.json()["timestamp"]), text(&customer["createdAt"]));
        }
        platform.resume().await;
    }
}

journey! {
    /// Executes payments that are created and started in one commit.
    async fn twice_in_one_commit(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 50_000).await;
        let euro = scene.euro_account().await;
        platform.settled().await;
        platform.freeze().await;
        scene.webhooks.forget();

        let mut body = scene.transfer(&euro, "SENDING", 10_000);
        body["immediatelyExecute"] = json!(true);
        let quotes = join_all((0..4).map(|_| platform.post("/quotes").json(&body).send())).await;
        platform.settled().await;

        for quote in quotes {
            let payment = scene.payment(&quote.expect(201)).await;
            let states = states(&scene.webhooks, &payment["id"]);
            let statuses: Vec<&str> = states.iter().map(|state| text(&state["status"])).collect();
            assert_eq!(statuses, ["PENDING", "PROCESSING"]);
            assert_eq!(states.last(), Some(&payment));
        }
        let account = account(platform, &scene.usd).await;
        assert_eq!(states(&scene.webhooks, &json!(scene.usd)).last(), Some(&account));
        platform.resume().await;
    }
}

journey! {
    async fn cards_that_are_changed_twice(service) {
        let scene = cards::scene::Scene::new(service).await;
        let card = scene.card().await;
        let platform = scene.platform();
        let receiver = platform.receiver().await;
        platform.freeze().await;
        for state in ["FROZEN", "ACTIVE", "FROZEN"] {
            scene.change(&card, json!({ "state": state })).await.expect(200);
        }
        platform.settled().await;

        let states = states(&receiver, &card["id"]);
        let state_names: Vec<&str> = states.iter().map(|state| text(&state["state"])).collect();
        assert_eq!(state_names, ["FROZEN", "ACTIVE", "FROZEN"]);
        let instants: Vec<i64> = states.iter().map(|state| at(state).millis()).collect();
        assert_eq!(instants, (instants[0]..instants[0] + 3).collect::<Vec<_>>());
        platform.resume().await;
    }
}
