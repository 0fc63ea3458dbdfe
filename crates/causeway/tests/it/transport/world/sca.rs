use std::sync::atomic::{AtomicU32, Ordering};

use causeway_wire::table::{Operation, Sca};
use serde_json::{Value, json};

use super::{AreaInfo, MANAGE_OR_TRANSACT, Resource, TRANSACT, VIEW, World};
use crate::harness::{Platform, Service};
use crate::payments::scene::{text, transfer};
use crate::sca::scene::{authenticator, enable_sca, registration, verified_customer};
use crate::transport::call::Call;

pub(super) const INFO: AreaInfo = AreaInfo {
    resource: Some(Resource {
        type_name: "ScaReset",
        not_found: "REFERENCE_NOT_FOUND",
        own: |world| &world.sca.reset,
    }),
    shown: |world| {
        let of = format!("customerId={}", text(&world.sca.customer));
        vec![format!("/sca/factors?{of}"), format!("/sca/factors/reset/{}?{of}", text(&world.sca.reset))]
    },
    filters: |_| Vec::new(),
};

/// Resets of the world's own customer; further ones on a day are of other customers.
const RESETS: u32 = 3;

/// A customer under strong authentication, with an authenticator.
#[derive(Default)]
pub(in crate::transport) struct AuthenticatedCustomer {
    pub(in crate::transport) customer: Value,
    /// Account in USD, with money in it.
    account: Value,
    /// Id of a factor's reset.
    pub(super) reset: Value,
    /// Number of resets requested since.
    resets: AtomicU32,
}

impl AuthenticatedCustomer {
    pub(super) async fn make(service: &Service, platform: &Platform) -> Self {
        enable_sca(service, platform).await;
        let customer = verified_customer(platform, 0).await;
        let account = platform.account_of(&customer, "USD").await;
        platform.fund(&account, 1_000_000).await;
        enroll(platform, &customer["id"]).await;
        let reset = start_reset(platform, &customer["id"]).await;
        Self { customer: customer["id"].clone(), account: account.into(), reset, resets: AtomicU32::new(0) }
    }
}

fn post(platform: &Platform, path: &str, customer: &Value) -> causeway_testing::http::Request {
    platform.post(path).query("customerId", text(customer))
}

async fn start_enrollment(platform: &Platform, customer: &Value) -> Value {
    let enrollment = post(platform, "/sca/factors", customer).json(&json!({ "type": "TOTP" }));
    let enrollment = enrollment.send().await.expect(200);
    json!({ "type": "TOTP", "secret": enrollment["secret"], "code": "123456" })
}

async fn enroll(platform: &Platform, customer: &Value) {
    let confirm = start_enrollment(platform, customer).await;
    post(platform, "/sca/factors/confirm", customer).json(&confirm).send().await.expect(200);
}

async fn start_reset(platform: &Platform, customer: &Value) -> Value {
    let factor_reset = post(platform, "/sca/factors/reset", customer).json(&json!({ "factor": "SMS_OTP" }));
    factor_reset.send().await.expect(201)["resetId"].clone()
}

fn login() -> Value {
    json!({ "factor": "TOTP", "endUserIpAddress": "203.0.113.7", "code": "123456" })
}

pub(super) fn needed(operation: Sca) -> &'static [&'static str] {
    match operation {
        Sca::ListScaFactors | Sca::GetTwoFactorResetStatus => VIEW,
        Sca::AuthorizeQuote | Sca::ResendQuoteScaCode => TRANSACT,
        Sca::StartScaFactorEnrollment
        | Sca::ConfirmScaFactorEnrollment
        | Sca::DeleteScaFactor
        | Sca::StartScaLogin
        | Sca::CompleteScaLogin
        | Sca::RecordSecurityEvent
        | Sca::StartTwoFactorReset
        | Sca::CompleteTwoFactorReset
        | Sca::StartBeneficiaryTrust
        | Sca::ConfirmBeneficiaryTrust
        | Sca::StartBeneficiaryUntrust
        | Sca::ConfirmBeneficiaryUntrust => MANAGE_OR_TRANSACT,
    }
}

