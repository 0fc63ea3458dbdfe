//! Virtual-asset service providers that hold wallets for their customers (money 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, Name, PageLimit, Url};

/// A virtual-asset service provider.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Vasp {
    /// Exact value for `vaspName` of a wallet held at this provider.
    pub vasp_name: Name,
    /// Website of the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<Url>,
}

/// Paging of the list of virtual-asset service providers.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaspFilter {
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
