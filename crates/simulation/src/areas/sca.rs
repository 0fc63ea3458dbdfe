use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_wallet_crypto::PrivateKey;
use causeway_wallet_crypto::webauthn::SoftwareAuthenticator;
use causeway_wire::table::{Operation, Sca};
use serde_json::{Value, json};

use super::Caller;
use super::area::{Area, text};
use super::quotes::refresh_quote;
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::{World, push_latest};

/// The relying party of every passkey.
pub(crate) const RELYING_PARTY: &str = "pay.example.com";
/// The web origin of every passkey.
pub(crate) const ORIGIN: &str = "https://pay.example.com";

impl Area for Sca {
    fn weight(&self) -> u32 {
        match self {
            Self::StartScaLogin | Self::CompleteScaLogin | Self::AuthorizeQuote => 10,
            Self::StartScaFactorEnrollment | Self::ConfirmScaFactorEnrollment => 5,
            Self::GetTwoFactorResetStatus
            | Self::StartBeneficiaryTrust
            | Self::ConfirmBeneficiaryTrust
            | Self::StartBeneficiaryUntrust
            | Self::ConfirmBeneficiaryUntrust => 4,
            Self::ListScaFactors
            | Self::DeleteScaFactor
            | Self::RecordSecurityEvent
            | Self::StartTwoFactorReset
            | Self::CompleteTwoFactorReset
            | Self::ResendQuoteScaCode => 2,
        }
    }

    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let known = &caller.tenant.sca;
        // Other platforms refuse all these operations.
        if !known.is_asked && caller.rng.percent(90) {
            return None;
        }
        let request = caller.request(Operation::Sca(*self));
        let of = |customer: CustomerId| request.clone().query("customerId", customer);
        let any = || any_customer(caller).map(of);
        let code = if caller.rng.percent(85) { "123456" } else { "000000" };
        let latest = |all: &[(CustomerId, String)]| caller.rng.pick(all).cloned();
        Some(match self {
            Self::ListScaFactors => any()?,
            Self::StartScaFactorEnrollment => {
                any()?.json(json!({ "type": caller.rng.pick(&["TOTP", "PASSKEY"])? }))
            }
            Self::ConfirmScaFactorEnrollment if caller.rng.percent(50) => {
                let (customer, secret) = latest(&known.secrets)?;
                of(customer).json(json!({ "type": "TOTP", "secret": secret, "code": code }))
            }
            Self::ConfirmScaFactorEnrollment => {
                let (customer, challenge) = latest(&known.passkeys)?;
                of(customer).json(new_passkey(&challenge)?)
            }
            Self::DeleteScaFactor => {
                let (customer, credential) = latest(&known.credentials)?;
                of(customer).of(credential)
            }
            Self::StartScaLogin => {
                let factors = ["SMS_OTP", "SMS_OTP", "TOTP", "PASSKEY"];
                any()?.json(json!({ "factor": caller.rng.pick(&factors)? }))
            }
            Self::CompleteScaLogin => {
                let (customer, challenge) = known.logins.last().cloned()?;
                let factor = "SMS_OTP";
                let ip = "203.0.113.7";
                of(customer).json(json!({ "factor": factor, "endUserIpAddress": ip, "challengeId": challenge,
                    "code": code }))
            }
            Self::RecordSecurityEvent => {
                let events = ["RESET_PASSWORD_COMPLETED", "FAILED_LOGIN_ATTEMPT"];
                any()?.json(json!({ "eventType": caller.rng.pick(&events)? }))
            }
            Self::StartTwoFactorReset => {
                any()?.json(json!({ "factor": caller.rng.pick(&["SMS_OTP", "TOTP"])? }))
            }
            Self::GetTwoFactorResetStatus => {
                let (customer, reset) = latest(&known.resets)?;
                of(customer).of(reset)
            }
            Self::CompleteTwoFactorReset => {
                let (customer, reset) = latest(&known.resets)?;
                of(customer)
                    .of(reset)
                    .json(json!({ "mobile": { "countryCode": "49", "number": "30123457" } }))
            }
            Self::StartBeneficiaryTrust | Self::StartBeneficiaryUntrust => request.of(payee(caller)?),
            Self::ConfirmBeneficiaryTrust | Self::ConfirmBeneficiaryUntrust => {
                let (account, challenge) = caller.rng.pick(&known.trusting).cloned()?;
                request.of(account).json(json!({ "challengeId": challenge, "code": code }))
            }
            Self::AuthorizeQuote => {
                request.of(caller.rng.pick(&known.waiting)?).json(json!({ "code": code }))
            }
            Self::ResendQuoteScaCode => request.of(caller.rng.pick(&known.waiting)?),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        let known = &mut world.tenants[request.tenant].sca;
        let customer = request.query.split_once('=').and_then(|(_, id)| id.parse::<CustomerId>().ok());
        let path_id = request.path_id().unwrap_or_default().to_owned();
        match (self, customer) {
            (Self::StartScaFactorEnrollment, Some(customer)) => match body["secret"].as_str() {
                Some(secret) => push_latest(&mut known.secrets, (customer, secret.to_owned())),
                None => push_latest(
                    &mut known.passkeys,
                    (customer, text(&body["options"], "challenge")?.to_owned()),
                ),
            },
            (Self::ConfirmScaFactorEnrollment, Some(customer)) => {
                if let Some(credential) = body["factor"]["credentialId"].as_str() {
                    push_latest(&mut known.credentials, (customer, credential.to_owned()));
                }
            }
            (Self::StartScaLogin, Some(customer)) => {
                if let Some(challenge) = body["challengeId"].as_str() {
                    push_latest(&mut known.logins, (customer, challenge.to_owned()));
                }
            }
            (Self::StartTwoFactorReset, Some(customer)) => {
                push_latest(&mut known.resets, (customer, text(body, "resetId")?.to_owned()));
            }
            (Self::StartBeneficiaryTrust | Self::StartBeneficiaryUntrust, _) => {
                if let Some(challenge) = body["scaChallenge"]["id"].as_str() {
                    push_latest(&mut known.trusting, (path_id, challenge.to_owned()));
                }
            }
            (Self::AuthorizeQuote, _) => {
                known.waiting.retain(|quote| quote.to_string() != path_id);
                return refresh_quote(world, request.tenant, text(body, "id")?.parse()?);
            }
            _ => {}
        }
        Ok(())
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match (self, request.path_id().unwrap_or_default().parse()) {
            (Self::AuthorizeQuote, Ok(quote)) => refresh_quote(world, request.tenant, quote),
            _ => Ok(()),
        }
    }
}

/// Picks a customer, mostly one with a confirmed phone number.
fn any_customer(caller: &Caller<'_>) -> Option<CustomerId> {
    let reachable = caller.rng.pick(&caller.tenant.sca.reachable).copied();
    reachable.filter(|_| caller.rng.percent(85)).or_else(|| Some(caller.customer_to_confirm()?.id))
}

/// Picks an external account of a customer whose contact data must be confirmed.
fn payee(caller: &Caller<'_>) -> Option<ExternalAccountId> {
    let customers = caller.tenant.customers.iter().filter(|one| one.must_confirm);
    let confirmed: Vec<CustomerId> = customers.map(|one| one.id).collect();
    let is_theirs = |owner: Option<CustomerId>| owner.is_some_and(|owner| confirmed.contains(&owner));
    let accounts: Vec<_> = caller.tenant.externals.iter().filter(|one| is_theirs(one.customer)).collect();
    caller.rng.pick(&accounts).map(|one| one.id)
}

fn new_passkey(challenge: &str) -> Option<Value> {
    let authenticator = SoftwareAuthenticator {
        key: PrivateKey::derive([8; 32]).ok()?,
        credential_id: b"a passkey".to_vec(),
        rp_id: RELYING_PARTY.to_owned(),
        origin: ORIGIN.to_owned(),
        sign_count: 0,
        user_present: true,
    };
    let made = authenticator.register(challenge);
    Some(json!({ "type": "PASSKEY", "origin": ORIGIN, "credential": {
        "id": URL_SAFE_NO_PAD.encode(&authenticator.credential_id),
        "type": "public-key",
        "response": { "clientDataJSON": made.client_data_json, "attestationObject": made.attestation_object },
    } }))
}
