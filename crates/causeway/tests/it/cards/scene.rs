//! A customer with a wallet in USDB, and cards (cards 16, setup S).

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use causeway_testing::http::{Request, Response};
use causeway_testing::receiver::Receiver;
use serde_json::{Value, json};

use crate::harness::{Platform, Service};
use crate::wallets::device::{Holder, text};

/// A time in which everything happens that is due at once.
pub(crate) const ISSUING_WAIT: Duration = Duration::from_secs(1);

/// Setup S: 500 USDB in the wallet.
pub(crate) struct Scene {
    pub(crate) holder: Holder,
}

impl Scene {
    pub(crate) async fn new(service: &Service) -> Self {
        let scene = Self { holder: Holder::of(service).await };
        scene.platform().freeze().await;
        scene.platform().fund(&scene.holder.wallet, 500_000_000).await;
        scene
    }

    pub(crate) const fn platform(&self) -> &Platform {
        &self.holder.platform
    }

    /// Returns `C` of the interface.
    pub(crate) fn customer(&self) -> &Value {
        &self.holder.customer["id"]
    }

    /// Returns `W` of the interface.
    pub(crate) fn wallet(&self) -> Value {
        json!(self.holder.wallet)
    }

    /// Returns a request for a card that the wallet funds.
    pub(crate) fn card_request(&self) -> Value {
        json!({ "cardholderId": self.customer(), "form": "VIRTUAL", "fundingSources": [self.wallet()] })
    }

    /// Returns the same request under a unique name with this end.
    pub(crate) fn named(&self, end: &str) -> Value {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let mut body = self.card_request();
        body["platformCardId"] = format!("card-{}-{end}", NEXT.fetch_add(1, Ordering::Relaxed)).into();
        body
    }

    #[track_caller]
    pub(crate) fn issue(&self, body: &Value) -> Request {
        self.platform().post("/cards").json(body)
    }

    /// Issues a card and waits until it is active.
    pub(crate) async fn card(&self) -> Value {
        let card = self.issue(&self.named("777")).send().await.expect(201);
        self.platform().settled().await;
        let card = self.read(&card).await;
        assert_eq!(card["state"], "ACTIVE");
        card
    }

    /// Reads a card, without the address of its number, which is different each time.
    pub(crate) async fn read(&self, card: &Value) -> Value {
        let mut card = self.platform().get(&path(card)).send().await.expect(200);
        card.as_object_mut().unwrap().shift_remove("panEmbedUrl");
        card
    }

    /// Returns the state of a card and the reason for it.
    pub(crate) async fn state_of(&self, card: &Value) -> Value {
        let card = self.read(card).await;
        json!([card["state"], card["stateReason"]])
    }

    pub(crate) async fn change(&self, card: &Value, change: Value) -> Response {
        self.platform().patch(&path(card)).json(&change).send().await
    }
}

pub(crate) fn path(card: &Value) -> String {
    format!("/cards/{}", text(&card["id"]))
}

/// An event about a card, with the state that it reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CardEvent {
    pub(crate) kind: String,
    state: Value,
}

impl CardEvent {
    /// Returns the event of a card that has moved to a state.
    pub(crate) fn state_change(state: &str) -> Self {
        Self { kind: "CARD.STATE_CHANGE".to_owned(), state: json!(state) }
    }

    /// Returns the event of an active card with other funding sources.
    pub(crate) fn funding_source_change() -> Self {
        Self { kind: "CARD.FUNDING_SOURCE_CHANGE".to_owned(), state: json!("ACTIVE") }
    }
}

/// Returns the received events of cards, in order.
pub(crate) async fn events(platform: &Platform, receiver: &Receiver) -> Vec<CardEvent> {
    platform.settled().await;
    let received = receiver.received();
    let all = received
        .iter()
        .map(|event| CardEvent { kind: event.event(), state: event.json()["data"]["state"].clone() });
    all.filter(|event| event.kind.starts_with("CARD.")).collect()
}
