//! Links to the hosted page of a verification (customers 6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, Name, Url, text};

text::texts! {
    /// Where a browser is sent once the page is finished: `https`, or `http` to a loopback host; in the sandbox `http` to
    /// any host.
    RedirectUri { "format": "uri", "maxLength": 2048 }
}

/// What the page is to do at its end.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycLinkCreateRequest {
    /// Where the customer is sent once the page is finished. It means finished, not approved.
    pub redirect_uri: Option<RedirectUri>,
}

/// A link to the hosted page.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycLinkResponse {
    /// The address of the page. Whoever has it acts for the customer until the page is finished or the link expires.
    pub kyc_url: Url,
    /// From when on it cannot be used.
    pub expires_at: DateTime,
    /// Whose page it is.
    pub provider: KycProvider,
    /// For embedding; only where the provider gives one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Name>,
}

/// Whose page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum KycProvider {
    /// The only one.
    Sumsub,
}
