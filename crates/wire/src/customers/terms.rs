//! End User Terms (customers 2.6).

pub use causeway_vocabulary::customers::TermsAcceptanceMethod;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{DateTime, IpAddress, Name, Url};

/// The current terms for end users.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EndUserTerms {
    /// Their version, as `V1`.
    pub version: Name,
    /// Where they can be read.
    pub url: Url,
}

/// An end user's consent to the terms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndUserTermsConsent {
    /// When the end user agreed.
    pub accepted_at: DateTime,
    /// From where.
    pub ip_address: IpAddress,
    /// To which version.
    pub terms_version: Name,
    /// By which gesture.
    pub acceptance_method: TermsAcceptanceMethod,
}
