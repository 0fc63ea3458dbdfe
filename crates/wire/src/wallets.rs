//! Embedded wallets: credentials, sessions and signed requests (wallet).

pub use causeway_vocabulary::wallets::AuthMethodType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{AuthMethodId, DateTime, InternalAccountId, Patch, RequestId, SessionId, text};

text::texts! {
    /// A P-256 public key in hexadecimal digits, compressed (`02…`, `03…`) or uncompressed (`04…`).
    ClientPublicKey {
        "pattern": "^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$",
        "x-error-message": "must be a key of P-256 in hexadecimal digits, compressed or uncompressed",
    }

    /// An uncompressed P-256 public key in hexadecimal digits (`04…`).
    UncompressedPublicKey {
        "pattern": "^04[0-9a-fA-F]{128}$",
        "x-error-message": "must be an uncompressed key of P-256 in hexadecimal digits",
    }

    /// A one-time code encrypted for the key of the challenge, as serialized JSON.
    EncryptedOtpBundle { "minLength": 1, "maxLength": 4096, "contentMediaType": "application/json" }

    /// Bytes in base64url.
    Base64Url { "minLength": 1, "maxLength": 65536 }

    /// The challenge of a passkey registration, as the platform issued it to its page.
    RegistrationChallenge { "minLength": 1, "maxLength": 1024 }

    /// A transport of a passkey, such as `internal` or `hybrid`. Unknown values are ignored.
    PasskeyTransport { "maxLength": 64 }

    /// WebAuthn's `userHandle`; not checked.
    UserHandle { "maxLength": 1024 }

    /// Name of a passkey: letters, numbers, spaces, dashes, apostrophes and `. _ ( )`.
    PasskeyName { "minLength": 1, "maxLength": 255 }
}

text::secret_texts! {
    /// An OpenID Connect identity token.
    OidcToken { "minLength": 1, "maxLength": 16384 }
}

/// A payload that the wallet must sign. The same request is then repeated with the signature.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedRequestChallenge {
    /// Payload to sign, byte by byte as returned.
    pub payload_to_sign: String,
    /// Id to send as `Request-Id` with the signature.
    pub request_id: RequestId,
    /// Time until which the signature is accepted.
    pub expires_at: DateTime,
    /// Type of the credential that the request is about. For exports and privacy changes, the type of the
    /// wallet's oldest credential; absent for delegated keys.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub method: Option<AuthMethodType>,
}

/// A credential with which an end user opens sessions of a wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthMethod {
    /// Credential id, `AuthMethod:<uuid>`.
    pub id: AuthMethodId,
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Kind of credential.
    #[serde(rename = "type")]
    pub method: AuthMethodType,
    /// WebAuthn credential id in base64url; present only for a passkey.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// Display name: the e-mail address, telephone number, identity or name of the passkey.
    pub nickname: String,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// A new credential.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthMethodResponse {
    /// Credential id, `AuthMethod:<uuid>`.
    pub id: AuthMethodId,
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Kind of credential.
    #[serde(rename = "type")]
    pub method: AuthMethodType,
    /// WebAuthn credential id in base64url; present only for a passkey.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// Display name: the e-mail address, telephone number, identity or name of the passkey.
    pub nickname: String,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Key for encrypting the one-time code that was just sent, as serialized JSON; absent for credentials
    /// without a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otp_encryption_target_bundle: Option<String>,
}

/// A session. Its key signs for the wallet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthSession {
    /// Session id, `Session:<uuid>`.
    pub id: SessionId,
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Kind of credential that opened the session.
    #[serde(rename = "type")]
    pub method: AuthMethodType,
    /// WebAuthn credential id of the passkey that opened the session, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// Display name of the credential that opened the session.
    pub nickname: String,
    /// Private key of the session, encrypted for `clientPublicKey`. It is returned only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encrypted_session_signing_key: Option<String>,
    /// Time at which the session was opened.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Time from which the session cannot sign.
    pub expires_at: DateTime,
}

/// Filter for the lists of credentials and sessions.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WalletFilter {
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
}

/// A request to add a credential.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuthCredentialCreateRequest {
    /// One-time codes to the customer's e-mail address.
    EmailOtp(EmailOtpCredentialCreateRequest),
    /// One-time codes to the customer's telephone number.
    SmsOtp(SmsOtpCredentialCreateRequest),
    /// An identity at an OpenID Connect issuer.
    Oauth(OauthCredentialCreateRequest),
    /// A passkey.
    Passkey(PasskeyCredentialCreateRequest),
}

/// A request to add one-time codes to the customer's own e-mail address.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailOtpCredentialCreateRequest {
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
}

/// A request to add one-time codes to the customer's own telephone number.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsOtpCredentialCreateRequest {
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
}

/// A request to add an identity at an OpenID Connect issuer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OauthCredentialCreateRequest {
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Fresh OpenID Connect token of the end user.
    pub oidc_token: OidcToken,
}

/// A request to add a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCredentialCreateRequest {
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Display name of the passkey.
    pub nickname: PasskeyName,
    /// WebAuthn challenge that the platform issued to its page.
    pub challenge: RegistrationChallenge,
    /// The browser's answer to the registration.
    pub attestation: PasskeyAttestation,
}

