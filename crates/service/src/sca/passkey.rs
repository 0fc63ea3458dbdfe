//! Passkeys of customers: the options for the browser and the checks of its responses (agents B1, B2; wallet
//! 2.9).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use causeway_domain::ids::CustomerId;
use causeway_domain::{Ids, Time};
use causeway_store::Tx;
use causeway_wallet_crypto::webauthn::{
    Algorithm, Assertion, CoseKey, RegisteredPasskey, Registration, RelyingParty,
};
use causeway_wire::sca::WebAuthn;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::errors;
use super::profile::Passkey;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{SCA_ALLOWED_ORIGINS, SCA_RELYING_PARTY_ID, Settings};

const CHALLENGE_BYTES: usize = 32;

/// The relying party and the origins of the platform's passkeys.
#[derive(Clone)]
pub(super) struct PasskeyPages {
    pub(super) relying_party: String,
    pub(super) origins: Vec<String>,
}

impl PasskeyPages {
    /// Reads the pages of the context's platform.
    ///
    /// # Errors
    /// `NOT_IMPLEMENTED` if it has none.
    pub(super) fn of(tx: &mut Tx<'_>, context: &Context) -> Result<Self, ApiError> {
        let settings = Settings::of(tx, context)?;
        let origins = settings.get(&SCA_ALLOWED_ORIGINS)?;
        let relying_party = settings.get(&SCA_RELYING_PARTY_ID)?;
        let relying_party = relying_party.filter(|_| !origins.is_empty()).ok_or_else(errors::no_passkeys)?;
        Ok(Self { relying_party, origins })
    }
}

/// Generates a challenge in base64url.
pub(super) fn challenge(ids: &Ids) -> String {
    BASE64URL.encode(ids.bytes::<CHALLENGE_BYTES>())
}

/// Builds the options for the creation of a passkey.
pub(super) fn creation_options(pages: &PasskeyPages, customer: CustomerId, challenge: &str) -> WebAuthn {
    let user = customer.to_string();
    object(json!({
        "challenge": challenge,
        "rp": { "id": pages.relying_party, "name": pages.relying_party },
        "user": { "id": BASE64URL.encode(&user), "name": user, "displayName": user },
        "pubKeyCredParams": [{ "type": "public-key", "alg": -7 }],
        "timeout": 600_000,
        "attestation": "none",
        "authenticatorSelection": { "residentKey": "preferred", "userVerification": "preferred" },
        "excludeCredentials": [],
    }))
}

/// Builds the options for the use of a passkey.
pub(super) fn request_options(passkey: &Passkey, challenge: &str) -> WebAuthn {
    object(json!({
        "challenge": challenge,
        "rpId": passkey.rp_id,
        "timeout": 300_000,
        "userVerification": "preferred",
        "allowCredentials": [{ "type": "public-key", "id": passkey.credential_id }],
    }))
}

fn object(value: Value) -> WebAuthn {
    match value {
        Value::Object(members) => members,
        _ => WebAuthn::new(),
    }
}

/// Returns a member of the browser's response: either in the form of WebAuthn, with most members in
/// `response`, or flat as for wallets.
fn member<'a>(object: &'a WebAuthn, names: &[&str]) -> Option<&'a str> {
    let response = object.get("response").and_then(Value::as_object);
    let places = [Some(object), response].into_iter().flatten();
    places.flat_map(|place| names.iter().filter_map(|name| place.get(*name)?.as_str())).next()
}

const CLIENT_DATA: [&str; 2] = ["clientDataJSON", "clientDataJson"];
const ID: [&str; 3] = ["rawId", "id", "credentialId"];

/// Returns `true` for the expected origin, if it is one of the platform's pages.
fn is_at(actual: &str, expected: &str, pages: &[String]) -> bool {
    actual == expected && pages.iter().any(|page| page == expected)
}

/// Checks the registration of a passkey and returns it; `None` if any part is wrong.
pub(super) fn register(
    pages: &PasskeyPages,
    challenge: &str,
    origin: &str,
    credential: &WebAuthn,
    now: Time,
) -> Option<Passkey> {
    let registration = Registration {
        challenge,
        credential_id: member(credential, &ID)?,
        client_data_json: member(credential, &CLIENT_DATA)?,
        attestation_object: member(credential, &["attestationObject"])?,
    };
    let registered = registration.check().ok()?;
    let expected: [u8; 32] = Sha256::digest(&pages.relying_party).into();
    let fits = is_at(&registered.origin, origin, &pages.origins)
        && registered.relying_party.id_hash == expected
        && registered.key.algorithm() == Algorithm::Es256;
    fits.then(|| Passkey {
        credential_id: BASE64URL.encode(&registered.credential_id),
        key: BASE64URL.encode(registered.key.as_bytes()),
        rp_id_hash: BASE64URL.encode(registered.relying_party.id_hash),
        rp_id: pages.relying_party.clone(),
        origin: registered.origin,
        sign_count: registered.sign_count,
        enrolled_at: now,
    })
}

/// Checks an assertion and returns the passkey's counter; `None` if any part is wrong.
pub(super) fn check_assertion(
    passkey: &Passkey,
    challenge: &str,
    origins: &[String],
    origin: &str,
    assertion: &WebAuthn,
) -> Option<u32> {
    let presented = Assertion {
        credential_id: member(assertion, &ID)?,
        client_data_json: member(assertion, &CLIENT_DATA)?,
        authenticator_data: member(assertion, &["authenticatorData"])?,
        signature: member(assertion, &["signature"])?,
    };
    let credential_id = BASE64URL.decode(&passkey.credential_id).ok()?;
    let key = CoseKey::parse(&BASE64URL.decode(&passkey.key).ok()?)?;
    let id_hash = BASE64URL.decode(&passkey.rp_id_hash).ok()?.try_into().ok()?;
    let relying_party = RelyingParty { id_hash, id: Some(passkey.rp_id.clone()) };
    let registered = RegisteredPasskey {
        credential_id: &credential_id,
        key: &key,
        sign_count: passkey.sign_count,
        relying_party: &relying_party,
        origin: &passkey.origin,
    };
    let challenge = BASE64URL.decode(challenge).ok()?;
    let counter = presented.check(&registered, challenge).ok()?;
    let actual = presented.origin()?;
    is_at(&actual, origin, origins).then_some(counter)
}
