//! API tokens (customers 10).

pub use causeway_vocabulary::tokens::TokenPermission;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, DateTime, Name, PageLimit, TokenId, text};

text::texts! {
    /// The user name of `Basic` authentication.
    ClientId { "minLength": 1, "maxLength": 255 }
}

text::secret_texts! {
    /// The password of `Basic` authentication.
    ClientSecret { "minLength": 1, "maxLength": 255 }
}

/// A token to be issued.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenCreateRequest {
    /// What the platform calls it; need not be unique.
    pub name: Name,
    /// What it may do; duplicates are dropped. The caller must have each of them.
    #[schemars(length(min = 1, max = 16))]
    pub permissions: Vec<TokenPermission>,
}

/// Credentials of the platform.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// Its id.
    pub id: TokenId,
    /// What the platform calls it.
    pub name: Name,
    /// What it may do.
    pub permissions: Vec<TokenPermission>,
    /// The user name of `Basic` authentication.
    pub client_id: ClientId,
    /// The password; only in the answer that issues the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<ClientSecret>,
    /// When it was issued.
    pub created_at: DateTime,
    /// The same, as tokens cannot be changed.
    pub updated_at: DateTime,
}

/// Which tokens to list.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenFilter {
    /// Those of exactly this name.
    pub name: Option<Name>,
    /// Issued at or after this instant.
    pub created_after: Option<DateTime>,
    /// Issued at or before this instant.
    pub created_before: Option<DateTime>,
    /// Last changed at or after this instant.
    pub updated_after: Option<DateTime>,
    /// Last changed at or before this instant.
    pub updated_before: Option<DateTime>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
