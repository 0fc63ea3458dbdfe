//! Operators' actions on internal accounts (money 3.2).

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_testing::wait::PATIENCE;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::journey;

journey! {
    async fn a_frozen_account_accepts_no_money_until_it_is_released(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        let arguments = || with(&platform, json!({ "account": account }));
        let fund = format!("/sandbox/internal-accounts/{account}/fund");
        receiver.forget();

        assert_eq!(act(service, "account freeze", arguments()).await.json["status"], "FROZEN");
        let events = receiver.wait_for("the freeze", PATIENCE, |all| {
            all.iter().any(|event| event.json()["data"]["status"] == "FROZEN")
        });
        let frozen: Vec<_> = events.await.into_iter().filter(|event| event.json()["data"]["status"] == "FROZEN").collect();
        assert_eq!((frozen.len(), &frozen[0].json()["data"]["id"]), (1, &json!(account)));
        platform.post(&fund).json(&json!({ "amount": 100 })).send().await.expect_error(400, "INVALID_INPUT");
        expect_error(service, "account freeze", arguments(), Kind::Refused).await;

        assert_eq!(act(service, "account release", arguments()).await.json["status"], "ACTIVE");
        expect_error(service, "account release", arguments(), Kind::Refused).await;
        expect_error(service, "account retry", arguments(), Kind::Refused).await;
        platform.fund(&account, 100).await;
        expect_error(service, "account close", arguments(), Kind::Refused).await;
        let unknown = with(&platform, json!({ "account": "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        expect_error(service, "account freeze", unknown, Kind::NotFound).await;
    }
}

journey! {
    async fn an_owner_gets_a_further_account_which_can_be_closed_while_it_is_empty(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let first = platform.account_of(&customer, "USD").await;

        let request = with(&platform, json!({ "currency": "USD", "customer": customer["id"] }));
        let added = act(service, "account add", request).await;
        assert_eq!(added.json["status"], "ACTIVE");
        assert_eq!(platform.account_of(&customer, "USD").await, first, "the oldest counts");
        let further = added.json["account"].as_str().unwrap();
        platform.fund(further, 5).await;

        let first_account = with(&platform, json!({ "account": first }));
        assert_eq!(act(service, "account close", first_account.clone()).await.json["status"], "CLOSED");
        expect_error(service, "account close", first_account, Kind::Refused).await;

        let unsupported = with(&platform, json!({ "currency": "EUR", "customer": customer["id"] }));
        expect_error(service, "account add", unsupported, Kind::Refused).await;

        let own = act(service, "account add", with(&platform, json!({ "currency": "USD" }))).await;
        assert_eq!(own.json["customer"], json!(null));
    }
}

journey! {
    async fn a_frozen_account_shows_its_parts_its_entries_and_its_freeze(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        platform.fund(&account, 100).await;
        platform.fund(&account, 20).await;
        let arguments = || with(&platform, json!({ "account": account }));
        act(service, "account freeze", arguments()).await;

        let shown = act(service, "account show", arguments()).await.json;
        assert_eq!((&shown["status"], &shown["frozen_from"]), (&json!("FROZEN"), &json!("ACTIVE")));
        assert_eq!((&shown["available"]["amount"], &shown["total"]["amount"]), (&json!(120), &json!(120)));
        let newest = &shown["entries"][0];
        assert_eq!((&newest["amount"]["amount"], &newest["balance"]["amount"]), (&json!(20), &json!(120)), "{shown}");
        let freeze = &shown["operator_actions"][0];
        assert_eq!((&freeze["action"], &freeze["reason"]), (&json!("account freeze"), &json!("a test")));

        let frozen = act(service, "account list", with(&platform, json!({ "status": "FROZEN" }))).await.json;
        assert_eq!(frozen["rows"].as_array().map(Vec::len), Some(1), "{frozen}");
        let own = act(service, "account list", with(&platform, json!({ "customer": customer["id"], "limit": 1 }))).await.json;
        let customers: Vec<&Value> = own["rows"].as_array().unwrap().iter().map(|row| &row["customer"]).collect();
        assert_eq!(customers, [&customer["id"]], "one of its accounts: {own}");
        act(service, "account release", arguments()).await;
    }
}
