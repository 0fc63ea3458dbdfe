//! The faults of the providers that the sandbox simulates (money 13.1).

use causeway_testing::http::Response;
use serde_json::json;

use super::payer::look_up;
use crate::harness::on_engines;
use crate::payments::scene::Scene;

/// Returns the address of a customer of the provider with this fault.
fn address(label: &str) -> String {
    format!("$success.usd@{label}.sandbox.uma.test")
}

/// Looks the customer up, and asks for a quote to it.
async fn quote(scene: &Scene, label: &str) -> Response {
    let lookup = look_up(scene, &address(label)).await.expect(200);
    let body = json!({
        "lookupId": lookup["lookupId"],
        "source": { "sourceType": "ACCOUNT", "accountId": scene.usd },
        "destination": { "destinationType": "UMA_ADDRESS", "umaAddress": address(label) },
        "lockedCurrencySide": "SENDING",
        "lockedCurrencyAmount": 10_000,
    });
    scene.platform.post("/quotes").json(&body).send().await
}

on_engines! {
    async fn each_fault_has_its_code(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        for (label, status, code) in [
            ("signature", 401, "INVALID_SIGNATURE"),
            ("expired", 400, "CERT_CHAIN_EXPIRED"),
            ("version", 424, "NO_COMPATIBLE_UMA_VERSION"),
            ("html", 400, "PARSE_LNURLP_RESPONSE_ERROR"),
            ("fail", 424, "LNURLP_REQUEST_FAILED"),
            ("stale", 400, "INVALID_TIMESTAMP"),
            ("nokeys", 424, "COUNTERPARTY_PUBKEY_FETCH_ERROR"),
            ("other", 403, "COUNTERPARTY_NOT_ALLOWED"),
            ("stale.stale", 403, "COUNTERPARTY_NOT_ALLOWED"),
        ] {
            look_up(&scene, &address(label)).await.expect_error(status, code);
        }
        for label in ["currency", "price"] {
            quote(&scene, label).await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
        }
        assert_eq!(scene.balances().await, (100_000, 100_000));
    }
}

on_engines! {
    async fn an_answer_that_was_seen_before_does_not_count(service) {
        let scene = Scene::new(service).await;
        let to = address("replay");
        let ask = || look_up(&scene, &to);
        ask().await.expect(200);
        let repeated = ask().await;
        // The provider's answer changes after some minutes, which may end between two look-ups.
        let repeated = if repeated.status == 200 { ask().await } else { repeated };
        repeated.expect_error(400, "INVALID_NONCE");
    }
}
