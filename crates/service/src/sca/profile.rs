//! What is known of a customer, as it is sealed (agents B).

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::sca::Attempts;
use causeway_store::Error;
use causeway_store::sca::{ScaChallengeDoc, SealedProfile};
use serde::{Deserialize, Serialize};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::{Purpose, Secret};

/// What is known of a customer, version 1.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Profile {
    v: u32,
    /// What has failed.
    pub(super) attempts: Attempts,
    /// Until when the customer is logged in.
    pub(super) session_expires_at: Option<Time>,
    pub(super) totp: Option<Totp>,
    pub(super) passkey: Option<Passkey>,
    /// An enrolment that has begun.
    pub(super) totp_start: Option<Start>,
    pub(super) passkey_start: Option<Start>,
    /// A login that has begun, by code and by passkey.
    pub(super) code_login: Option<ScaChallengeDoc>,
    pub(super) passkey_login: Option<ScaChallengeDoc>,
    /// When codes were sent for what is no payment, lately.
    pub(super) sent_at: Vec<Time>,
    /// The accounts whose holders are trusted.
    pub(super) trusted: BTreeSet<ExternalAccountId>,
    /// Changes of trust that have begun.
    pub(super) trusting: BTreeMap<ExternalAccountId, Trusting>,
}

/// An authenticator.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Totp {
    /// In hexadecimal digits.
    pub(super) secret: String,
    /// The step of the last code that was used: it is used once.
    pub(super) last_step: i64,
    /// SHA-256 of the recovery codes that are left.
    pub(super) recovery: Vec<String>,
    pub(super) enrolled_at: Time,
}

/// A passkey.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Passkey {
    /// Binary fields in base64url.
    pub(super) credential_id: String,
    pub(super) key: String,
    pub(super) rp_id_hash: String,
    pub(super) rp_id: String,
    pub(super) origin: String,
    pub(super) sign_count: u32,
    pub(super) enrolled_at: Time,
}

/// An enrolment that has begun: a secret in hexadecimal digits, or a challenge in base64url.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Start {
    pub(super) value: String,
    pub(super) expires_at: Time,
}

/// A change of trust that has begun.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Trusting {
    /// Whether the account is to be trusted.
    pub(super) wanted: bool,
    pub(super) challenge: ScaChallengeDoc,
}

fn place(customer: CustomerId) -> String {
    format!("authentication of {customer}")
}

/// Seals what is known of a customer, for its row.
pub(super) fn seal(app: &App, customer: CustomerId, profile: &Profile) -> Result<SealedProfile, ApiError> {
    let written = Profile { v: 1, ..profile.clone() };
    let plain = Secret::new(serde_json::to_vec(&written).map_err(ApiError::internal)?);
    let sealed = app.keys().seal_as(Purpose::ScaProfiles, &place(customer), plain.expose(), &app.ids);
    Ok(SealedProfile { customer, sealed: sealed.map_err(ApiError::internal)? })
}

/// What is known of a customer; nothing in an empty row.
pub(super) fn open(app: &App, row: &SealedProfile) -> Result<Profile, ApiError> {
    if row.sealed.is_empty() {
        return Ok(Profile::default());
    }
    let opened = app.keys().unseal_as(Purpose::ScaProfiles, &place(row.customer), &row.sealed);
    let plain = opened.map_err(ApiError::internal)?;
    serde_json::from_slice(plain.expose()).map_err(|_| {
        ApiError::internal(Error::Data("what is known of a customer is not readable".to_owned()))
    })
}
