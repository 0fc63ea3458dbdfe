//! Strong customer authentication, as far as quotes speak of it (agents B).

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::scalar::{DateTime, Nullable, ScaChallengeId, Text};
use causeway_vocabulary::named;

named! {
    /// A way to authenticate a customer.
    pub enum ScaFactor { SmsOtp = "SMS_OTP", Totp = "TOTP", Passkey = "PASSKEY" }
}

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
    pub passkey_assertion_options: Nullable<Map<String, Value>>,
    /// The origins that a passkey may be used on.
    pub passkey_allowed_origins: Nullable<Vec<Text>>,
}
