//! Links to provider accounts (stablecoins J1 to J3).

use serde_json::json;

use super::scene::{link, post, text};
use crate::harness::journey;

const PATH: &str = "/stablecoin-provider-accounts";

journey! {
    async fn stablecoins_j01_link(service) {
        let platform = service.platform_with(&["USD"]).await;
        let response = link(&platform, "acme-777").await;
        assert!(!String::from_utf8_lossy(&response.body).contains("acme-777"), "{response}");
        let link = response.expect(201);
        assert_eq!(json!([link["status"], link["providerEnvironment"], link["provider"]]), json!(["ACTIVE", "SANDBOX", "BRALE"]));
        assert!(link["lastVerifiedAt"].is_string(), "{link}");

        let link_view = platform.get(&format!("{PATH}/{}", text(&link["id"]))).send().await.expect(200);
        assert_eq!(link_view, link);

        let listed = platform.get(&format!("{PATH}?status=ACTIVE&provider=BRALE")).send().await.expect(200);
        assert_eq!(listed["data"], json!([link]));
        assert_eq!(platform.get(&format!("{PATH}?status=REVOKED")).send().await.expect(200)["totalCount"], 0);
        platform.get(&format!("{PATH}?status=GONE")).send().await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    async fn stablecoins_j02_link_refusals(service) {
        let platform = service.platform_with(&["USD"]).await;
        let body = |client: &str| json!({ "provider": "BRALE", "apiClientId": client, "apiClientSecret": "s" });
        let error = platform.post(PATH).json(&body("acme-777")).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["errors"][0]["field"], "Idempotency-Key");
        let long = platform.post(PATH).idempotency_key(&"k".repeat(256)).json(&body("acme-777")).send().await;
        long.expect_error(400, "INVALID_INPUT");

        for client in ["x-001", "x-005"] {
            link(&platform, client).await.expect_error(400, "STABLECOIN_PROVIDER_ACCOUNT_INVALID");
        }

        let several = link(&platform, "x-002").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(several["details"]["errors"][0]["field"], "providerAccountId");
        let exposed = several["details"]["providerAccountIds"].clone();
        assert!(text(&exposed[0]).starts_with("sbx-") && text(&exposed[0]).ends_with("-1"), "{exposed}");
        assert_eq!(exposed.as_array().map(Vec::len), Some(2));

        let mut named_body = body("x-002");
        named_body["providerAccountId"] = exposed[1].clone();
        assert_eq!(post(&platform, PATH, &named_body).send().await.expect(201)["providerAccountId"], exposed[1]);
        named_body["providerAccountId"] = json!("nope");
        post(&platform, PATH, &named_body).send().await.expect_error(400, "STABLECOIN_PROVIDER_ACCOUNT_INVALID");

        let new_link = link(&platform, "acme-777").await.expect(201);
        let again = link(&platform, "acme-777").await.expect_error(409, "CONFLICT");
        assert_eq!(again["details"]["stablecoinProviderAccountId"], new_link["id"]);

        let mut other = body("acme-777");
        other["provider"] = json!("OTHER");
        post(&platform, PATH, &other).send().await.expect_error(400, "INVALID_INPUT");

        service.rail.be_unreachable(true);
        let error = link(&platform, "acme-778").await.expect_error(500, "INTERNAL_ERROR");
        assert_eq!(error["details"]["reason"], "PROVIDER_UNAVAILABLE");
        service.rail.be_unreachable(false);
        assert_eq!(link(&platform, "acme-778").await.status, 201);
    }
}

journey! {
    async fn stablecoins_j03_idempotent_link(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.freeze().await;
        let body = json!({ "provider": "BRALE", "apiClientId": "acme-777", "apiClientSecret": "s" });
        let send = |body: serde_json::Value| platform.post(PATH).idempotency_key("link").json(&body).send();
        let first = send(body.clone()).await;
        let again = send(body.clone()).await;
        assert_eq!((first.status, again.status, &again.body), (201, 201, &first.body));
        // The key is kept without a time limit.
        platform.advance(std::time::Duration::from_hours(48)).await;
        assert_eq!(send(body.clone()).await.body, first.body);

        let mut other = body;
        other["apiClientSecret"] = json!("another");
        let reused = send(other).await.expect_error(409, "CONFLICT");
        assert_eq!(reused["details"]["reason"], "IDEMPOTENCY_KEY_REUSED");
    }
}
