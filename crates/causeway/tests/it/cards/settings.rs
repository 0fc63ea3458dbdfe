//! Settings of the codes for digital wallets (cards J30).

use causeway_store::platforms::Environment;
use serde_json::json;

use crate::harness::journey;

journey! {
    async fn cards_j30_2fa_settings(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let config = "cardTokenization2faConfig";
        assert!(platform.get("/config").send().await.expect(200).get(config).is_none());
        let patch = |change: serde_json::Value| platform.patch("/config").json(&json!({ config: change })).send();

        let first = json!({ "displayName": "Acme", "email": { "subject": "Your code" } });
        assert_eq!(patch(first.clone()).await.expect(200)[config], first);
        let merged = json!({ "displayName": "Acme", "email": { "subject": "Your code" }, "sms": { "bodyText": "Acme:" } });
        assert_eq!(patch(json!({ "sms": { "bodyText": "Acme:" } })).await.expect(200)[config], merged);

        for wrong in [
            json!({ "displayName": "Other", "logoUrl": "http://example.com/logo.png" }),
            json!({ "displayName": "Other", "sms": { "bodyText": "x".repeat(481) } }),
            json!({ "displayName": "Other", "email": { "fromAddress": "nobody" } }),
        ] {
            patch(wrong).await.expect_error(400, "INVALID_INPUT");
        }
        assert_eq!(platform.get("/config").send().await.expect(200)[config], merged);
    }
}
