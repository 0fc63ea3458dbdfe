//! Strong customer authentication (agents B).

pub use causeway_vocabulary::sca::{ScaEnrollmentStatus, ScaFactor, ScaResetStatus, SecurityEventType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::scalar::{
    CustomerId, DateTime, IpAddress, Nullable, Patch, ScaChallengeId, ScaResetId, Text, text,
};

text::secret_texts! {
    /// The code that the end user has received or reads off an authenticator; at a login also a recovery code.
    ScaCode { "minLength": 1, "maxLength": 64 }

    /// The secret of an authenticator, as its enrolment has shown it.
    TotpSecret { "minLength": 1, "maxLength": 128 }
}

text::texts! {
    /// Where a passkey is used, as the browser writes it.
    PasskeyOrigin { "minLength": 1, "maxLength": 255 }

    /// The calling code of a country, with or without `+`.
    CallingCode { "pattern": r"^\+?[1-9]\d{0,3}$" }

    /// A telephone number within its country: digits.
    NationalNumber { "pattern": r"^\d{1,14}$" }
}

/// What a browser gives of a passkey: WebAuthn in JSON, with binary fields in base64url.
pub type WebAuthn = Map<String, Value>;

/// An authentication that the customer has yet to complete.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaChallenge {
    /// Its id.
    pub id: ScaChallengeId,
    /// Until when it can be completed.
    pub expires_at: DateTime,
    /// The factor in use.
    pub factor: ScaFactor,
    /// The factors that could be used instead.
    pub available_factors: Vec<ScaFactor>,
    /// What it is for.
    pub purpose: Nullable<Text>,
    /// What to hand to the browser for a passkey.
    pub passkey_assertion_options: Nullable<WebAuthn>,
    /// The origins that a passkey may be used on.
    pub passkey_allowed_origins: Nullable<Vec<Text>>,
}

/// The customer that a call is about.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfScaCustomer {
    /// The customer.
    pub customer_id: CustomerId,
}

/// The factors of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScaFactorList {
    /// All of them.
    pub factors: Vec<ScaFactorView>,
}

/// A factor of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaFactorView {
    /// Its kind.
    pub factor: ScaFactor,
    /// The id of a passkey, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A factor to be enrolled.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorEnrollRequest {
    /// An authenticator.
    Totp(TotpFactorEnrollRequest),
    /// A passkey.
    Passkey(PasskeyFactorEnrollRequest),
}

/// An authenticator to be enrolled.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct TotpFactorEnrollRequest {}

/// A passkey to be enrolled.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct PasskeyFactorEnrollRequest {}

/// An enrolment that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorEnrollStart {
    /// Of an authenticator.
    Totp(TotpEnrollmentStart),
    /// Of a passkey.
    Passkey(PasskeyEnrollmentStart),
}

/// What an authenticator must be given.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpEnrollmentStart {
    /// The secret in hexadecimal digits, to be sent back with the first code.
    pub secret: TotpSecret,
    /// The same in base 32, as people type it.
    pub secret_base32_encoded: TotpSecret,
    /// The same for a picture that the authenticator reads.
    pub totp_uri: TotpUri,
}

text::secret_texts! {
    /// An address with the secret of an authenticator (`otpauth://totp/…`).
    TotpUri { "minLength": 1, "maxLength": 2048 }

    /// A code that stands in once for a lost authenticator.
    RecoveryCode { "minLength": 1, "maxLength": 64 }
}

/// What the browser must be given.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEnrollmentStart {
    /// The options of WebAuthn's `create`.
    pub options: WebAuthn,
    /// The origins that the passkey may be made on.
    pub allowed_origins: Vec<Text>,
    /// The domain that it is bound to.
    pub relying_party_id: Text,
}

/// The end of an enrolment.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorConfirmRequest {
    /// Of an authenticator.
    Totp(TotpEnrollmentConfirmRequest),
    /// Of a passkey.
    Passkey(PasskeyEnrollmentConfirmRequest),
}

/// Shows that the authenticator has the secret.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpEnrollmentConfirmRequest {
    /// The secret of an enrolment that has begun.
    pub secret: TotpSecret,
    /// What the authenticator shows.
    pub code: ScaCode,
}

/// What the browser has made.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEnrollmentConfirmRequest {
    /// Where it was made.
    pub origin: PasskeyOrigin,
    /// The new passkey.
    pub credential: WebAuthn,
}

/// A factor that was enrolled.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ScaFactorConfirmResponse {
    /// An authenticator.
    Totp(TotpEnrollmentConfirmResponse),
    /// A passkey.
    Passkey(PasskeyEnrollmentConfirmResponse),
}

/// An authenticator that was enrolled.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TotpEnrollmentConfirmResponse {
    /// Each logs in once without the authenticator. They are shown once.
    pub recovery_codes: Vec<RecoveryCode>,
}

