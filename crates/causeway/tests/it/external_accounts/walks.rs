//! Helpers of the tests of external accounts.

use causeway_testing::http::{Request, Response};
use serde_json::{Value, json};

use crate::harness::Platform;

pub(super) const CUSTOMERS: &str = "/customers/external-accounts";
pub(super) const PLATFORMS: &str = "/platform/external-accounts";

/// Returns the body of an account of this type. Unless the members name another holder, a person holds it;
/// wallets and Lightning accounts have none.
pub(super) fn account(account_type: &str, currency: &str, members: &Value) -> Value {
    let mut info = json!({ "accountType": account_type });
    if !account_type.ends_with("_WALLET") && account_type != "LIGHTNING" {
        info["beneficiary"] = json!({ "beneficiaryType": "INDIVIDUAL", "fullName": "Erika Musterfrau" });
    }
    for (name, value) in members.as_object().expect("members") {
        info[name] = value.clone();
    }
    json!({ "currency": currency, "accountInfo": info })
}

/// Returns the body of an account in dollars with this number and a valid routing number.
pub(super) fn dollars(number: &str) -> Value {
    account("USD_ACCOUNT", "USD", &json!({ "accountNumber": number, "routingNumber": "021000021" }))
}

/// Returns the same body for a customer.
pub(super) fn for_customer(customer: &Value, mut body: Value) -> Value {
    body["customerId"] = customer["id"].clone();
    body
}

/// Returns the same body for the account that takes the payments to the customer's UMA address.
pub(super) fn for_deposits(mut body: Value) -> Value {
    body["defaultUmaDepositAccount"] = true.into();
    body
}

pub(super) async fn create(platform: &Platform, body: &Value) -> Response {
    platform.post(CUSTOMERS).json(body).send().await
}

/// Registers an account and returns the whole response.
pub(super) async fn register(platform: &Platform, body: &Value) -> Value {
    create(platform, body).await.expect(201)
}

pub(super) fn get(platform: &Platform, account: &Value) -> Request {
    platform.get(&path(CUSTOMERS, account))
}

pub(super) fn delete(platform: &Platform, account: &Value) -> Request {
    platform.delete(&path(CUSTOMERS, account))
}

pub(super) fn path(base: &str, account: &Value) -> String {
    format!("{base}/{}", account["id"].as_str().expect("an account"))
}

/// Returns the fields that a refusal names, in order.
pub(super) fn fields(refusal: &Value) -> Vec<String> {
    let errors = refusal["details"]["errors"].as_array().expect("a list of fields");
    errors.iter().map(|error| error["field"].as_str().expect("a field").to_owned()).collect()
}

/// Returns the ids on the first page of a list.
pub(super) async fn list_ids(platform: &Platform, list: &str) -> Vec<Value> {
    let list = platform.get(list).send().await.expect(200);
    list["data"].as_array().expect("a list").iter().map(|account| account["id"].clone()).collect()
}
