//! The authentication profile of a customer, encrypted at rest (agents B).

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::sca::Attempts;
use causeway_store::Error;
use causeway_store::sca::{EncryptedProfile, ScaChallengeDoc};
use serde::{Deserialize, Serialize};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::{Purpose, Secret};

/// The authentication profile of a customer, version 1.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Profile {
    v: u32,
    /// Failed attempts and lockout.
    pub(super) attempts: Attempts,
    /// The end of the customer's login session.
    pub(super) session_expires_at: Option<Time>,
    pub(super) totp: Option<Totp>,
    pub(super) passkey: Option<Passkey>,
    /// Enrollments in progress.
    pub(super) totp_start: Option<Enrollment>,
    pub(super) passkey_start: Option<Enrollment>,
    /// Logins in progress, by code and by passkey.
    pub(super) code_login: Option<ScaChallengeDoc>,
    pub(super) passkey_login: Option<ScaChallengeDoc>,
    /// Times of recent codes sent outside of payments, for the rate limit.
    pub(super) sent_at: Vec<Time>,
    /// External accounts with trusted holders.
    pub(super) trusted: BTreeSet<ExternalAccountId>,
    /// Changes of trust in progress.
    pub(super) trusting: BTreeMap<ExternalAccountId, TrustChange>,
}

/// An authenticator.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Totp {
    /// Hexadecimal digits.
    pub(super) secret: String,
    /// The step of the last used code: each code is used once.
    pub(super) last_step: i64,
    /// SHA-256 of the unused recovery codes.
    pub(super) recovery: Vec<String>,
    pub(super) enrolled_at: Time,
}

/// A passkey.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Passkey {
    /// Binary fields are in base64url.
    pub(super) credential_id: String,
    pub(super) key: String,
    pub(super) rp_id_hash: String,
    pub(super) rp_id: String,
    pub(super) origin: String,
    pub(super) sign_count: u32,
    pub(super) enrolled_at: Time,
}

/// An enrollment in progress: a secret in hexadecimal digits, or a challenge in base64url.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Enrollment {
    pub(super) value: String,
    pub(super) expires_at: Time,
}

/// A change of trust in progress.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrustChange {
    /// `true` to begin the trust, `false` to end it.
    pub(super) wanted: bool,
    pub(super) challenge: ScaChallengeDoc,
}

fn encryption_context(customer: CustomerId) -> String {
    format!("authentication of {customer}")
}

/// Encrypts a profile for its row.
pub(super) fn encrypt(
    app: &App,
    customer: CustomerId,
    profile: &Profile,
) -> Result<EncryptedProfile, ApiError> {
    let profile_v1 = Profile { v: 1, ..profile.clone() };
    let plain = Secret::new(serde_json::to_vec(&profile_v1).map_err(ApiError::internal)?);
    let encrypted =
        app.keys().encrypt_as(Purpose::ScaProfiles, &encryption_context(customer), plain.expose(), &app.ids);
    Ok(EncryptedProfile { customer, encrypted: encrypted.map_err(ApiError::internal)? })
}

/// Decrypts a profile; an empty row yields an empty profile.
pub(super) fn decrypt(app: &App, row: &EncryptedProfile) -> Result<Profile, ApiError> {
    if row.encrypted.is_empty() {
        return Ok(Profile::default());
    }
    let opened =
        app.keys().decrypt_as(Purpose::ScaProfiles, &encryption_context(row.customer), &row.encrypted);
    let plain = opened.map_err(ApiError::internal)?;
    serde_json::from_slice(plain.expose()).map_err(|_| {
        ApiError::internal(Error::Data("the authentication profile of a customer is not readable".to_owned()))
    })
}
