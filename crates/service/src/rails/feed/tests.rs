//! Tests of feeds, page by page, on a database in memory.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use causeway_domain::Amount;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{Id, PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{Capabilities, FeedPage};
use causeway_rail_protocol::signing::SigningKey;
use causeway_rail_protocol::values::{Mark, OrderKind, OrderState};
use causeway_store::alerts::AlertRecord;
use causeway_store::rails::{
    OrderName, PinnedRail, RailOrderRecord, RailStateRecord, RailStatus, StoredState, evidence, items,
    orders, state,
};
use causeway_store::{Error, Tx, alerts, jobs};
use serde_json::{Value, json};
use uuid::Uuid;

use super::apply::{ReadPage, apply_page};
use super::capabilities::conclude;
use super::continuity::position;
use super::has_contest;
use super::outcome::PageOutcome;
use super::watch::{WatchDepth, watch};
use crate::fixture::{Fixture, START};
use crate::rails::operate::{self, NewRail};
use crate::runtime::jobs::run_due;
use crate::runtime::rails::{AnswerProof, KnownRail, SignedAnswer};

mod conditions;
mod skipped;

/// Id of the adapter's database.
const MEMORY: &str = "00000000-0000-4000-8000-000000000001";

/// A rail with the name `bank`, and the orders and pages of its tests.
pub(in crate::rails) struct Scene {
    pub(in crate::rails) fixture: Fixture,
    pub(in crate::rails) adapter_key: SigningKey,
}

impl Scene {
    pub(in crate::rails) async fn new() -> Self {
        let fixture = Fixture::new().await;
        let adapter_key = SigningKey::from_seed(&[32; 32]).unwrap();
        let new = NewRail {
            name: "bank".to_owned(),
            url: "https://bank.example.com".to_owned(),
            adapter_key: adapter_key.verifying_key().to_string(),
            allow: None,
            push_from: None,
        };
        let app = Arc::clone(&fixture.app);
        let added = fixture.write(move |tx| operate::add(tx, &app, &new)).await;
        let told: Value = serde_json::from_str(include_str!("testdata/capabilities.json")).unwrap();
        let id = added.record.id;
        fixture.write(move |tx| Ok(state::save_capabilities(tx, id, &told, START)?)).await;
        fixture.app.rails.reload().await.unwrap();
        Self { fixture, adapter_key }
    }

    /// Returns the rail as the process knows it.
    pub(in crate::rails) fn rail(&self) -> Arc<KnownRail> {
        self.fixture.app.rails.table().named("bank").unwrap()
    }

    /// Returns the status of the rail now.
    pub(in crate::rails) async fn status(&self) -> RailStatus {
        self.fixture.app.rails.reload().await.unwrap();
        self.rail().record.status
    }

    pub(in crate::rails) async fn state(&self) -> RailStateRecord {
        let id = self.rail().record.id;
        self.fixture.write(move |tx| Ok(state::find(tx, id)?.unwrap())).await
    }

    /// Returns the open alert of a kind about a subject.
    pub(in crate::rails) async fn alert(&self, kind: AlertKind, subject: &str) -> Option<AlertRecord> {
        let subject = subject.to_owned();
        self.fixture.write(move |tx| Ok(alerts::find_open(tx, kind, &subject)?)).await
    }

    /// Stores an order of a payment without a record.
    pub(in crate::rails) async fn order(&self, number: u128) -> TransactionId {
        let platform = self.fixture.platform;
        let transaction = transaction(number);
        let order = stored_order(&self.rail(), transaction);
        self.fixture.write(move |tx| Ok(orders::insert(tx, platform, &order)?)).await;
        transaction
    }

    /// Returns the kinds of the jobs of a payment.
    pub(in crate::rails) async fn jobs(&self, transaction: TransactionId) -> Vec<String> {
        let platform: PlatformId = self.fixture.platform;
        let read = move |tx: &mut Tx<'_>| jobs::of_resources(tx, platform, &[transaction.to_string()]);
        let found = self.fixture.app.store.read::<_, Error, _>(read).await.unwrap();
        found.into_iter().map(|job| job.kind).collect()
    }

