//! Virtual-asset service providers, which hold wallets for others (money 5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, Name, PageLimit, Url};

/// A virtual-asset service provider.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Vasp {
    /// The exact value for `vaspName` of a wallet that it holds.
    pub vasp_name: Name,
    /// Its website.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<Url>,
}

/// Which part of the directory to list.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VaspFilter {
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
