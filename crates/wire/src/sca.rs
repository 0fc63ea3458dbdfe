//! Strong customer authentication, SCA (agents B).

pub use causeway_vocabulary::sca::{ScaEnrollmentStatus, ScaFactor, ScaResetStatus, SecurityEventType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::scalar::{
    CustomerId, DateTime, IpAddress, Nullable, Patch, ScaChallengeId, ScaResetId, Text, text,
};

text::secret_texts! {
    /// A one-time code that the end user received by text message or read from an authenticator app; at login
    /// also a recovery code.
    ScaCode { "minLength": 1, "maxLength": 64 }

    /// Secret of an authenticator app, as returned when its enrollment started.
    TotpSecret { "minLength": 1, "maxLength": 128 }
}

text::texts! {
    /// Origin at which a passkey is used, as the browser writes it.
    PasskeyOrigin { "minLength": 1, "maxLength": 255 }

    /// Calling code of a country, with or without `+`.
    CallingCode { "pattern": r"^\+?[1-9]\d{0,3}$" }

    /// Telephone number without calling code: digits only.
    NationalNumber { "pattern": r"^\d{1,14}$" }
}

/// A WebAuthn object of the browser as JSON, with binary fields in base64url.
pub type WebAuthn = Map<String, Value>;

/// An authentication challenge that the customer has to complete.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaChallenge {
    /// Challenge id, `ScaChallenge:<uuid>`.
    pub id: ScaChallengeId,
    /// End of the period in which the challenge can be completed.
    pub expires_at: DateTime,
    /// Factor that this challenge uses.
    pub factor: ScaFactor,
    /// Factors of the customer that a challenge can use, the current one included; never `TOTP`.
    pub available_factors: Vec<ScaFactor>,
    /// Purpose of the challenge: `TRANSFER`, `BENEFICIARY_TRUST` or `BENEFICIARY_UNTRUST`.
    pub purpose: Nullable<Text>,
    /// WebAuthn options for the browser; `null` unless `factor` is `PASSKEY`.
    pub passkey_assertion_options: Nullable<WebAuthn>,
    /// Origins at which the passkey may be used; `null` unless `factor` is `PASSKEY`.
    pub passkey_allowed_origins: Nullable<Vec<Text>>,
}

/// Customer to whom the request applies.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaCustomerFilter {
    /// Customer id, `Customer:<uuid>`.
    pub customer_id: CustomerId,
}

/// The authentication factors of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScaFactorList {
    /// Every factor of the customer, `SMS_OTP` always included.
    pub factors: Vec<ScaFactorView>,
}

/// An authentication factor of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaFactorView {
    /// Kind of factor.
    pub factor: ScaFactor,
    /// WebAuthn credential id in base64url; present only for a passkey.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// Display name of the factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A factor to enroll.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorEnrollRequest {
    /// An authenticator app (TOTP).
    Totp(TotpFactorEnrollRequest),
    /// A passkey.
    Passkey(PasskeyFactorEnrollRequest),
}

/// A request to enroll an authenticator app.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct TotpFactorEnrollRequest {}

/// A request to enroll a passkey.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct PasskeyFactorEnrollRequest {}

/// A started enrollment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorEnrollStart {
    /// Enrollment of an authenticator app.
    Totp(TotpEnrollmentStart),
    /// Enrollment of a passkey.
    Passkey(PasskeyEnrollmentStart),
}

/// Data for setting up the authenticator app.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpEnrollmentStart {
    /// Secret in hexadecimal digits, to be sent back with the first code.
    pub secret: TotpSecret,
    /// The same secret in base 32, for typing it in.
    pub secret_base32_encoded: TotpSecret,
    /// The same secret as a URI, for a QR code.
    pub totp_uri: TotpUri,
}

text::secret_texts! {
    /// URI with the secret of an authenticator app (`otpauth://totp/…`).
    TotpUri { "minLength": 1, "maxLength": 2048 }

    /// A single-use recovery code.
    RecoveryCode { "minLength": 1, "maxLength": 64 }
}

/// Data for creating the passkey in the browser.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEnrollmentStart {
    /// Options for WebAuthn's `create`.
    pub options: WebAuthn,
    /// Origins at which the passkey may be created.
    pub allowed_origins: Vec<Text>,
    /// Domain to which the passkey is bound (WebAuthn relying party).
    pub relying_party_id: Text,
}

/// Completion of an enrollment.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorConfirmRequest {
    /// Completion for an authenticator app.
    Totp(TotpEnrollmentConfirmRequest),
    /// Completion for a passkey.
    Passkey(PasskeyEnrollmentConfirmRequest),
}

/// Proof that the authenticator app has the secret.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpEnrollmentConfirmRequest {
    /// Secret of the started enrollment, in hexadecimal digits.
    pub secret: TotpSecret,
    /// Code that the authenticator app shows.
    pub code: ScaCode,
}

/// The passkey that the browser created.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEnrollmentConfirmRequest {
    /// Origin at which the passkey was created.
    pub origin: PasskeyOrigin,
    /// WebAuthn credential of the new passkey.
    pub credential: WebAuthn,
}

/// An enrolled factor.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorConfirmResponse {
    /// An authenticator app (TOTP).
    Totp(TotpEnrollmentConfirmResponse),
    /// A passkey.
    Passkey(PasskeyEnrollmentConfirmResponse),
}

/// An enrolled authenticator app.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpEnrollmentConfirmResponse {
    /// Recovery codes, shown only once. Each code replaces the code of the authenticator app at one login.
    pub recovery_codes: Vec<RecoveryCode>,
}