pub(super) async fn complete(operation: Sca, world: &World, call: Call) -> Call {
    let platform = &world.platform;
    let customer = &world.sca.customer;
    let of = |call: Call, customer: &Value| call.query("customerId", text(customer));
    match operation {
        Sca::ListScaFactors => of(call, customer),
        Sca::StartScaFactorEnrollment => of(call, customer).body(json!({ "type": "TOTP" })),
        Sca::ConfirmScaFactorEnrollment => {
            let confirm = start_enrollment(platform, customer).await;
            of(call, customer).body(confirm)
        }
        Sca::DeleteScaFactor => of(call, customer).at(&passkey(platform, customer).await),
        Sca::StartScaLogin => of(call, customer).body(json!({ "factor": "SMS_OTP" })),
        Sca::CompleteScaLogin => {
            unlock(platform, customer).await;
            of(call, customer).body(login())
        }
        Sca::RecordSecurityEvent => {
            of(call, customer).body(json!({ "eventType": "RESET_PASSWORD_COMPLETED" }))
        }
        Sca::StartTwoFactorReset => of(call, &resettable(world).await).body(json!({ "factor": "SMS_OTP" })),
        Sca::GetTwoFactorResetStatus => of(call, customer).at(&world.sca.reset),
        Sca::CompleteTwoFactorReset => {
            let customer = resettable(world).await;
            let reset = start_reset(platform, &customer).await;
            let reset_status = platform.get(&format!("/sca/factors/reset/{}", text(&reset)));
            reset_status.query("customerId", text(&customer)).send().await.expect(200);
            let mobile = json!({ "mobile": { "countryCode": "+49", "number": "30123456" } });
            of(call, &customer).at(&reset).body(mobile)
        }
        Sca::StartBeneficiaryTrust => call.at(&account(world).await),
        Sca::ConfirmBeneficiaryTrust => call.at(&trusted(world).await).body(json!({ "code": "123456" })),
        Sca::StartBeneficiaryUntrust => call.at(&trusted(world).await),
        Sca::ConfirmBeneficiaryUntrust => call.at(&account(world).await).body(json!({ "code": "123456" })),
        Sca::AuthorizeQuote => call.at(&quote_to_authorize(world).await).body(json!({ "code": "123456" })),
        Sca::ResendQuoteScaCode => call.at(&quote_to_authorize(world).await),
    }
}

async fn unlock(platform: &Platform, customer: &Value) {
    let event = json!({ "eventType": "RESET_PASSWORD_COMPLETED" });
    post(platform, "/sca/record-event", customer).json(&event).send().await.expect(200);
}

/// Returns the customer's passkey, enrolled if there is none.
async fn passkey(platform: &Platform, customer: &Value) -> Value {
    let listed = platform.get("/sca/factors").query("customerId", text(customer)).send().await.expect(200);
    let known = listed["factors"].as_array().unwrap().iter().find(|one| one["factor"] == "PASSKEY");
    if let Some(known) = known {
        return known["credentialId"].clone();
    }

    let enrollment = post(platform, "/sca/factors", customer).json(&json!({ "type": "PASSKEY" }));
    let enrollment = enrollment.send().await.expect(200);
    let body = registration(&authenticator(), text(&enrollment["options"]["challenge"]));
    let confirmation = post(platform, "/sca/factors/confirm", customer).json(&body).send().await.expect(200);
    confirmation["factor"]["credentialId"].clone()
}

/// Returns a customer whose factor can still be reset.
async fn resettable(world: &World) -> Value {
    let number = world.next();
    if world.sca.resets.fetch_add(1, Ordering::Relaxed) < RESETS {
        return world.sca.customer.clone();
    }
    verified_customer(&world.platform, 1_000 + number).await["id"].clone()
}

/// Registers a bank account of the customer that is not trusted.
async fn account(world: &World) -> Value {
    let customer = json!({ "id": world.sca.customer });
    world.platform.dollar_account(&customer, &format!("7{:03}111", world.next())).await.into()
}

async fn trusted(world: &World) -> Value {
    unlock(&world.platform, &world.sca.customer).await;
    let account = account(world).await;
    let path = format!("/customers/external-accounts/{}/trust", text(&account));
    let execution = world.platform.post(&path).send().await.expect(200);
    let body = json!({ "challengeId": execution["scaChallenge"]["id"], "code": "123456" });
    world.platform.post(&format!("{path}/confirm")).json(&body).send().await.expect(200);
    account
}

/// Creates a quote that waits for the authorization of the customer, who is logged in.
async fn quote_to_authorize(world: &World) -> Value {
    let platform = &world.platform;
    unlock(platform, &world.sca.customer).await;
    post(platform, "/sca/login/complete", &world.sca.customer).json(&login()).send().await.expect(200);
    let to = account(world).await;
    let body = transfer(text(&world.sca.account), text(&to), "SENDING", 1_000);
    let quote = platform.post("/quotes").json(&body).send().await.expect(201);
    let executed = platform.post(&format!("/quotes/{}/execute", text(&quote["id"]))).send().await;
    executed.expect(200)["id"].clone()
}

/// Returns `true` if the example of an operation needs the response to the call before it.
pub(in crate::transport) fn follows_a_call(operation: Operation) -> bool {
    operation == Operation::Sca(Sca::ConfirmScaFactorEnrollment)
}
