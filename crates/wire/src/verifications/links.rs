//! Links to the hosted verification page (customers 6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, Name, Url, text};

text::texts! {
    /// A URL for redirects from the finished page: `https`, or `http` to a loopback host; in the sandbox
    /// `http` to any host.
    RedirectUri { "format": "uri", "maxLength": 2048 }
}

/// Options of a hosted verification page.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycLinkCreateRequest {
    /// URL to which the customer is redirected once the page is finished. Finished does not mean approved.
    pub redirect_uri: Option<RedirectUri>,
}

/// A link to a hosted verification page.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KycLinkResponse {
    /// URL of the page. Anyone who has it can act for the customer, until the page is finished or the link
    /// expires.
    pub kyc_url: Url,
    /// Expiry time of the link (UTC).
    pub expires_at: DateTime,
    /// Provider of the page.
    pub provider: KycProvider,
    /// Token for embedding the page; only if the provider issues one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Name>,
}

/// The provider of a verification page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum KycProvider {
    /// The only provider.
    Sumsub,
}
