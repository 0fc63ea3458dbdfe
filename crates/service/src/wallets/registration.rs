//! A requested credential: its validation, and the data stored of it (wallet 4.1).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::letters::comparable_contact;
use causeway_domain::wallets::{AuthMethodType, known_transports, passkey_name};
use causeway_store::customers::CustomerRecord;
use causeway_store::wallets::credentials::{CredentialDoc, CredentialRecord};
use causeway_wallet_crypto::oidc::IdToken;
use causeway_wallet_crypto::webauthn::Registration;
use causeway_wire::Code;
use causeway_wire::wallets::{
    AuthCredentialCreateRequest, OauthCredentialCreateRequest, PasskeyCredentialCreateRequest,
    PasskeyTransport,
};

use super::errors;
use crate::ports::wallet_keys::{CredentialTerms, Identity};
use crate::runtime::api_error::ApiError;
use crate::runtime::wallets::bad_token;

/// A requested credential.
#[derive(Debug, Clone)]
pub(super) struct CredentialRequest {
    pub(super) method: AuthMethodType,
    /// The unique key of the identity among credentials of its kind.
    pub(super) identity: String,
    pub(super) doc: CredentialDoc,
    /// The request to the key service.
    pub(super) terms: CredentialTerms,
    /// The identity that the certificate will contain.
    pub(super) claimed: Identity,
}

/// Returns the account of the wallet that gets the credential.
pub(super) const fn account_of(body: &AuthCredentialCreateRequest) -> InternalAccountId {
    match body {
        AuthCredentialCreateRequest::EmailOtp(body) => body.account_id,
        AuthCredentialCreateRequest::SmsOtp(body) => body.account_id,
        AuthCredentialCreateRequest::Oauth(body) => body.account_id,
        AuthCredentialCreateRequest::Passkey(body) => body.account_id,
    }
}

impl CredentialRequest {
    /// Parses the requested credential. The key service checks times and signatures of tokens.
    pub(super) fn read(
        body: &AuthCredentialCreateRequest,
        customer: &CustomerRecord,
        issuers: &[String],
    ) -> Result<Self, ApiError> {
        let doc = &customer.doc;
        match body {
            AuthCredentialCreateRequest::EmailOtp(_) => {
                let address = doc.email.clone().ok_or_else(|| errors::contact_missing("email"))?;
                Ok(Self::contact(
                    AuthMethodType::EmailOtp,
                    &address,
                    Identity::EmailOtp { address: address.clone() },
                ))
            }
            AuthCredentialCreateRequest::SmsOtp(_) => {
                let number =
                    doc.phone_number.clone().ok_or_else(|| errors::contact_missing("phoneNumber"))?;
                Ok(Self::contact(
                    AuthMethodType::SmsOtp,
                    &number,
                    Identity::SmsOtp { number: number.clone() },
                ))
            }
            AuthCredentialCreateRequest::Oauth(body) => Self::oauth(body, issuers),
            AuthCredentialCreateRequest::Passkey(body) => Self::passkey(body),
        }
    }

    fn contact(method: AuthMethodType, contact: &str, identity: Identity) -> Self {
        Self {
            method,
            identity: comparable_contact(contact),
            doc: CredentialDoc::named(contact),
            terms: CredentialTerms::Contact(identity.clone()),
            claimed: identity,
        }
    }

    fn oauth(body: &OauthCredentialCreateRequest, issuers: &[String]) -> Result<Self, ApiError> {
        let text = body.oidc_token.as_str();
        let token = IdToken::parse(text).map_err(bad_token)?;
        token.check_issuer(issuers.iter().map(String::as_str)).map_err(bad_token)?;
        let identity = token.identity();
        let name = token.email().unwrap_or(&identity.subject).to_owned();
        Ok(Self {
            method: AuthMethodType::Oauth,
            identity: format!("{} {} {}", identity.issuer, identity.audience, identity.subject),
            doc: CredentialDoc::named(&name),
            terms: CredentialTerms::Oauth { token: text.to_owned(), name },
            claimed: Identity::Oauth {
                issuer: identity.issuer.clone(),
                audience: identity.audience.clone(),
                subject: identity.subject.clone(),
            },
        })
    }

    fn passkey(body: &PasskeyCredentialCreateRequest) -> Result<Self, ApiError> {
        let message = "must be 1 to 100 letters, numbers, spaces, dashes, apostrophes and . _ ( )";
        let name =
            passkey_name(body.nickname.as_str()).ok_or_else(|| ApiError::field("nickname", message))?;
        let attestation = &body.attestation;
        let registration = Registration {
            challenge: body.challenge.as_str(),
            credential_id: attestation.credential_id.as_str(),
            client_data_json: attestation.client_data_json.as_str(),
            attestation_object: attestation.attestation_object.as_str(),
        };
        let passkey = registration
            .check()
            .map_err(|error| errors::of_field("attestation", error.failure(), &format!("{error}")))?;
        let sent_transports = attestation.transports.iter().flatten().map(PasskeyTransport::as_str);
        let transports = known_transports(sent_transports);
        let id = URL_SAFE_NO_PAD.encode(&passkey.credential_id);
        Ok(Self {
            method: AuthMethodType::Passkey,
            identity: id.clone(),
            doc: CredentialDoc {
                credential_id: Some(id.clone()),
                sign_count: Some(passkey.sign_count),
                transports: transports.clone(),
                ..CredentialDoc::named(name)
            },
            terms: CredentialTerms::Passkey {
                name: name.to_owned(),
                challenge: body.challenge.as_str().to_owned(),
                credential_id: attestation.credential_id.as_str().to_owned(),
                client_data_json: attestation.client_data_json.as_str().to_owned(),
                attestation_object: attestation.attestation_object.as_str().to_owned(),
                transports,
            },
            claimed: Identity::Passkey {
                credential_id: id,
                key: URL_SAFE_NO_PAD.encode(passkey.key.as_bytes()),
                rp_id_hash: URL_SAFE_NO_PAD.encode(passkey.relying_party.id_hash),
                rp_id: passkey.relying_party.id,
                origin: passkey.origin,
            },
        })
    }

    /// Checks that the wallet does not have such a credential yet.
    pub(super) fn check_new(&self, existing: &[CredentialRecord]) -> Result<(), ApiError> {
        let has = |fits: &dyn Fn(&CredentialRecord) -> bool| existing.iter().any(fits);
        let is_same_kind = has(&|one| one.method == self.method);
        let is_same = has(&|one| one.method == self.method && one.identity == self.identity);
        match self.method {
            AuthMethodType::EmailOtp if is_same_kind => {
                Err(errors::already_there(Code::EmailOtpCredentialAlreadyExists))
            }
            AuthMethodType::SmsOtp if is_same_kind => {
                Err(errors::already_there(Code::SmsOtpCredentialAlreadyExists))
            }
            AuthMethodType::Passkey if is_same => {
                Err(errors::already_there(Code::PasskeyCredentialAlreadyExists))
            }
            AuthMethodType::Oauth if is_same => Err(errors::identity_taken()),
            AuthMethodType::EmailOtp
            | AuthMethodType::SmsOtp
            | AuthMethodType::Passkey
            | AuthMethodType::Oauth => Ok(()),
        }
    }
}