    /// Returns the number of contradictions of a payout that are kept.
    pub(in crate::rails) async fn contradictions(&self, transaction: TransactionId) -> usize {
        let platform = self.fixture.platform;
        let order = OrderName { transaction, kind: OrderKind::Payout };
        let read = move |tx: &mut Tx<'_>| {
            let order = orders::find(tx, platform, order)?.unwrap();
            Ok(evidence::of_order(tx, platform, order.id)?)
        };
        let kept = self.fixture.write(read).await;
        kept.into_iter().filter(|kept| kept.is_contradiction).count()
    }

    /// Applies a page behind the cursor, as if the adapter had answered with it.
    pub(in crate::rails) async fn apply(&self, page: &Value) -> PageOutcome {
        let known = self.state().await;
        self.apply_after(known.cursor, known.top_sequence, page).await
    }

    async fn apply_after(&self, after: i64, floor: i64, page: &Value) -> PageOutcome {
        let app = Arc::clone(&self.fixture.app);
        let body = page.to_string();
        let read = Arc::new(ReadPage {
            rail: self.rail(),
            after: position(after).unwrap(),
            began_at: self.fixture.clock.now(),
            floor: position(floor).unwrap(),
            page: FeedPage::parse(body.as_bytes()).unwrap(),
            answer: answer(body.into()),
        });
        let apply = move |tx: &mut Tx<'_>| apply_page(tx, &app, &read);
        self.fixture.write(apply).await.last
    }
}

fn answer(body: Bytes) -> SignedAnswer {
    let proof = AnswerProof {
        key: Uuid::from_u128(1),
        request_digest: [0; 32],
        base: "base".to_owned(),
        signature: vec![0; 64],
    };
    SignedAnswer { status: 200, body, proof, received_at: START, retry_after: None }
}

/// Returns the id of a payment, of the version that the service makes.
pub(in crate::rails) fn transaction(number: u128) -> TransactionId {
    TransactionId::from_uuid(Uuid::from_u128(0x0198_f3c2_0000_7000_8000_0000_0000_0000 + number))
}

fn stored_order(rail: &KnownRail, transaction: TransactionId) -> RailOrderRecord {
    let number = transaction.uuid().as_u128();
    RailOrderRecord {
        id: Uuid::from_u128(number + 1_000),
        transaction,
        kind: OrderKind::Payout,
        pinned: Some(PinnedRail {
            rail: rail.record.id,
            account: Uuid::from_u128(7),
            corridor: "rtp".to_owned(),
            body: b"{}".to_vec(),
            digest: [1; 32],
            short: format!("{:012X}", number % 0xFFFF),
            memory: MEMORY.parse().unwrap(),
        }),
        amount: Amount::new(25_000, CurrencyCode::USD),
        state: StoredState::Stored,
        revision: None,
        record: None,
        held_at: None,
        released_at: None,
        created_at: START,
        changed_at: START,
    }
}

/// Returns the mark of a feed item.
pub(in crate::rails) fn mark(sequence: u8) -> String {
    Mark::from_bytes([sequence; 16]).to_string()
}

/// Returns a feed item about an order with its first record.
pub(in crate::rails) fn item(sequence: u8, transaction: TransactionId, state: &str) -> Value {
    json!({
        "sequence": sequence, "mark": mark(sequence), "at": "2026-11-21T12:00:00Z", "kind": "ORDER",
        "order": {
            "transactionId": transaction, "kind": "PAYOUT",
            "orderDigest": "sha-256=:AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=:",
            "amount": { "amount": 25_000, "currency": "USD" }, "state": state, "revision": 1,
            "updatedAt": "2026-11-21T12:00:00Z",
        },
    })
}

/// Returns a memory whose newest item is this one.
pub(in crate::rails) fn memory(newest: u8) -> Value {
    json!({ "id": MEMORY, "sequence": newest, "mark": (newest > 0).then(|| mark(newest)) })
}

/// Returns the last page of a feed, with these items behind `after`.
pub(in crate::rails) fn last_page(after: u8, items: &[Value]) -> Value {
    let newest = after + u8::try_from(items.len()).unwrap();
    let previous = (after > 0).then(|| mark(after));
    json!({ "items": items, "previousMark": previous, "more": false, "memory": memory(newest) })
}

/// Checks that a page is applied once: its items, the cursor, and the job of the payment.
#[tokio::test]
async fn a_page_moves_the_cursor_and_wakes_the_payment() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let page = last_page(0, &[item(1, paid, "SENT")]);
    assert_eq!(scene.apply(&page).await, PageOutcome::AtEnd);
    let state = scene.state().await;
    assert_eq!((state.cursor, state.top_sequence, state.memory), (1, 1, Some(MEMORY.parse().unwrap())));
    assert!(state.feed_read_at.is_some());
    assert_eq!(scene.jobs(paid).await, ["ASK_PAYOUT"]);
    assert_eq!(scene.apply_after(0, 0, &page).await, PageOutcome::Overtaken);
    assert_eq!(scene.apply(&last_page(1, &[])).await, PageOutcome::AtEnd);
    assert_eq!(scene.apply(&last_page(1, &[item(2, paid, "SETTLED")])).await, PageOutcome::AtEnd);
    assert_eq!(scene.jobs(paid).await, ["ASK_PAYOUT"], "the waiting job comes forward");
}

