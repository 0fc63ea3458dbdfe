//! Payments and resources at partners: incoming payments by quote, from UMA addresses or without a match,
//! cards, and stablecoins.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::runtime::jobs::run_due;
use serde_json::{Value, json};

use crate::card_transactions::scene::Network;
use crate::cards::scene::Scene as Cards;
use crate::harness::{Platform, Service};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text};
use crate::quotes::paying_in::{coins, dollars, pay, quote};
use crate::stablecoins::scene::Scene as Stablecoins;

/// Operations that are open at partners.
pub(super) struct Partners {
    cards: Network,
    used: Value,
    stablecoins: Stablecoins,
    unmatched: Vec<Value>,
}

impl Partners {
    /// Pays in, uses a card, mints, and leaves some of each open.
    pub(super) async fn begin(service: &Service, scene: &Scene, payable: &str) -> Self {
        for (source, amount) in [(dollars(scene), 1_000), (coins(scene), 5_000_000)] {
            let quote = quote(scene, &source, payable, amount).await;
            pay(scene, &quote, None).await;
        }

        // It is not the amount of the quote, and is refunded.
        let short = quote(scene, &dollars(scene), payable, 1_000).await;
        pay(scene, &short, Some(900)).await;

        let body = json!({
            "senderUmaAddress": "$success.usd@sandbox.uma.test", "receiverUmaAddress": scene.alice["umaAddress"],
            "receivingCurrencyCode": "USD", "receivingCurrencyAmount": 700,
        });
        scene.platform.post("/sandbox/uma/receive").json(&body).send().await.expect(200);
        scene.webhooks.wait_for_event("INCOMING_PAYMENT.PENDING").await;

        let mut unmatched = Vec::new();
        for event in ["one", "two"] {
            let stray = json!({ "reference": "INVOICE 4711", "amount": 900, "currency": "EUR", "rail": "SEPA",
                "event": event });
            unmatched.push(act(service, "deposit push", with(&scene.platform, stray)).await.json);
        }

        let cards = card(service).await;
        let used = cards.authorize(1_000).await;
        cards.authorize(300).await;

        let stablecoins = Stablecoins::new(service).await;
        stablecoins.mint(&stablecoins.wire_mint()).await.expect(201);
        for _ in 0..2 {
            let mut preview = stablecoins.wire_mint();
            preview["operationType"] = json!("MINT");
            stablecoins.quote(&preview).await.expect(201);
        }
        Self { cards, used, stablecoins, unmatched }
    }

    /// Returns the platforms of the card and of the stablecoins.
    pub(super) const fn platforms(&self) -> [&Platform; 2] {
        [self.cards.scene.platform(), &self.stablecoins.platform]
    }

    /// Continues each of the open operations.
    pub(super) async fn continue_all(&self, service: &Service, scene: &Scene) {
        let back = json!({ "transaction": self.unmatched[0]["transaction"], "payer": true });
        act(service, "suspense resolve", with(&scene.platform, back)).await;
        self.cards.send_event(&self.used, "clearing", 1_000).await;
        self.cards.send_event(&self.used, "return", 400).await;
        self.stablecoins.mint(&self.stablecoins.wire_mint()).await.expect(201);
        run_all(service).await;
    }
}

/// Issues an active card with a key.
async fn card(service: &Service) -> Network {
    let scene = Cards::new(service).await;
    let card = scene.issue(&scene.named("777")).send().await.expect(201);
    run_all(service).await;
    scene.platform().advance(Duration::from_secs(1)).await;
    let card = scene.read(&card).await;
    assert_eq!(text(&card["state"]), "ACTIVE");
    Network::of(scene, card).await
}

async fn run_all(service: &Service) {
    let app = Arc::clone(service.app());
    while run_due(&app, None, 50).await.unwrap() > 0 {}
}