/// An enrolled passkey.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEnrollmentConfirmResponse {
    /// The new factor.
    pub factor: ScaFactorView,
}

/// A request to start a login.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct ScaLoginStartRequest {
    /// Factor to log in with.
    pub factor: ScaFactor,
}

/// A started login.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaLoginStart {
    /// Factor to log in with.
    pub factor: ScaFactor,
    /// Challenge id; absent for `TOTP`. Required to complete a login by `SMS_OTP`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_id: Option<ScaChallengeId>,
    /// End of the period in which the login can be completed; absent for `TOTP`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime>,
    /// Options for WebAuthn's `get`; only for `PASSKEY`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passkey_options: Option<WebAuthn>,
    /// Origins at which the passkey may be used; only for `PASSKEY`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_origins: Option<Vec<Text>>,
    /// Domain to which the passkey is bound (WebAuthn relying party); only for `PASSKEY`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relying_party_id: Option<Text>,
}

/// Completion of a login, either by `code` or by `passkeyAssertion` with `origin`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaLoginCompleteRequest {
    /// Factor to log in with.
    pub factor: ScaFactor,
    /// IP address of the end user.
    pub end_user_ip_address: IpAddress,
    /// Challenge of the started login; required for `SMS_OTP`.
    #[serde(default)]
    pub challenge_id: Patch<ScaChallengeId>,
    /// One-time code of the end user.
    #[serde(default)]
    pub code: Patch<ScaCode>,
    /// WebAuthn assertion of the passkey.
    #[serde(default)]
    pub passkey_assertion: Patch<WebAuthn>,
    /// Origin at which the passkey was used.
    #[serde(default)]
    pub origin: Patch<PasskeyOrigin>,
}

/// A completed login.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaLoginComplete {
    /// Always `SUCCESS`.
    pub status: Text,
    /// End of the customer's session.
    pub session_expires_at: Nullable<DateTime>,
}

/// A security event that the platform reports.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordSecurityEventRequest {
    /// Type of the event.
    pub event_type: SecurityEventType,
}

/// State of the customer after a security event.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordSecurityEventResponse {
    /// Type of the event.
    pub event_type: SecurityEventType,
    /// `true` if the customer is locked without expiry.
    pub suspended: bool,
    /// End of the customer's lock; `null` if the customer is suspended or not locked.
    pub locked_until: Nullable<DateTime>,
    /// Failed attempts since the last successful login or password reset.
    pub failed_attempts: u32,
}

/// The customer's authorization of a payment, either by `code` or by `passkeyAssertion` with `origin`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaAuthorization {
    /// One-time code of the end user.
    #[serde(default)]
    pub code: Patch<ScaCode>,
    /// WebAuthn assertion of the passkey.
    #[serde(default)]
    pub passkey_assertion: Patch<WebAuthn>,
    /// Origin at which the passkey was used.
    #[serde(default)]
    pub origin: Patch<PasskeyOrigin>,
    /// IP address of the end user.
    #[serde(default)]
    pub end_user_ip_address: Patch<IpAddress>,
}

/// A started change of beneficiary trust.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficiaryTrustStart {
    /// Challenge to answer when confirming the change; absent if none was issued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sca_challenge: Option<ScaChallenge>,
}

/// Confirmation of a change of beneficiary trust, either by `code` or by `passkeyAssertion` with `origin`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficiaryTrustConfirmRequest {
    /// Challenge of the started change. Not needed with a code of the customer's authenticator app.
    #[serde(default)]
    pub challenge_id: Patch<ScaChallengeId>,
    /// One-time code of the end user.
    #[serde(default)]
    pub code: Patch<ScaCode>,
    /// WebAuthn assertion of the passkey.
    #[serde(default)]
    pub passkey_assertion: Patch<WebAuthn>,
    /// Origin at which the passkey was used.
    #[serde(default)]
    pub origin: Patch<PasskeyOrigin>,
}

/// Trust of a beneficiary after a confirmed change.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BeneficiaryTrustConfirm {
    /// `true` if payments to the account need no authorization.
    pub trusted: bool,
}

/// A request to reset a factor that the customer has lost.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct TwoFactorResetStartRequest {
    /// Factor to reset.
    pub factor: ScaFactor,
}

/// A started reset.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorResetStart {
    /// Reset id, `ScaReset:<uuid>`.
    pub reset_id: ScaResetId,
    /// Access token for the liveness check in the provider's own app.
    pub liveness_access_token: Nullable<Text>,
    /// URL at which the customer completes the liveness check.
    pub verification_link: Nullable<Text>,
    /// End of the period in which the reset can be completed.
    pub expires_at: Nullable<DateTime>,
}

/// State of a factor reset.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorResetStatus {
    /// Status of the reset.
    pub status: ScaResetStatus,
    /// Factor that the reset clears.
    pub factor: ScaFactor,
    /// State of the renewed enrollment of the factor; `null` for `SMS_OTP`.
    pub enrollment_status: Nullable<ScaEnrollmentStatus>,
    /// End of the period in which the reset can be completed.
    pub expires_at: DateTime,
    /// Time of completion; `null` until then.
    pub completed_at: Nullable<DateTime>,
}

/// Completion of a factor reset.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
pub struct TwoFactorResetCompleteRequest {
    /// New telephone number; required to reset `SMS_OTP`.
    pub mobile: Option<ScaMobile>,
}

/// A telephone number in two parts.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaMobile {
    /// Calling code of the country.
    pub country_code: CallingCode,
    /// Number without the calling code.
    pub number: NationalNumber,
}
