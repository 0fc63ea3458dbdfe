//! Region and currencies (customers 2.3).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{accounts, each, events, patch, path, person, post, set_for, typed};
use crate::harness::journey;

fn codes(accounts: &[Value]) -> Vec<String> {
    let code = |account: &Value| account["balance"]["currency"]["code"].as_str().unwrap().to_owned();
    accounts.iter().map(code).collect()
}

journey! {
    async fn customers_k09_currencies(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({ "currencies": ["USD", "USDC", "USD"] })).await;
        assert_eq!(customer["currencies"], json!(["USD", "USDC"]));
        assert_eq!(codes(&accounts(&platform, &customer).await), ["USD", "USDC", "USDB"]);

        let unknown = typed("INDIVIDUAL", json!({ "currencies": ["XYZ"] }));
        post(&platform, &unknown).await.expect_error(400, "INVALID_CURRENCY");
        post(&platform, &typed("INDIVIDUAL", json!({ "currencies": [] }))).await.expect_error(400, "INVALID_INPUT");

        let platform = service.platform_with(&["BRL", "USD"]).await;
        set_for(service, platform.id, "currency_regions", json!({ "BRL": ["BR"], "USD": ["US"] })).await;
        let customer = person(&platform, json!({ "currencies": ["BRL"] })).await;
        assert_eq!(customer["region"], "BR");

        let both = typed("INDIVIDUAL", json!({ "currencies": ["BRL", "USD"] }));
        let error = post(&platform, &both).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "CURRENCIES_NEED_SEPARATE_CUSTOMERS");
        assert_eq!(error["details"]["groups"], json!([["BRL"], ["USD"]]));

        let customer = person(&platform, json!({ "region": "BR" })).await;
        assert_eq!(customer["currencies"], json!(["BRL"]));
        post(&platform, &typed("INDIVIDUAL", json!({ "region": "KE" }))).await.expect_error(400, "INVALID_INPUT");
    }
}

journey! {
    /// Checks that accounts are opened and closed with the list of currencies, but never closed with money in
    /// them.
    async fn changed_list(service) {
        let platform = service.platform_with(&["USD", "EUR", "USDB"]).await;
        let receiver = platform.receiver().await;
        let customer = person(&platform, json!({ "currencies": ["USD"] })).await;
        let both = patch(&platform, &customer, json!({ "currencies": ["USD", "EUR"] })).await.expect(200);
        assert_eq!(both["currencies"], json!(["USD", "EUR"]));
        let opened = platform.account_of(&customer, "EUR").await;
        platform.settled().await;
        events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 0).await;

        let usd = platform.account_of(&customer, "USD").await;
        platform.fund(&usd, 500).await;
        receiver.forget();
        let error = patch(&platform, &customer, json!({ "currencies": ["EUR"] })).await.expect_error(409, "CONFLICT");
        assert_eq!((&error["details"]["currencies"], &error["details"]["reason"]), (&json!(["USD"]), &json!("FUNDS_REMAINING")));
        assert_eq!(platform.get(&path(&customer)).send().await.expect(200)["currencies"], both["currencies"]);

        let only = patch(&platform, &customer, json!({ "currencies": ["USD"] })).await.expect(200);
        assert_eq!(only["currencies"], json!(["USD"]));
        let closed = events(&receiver, "INTERNAL_ACCOUNT.STATUS_UPDATED", 1).await;
        assert_eq!((&closed[0]["id"], &closed[0]["status"]), (&json!(opened), &json!("CLOSED")));

        patch(&platform, &customer, json!({ "currencies": ["EUR", "USD"] })).await.expect(200);
        let accounts = accounts(&platform, &customer).await;
        assert_eq!(
            each(&accounts, &["status"]),
            json!([["ACTIVE"], ["ACTIVE"], ["CLOSED"], ["ACTIVE"]]),
            "a new account takes the place of the closed one: {accounts:#?}"
        );
        assert_eq!(codes(&accounts), ["USD", "USDB", "EUR", "EUR"]);
        patch(&platform, &customer, json!({ "currencies": ["XYZ"] })).await.expect_error(400, "INVALID_CURRENCY");
    }
}
