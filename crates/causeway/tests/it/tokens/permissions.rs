//! Permissions of tokens.

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use crate::harness::{Platform, journey};

async fn with_permissions(platform: &Platform, permissions: Value) -> Platform {
    let body = json!({ "name": "ro", "permissions": permissions });
    let token = platform.post("/tokens").json(&body).send().await.expect(201);
    platform.with_token(token["clientId"].as_str().unwrap(), token["clientSecret"].as_str().unwrap())
}

journey! {
    async fn conventions_j02_permissions(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = json!({ "customerType": "INDIVIDUAL", "fullName": "Jane Doe" });

        let viewer = with_permissions(&platform, json!(["VIEW"])).await;
        viewer.get("/customers").send().await.expect(200);
        let error = viewer.post("/customers").json(&customer).send().await.expect_error(403, "FORBIDDEN");
        assert_eq!(error["details"]["requiredPermission"], "MANAGE");
        for body in ["{}", "not json", ""] {
            let response = viewer.post("/quotes").raw("application/json", body).send().await;
            assert_eq!(response.expect_error(403, "FORBIDDEN")["details"]["requiredPermission"], "TRANSACT");
        }

        let payer = with_permissions(&platform, json!(["TRANSACT"])).await;
        payer.get("/customers").send().await.expect(200);
        payer.post("/customers").json(&customer).send().await.expect_error(403, "FORBIDDEN");
        payer.post("/quotes").json(&json!({})).send().await.expect_error(400, "INVALID_INPUT");

        platform.post("/customers").json(&customer).send().await.expect(201);
    }
}
