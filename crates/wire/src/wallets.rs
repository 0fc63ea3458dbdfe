//! Embedded wallets: credentials, sessions, and requests that a wallet must sign (wallet).

pub use causeway_vocabulary::wallets::AuthMethodType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{AuthMethodId, DateTime, InternalAccountId, Patch, RequestId, SessionId, text};

text::texts! {
    /// A key of the curve P-256 in hexadecimal digits: compressed (`02…`, `03…`) or uncompressed (`04…`).
    ClientPublicKey {
        "pattern": "^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$",
        "x-error-message": "must be a key of P-256 in hexadecimal digits, compressed or uncompressed",
    }

    /// A key of the curve P-256 in hexadecimal digits, uncompressed (`04…`).
    UncompressedPublicKey {
        "pattern": "^04[0-9a-fA-F]{128}$",
        "x-error-message": "must be an uncompressed key of P-256 in hexadecimal digits",
    }

    /// JSON in a text: a code that is encrypted to the key of the challenge.
    EncryptedOtpBundle { "minLength": 1, "maxLength": 4096, "contentMediaType": "application/json" }

    /// Bytes in base64url.
    Base64Url { "minLength": 1, "maxLength": 65536 }

    /// A challenge of a registration, as the platform gave it to its page.
    RegistrationChallenge { "minLength": 1, "maxLength": 1024 }

    /// A way in which a passkey can be reached, such as `internal` or `hybrid`; ways that are not known are ignored.
    PasskeyTransport { "maxLength": 64 }

    /// WebAuthn's `userHandle`; not looked at.
    UserHandle { "maxLength": 1024 }

    /// What a passkey is called: letters, numbers, spaces, dashes, apostrophes and `. _ ( )`.
    PasskeyName { "minLength": 1, "maxLength": 255 }
}

text::secret_texts! {
    /// An identity token (OpenID Connect).
    OidcToken { "minLength": 1, "maxLength": 16384 }
}

/// What the wallet must sign before the same request, repeated with the signature, is carried out.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedRequestChallenge {
    /// What to sign, to the byte.
    pub payload_to_sign: String,
    /// What to send as `Request-Id` with the signature.
    pub request_id: RequestId,
    /// Until when the signature is accepted.
    pub expires_at: DateTime,
    /// The credential that the change is about.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub method: Option<AuthMethodType>,
}

/// A credential by which an end user opens sessions of a wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthMethod {
    /// Its id.
    pub id: AuthMethodId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// Its kind.
    #[serde(rename = "type")]
    pub method: AuthMethodType,
    /// The id of a passkey, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// What it is called.
    pub nickname: String,
    /// When it was added.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// A credential that was added.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthMethodResponse {
    /// Its id.
    pub id: AuthMethodId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// Its kind.
    #[serde(rename = "type")]
    pub method: AuthMethodType,
    /// The id of a passkey, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// What it is called.
    pub nickname: String,
    /// When it was added.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// The key for the code that was just sent: JSON in a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otp_encryption_target_bundle: Option<String>,
}

/// A session, whose keys sign for the wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthSession {
    /// Its id.
    pub id: SessionId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// The kind of credential that it was opened with.
    #[serde(rename = "type")]
    pub method: AuthMethodType,
    /// The id of the passkey that it was opened with, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// What its credential is called.
    pub nickname: String,
    /// The session's key, encrypted to `clientPublicKey`. It is shown once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encrypted_session_signing_key: Option<String>,
    /// When it was opened.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// From when on it signs nothing.
    pub expires_at: DateTime,
}

/// The wallet whose credentials or sessions are listed.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfWallet {
    /// The wallet.
    pub account_id: InternalAccountId,
}

/// A credential to be added.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuthCredentialCreateRequest {
    /// The customer's e-mail address.
    EmailOtp(EmailOtpCredentialCreateRequest),
    /// The customer's telephone number.
    SmsOtp(SmsOtpCredentialCreateRequest),
    /// A user of an issuer.
    Oauth(OauthCredentialCreateRequest),
    /// A passkey.
    Passkey(PasskeyCredentialCreateRequest),
}

/// A credential by the customer's own e-mail address.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailOtpCredentialCreateRequest {
    /// The wallet.
    pub account_id: InternalAccountId,
}

/// A credential by the customer's own telephone number.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsOtpCredentialCreateRequest {
    /// The wallet.
    pub account_id: InternalAccountId,
}

/// A credential by an identity.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OauthCredentialCreateRequest {
    /// The wallet.
    pub account_id: InternalAccountId,
    /// A fresh token of the identity.
    pub oidc_token: OidcToken,
}

