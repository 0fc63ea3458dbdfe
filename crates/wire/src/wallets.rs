//! Requests that a wallet must sign (wallet 3).

use schemars::JsonSchema;
use serde::Serialize;

use crate::scalar::{DateTime, RequestId};
use causeway_vocabulary::named;

named! {
    /// How an end user proves who they are to a wallet.
    pub enum AuthMethodType { Oauth = "OAUTH", EmailOtp = "EMAIL_OTP", SmsOtp = "SMS_OTP", Passkey = "PASSKEY" }
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
