//! Platforms, keys, users and settings.

use causeway_store::platforms::Environment;
use serde_json::json;

use super::super::acting::{act, on};
use super::case::{CaseEnd, Cases};
use crate::harness::Service;
use crate::payments::scene::Scene;
use crate::wallets::device::Holder;

/// Creates a wallet that is in use, and then newer master keys, which the service uses from now on.
pub(super) async fn add_newer_wallet_keys(service: &mut Service) {
    let holder = Holder::of(service).await;
    holder.login().await;
    holder.platform.settled().await;
    service.add_wallet_keys();
    service.restart().await;
}

/// Adds actions on the platform and its keys.
pub(super) async fn add_platform(cases: &mut Cases, service: &Service, scene: &Scene) {
    let platform = &scene.platform;
    let token = act(service, "token create", on(platform)).await.json["token"].clone();
    platform.settled().await;
    for (action, arguments, end) in [
        ("token create", json!({ "name": "reports" }), CaseEnd::Done),
        ("token delete", json!({ "token": token }), CaseEnd::Done),
        ("webhook replay", json!({ "status": "DELIVERED" }), CaseEnd::OnlyDry),
        ("webhook-key rotate", json!({}), CaseEnd::Done),
        ("uma-key rotate", json!({}), CaseEnd::Done),
        ("uma-provider allow", json!({ "domain": "sandbox.uma.test" }), CaseEnd::Done),
        ("uma-provider block", json!({ "domain": "sandbox.uma.test" }), CaseEnd::Done),
        ("sandbox fault", json!({ "name": "stuck" }), CaseEnd::Done),
        ("sandbox clear", json!({}), CaseEnd::Done),
        ("clock advance", json!({ "by": "1h" }), CaseEnd::OnlyDry),
        ("clock next", json!({}), CaseEnd::OnlyDry),
        ("find rebuild", json!({}), CaseEnd::OnlyDry),
    ] {
        cases.add_on(platform, action, arguments, end);
    }
    let other = service.platform(Environment::Sandbox).await;
    let disabled = service.platform(Environment::Sandbox).await;
    act(service, "platform disable", on(&disabled)).await;
    let frozen = service.platform(Environment::Sandbox).await;
    frozen.freeze().await;
    cases.add("clock freeze", on(&other), CaseEnd::Done);
    cases.add("clock resume", on(&frozen), CaseEnd::Done);
    cases.add("platform disable", on(&other), CaseEnd::Done);
    cases.add("platform enable", on(&disabled), CaseEnd::Done);
}

/// Adds actions on the deployment.
pub(super) async fn add_deployment(cases: &mut Cases, service: &Service) {
    let roles = json!(["viewer"]);
    act(service, "user add", json!({ "name": "grace", "uid": 1_234, "roles": roles })).await;
    act(service, "operator-token create", json!({ "name": "old", "roles": roles })).await;
    let sink = json!({ "channel": "webhook", "address": "http://localhost:9/alerts", "from": "page" });
    let sink = act(service, "alert-sink add", sink).await.json["sink"].clone();
    let rate = json!({ "sending": "USD", "receiving": "EUR", "rate": "0.9", "confirm": "0.9" });
    let banks = json!({ "directory": "banks", "environment": "sandbox", "entries": [] });
    let other = json!({ "channel": "webhook", "address": "http://localhost:9/other" });
    let platform = json!({ "environment": "sandbox", "name": "New", "currencies": ["EUR"] });
    for (action, arguments, end) in [
        ("rate set", rate, CaseEnd::Done),
        ("user add", json!({ "name": "alan", "uid": 1_235, "roles": roles }), CaseEnd::Done),
        ("user remove", json!({ "name": "grace" }), CaseEnd::Done),
        ("operator-token create", json!({ "name": "ci", "roles": roles }), CaseEnd::Done),
        ("operator-token revoke", json!({ "name": "old" }), CaseEnd::Done),
        ("setting set", json!({ "name": "payout_timeout_days", "value": "3" }), CaseEnd::Done),
        ("terms publish", json!({ "url": "https://example.com/terms/2" }), CaseEnd::Done),
        ("directory import", banks, CaseEnd::Done),
        ("platform create", platform, CaseEnd::Done),
        ("alert-sink add", other, CaseEnd::Done),
        ("alert-sink test", json!({ "sink": sink }), CaseEnd::OnlyDry),
        ("alert-sink remove", json!({ "sink": sink }), CaseEnd::Done),
        ("ledger accept", json!({}), CaseEnd::Done),
        ("keys rotate", json!({}), CaseEnd::OnlyDry),
        ("wallet-keys rotate", json!({}), CaseEnd::Counted("wallets")),
    ] {
        cases.add(action, arguments, end);
    }
}
