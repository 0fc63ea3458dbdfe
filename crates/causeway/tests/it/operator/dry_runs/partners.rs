//! Cards and stablecoins, each on a platform of its own with a frozen clock.

use serde_json::json;

use super::case::{CaseEnd, Cases};
use crate::card_transactions::scene::{Network, assert_status};
use crate::harness::Service;
use crate::stablecoins::scene::Scene as TokenScene;

/// Adds a card, a card that is closed, and a transaction with a shortfall. The network receives their events.
pub(super) async fn add_cards(cases: &mut Cases, service: &Service) -> Network {
    let network = Network::with_cents(service, 1_250).await;
    let other = network.scene.card().await;
    let authorization = network.authorize(1_250).await;
    assert_status(&network.send_event(&authorization, "clearing", 1_500).await, "EXCEPTION");
    let platform = network.scene.platform();
    platform.fund(&network.scene.holder.wallet, 5_000_000).await;
    platform.settled().await;
    let tokenize = json!({ "card": network.card["id"], "event": "evt-1" });
    let collect = json!({ "transaction": authorization["id"] });
    cases.add_on(platform, "card tokenize", tokenize, CaseEnd::Done);
    cases.add_on(platform, "card-transaction collect", collect, CaseEnd::Done);
    cases.add_on(platform, "card close", json!({ "card": other["id"] }), CaseEnd::Done);
    network
}

/// Adds a token, a mint whose provider has not answered, and the link to the provider.
pub(super) async fn add_stablecoins(cases: &mut Cases, service: &Service) {
    let scene = TokenScene::new(service).await;
    scene.platform.settled().await;
    service.rail.lose_answers(1);
    scene.mint(&scene.ach_mint(&scene.bank)).await.expect_error(503, "SERVICE_UNAVAILABLE");
    let operation = scene.list("").await["data"][0]["id"].clone();
    let status = json!({ "stablecoin": scene.token["id"], "status": "PENDING_APPROVAL" });
    for (action, arguments) in [
        ("stablecoin set-status", status),
        ("stablecoin-operation give-up", json!({ "operation": operation })),
        ("provider-account revoke", json!({ "account": scene.link["id"] })),
    ] {
        cases.add_on(&scene.platform, action, arguments, CaseEnd::Done);
    }
}
