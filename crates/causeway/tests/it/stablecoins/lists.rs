//! Lists and isolation (stablecoins J14, J15).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Scene, post, text};
use crate::harness::{Service, journey};

journey! {
    async fn stablecoins_j14_list(service) {
        let scene = Scene::new(service).await;
        let mut operations: Vec<Value> = Vec::new();
        for at in 0..5 {
            let response = if at % 2 == 0 {
                scene.mint(&scene.wire_mint()).await
            } else {
                scene.burn(&scene.burn_from("EXTERNAL_ACCOUNT", &scene.bank, "WIRE")).await
            };
            operations.insert(0, response.expect(201));
            scene.platform.advance(Duration::from_millis(5)).await;
        }

        let first = scene.list("?limit=2").await;
        assert_eq!(json!([first["data"], first["hasMore"], first["totalCount"]]), json!([operations[..2], true, 5]));
        let mut mints = first["data"].as_array().unwrap().clone();
        let mut page = first;
        while page["hasMore"] == true {
            page = scene.list(&format!("?limit=2&cursor={}", text(&page["nextCursor"]))).await;
            mints.extend(page["data"].as_array().unwrap().clone());
        }
        assert_eq!(mints, operations);
        assert!(page.get("nextCursor").is_none());

        assert_eq!(scene.list("?operationType=BURN").await["totalCount"], 2);
        for wrong in ["limit=101", "limit=0", "operationType=X", "cursor=zzz"] {
            let path = scene.at(&format!("/operations?{wrong}"));
            scene.platform.get(&path).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

/// Creates a token of the platform with these permissions only.
async fn limited(scene: &Scene, permissions: &[&str]) -> crate::harness::Platform {
    let token = json!({ "name": "limited", "permissions": permissions });
    let token = scene.platform.post("/tokens").json(&token).send().await.expect(201);
    scene.platform.with_token(text(&token["clientId"]), text(&token["clientSecret"]))
}

async fn strangers(service: &Service, scene: &Scene, mint: &Value) {
    let stranger = service.platform_with(&["USD"]).await;
    for list in ["/stablecoins", "/stablecoin-provider-accounts"] {
        assert_eq!(stranger.get(list).send().await.expect(200)["totalCount"], 0);
    }
    let link = format!("/stablecoin-provider-accounts/{}", text(&scene.link["id"]));
    stranger.get(&link).send().await.expect_error(404, "STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND");
    let operation = format!("/stablecoin-operations/{}", text(&mint["id"]));
    for path in [scene.at(""), scene.at("/operations"), operation] {
        stranger.get(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
    post(&stranger, &scene.at("/mints"), &scene.wire_mint())
        .send()
        .await
        .expect_error(404, "REFERENCE_NOT_FOUND");
}

journey! {
    async fn stablecoins_j15_isolation_and_permission(service) {
        let scene = Scene::new(service).await;
        let mint = scene.mint(&scene.wire_mint()).await.expect(201);
        strangers(service, &scene, &mint).await;

        let reader = limited(&scene, &["VIEW"]).await;
        post(&reader, &scene.at("/mints"), &scene.wire_mint()).send().await.expect_error(403, "FORBIDDEN");
        assert_eq!(reader.get(&scene.at("")).send().await.status, 200);

        let mover = limited(&scene, &["TRANSACT"]).await;
        let body = json!({ "provider": "BRALE", "apiClientId": "a", "apiClientSecret": "s" });
        post(&mover, "/stablecoin-provider-accounts", &body).send().await.expect_error(403, "FORBIDDEN");
        post(&mover, &scene.at("/mints"), &scene.wire_mint()).send().await.expect(201);

        let wrong_credentials = scene.platform.with_token(&scene.platform.client_id, "wrong");
        wrong_credentials.get("/stablecoins").send().await.expect_error(401, "UNAUTHORIZED");
    }
}
