//! Rotations of signing keys, as receivers see them (conventions 11.3).

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use causeway_domain::MachineClock;
use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use causeway_testing::receiver::{ReceivedRequest, Receiver, verify};
use causeway_testing::wait::PATIENCE;
use serde_json::{Value, json};

use crate::harness::{Platform, Service, Setup, journey};
use crate::operator::acting::{act, expect_error, export, on, with};

/// Number of deliveries over a rotation, instead of the default.
const DELIVERIES_VARIABLE: &str = "CAUSEWAY_DELIVERIES";
const DELIVERIES: usize = 500;
/// Days of the course: the next key is published on the first one, signs from the third one on, and the last one is
/// published up to the tenth.
const DAYS: u64 = 10;
/// Hours between two looks at the published keys: less than the next key is published before it signs.
const REFRESHED_AFTER: u64 = 40;

const APPROVED: &str = "CUSTOMER.KYC_APPROVED";
/// Number of customers whose events are sent on each day.
const CUSTOMERS_AT_MOST: usize = 200;

/// Returns the published keys, which can be fetched without credentials.
async fn published(service: &Service, platform: &Platform) -> Vec<Value> {
    let origin = service.bases()[0].replace(causeway::router::BASE_PATH, "");
    let path = format!("/.well-known/svc-webhook-keys/{}.json", platform.id.config());
    let response = Client::new(&origin).get(&path).send().await;
    assert_eq!(response.header("cache-control"), Some("no-cache"));
    response.expect(200)["keys"].as_array().expect("a list").clone()
}

/// The keys that a receiver knows, by id.
struct KnownKeys {
    pems: BTreeMap<String, String>,
    /// In hours from the beginning.
    refreshed_at: u64,
}

impl KnownKeys {
    async fn fetch(service: &Service, platform: &Platform, hour: u64) -> Self {
        let keys = published(service, platform).await;
        let pem_of = |key: &Value| (text(&key["id"]), text(&key["publicKey"]));
        Self { pems: keys.iter().map(pem_of).collect(), refreshed_at: hour }
    }

    /// Verifies a delivery by the key that it names, and returns the id of that key.
    fn verified<'a>(&self, sent: &'a ReceivedRequest) -> &'a str {
        let id = sent.header("x-svc-signature-key").expect("the id of a key");
        let pem = self.pems.get(id);
        let pem = pem.unwrap_or_else(|| panic!("{id} was not published when {:?} were fetched", self.pems));
        assert_eq!(verify(pem, sent), Ok(()));
        id
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn deliveries() -> usize {
    std::env::var(DELIVERIES_VARIABLE).ok().and_then(|text| text.parse().ok()).unwrap_or(DELIVERIES)
}

/// Waits for this number of deliveries, and forgets them.
async fn received(receiver: &Receiver, count: usize) -> Vec<ReceivedRequest> {
    let is_due = |one: &&ReceivedRequest| one.event() == APPROVED;
    let enough = move |all: &[ReceivedRequest]| all.iter().filter(is_due).count() >= count;
    let all = receiver.wait_for("the deliveries of a day", PATIENCE * 10, enough).await;
    receiver.forget();
    all.into_iter().filter(|one| one.event() == APPROVED).collect()
}

