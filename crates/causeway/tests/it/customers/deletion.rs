//! `DELETE /customers/{customerId}` (customers 2.11).

use causeway_store::platforms::Environment;
use serde_json::json;

use super::walks::{accounts, each, events, patch, path, person, post, three, typed};
use crate::harness::journey;

journey! {
    async fn customers_k13_delete(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let fields = json!({ "platformCustomerId": "u1", "fullName": "Jane Doe" });

        let rich = person(&platform, json!({})).await;
        let account = platform.account_of(&rich, "USD").await;
        platform.fund(&account, 10_000).await;
        let error = platform.delete(&path(&rich)).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "FUNDS_REMAINING");

        let customer = person(&platform, fields.clone()).await;
        let receiver = platform.receiver().await;
        let gone = platform.delete(&path(&customer)).send().await.expect(200);
        assert_eq!((&gone["id"], &gone["isDeleted"]), (&customer["id"], &json!(true)));
        assert!(gone["updatedAt"].as_str() > customer["updatedAt"].as_str());
        platform.delete(&path(&customer)).send().await.expect_error(410, "CUSTOMER_DELETED");
        assert_eq!(platform.get(&path(&customer)).send().await.expect(200), gone);
        patch(&platform, &customer, json!({ "fullName": "John" })).await.expect_error(404, "USER_NOT_FOUND");

        let ids = |list: serde_json::Value| each(list["data"].as_array().unwrap(), &["id"]);
        let listed = platform.get("/customers").send().await.expect(200);
        assert_eq!(ids(listed), json!([[rich["id"]]]));
        let listed = platform.get("/customers?isIncludingDeleted=true").send().await.expect(200);
        assert_eq!(ids(listed), json!([[customer["id"]], [rich["id"]]]));

        assert_eq!(each(&accounts(&platform, &customer).await, &["status"]), three("CLOSED"));
        let closed = events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 3).await;
        assert_eq!(each(&closed, &["status"]), three("CLOSED"));
        assert_eq!(receiver.received().len(), 3, "no event is sent about the customer");

        let heir = post(&platform, &typed("INDIVIDUAL", fields)).await.expect(201);
        assert_ne!(heir["id"], customer["id"]);
        let address = typed("INDIVIDUAL", json!({ "umaAddress": customer["umaAddress"] }));
        post(&platform, &address).await.expect_error(409, "UMA_ADDRESS_EXISTS");
        let unknown = "/customers/Customer:01980000-0000-7000-8000-000000000000";
        platform.delete(unknown).send().await.expect_error(404, "USER_NOT_FOUND");
    }
}
