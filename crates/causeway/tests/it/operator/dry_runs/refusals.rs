//! Actions on resources that do not exist, or whose state does not allow them.

use serde_json::json;

use super::case::{CaseEnd, Cases};
use crate::payments::scene::Scene;

/// Adds actions that are refused.
pub(super) async fn add_refusals(cases: &mut Cases, scene: &Scene) {
    let id = |name: &str| format!("{name}:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
    let active = scene.platform.dollar_account(&scene.alice, "111").await;
    let errors = json!(["INVALID_FIELD=fullName"]);
    for (action, arguments) in [
        ("account retry", json!({ "account": scene.usd })),
        ("account instruct", json!({ "account": id("InternalAccount") })),
        ("card close", json!({ "card": id("Card") })),
        ("card-transaction collect", json!({ "transaction": id("CardTransaction") })),
        ("deposit late", json!({ "quote": id("Quote") })),
        ("external-account enable", json!({ "account": active })),
        ("jobs retry", json!({ "job": id("Job") })),
        ("provider-account revoke", json!({ "account": id("StablecoinProviderAccount") })),
        ("stablecoin set-status", json!({ "stablecoin": id("Stablecoin"), "status": "ENABLED" })),
        ("stablecoin-operation give-up", json!({ "operation": id("StablecoinOperation") })),
        ("verification approve", json!({ "verification": id("Verification") })),
        ("verification reject", json!({ "verification": id("Verification") })),
        ("verification review", json!({ "verification": id("Verification") })),
        ("verification return", json!({ "verification": id("Verification"), "errors": errors })),
        ("wallet recover", json!({ "quote": id("Quote") })),
    ] {
        cases.add_on(&scene.platform, action, arguments, CaseEnd::Refused);
    }
}