/// A passkey that was enrolled.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyEnrollmentConfirmResponse {
    /// The passkey.
    pub factor: ScaFactorView,
}

/// A login to be begun.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct ScaLoginStartRequest {
    /// By which factor.
    pub factor: ScaFactor,
}

/// A login that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaLoginStart {
    /// By which factor.
    pub factor: ScaFactor,
    /// What the answer names, where a code was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenge_id: Option<ScaChallengeId>,
    /// Until when the answer is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime>,
    /// The options of WebAuthn's `get`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passkey_options: Option<WebAuthn>,
    /// The origins that the passkey may be used on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_origins: Option<Vec<Text>>,
    /// The domain that the passkey is bound to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relying_party_id: Option<Text>,
}

/// The end of a login: a code, or the answer of a passkey with its origin.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaLoginCompleteRequest {
    /// By which factor.
    pub factor: ScaFactor,
    /// Where the end user is.
    pub end_user_ip_address: IpAddress,
    /// The challenge, where a code was sent.
    #[serde(default)]
    pub challenge_id: Patch<ScaChallengeId>,
    /// The code.
    #[serde(default)]
    pub code: Patch<ScaCode>,
    /// The answer of the passkey.
    #[serde(default)]
    pub passkey_assertion: Patch<WebAuthn>,
    /// Where the passkey was used.
    #[serde(default)]
    pub origin: Patch<PasskeyOrigin>,
}

/// A customer that is logged in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaLoginComplete {
    /// `SUCCESS`.
    pub status: Text,
    /// Until when.
    pub session_expires_at: Nullable<DateTime>,
}

/// Something that the platform has seen.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordSecurityEventRequest {
    /// What it was.
    pub event_type: SecurityEventType,
}

/// How a customer stands after what the platform has seen.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordSecurityEventResponse {
    /// What it was.
    pub event_type: SecurityEventType,
    /// Whether the customer is locked for good.
    pub suspended: bool,
    /// Until when the customer is locked; none: it is not, or for good.
    pub locked_until: Nullable<DateTime>,
    /// How many attempts have failed.
    pub failed_attempts: u32,
}

/// What proves that the customer wants the payment: a code, or the answer of a passkey with its origin.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaAuthorization {
    /// The code.
    #[serde(default)]
    pub code: Patch<ScaCode>,
    /// The answer of the passkey.
    #[serde(default)]
    pub passkey_assertion: Patch<WebAuthn>,
    /// Where the passkey was used.
    #[serde(default)]
    pub origin: Patch<PasskeyOrigin>,
    /// Where the end user is.
    #[serde(default)]
    pub end_user_ip_address: Patch<IpAddress>,
}

/// A change of trust that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficiaryTrustStart {
    /// What the customer has to prove; absent where nothing changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sca_challenge: Option<ScaChallenge>,
}

/// The end of a change of trust: a code, or the answer of a passkey with its origin.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BeneficiaryTrustConfirmRequest {
    /// The challenge, where there is one.
    #[serde(default)]
    pub challenge_id: Patch<ScaChallengeId>,
    /// The code.
    #[serde(default)]
    pub code: Patch<ScaCode>,
    /// The answer of the passkey.
    #[serde(default)]
    pub passkey_assertion: Patch<WebAuthn>,
    /// Where the passkey was used.
    #[serde(default)]
    pub origin: Patch<PasskeyOrigin>,
}

/// Whether payments to an account need no authorization.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BeneficiaryTrustConfirm {
    /// Whether they need none.
    pub trusted: bool,
}

/// A factor that the customer has lost.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct TwoFactorResetStartRequest {
    /// Which.
    pub factor: ScaFactor,
}

/// A reset that has begun.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorResetStart {
    /// Its id.
    pub reset_id: ScaResetId,
    /// What opens the check in the provider's own app.
    pub liveness_access_token: Nullable<Text>,
    /// Where the customer goes to show to be there.
    pub verification_link: Nullable<Text>,
    /// Until when it can be completed.
    pub expires_at: Nullable<DateTime>,
}

/// Where a reset stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TwoFactorResetStatus {
    /// Where it stands.
    pub status: ScaResetStatus,
    /// What it clears.
    pub factor: ScaFactor,
    /// Whether the factor has been enrolled again; null for a telephone number.
    pub enrollment_status: Nullable<ScaEnrollmentStatus>,
    /// Until when it can be completed.
    pub expires_at: DateTime,
    /// When it was completed.
    pub completed_at: Nullable<DateTime>,
}

/// The end of a reset.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
pub struct TwoFactorResetCompleteRequest {
    /// The new number, where that is what was lost.
    pub mobile: Option<ScaMobile>,
}

/// A telephone number.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaMobile {
    /// The country's calling code.
    pub country_code: CallingCode,
    /// The number within it.
    pub number: NationalNumber,
}
