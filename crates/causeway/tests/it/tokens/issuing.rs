//! Issuing, showing and listing tokens.

use causeway_store::platforms::Environment;
use serde_json::json;

use crate::harness::{journey, on_engines};

journey! {
    async fn customers_k21_tokens(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let body = json!({ "name": "reader", "permissions": ["VIEW", "VIEW"] });
        let token = platform.post("/tokens").json(&body).send().await.expect(201);
        assert_eq!(token["permissions"], json!(["VIEW"]));
        assert_eq!(token["createdAt"], token["updatedAt"]);
        let secret = token["clientSecret"].as_str().unwrap();
        assert!(secret.len() >= 27, "at least 160 bits");
        let path = format!("/tokens/{}", token["id"].as_str().unwrap());
        let mut token_view = token.clone();
        token_view.as_object_mut().unwrap().remove("clientSecret");
        assert_eq!(platform.get(&path).send().await.expect(200), token_view);

        let manager = json!({ "name": "manager", "permissions": ["MANAGE"] });
        let manager = platform.post("/tokens").json(&manager).send().await.expect(201);
        let managing =
            platform.with_token(manager["clientId"].as_str().unwrap(), manager["clientSecret"].as_str().unwrap());
        for permissions in [json!(["TRANSACT"]), json!(["MANAGE", "VIEW"])] {
            let body = json!({ "name": "more", "permissions": permissions });
            managing.post("/tokens").json(&body).send().await.expect_error(403, "FORBIDDEN");
        }

        let list = platform.get("/tokens").send().await.expect(200);
        assert_eq!(list["totalCount"], 3);
        assert!(!list.to_string().contains("clientSecret"));
        let first = list["data"][2]["id"].as_str().unwrap();
        platform.delete(&format!("/tokens/{first}")).send().await.expect(204);
        let last = format!("/tokens/{}", manager["id"].as_str().unwrap());
        let error = managing.delete(&last).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "LAST_MANAGE_TOKEN");
        managing.get("/config").send().await.expect(200);

        for permissions in [json!([]), json!(["ADMIN"]), json!("VIEW")] {
            let body = json!({ "name": "bad", "permissions": permissions });
            managing.post("/tokens").json(&body).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}

on_engines! {
    async fn the_list_of_tokens_is_filtered_and_paged(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        for name in ["a", "b", "a"] {
            let body = json!({ "name": name, "permissions": ["VIEW"] });
            platform.post("/tokens").json(&body).send().await.expect(201);
        }
        let named = platform.get("/tokens?name=a").send().await.expect(200);
        assert_eq!((&named["totalCount"], named["data"].as_array().unwrap().len()), (&json!(2), 2));
        let at = named["data"][0]["createdAt"].as_str().unwrap();
        let same = platform.get("/tokens").query("createdAfter", at).query("updatedBefore", at).send().await;
        assert!(same.expect(200)["data"].as_array().unwrap().iter().all(|token| token["createdAt"] == at));
        let none = platform.get("/tokens").query("createdAfter", "2999-01-01T00:00:00Z").send().await.expect(200);
        assert_eq!(none, json!({ "data": [], "hasMore": false, "totalCount": 0 }));

        let first = platform.get("/tokens?limit=3").send().await.expect(200);
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = platform.get("/tokens?limit=3").query("cursor", cursor).send().await.expect(200);
        assert_eq!((first["hasMore"].as_bool(), second["hasMore"].as_bool()), (Some(true), Some(false)));
        assert_eq!(second["data"].as_array().unwrap().len(), 1);

        let id = first["data"][0]["id"].as_str().unwrap();
        other.get(&format!("/tokens/{id}")).send().await.expect_error(404, "TOKEN_NOT_FOUND");
        other.delete(&format!("/tokens/{id}")).send().await.expect_error(404, "TOKEN_NOT_FOUND");
        assert_eq!(other.get("/tokens").send().await.expect(200)["totalCount"], 1);
    }
}
