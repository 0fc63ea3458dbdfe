//! Tests of the stages of signing keys.

use std::sync::Arc;
use std::time::Duration;

use causeway_store::{Tx, params};
use causeway_wire::webhooks::EventType;
use serde_json::Value;
use tokio::sync::watch;

use super::keys::{published, verifies};
use crate::fixture::{Fixture, ScriptedOutcome};
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::outbound::OutboundRequest;
use crate::runtime::timers;
use crate::webhooks::deliver_due;
use crate::webhooks::key_set::published_set;
use crate::webhooks::keys::{NewKey, replace, rotate};

const LEAD: Duration = Duration::from_hours(48);
const KEEP: Duration = Duration::from_hours(168);
const MOMENT: Duration = Duration::from_millis(1);

impl Fixture {
    /// Publishes the next key; returns `None` if one is published already.
    async fn rotate(&self) -> Option<NewKey> {
        let app = Arc::clone(&self.app);
        let platform = self.platform;
        let work = move |tx: &mut Tx<'_>| {
            let context = Context::read(tx, &app, platform)?;
            rotate(tx, &context)
        };
        self.write(work).await
    }

    /// Replaces all keys at once.
    async fn replace(&self) -> NewKey {
        let app = Arc::clone(&self.app);
        let platform = self.platform;
        self.write(move |tx| replace(tx, &app, platform)).await
    }

    /// Returns the published keys as receivers read them.
    async fn set(&self) -> Vec<Value> {
        let file = format!("{}.json", self.platform.config());
        let set = published_set(&self.app, &file).await.unwrap().unwrap();
        serde_json::to_value(set).unwrap()["keys"].as_array().unwrap().clone()
    }

    /// Returns the stages of the published keys in their order.
    async fn stages(&self) -> Vec<String> {
        self.set().await.iter().map(|key| text(&key["stage"])).collect()
    }

    /// Delivers a new event by a process; returns the request.
    async fn sent_by(&self, process: &Arc<App>) -> OutboundRequest {
        self.emit(self.platform, EventType::CustomerKycApproved, "Customer:1").await;
        assert_eq!(deliver_due(process, None, timers::DELIVERY_TIMEOUT, 100).await, Ok(1));
        self.transport.exchanges().pop().unwrap()
    }

    /// Checks that a request verifies with the published key that it names, and returns the id of that key.
    async fn verified(&self, sent: &OutboundRequest) -> String {
        let id = key_of(sent);
        let set = self.set().await;
        let key = set.iter().find(|key| key["id"] == id[..]);
        let key = key.unwrap_or_else(|| panic!("{id} is not published: {set:?}"));
        assert!(verifies(key["publicKey"].as_str().unwrap(), sent));
        id
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn key_of(sent: &OutboundRequest) -> String {
    sent.headers["x-svc-signature-key"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_process_changes_to_the_next_key_at_its_instant() {
    let fixture = Fixture::with_endpoint().await;
    let processes = [Arc::clone(&fixture.app), fixture.other_process()];
    let first = fixture.verified(&fixture.sent_by(&fixture.app).await).await;
    let first_pem = published(&fixture).await;
    assert_eq!(fixture.stages().await, ["SIGNING"]);

    let now = fixture.clock.now();
    let next = fixture.rotate().await.unwrap();
    assert_eq!(next.signs_from, now.plus(LEAD));
    assert_eq!(fixture.stages().await, ["SIGNING", "NEXT"]);
    assert_eq!(fixture.rotate().await, None, "one is published already");
    assert_eq!(published(&fixture).await, first_pem, "the file with one key has the one that signs");
    fixture.clock.advance(LEAD - MOMENT);
    for process in &processes {
        assert_eq!(fixture.verified(&fixture.sent_by(process).await).await, first);
    }

    fixture.clock.advance(MOMENT);
    for process in &processes {
        assert_eq!(fixture.verified(&fixture.sent_by(process).await).await, next.id.to_string());
    }
    assert_eq!(published(&fixture).await, next.public_pem);
    assert_eq!(fixture.stages().await, ["SIGNING", "FORMER"]);
    fixture.clock.advance(KEEP - MOMENT);
    assert_eq!(fixture.stages().await, ["SIGNING", "FORMER"]);
    fixture.clock.advance(MOMENT);
    assert_eq!(fixture.stages().await, ["SIGNING"]);
}

#[tokio::test]
async fn a_replacement_signs_at_once_and_ends_every_other_key() {
    let fixture = Fixture::with_endpoint().await;
    fixture.rotate().await.unwrap();
    fixture.clock.advance(LEAD);
    fixture.rotate().await.unwrap();
    assert_eq!(fixture.stages().await, ["SIGNING", "NEXT", "FORMER"]);
    let new = fixture.replace().await;
    assert_eq!(fixture.verified(&fixture.sent_by(&fixture.app).await).await, new.id.to_string());
    assert_eq!(published(&fixture).await, new.public_pem);
    fixture.clock.advance(timers::REPLACED_WEBHOOK_KEY);
    assert_eq!(fixture.stages().await, ["SIGNING"]);
    fixture.clock.advance(LEAD);
    assert_eq!(fixture.verified(&fixture.sent_by(&fixture.app).await).await, new.id.to_string());
}

/// Checks that the key of an attempt that is under way stays published until its end, also if all keys are replaced.
#[tokio::test]
async fn a_key_is_published_as_long_as_an_attempt_may_be_under_way() {
    let fixture = Fixture::with_endpoint().await;
    let (open, gate) = watch::channel(false);
    fixture.transport.play(move |_| ScriptedOutcome::Blocked(gate.clone()));
    fixture.emit(fixture.platform, EventType::CustomerKycApproved, "Customer:1").await;
    let app = Arc::clone(&fixture.app);
    let delivery = tokio::spawn(async move { deliver_due(&app, None, timers::DELIVERY_TIMEOUT, 100).await });
    let sent = fixture.transport.wait_for(1).await.pop().unwrap();
    fixture.replace().await;
    fixture.clock.advance(timers::DELIVERY_LEASE);
    fixture.verified(&sent).await;
    open.send_replace(true);
    assert_eq!(delivery.await.unwrap(), Ok(1));
}

/// Checks in many orders of rotations, replacements and pauses that a delivery's key is published from its signature
/// to the end of the lease.
#[tokio::test]
async fn no_order_of_changes_leaves_a_delivery_without_its_key() {
    let fixture = Fixture::with_endpoint().await;
    let processes = [Arc::clone(&fixture.app), fixture.other_process()];
    let mut dice = 20_251_122_u64;
    let mut ids = std::collections::BTreeSet::new();
    for round in 0..120 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let sent = fixture.sent_by(&processes[round % 2]).await;
        ids.insert(fixture.verified(&sent).await);
        match (dice >> 33) % 8 {
            0 => drop(fixture.replace().await),
            1..=4 => drop(fixture.rotate().await),
            _ => {}
        }
        fixture.verified(&sent).await;
        fixture.clock.advance(timers::DELIVERY_LEASE);
        fixture.verified(&sent).await;
        fixture.clock.advance(Duration::from_hours((dice >> 40) % 60));
    }
    assert!(ids.len() > 10, "{}", ids.len());
}

/// Checks that a key that was replaced is not brought back by a change of its rows.
#[tokio::test]
async fn a_writer_of_the_database_brings_no_replaced_key_back() {
    let fixture = Fixture::with_endpoint().await;
    let new = fixture.replace().await;
    fixture.clock.advance(timers::REPLACED_WEBHOOK_KEY);
    for change in [
        "UPDATE secret_key SET retired_at = retired_at + 999999999",
        "UPDATE secret_key SET retired_at = NULL",
        "UPDATE webhook_key_end SET published_until = published_until + 999999999",
        "UPDATE webhook_key_end SET signs_until = signs_until + 999999999",
    ] {
        fixture.write(move |tx| Ok(tx.execute(change, params![])?)).await;
        // Its cache is empty.
        let process = fixture.other_process();
        assert_eq!(fixture.verified(&fixture.sent_by(&process).await).await, new.id.to_string(), "{change}");
        assert_eq!(fixture.stages().await, ["SIGNING"], "{change}");
    }
}

/// Checks that the published key is that of the private key, whatever the public part of the row says.
#[tokio::test]
async fn a_writer_of_the_database_publishes_no_key_of_its_own() {
    let fixture = Fixture::with_endpoint().await;
    let before = published(&fixture).await;
    let forge = "UPDATE secret_key SET doc = '{\"v\":1,\"publicPem\":\"forged\"}'";
    fixture.write(move |tx| Ok(tx.execute(forge, params![])?)).await;
    assert_eq!(published(&fixture).await, before);
    assert_eq!(fixture.set().await[0]["publicKey"], before[..]);
}
