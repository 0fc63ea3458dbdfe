//! Authentication by client id and secret.

use causeway::router::BASE_PATH;
use causeway_store::platforms::Environment;
use causeway_testing::http::Client;
use serde_json::json;

use crate::harness::{journey, on_engines};

journey! {
    async fn conventions_j01_credentials(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let anonymous = service.anonymous();
        let without = anonymous.get("/config").send().await;
        let first = without.expect_error(401, "UNAUTHORIZED");
        assert_eq!(without.header("www-authenticate"), Some(r#"Basic realm="svc""#));
        assert!(first["message"].as_str().unwrap().contains("Basic base64(<clientId>:<clientSecret>)"), "{first}");

        let request = Client::new(&service.bases()[0].replace(BASE_PATH, "")).get("/config").send().await;
        let error = request.expect_error(404, "REFERENCE_NOT_FOUND");
        assert!(error["message"].as_str().unwrap().contains(BASE_PATH), "{error}");

        let others = [
            anonymous.basic(&platform.client_id, "wrong"),
            anonymous.basic("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b", &platform.secret),
            anonymous.authorization("Basic !!!"),
            anonymous.authorization("Bearer abc"),
        ];
        for client in others {
            let response = client.get("/config").send().await;
            assert_eq!(response.expect_error(401, "UNAUTHORIZED")["message"], first["message"]);
            assert!(response.header("www-authenticate").is_some(), "{response}");
        }

        let config = platform.get("/config").send().await.expect(200);
        assert!(config["id"].as_str().unwrap().starts_with("PlatformConfig:"), "{config}");
    }
}

on_engines! {
    async fn the_token_may_be_named_in_three_spellings(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let id = platform.client_id.as_str();
        let dashed = [&id[..8], &id[8..12], &id[12..16], &id[16..20], &id[20..]].join("-");
        for name in [platform.client_id.clone(), dashed.clone(), format!("Token:{dashed}")] {
            service.anonymous().basic(&name, &platform.secret).get("/config").send().await.expect(200);
        }
    }
}

journey! {
    async fn conventions_j16_deleted_token(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let body = json!({ "name": "short-lived", "permissions": ["VIEW"] });
        let token = platform.post("/tokens").json(&body).send().await.expect(201);
        let other =
            platform.with_token(token["clientId"].as_str().unwrap(), token["clientSecret"].as_str().unwrap());
        other.get("/config").send().await.expect(200);

        let path = format!("/tokens/{}", token["id"].as_str().unwrap());
        let deleted = platform.delete(&path).send().await;
        assert_eq!((deleted.status, &deleted.body[..]), (204, &b""[..]));
        other.get("/config").send().await.expect_error(401, "UNAUTHORIZED");
        platform.delete(&path).send().await.expect_error(404, "TOKEN_NOT_FOUND");
        platform.get(&path).send().await.expect_error(404, "TOKEN_NOT_FOUND");
    }
}