/// A passkey registration.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAttestation {
    /// WebAuthn credential id of the passkey, in base64url.
    pub credential_id: Base64Url,
    /// WebAuthn's `clientDataJSON`, in base64url.
    pub client_data_json: Base64Url,
    /// WebAuthn's `attestationObject`, in base64url.
    pub attestation_object: Base64Url,
    /// Transports of the passkey.
    #[schemars(length(max = 16))]
    pub transports: Option<Vec<PasskeyTransport>>,
}

/// A request to start a login. Its member applies to passkeys only.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthCredentialChallengeRequest {
    /// Public key for which the key of the session will be encrypted; required for passkeys.
    pub client_public_key: Option<ClientPublicKey>,
}

/// A challenge that the end user must answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuthCredentialChallenge {
    /// A one-time code sent by e-mail.
    EmailOtp(EmailOtpAuthChallenge),
    /// A one-time code sent by text message.
    SmsOtp(SmsOtpAuthChallenge),
    /// An assertion by a passkey.
    Passkey(PasskeyAuthChallenge),
}

/// A one-time code that was sent by e-mail.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailOtpAuthChallenge {
    /// Credential id, `AuthMethod:<uuid>`.
    pub id: AuthMethodId,
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Display name of the credential.
    pub nickname: String,
    /// Creation time of the credential.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Key for encrypting the one-time code, as serialized JSON.
    pub otp_encryption_target_bundle: String,
}

/// A one-time code that was sent by text message.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsOtpAuthChallenge {
    /// Credential id, `AuthMethod:<uuid>`.
    pub id: AuthMethodId,
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Display name of the credential.
    pub nickname: String,
    /// Creation time of the credential.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Key for encrypting the one-time code, as serialized JSON.
    pub otp_encryption_target_bundle: String,
}

/// A challenge for a passkey.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAuthChallenge {
    /// Credential id, `AuthMethod:<uuid>`.
    pub id: AuthMethodId,
    /// Wallet: the id of an internal account of type `EMBEDDED_WALLET`.
    pub account_id: InternalAccountId,
    /// Display name of the credential.
    pub nickname: String,
    /// Creation time of the credential.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// WebAuthn credential id of the passkey, in base64url.
    pub credential_id: String,
    /// Challenge for the passkey. The text itself is signed, not the bytes that it encodes.
    pub challenge: String,
    /// Id to send as `Request-Id` with the answer.
    pub request_id: RequestId,
    /// Time until which the answer is accepted.
    pub expires_at: DateTime,
}

/// A proof by the end user's credential.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuthCredentialVerifyRequest {
    /// The one-time code that was sent by e-mail.
    EmailOtp(EmailOtpCredentialVerifyRequest),
    /// The one-time code that was sent by text message.
    SmsOtp(SmsOtpCredentialVerifyRequest),
    /// A token of the OpenID Connect issuer.
    Oauth(OauthCredentialVerifyRequest),
    /// An assertion by the passkey.
    Passkey(PasskeyCredentialVerifyRequest),
}

impl AuthCredentialVerifyRequest {
    /// Returns the kind of credential that the proof is for.
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

/// An encrypted one-time code that was sent by e-mail.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailOtpCredentialVerifyRequest {
    /// One-time code and public key of the session, encrypted for the key of the challenge: serialized JSON.
    pub encrypted_otp_bundle: EncryptedOtpBundle,
}

/// An encrypted one-time code that was sent by text message.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SmsOtpCredentialVerifyRequest {
    /// One-time code and public key of the session, encrypted for the key of the challenge: serialized JSON.
    pub encrypted_otp_bundle: EncryptedOtpBundle,
}

/// A token of an OpenID Connect issuer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OauthCredentialVerifyRequest {
    /// Fresh OpenID Connect token of the end user. Its `nonce` is the SHA-256 of `clientPublicKey`, in
    /// hexadecimal digits.
    pub oidc_token: OidcToken,
    /// Public key for which the key of the session will be encrypted.
    pub client_public_key: ClientPublicKey,
}

/// An assertion by a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyCredentialVerifyRequest {
    /// The browser's answer to the challenge.
    pub assertion: PasskeyAssertion,
}

/// A passkey assertion.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyAssertion {
    /// WebAuthn credential id of the passkey, in base64url.
    pub credential_id: Base64Url,
    /// WebAuthn's `clientDataJSON`, in base64url.
    pub client_data_json: Base64Url,
    /// WebAuthn's `authenticatorData`, in base64url.
    pub authenticator_data: Base64Url,
    /// Signature by the passkey, in base64url.
    pub signature: Base64Url,
    /// WebAuthn's `userHandle`; not checked.
    #[serde(default)]
    pub user_handle: Patch<UserHandle>,
}

/// A request to open a session that continues another one.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthSessionRefreshRequest {
    /// Public key for which the key of the new session will be encrypted. If the session was opened with a
    /// one-time code, this key itself becomes the key of the new session.
    pub client_public_key: ClientPublicKey,
}
