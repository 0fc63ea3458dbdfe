//! The fields of forms that an authenticator answers, which the script fills in.

use causeway_service::operator::{PasskeyAssertion, PasskeyRegistration, PasskeyRequest};

use crate::forms::Fields;

/// The part of a page that asks for a passkey.
pub(super) struct PasskeyPrompt {
    pub(super) challenge: String,
    pub(super) relying_party: String,
    /// Ids of passkeys in base64url, separated by spaces.
    pub(super) credentials: String,
}

impl From<PasskeyRequest> for PasskeyPrompt {
    fn from(request: PasskeyRequest) -> Self {
        Self {
            challenge: request.challenge.expose().clone(),
            relying_party: request.relying_party,
            credentials: request.credentials.join(" "),
        }
    }
}

/// Reads the use of a passkey; `None` if the form has none.
pub(super) fn assertion(fields: &Fields) -> Option<PasskeyAssertion> {
    let field = |name| fields.get(name).map(str::to_owned);
    Some(PasskeyAssertion {
        challenge: field("challenge")?,
        credential: field("credential")?,
        client_data: field("client_data")?,
        authenticator_data: field("authenticator_data")?,
        signature: field("signature")?,
    })
}

/// Reads a new passkey; `None` if the form has none.
pub(super) fn registration(fields: &Fields) -> Option<PasskeyRegistration> {
    let field = |name| fields.get(name).map(str::to_owned);
    Some(PasskeyRegistration {
        challenge: field("challenge")?,
        credential: field("credential")?,
        client_data: field("client_data")?,
        attestation: field("attestation")?,
    })
}
