//! Helpers of the customers' journeys.

use causeway_domain::ids::PlatformId;
use causeway_store::Error;
use causeway_store::settings::{Scope, set};
use causeway_testing::http::Response;
use causeway_testing::receiver::{ReceivedRequest, Receiver};
use serde_json::{Value, json};

use crate::harness::{Platform, Service};
use crate::wallets::device::literal;

/// Sends `POST /customers` with this body.
pub(crate) async fn post(platform: &Platform, body: &Value) -> Response {
    platform.post("/customers").json(body).send().await
}

/// Creates a person from these fields and the type.
pub(crate) async fn person(platform: &Platform, fields: Value) -> Value {
    post(platform, &typed("INDIVIDUAL", fields)).await.expect(201)
}

/// Returns the fields with a `customerType`.
pub(crate) fn typed(customer_type: &str, mut fields: Value) -> Value {
    fields["customerType"] = json!(customer_type);
    fields
}

pub(crate) fn path(customer: &Value) -> String {
    format!("/customers/{}", customer["id"].as_str().expect("a customer"))
}

/// Sends `PATCH` for a person with these fields and the type. If a wallet must sign, it signs with the
/// literal of the sandbox.
pub(crate) async fn patch(platform: &Platform, customer: &Value, fields: Value) -> Response {
    let request = || platform.patch(&path(customer)).json(&typed("INDIVIDUAL", fields.clone()));
    let response = request().send().await;
    if response.status == 202 { literal(request(), &response.json()).send().await } else { response }
}

/// Returns the customer's accounts, oldest first.
pub(crate) async fn accounts(platform: &Platform, customer: &Value) -> Vec<Value> {
    let request = platform.get("/customers/internal-accounts");
    let listed = request.query("customerId", customer["id"].as_str().unwrap()).send().await.expect(200);
    listed["data"].as_array().unwrap().clone()
}

/// Returns these members of each item.
pub(crate) fn each(items: &[Value], members: &[&str]) -> Value {
    let pick = |item: &Value| members.iter().map(|member| item[member].clone()).collect::<Value>();
    items.iter().map(pick).collect()
}

/// Returns the result of [`each`] for the three accounts of a customer that are all in this status.
pub(crate) fn three(status: &str) -> Value {
    json!([[status], [status], [status]])
}

/// Returns the fields that a refusal names.
pub(crate) fn fields(refusal: &Value) -> Vec<&str> {
    let errors = refusal["details"]["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    errors.iter().map(|error| error["field"].as_str().unwrap()).collect()
}

/// Waits for this many events of a type and returns their data.
pub(crate) async fn events(receiver: &Receiver, event_type: &str, count: usize) -> Vec<Value> {
    let of_type = |all: &[ReceivedRequest]| -> Vec<Value> {
        all.iter().filter(|one| one.event() == event_type).map(|one| one.json()["data"].clone()).collect()
    };
    let what = format!("{count} events {event_type}");
    receiver.wait_for(&what, causeway_testing::wait::PATIENCE, |all| of_type(all).len() >= count).await;
    let found = of_type(&receiver.received());
    assert_eq!(found.len(), count, "{found:#?}");
    found
}

/// Stores a setting of the platform, as its operator would.
pub(crate) async fn set_for(service: &Service, platform: PlatformId, name: &'static str, value: Value) {
    let write = service.app().store.write(&[], move |tx| set(tx, Scope::Platform(platform), name, &value));
    write.await.map_err(|error: Error| error).expect("a setting can be stored");
}
