//! Terms of service for end users (customers 2.6).

pub use causeway_vocabulary::customers::TermsAcceptanceMethod;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, IpAddress, Name, Url};

/// The current terms of service for end users.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EndUserTerms {
    /// Version, for example `V1`.
    pub version: Name,
    /// URL of the terms.
    pub url: Url,
}

/// An end user's consent to the terms of service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndUserTermsConsent {
    /// Time at which the end user accepted.
    pub accepted_at: DateTime,
    /// IP address from which the end user accepted.
    pub ip_address: IpAddress,
    /// The accepted version, current or older.
    pub terms_version: Name,
    /// The way in which the end user accepted.
    pub acceptance_method: TermsAcceptanceMethod,
}