/// A credential by a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCredentialCreateRequest {
    /// The wallet.
    pub account_id: InternalAccountId,
    /// What it is called.
    pub nickname: PasskeyName,
    /// The challenge that the platform gave its page.
    pub challenge: RegistrationChallenge,
    /// What the browser answered.
    pub attestation: PasskeyAttestation,
}

/// The registration of a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAttestation {
    /// The passkey's id.
    pub credential_id: Base64Url,
    /// WebAuthn's `clientDataJSON`.
    pub client_data_json: Base64Url,
    /// WebAuthn's `attestationObject`.
    pub attestation_object: Base64Url,
    /// How it can be reached.
    #[schemars(length(max = 16))]
    pub transports: Option<Vec<PasskeyTransport>>,
}

/// A challenge to be begun. Codes need nothing.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthCredentialChallengeRequest {
    /// What the key of the session is encrypted to; of passkeys only.
    pub client_public_key: Option<ClientPublicKey>,
}

/// What the end user must answer now.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuthCredentialChallenge {
    /// A code was sent by mail.
    EmailOtp(EmailOtpAuthChallenge),
    /// A code was sent by text message.
    SmsOtp(SmsOtpAuthChallenge),
    /// A passkey is asked.
    Passkey(PasskeyAuthChallenge),
}

/// A code that was sent by mail.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailOtpAuthChallenge {
    /// The credential.
    pub id: AuthMethodId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// What the credential is called.
    pub nickname: String,
    /// When the credential was added.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// The key for the code: JSON in a text.
    pub otp_encryption_target_bundle: String,
}

/// A code that was sent by text message.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsOtpAuthChallenge {
    /// The credential.
    pub id: AuthMethodId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// What the credential is called.
    pub nickname: String,
    /// When the credential was added.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// The key for the code: JSON in a text.
    pub otp_encryption_target_bundle: String,
}

/// A challenge for a passkey.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAuthChallenge {
    /// The credential.
    pub id: AuthMethodId,
    /// The wallet.
    pub account_id: InternalAccountId,
    /// What the credential is called.
    pub nickname: String,
    /// When the credential was added.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// The passkey's id.
    pub credential_id: String,
    /// What the passkey signs: the characters, not the bytes that they stand for.
    pub challenge: String,
    /// What to send as `Request-Id` with the answer.
    pub request_id: RequestId,
    /// Until when the answer is accepted.
    pub expires_at: DateTime,
}

/// What shows that the end user of a credential is there.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuthCredentialVerifyRequest {
    /// The code that was sent by mail.
    EmailOtp(EmailOtpCredentialVerifyRequest),
    /// The code that was sent by text message.
    SmsOtp(SmsOtpCredentialVerifyRequest),
    /// The word of the issuer.
    Oauth(OauthCredentialVerifyRequest),
    /// The answer of the passkey.
    Passkey(PasskeyCredentialVerifyRequest),
}

impl AuthCredentialVerifyRequest {
    /// The kind of credential that it is for.
    #[must_use]
    pub const fn method(&self) -> AuthMethodType {
        match self {
            Self::EmailOtp(_) => AuthMethodType::EmailOtp,
            Self::SmsOtp(_) => AuthMethodType::SmsOtp,
            Self::Oauth(_) => AuthMethodType::Oauth,
            Self::Passkey(_) => AuthMethodType::Passkey,
        }
    }
}

/// A code that was sent by mail, encrypted.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailOtpCredentialVerifyRequest {
    /// The code and the key of the session, encrypted to the key of the challenge.
    pub encrypted_otp_bundle: EncryptedOtpBundle,
}

/// A code that was sent by text message, encrypted.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsOtpCredentialVerifyRequest {
    /// The code and the key of the session, encrypted to the key of the challenge.
    pub encrypted_otp_bundle: EncryptedOtpBundle,
}

/// The word of an issuer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OauthCredentialVerifyRequest {
    /// A fresh token of the identity, with a nonce made of `clientPublicKey`.
    pub oidc_token: OidcToken,
    /// What the key of the session is encrypted to.
    pub client_public_key: ClientPublicKey,
}

/// The answer of a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCredentialVerifyRequest {
    /// What the browser answered.
    pub assertion: PasskeyAssertion,
}

/// The use of a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAssertion {
    /// The passkey's id.
    pub credential_id: Base64Url,
    /// WebAuthn's `clientDataJSON`.
    pub client_data_json: Base64Url,
    /// WebAuthn's `authenticatorData`.
    pub authenticator_data: Base64Url,
    /// By the passkey.
    pub signature: Base64Url,
    /// Whom the authenticator took the user for; not looked at.
    #[serde(default)]
    pub user_handle: Patch<UserHandle>,
}

/// A session to follow another one.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthSessionRefreshRequest {
    /// What the key of the new session is encrypted to; with a session by code, the key itself.
    pub client_public_key: ClientPublicKey,
}