/// Checks that a question about an order which has ended here is stored with the page that tells something else of it, once,
/// and stays until it is answered or the adapter has another memory.
#[tokio::test]
async fn an_order_that_has_ended_is_asked_about_until_there_is_an_answer() {
    let scene = Scene::new().await;
    let platform = scene.fixture.platform;
    let [same, other] = [1, 2].map(transaction);
    for transaction in [same, other] {
        let state = StoredState::Known(OrderState::Failed);
        let order = RailOrderRecord { state, revision: Some(1), ..stored_order(&scene.rail(), transaction) };
        scene.fixture.write(move |tx| Ok(orders::insert(tx, platform, &order)?)).await;
    }
    let settled = |sequence: u8| {
        let mut item = item(sequence, other, "SETTLED");
        item["order"]["revision"] = json!(sequence);
        item
    };
    assert_eq!(scene.apply(&last_page(0, &[item(1, same, "FAILED"), settled(2)])).await, PageOutcome::AtEnd);
    assert_eq!(scene.apply(&last_page(2, &[settled(3)])).await, PageOutcome::AtEnd);
    assert!(scene.jobs(same).await.is_empty());
    assert_eq!(scene.jobs(other).await, ["ASK_ENDED_ORDER"]);

    let is_asked = async || {
        scene.fixture.clock.advance(Duration::from_hours(1));
        let before = scene.fixture.transport.exchanges().len();
        run_due(&scene.fixture.app, None, 9).await.unwrap();
        scene.fixture.transport.exchanges().len() > before
    };
    assert!(is_asked().await && is_asked().await);
    assert_eq!(scene.jobs(other).await, ["ASK_ENDED_ORDER"], "the answers are not signed");
    let contested = async |transaction| {
        let order = OrderName { transaction, kind: OrderKind::Payout };
        scene.fixture.write(move |tx| Ok(has_contest(tx, platform, order)?)).await
    };
    assert!(!contested(same).await && contested(other).await);
    let id = scene.rail().record.id;
    scene.fixture.write(move |tx| Ok(state::forget_memory(tx, id)?)).await;
    assert!(!is_asked().await && scene.jobs(other).await.is_empty());
}

/// Checks that a page with a hole, and one that ends too early, are asked for again.
#[tokio::test]
async fn a_page_that_does_not_continue_the_feed_is_not_applied() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    let hole = json!({
        "items": [item(1, paid, "SENT"), item(3, paid, "SENT")], "previousMark": null, "more": false,
        "memory": memory(3),
    });
    assert_eq!(scene.apply(&hole).await, PageOutcome::Gap);
    let early =
        json!({ "items": [item(1, paid, "SENT")], "previousMark": null, "more": false, "memory": memory(3) });
    assert_eq!(scene.apply(&early).await, PageOutcome::Gap);
    assert_eq!(scene.state().await.cursor, 0);
    assert!(scene.jobs(paid).await.is_empty());
}

/// Checks that an order which the service does not know suspends the rail, with its amount in the alert.
#[tokio::test]
async fn an_unknown_order_suspends_the_rail_and_is_named() {
    let scene = Scene::new().await;
    let unknown = transaction(9);
    assert_eq!(scene.apply(&last_page(0, &[item(1, unknown, "SETTLED")])).await, PageOutcome::AtEnd);
    assert_eq!(scene.status().await, RailStatus::Suspended);
    let alert = scene.alert(AlertKind::RailUnknownOrder, "bank").await.unwrap();
    let named = &alert.detail["orders"][0];
    assert_eq!(named["transaction"], unknown.to_string());
    assert_eq!(named["amount"], json!({ "amount": 25_000, "currency": "USD" }));
    assert_eq!(scene.state().await.suspended_for.as_deref(), Some("RAIL_UNKNOWN_ORDER"));
    let id = scene.rail().record.id;
    let order = OrderName { transaction: unknown, kind: OrderKind::Payout };
    assert!(scene.fixture.write(move |tx| Ok(items::has_subject(tx, id, order)?)).await);
}

