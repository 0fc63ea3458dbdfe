//! Registration of tokens (stablecoins J4 to J6).

use std::time::Duration;

use serde_json::json;

use super::scene::{NETWORK_TOKEN, Scene, amount_from, link, post, register, text};
use crate::harness::journey;

journey! {
    async fn stablecoins_j04_register(service) {
        let scene = Scene::new(service).await;
        let token = &scene.token;
        let facts = json!([token["issuanceStatus"], token["svcOperationsStatus"], token["decimals"], token["symbol"],
            token["name"], token["baseCurrency"], token.get("currency")]);
        assert_eq!(facts, json!(["PROVISIONED", "NOT_ENABLED", 6, "ACME", "ACME Dollar", "USD", null]));
        assert_eq!(token["stablecoinProviderAccountId"], scene.link["id"]);
        assert_eq!(scene.platform.get(&scene.at("")).send().await.expect(200), *token);

        let again = register(&scene.platform, "ACME", NETWORK_TOKEN).await.expect_error(409, "CONFLICT");
        assert_eq!(json!([again["details"]["reason"], again["details"]["stablecoinId"]]),
            json!(["TOKEN_IDENTIFIER_EXISTS", token["id"]]));
        let again = register(&scene.platform, "ACME", "btkn1qqqq").await.expect_error(409, "CONFLICT");
        assert_eq!(again["details"]["reason"], "PROVIDER_TOKEN_EXISTS");

        let filters = "?issuanceStatus=PROVISIONED&svcOperationsStatus=NOT_ENABLED&provider=BRALE";
        let listed = scene.platform.get(&format!("/stablecoins{filters}")).send().await.expect(200);
        assert_eq!(listed["data"], json!([token]));
    }
}

journey! {
    async fn stablecoins_j05_register_link_choice(service) {
        let platform = service.platform_with(&["USD"]).await;
        let unknown = "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND";
        register(&platform, "ACME", NETWORK_TOKEN).await.expect_error(404, unknown);
        let first = link(&platform, "acme-777").await.expect(201);
        link(&platform, "acme-778").await.expect(201);
        register(&platform, "ACME", NETWORK_TOKEN).await
            .expect_error(400, "STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED");

        let named = |id: &serde_json::Value, token: &str, network_token: &str| json!({
            "providerTokenIdentifier": token, "networkTokenIdentifier": network_token, "network": "SPARK",
            "stablecoinProviderAccountId": id,
        });
        let send = |body: serde_json::Value| {
            let platform = platform.clone();
            async move { post(&platform, "/stablecoins", &body).send().await }
        };

        send(named(&first["id"], "ACME", NETWORK_TOKEN)).await.expect(201);
        let unknown_link = json!("StablecoinProviderAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        send(named(&unknown_link, "ACME", "btkn1qq")).await.expect_error(404, unknown);

        for (client, status, code) in [
            ("y-003", "INVALID", "STABLECOIN_PROVIDER_ACCOUNT_INVALID"),
            ("y-004", "REVOKED", "STABLECOIN_PROVIDER_ACCOUNT_REVOKED"),
        ] {
            let link = link(&platform, client).await.expect(201);
            for _ in 0..2 {
                send(named(&link["id"], "ACME", "btkn1qqq")).await.expect_error(400, code);
            }
            let path = format!("/stablecoin-provider-accounts/{}", text(&link["id"]));
            assert_eq!(platform.get(&path).send().await.expect(200)["status"], status);
            let again = json!({ "provider": "BRALE", "apiClientId": "y-777", "apiClientSecret": "s",
                "providerAccountId": link["providerAccountId"] });
            let again = post(&platform, "/stablecoin-provider-accounts", &again).send().await.expect(201);
            assert_eq!(json!([again["id"], again["status"]]), json!([link["id"], "ACTIVE"]));
            send(named(&link["id"], client, &format!("btkn1{}", amount_from(u32::from(status == "REVOKED") + 20)))).await.expect(201);
        }
    }
}

journey! {
    async fn stablecoins_j06_register_outcomes(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let outcomes =
            [("ACME001", "PENDING_REVIEW"), ("ACME002", "REJECTED"), ("ACME003", "PROVISIONING"), ("ACME004", "FAILED")];
        let mut links = Vec::new();
        for (at, (token, status)) in (50_u32..).zip(outcomes) {
            let one = register(platform, token, &format!("btkn1{}", amount_from(at))).await.expect(201);
            assert_eq!(one["issuanceStatus"], status, "{token}");
            links.push(one);
        }

        for one in &links {
            let path = format!("/stablecoins/{}/mints", text(&one["id"]));
            let error = post(platform, &path, &scene.wire_mint()).send().await.expect_error(409, "CONFLICT");
            assert_eq!(error["details"]["reason"], "STABLECOIN_NOT_PROVISIONED");
        }

        platform.advance(Duration::from_secs(40)).await;
        let built = platform.get(&format!("/stablecoins/{}", text(&links[2]["id"]))).send().await.expect(200);
        assert_eq!(built["issuanceStatus"], "PROVISIONED");
        let path = format!("/stablecoins/{}/mints", text(&links[2]["id"]));
        post(platform, &path, &scene.wire_mint()).send().await.expect(201);

        let error = register(platform, "ACME009", "btkn1qqqq").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "TOKEN_NOT_FOUND");
        let mut body = json!({ "providerTokenIdentifier": "B", "networkTokenIdentifier": NETWORK_TOKEN, "network": "BASE" });
        post(platform, "/stablecoins", &body).send().await.expect_error(400, "INVALID_INPUT");
        body["network"] = json!("SPARK");
        body["networkTokenIdentifier"] = json!("xyz");
        post(platform, "/stablecoins", &body).send().await.expect_error(400, "INVALID_INPUT");
    }
}
