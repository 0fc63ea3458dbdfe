//! Rules of every operation, checked on customers (conventions 5 to 7, 14).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{fields, path, person, post, typed};
use crate::harness::journey;
use crate::verifications::people::owner_of;

journey! {
    async fn conventions_j03_transport_errors(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.get("/nope").send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let put = platform.client().request("PUT", "/customers").send().await;
        put.expect_error(405, "METHOD_NOT_ALLOWED");
        let allowed: Vec<&str> = put.header("allow").unwrap().split(',').map(str::trim).collect();
        assert!(allowed.contains(&"GET") && allowed.contains(&"POST"), "{allowed:?}");

        let broken = platform.post("/customers").raw("application/json", "{").send().await;
        broken.expect_error(400, "INVALID_REQUEST_FORMAT");
        let text = platform.post("/customers").raw("text/plain", "{\"customerType\":\"INDIVIDUAL\"}").send().await;
        text.expect_error(400, "INVALID_REQUEST_FORMAT");

        let large = json!({ "customerType": "INDIVIDUAL", "fullName": "x".repeat(2 << 20) });
        post(&platform, &large).await.expect_error(413, "INVALID_REQUEST_FORMAT");
    }
}

journey! {
    async fn conventions_j04_all_field_errors_at_once(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let bad = json!({
            "customerType": "INDIVIDUAL", "email": "x", "phoneNumber": "123", "birthDate": "1990-13-01",
            "nationality": "USA",
        });

        let error = post(&platform, &bad).await.expect_error(400, "INVALID_INPUT");
        let mut field_names = fields(&error);
        field_names.sort_unstable();
        assert_eq!(field_names, ["birthDate", "email", "nationality", "phoneNumber"]);
        assert_eq!(platform.get("/customers").send().await.expect(200)["totalCount"], 0);
    }
}

journey! {
    async fn conventions_j05_unknown_and_read_only_fields(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let sent = json!({
            "fullName": "Jane Doe", "foo": 1, "id": "Customer:x", "kycStatus": "REJECTED", "isDeleted": true,
        });
        let customer = person(&platform, sent).await;
        assert_ne!(customer["id"], "Customer:x");
        assert_eq!((&customer["kycStatus"], &customer["isDeleted"]), (&json!("APPROVED"), &json!(false)));
        assert!(customer.get("foo").is_none());
    }
}

journey! {
    /// Checks that ignored members and filters are named, and refused for a caller that wants them refused.
    async fn ignored_names(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let sent = typed("INDIVIDUAL", json!({ "fullname": "Jane Doe", "kycStatus": "APPROVED", "platformCustomerId": "u1" }));
        let create = || platform.post("/customers").query("dryRun", "true").idempotency_key("k-1").json(&sent);
        let first = create().send().await;
        let names = Some("fullname (fullName), kycStatus, ?dryRun");
        assert_eq!(first.header("x-svc-ignored"), names, "{first}");
        let again = create().send().await;
        assert_eq!((again.header("idempotent-replayed"), again.header("x-svc-ignored")), (Some("true"), names));

        let strict = || platform.post("/customers").header("Prefer", "handling=strict");
        let error = strict().query("dryRun", "true").json(&sent).send().await.expect_error(400, "INVALID_INPUT");
        assert_eq!(fields(&error), ["fullname", "kycStatus", "dryRun"]);
        assert_eq!(error["details"]["errors"][0]["message"], "would be ignored; did you mean fullName?");
        let sound = typed("INDIVIDUAL", json!({ "fullName": "Jane Doe", "platformCustomerId": "u2" }));
        let made = strict().json(&sound).send().await;
        made.expect(201);
        assert_eq!(made.header("x-svc-ignored"), None);

        let list = platform.get("/transactions").query("stauts", "COMPLETED").send().await;
        list.expect(200);
        assert_eq!(list.header("x-svc-ignored"), Some("?stauts (status)"));
        let list = platform.get("/transactions").query("stauts", "x").header("Prefer", "handling=strict").send().await;
        assert_eq!(fields(&list.expect_error(400, "INVALID_INPUT")), ["stauts"]);
        assert_eq!(platform.get("/customers").send().await.expect(200)["totalCount"], 2);
    }
}

journey! {
    async fn conventions_j14_isolation(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        let customer = person(&platform, json!({})).await;
        let account = platform.account_of(&customer, "USD").await;
        for stranger in [&other, &production] {
            stranger.get(&path(&customer)).send().await.expect_error(404, "USER_NOT_FOUND");
            stranger.delete(&path(&customer)).send().await.expect_error(404, "USER_NOT_FOUND");
            let patch = stranger.patch(&path(&customer)).json(&typed("INDIVIDUAL", json!({}))).send().await;
            patch.expect_error(404, "USER_NOT_FOUND");
            assert_eq!(stranger.get("/customers").send().await.expect(200)["totalCount"], 0);
            assert_eq!(stranger.get("/customers/internal-accounts").send().await.expect(200)["totalCount"], 0);
        }

        let fund = format!("/sandbox/internal-accounts/{account}/fund");
        production.post(&fund).json(&json!({ "amount": 1 })).send().await.expect_error(403, "FORBIDDEN");
        other.post(&fund).json(&json!({ "amount": 1 })).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    async fn conventions_j15_ids(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({})).await;
        let id = customer["id"].as_str().unwrap();
        let bare = id.strip_prefix("Customer:").unwrap();
        for spelled in [id.to_owned(), format!("Customer%3A{bare}")] {
            assert_eq!(platform.get(&format!("/customers/{spelled}")).send().await.expect(200), customer);
        }
        for unknown in [bare.to_owned(), format!("Transaction:{bare}"), id.to_uppercase()] {
            platform.get(&format!("/customers/{unknown}")).send().await.expect_error(404, "USER_NOT_FOUND");
        }

        let filter = platform.get("/customers/internal-accounts").query("customerId", "abc").send().await;
        assert_eq!(fields(&filter.expect_error(400, "INVALID_INPUT")), ["customerId"]);
        let unknown_customer = "Customer:01980000-0000-7000-8000-000000000000";
        let list = platform.get("/customers/internal-accounts").query("customerId", unknown_customer).send().await;
        assert_eq!(list.expect(200), json!({ "data": [], "hasMore": false, "totalCount": 0 }));

        let owner_of = async |customer: &str| {
            let body = owner_of(&json!({ "id": customer }), "Hopper");
            platform.post("/beneficial-owners").json(&body).send().await
        };
        assert_eq!(fields(&owner_of("abc").await.expect_error(400, "INVALID_INPUT")), ["customerId"]);
        owner_of(unknown_customer).await.expect_error(404, "USER_NOT_FOUND");
    }
}

journey! {
    /// Checks that a repeated key returns the first response and makes no second customer.
    async fn repeated_key(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let create = |fields: Value| {
            platform.post("/customers").idempotency_key("k-1").json(&typed("INDIVIDUAL", fields))
        };
        let first = create(json!({ "platformCustomerId": "u1" })).send().await;
        let again = create(json!({ "platformCustomerId": "u1" })).send().await;
        assert_eq!((first.expect(201), again.header("idempotent-replayed")), (again.expect(201), Some("true")));

        let other = create(json!({ "platformCustomerId": "u2" })).send().await.expect_error(409, "CONFLICT");
        assert_eq!(other["details"]["reason"], "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(platform.get("/customers").send().await.expect(200)["totalCount"], 1);
    }
}