/// Rotates the key on the second day, while events are sent every day to a receiver that looks at the published keys
/// only now and then, and never because a key is unknown.
async fn a_rotation(setup: Setup) {
    let machine = MachineClock::default();
    let service = Service::start_on_clock(setup, &machine).await;
    let platform = service.platform(Environment::Sandbox).await;
    let receiver = platform.receiver().await;
    let mut known = KnownKeys::fetch(&service, &platform, 0).await;
    let a_day = deliveries().div_ceil(usize::try_from(DAYS).unwrap());
    let customers = a_day.min(CUSTOMERS_AT_MOST);
    for _ in 0..customers {
        platform.customer(&["USD"]).await;
    }
    let mut looks = 1;
    let mut verified = 0;
    let mut signing: Vec<BTreeSet<String>> = Vec::new();
    for day in 0..DAYS {
        let hour = day * 24;
        machine.set_ahead(Duration::from_hours(hour));
        if hour - known.refreshed_at > REFRESHED_AFTER {
            known = KnownKeys::fetch(&service, &platform, hour).await;
            looks += 1;
        }
        if day == 1 {
            act(&service, "webhook-key rotate", on(&platform)).await;
        }
        let mut today = BTreeSet::new();
        for round in 0..a_day.div_ceil(customers) {
            // The first events arrive by themselves.
            if day + u64::try_from(round).unwrap() > 0 {
                export(&service, "webhook replay", with(&platform, json!({ "type": APPROVED }))).await;
            }
            for sent in received(&receiver, customers).await {
                today.insert(known.verified(&sent).to_owned());
                verified += 1;
            }
            platform.settled().await;
        }
        signing.push(today);
    }
    assert!(verified >= deliveries(), "{verified}");
    assert_eq!(looks, 5, "of {DAYS} days");
    let is_one = signing.iter().all(|day| day.len() == 1);
    assert!(is_one && signing[..3].iter().all(|day| *day == signing[0]), "{signing:?}");
    assert!(signing[0] != signing[3] && signing[3..].iter().all(|day| *day == signing[3]), "{signing:?}");
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_delivery_over_a_rotation_verifies_on_sqlite() {
    a_rotation(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_delivery_over_a_rotation_verifies_on_postgres() {
    a_rotation(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_delivery_over_a_rotation_verifies_with_two_processes() {
    a_rotation(Setup::TwoProcesses).await;
}

journey! {
    async fn keys_are_listed_in_their_stages(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let stages = async || {
            let listed = act(service, "webhook-key list", on(&platform)).await.json;
            let stages = listed.as_array().unwrap().iter().map(|key| text(&key["stage"]));
            stages.collect::<Vec<_>>()
        };
        assert_eq!(stages().await, ["SIGNING"]);
        let shown = act(service, "webhook-key show", on(&platform)).await.json;
        assert_eq!((&shown["signs_until"], &shown["stage"]), (&Value::Null, &json!("SIGNING")));

        let hours = json!({ "name": "webhook_key_hours", "value": r#"{"lead":1,"keep":2}"# });
        act(service, "setting set", with(&platform, hours)).await;
        let next = act(service, "webhook-key rotate", on(&platform)).await.json;
        assert_eq!(stages().await, ["NEXT", "SIGNING"]);
        let error = expect_error(service, "webhook-key rotate", on(&platform), Kind::Refused).await;
        assert!(error.remedy.is_some_and(|remedy| remedy.contains("--now")), "{}", error.message);
        let present = act(service, "webhook-key show", on(&platform)).await.json;
        assert_eq!((&present["key"], &present["signs_until"]), (&shown["key"], &next["signs_from"]));

        let keys = published(service, &platform).await;
        let ids: Vec<&Value> = keys.iter().map(|key| &key["id"]).collect();
        assert_eq!(ids, [&shown["key"], &next["key"]], "the key that signs is first");
        assert_eq!(keys[1]["publicKey"], next["public_key"]);
        assert_eq!((&keys[0]["signsUntil"], &keys[1]["signsFrom"]), (&next["signs_from"], &next["signs_from"]));
        assert!(keys[0]["publishedUntil"].is_string() && keys[1].get("publishedUntil").is_none(), "{keys:?}");

        act(service, "webhook-key rotate", with(&platform, json!({ "now": true }))).await;
        assert_eq!(stages().await, ["SIGNING", "FORMER", "FORMER"]);
        let receiver = platform.receiver().await;
        platform.customer(&["USD"]).await;
        let sent = receiver.wait_for_event(APPROVED).await;
        let known = KnownKeys::fetch(service, &platform, 0).await;
        let shown = act(service, "webhook-key show", on(&platform)).await.json;
        assert_eq!(known.verified(&sent), text(&shown["key"]));
    }
}

/// Rotates the root key of a single process: of several that share one, none can give the others a new key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stage_survives_the_rotation_of_the_root_key() {
    let machine = MachineClock::default();
    let service = Service::start_on_clock(Setup::Sqlite, &machine).await;
    let platform = service.platform(Environment::Sandbox).await;
    act(&service, "webhook-key rotate", on(&platform)).await;
    machine.set_ahead(Duration::from_hours(48));
    act(&service, "webhook-key rotate", on(&platform)).await;
    let before = published(&service, &platform).await;
    let stages: Vec<String> = before.iter().map(|key| text(&key["stage"])).collect();
    assert_eq!(stages, ["SIGNING", "NEXT", "FORMER"]);

    let rotated = act(&service, "keys rotate", json!({})).await.json;
    assert_eq!(
        (&rotated["root_key"], &rotated["reencrypted"]),
        (&json!(2), &json!(5)),
        "two keys are of UMA"
    );
    assert_eq!(published(&service, &platform).await, before);
    let verified = act(&service, "ledger verify", json!({})).await;
    assert_eq!(verified.exit_code, 0, "{}", verified.json);
    let receiver = platform.receiver().await;
    platform.customer(&["USD"]).await;
    let sent = receiver.wait_for_event(APPROVED).await;
    KnownKeys::fetch(&service, &platform, 0).await.verified(&sent);
    service.finish().await;
}