/// Checks that another memory, a lower sequence, and another mark of a known item suspend the rail.
#[tokio::test]
async fn lost_memory_suspends_the_rail() {
    for case in ["id", "sequence", "mark", "previous"] {
        let scene = Scene::new().await;
        let paid = scene.order(1).await;
        let first = last_page(0, &[item(1, paid, "SENT"), item(2, paid, "ACCEPTED")]);
        assert_eq!(scene.apply(&first).await, PageOutcome::AtEnd);
        let mut lost = last_page(2, &[]);
        match case {
            "id" => lost["memory"]["id"] = json!("00000000-0000-4000-8000-000000000002"),
            "sequence" => lost["memory"] = memory(1),
            "mark" => lost["memory"]["mark"] = json!(mark(9)),
            _ => lost["previousMark"] = json!(mark(9)),
        }
        assert_eq!(scene.apply(&lost).await, PageOutcome::Lost, "{case}");
        assert_eq!(scene.status().await, RailStatus::Suspended, "{case}");
        let alert = scene.alert(AlertKind::RailMemoryLost, "bank").await.unwrap();
        assert!(alert.detail["what"].as_str().is_some_and(|what| !what.is_empty()), "{case}: {alert:?}");
        assert_eq!(scene.state().await.cursor, 2, "{case}");
    }
}

/// Checks that an item of a kind that is not known is skipped, with one alert for the value.
#[tokio::test]
async fn an_item_of_an_unknown_kind_is_reported_once() {
    let scene = Scene::new().await;
    for sequence in [1, 2] {
        let unknown = json!({
            "sequence": sequence, "mark": mark(sequence), "at": "2026-11-21T12:00:00Z", "kind": "ACCOUNT_NOTICE",
        });
        assert_eq!(scene.apply(&last_page(sequence - 1, &[unknown])).await, PageOutcome::AtEnd);
        let subject = "bank kind ACCOUNT_NOTICE";
        let alert = scene.alert(AlertKind::RailUnknownValue, subject).await;
        assert_eq!(alert.is_some(), sequence == 1, "an alert that was closed is not raised again");
        let close =
            move |tx: &mut Tx<'_>| Ok(alerts::close_about(tx, AlertKind::RailUnknownValue, subject, "ada")?);
        scene.fixture.write(close).await;
    }
    assert_eq!(scene.status().await, RailStatus::Paused);
}

/// Checks that invalid capabilities are reported, that the last valid ones hold, and that valid ones close the alert.
#[tokio::test]
async fn invalid_capabilities_are_reported_until_valid_ones() {
    let scene = Scene::new().await;
    let valid = Capabilities::parse(include_bytes!("testdata/capabilities.json")).unwrap();
    for told in [Err("protocol is none".to_owned()), Ok(valid)] {
        let app = Arc::clone(&scene.fixture.app);
        let rail = scene.rail();
        let known = scene.state().await;
        let is_valid = told.is_ok();
        scene.fixture.write(move |tx| conclude(tx, &app, &rail, &known, &told)).await;
        let alert = scene.alert(AlertKind::RailCapabilitiesInvalid, "bank").await;
        assert_eq!(
            alert.map(|alert| alert.detail["what"].clone()),
            (!is_valid).then(|| json!("protocol is none"))
        );
        scene.fixture.app.rails.reload().await.unwrap();
        assert!(scene.rail().capabilities.is_some());
    }
}

/// Checks that a feed which is not read to its end for half an hour is reported until it is.
#[tokio::test]
async fn a_feed_that_is_not_read_is_reported() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    scene.apply(&last_page(0, &[item(1, paid, "SENT")])).await;
    let is_stale = async || {
        watch(&scene.fixture.app, &scene.rail(), WatchDepth::Items).await.unwrap();
        scene.alert(AlertKind::RailFeedStale, "bank").await.is_some()
    };
    assert!(!is_stale().await);
    scene.fixture.clock.advance(Duration::from_mins(31));
    assert!(is_stale().await);
    scene.apply(&last_page(1, &[])).await;
    assert!(!is_stale().await);
}

/// Checks that an order which was read and is deleted here is noticed as unknown.
#[tokio::test]
async fn a_deleted_order_suspends_the_rail() {
    let scene = Scene::new().await;
    let paid = scene.order(1).await;
    scene.apply(&last_page(0, &[item(1, paid, "SENT")])).await;
    watch(&scene.fixture.app, &scene.rail(), WatchDepth::Items).await.unwrap();
    assert_eq!(scene.status().await, RailStatus::Paused);
    scene.fixture.write(|tx| Ok(tx.execute("DELETE /* all platforms */ FROM rail_order", &[])?)).await;
    watch(&scene.fixture.app, &scene.rail(), WatchDepth::Items).await.unwrap();
    assert_eq!(scene.status().await, RailStatus::Suspended);
    let alert = scene.alert(AlertKind::RailUnknownOrder, "bank").await.unwrap();
    assert_eq!(alert.detail["orders"][0]["transaction"], paid.to_string());
}
