//! API tokens (customers 10).

pub use causeway_vocabulary::tokens::TokenPermission;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{Cursor, DateTime, Name, PageLimit, TokenId, text};

text::texts! {
    /// User name for `Basic` authentication.
    ClientId { "minLength": 1, "maxLength": 255 }
}

text::secret_texts! {
    /// Password for `Basic` authentication.
    ClientSecret { "minLength": 1, "maxLength": 255 }
}

/// A request to issue an API token.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenCreateRequest {
    /// Name of the token, for the platform's own use; need not be unique.
    pub name: Name,
    /// Permissions of the new token; duplicates are dropped. The caller must hold each of them.
    #[schemars(length(min = 1, max = 16))]
    pub permissions: Vec<TokenPermission>,
}

/// An API token: a platform's credentials.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiToken {
    /// Token id, `Token:<uuid>`.
    pub id: TokenId,
    /// Name of the token, for the platform's own use.
    pub name: Name,
    /// Permissions of the token.
    pub permissions: Vec<TokenPermission>,
    /// User name for `Basic` authentication.
    pub client_id: ClientId,
    /// Password for `Basic` authentication; present only in the response that issues the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<ClientSecret>,
    /// Time of issue.
    pub created_at: DateTime,
    /// Same as `createdAt`, because tokens cannot be changed.
    pub updated_at: DateTime,
}

/// Filters for the list of API tokens.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenFilter {
    /// Exact name of the token.
    pub name: Option<Name>,
    /// Issued at or after this instant.
    pub created_after: Option<DateTime>,
    /// Issued at or before this instant.
    pub created_before: Option<DateTime>,
    /// Last changed at or after this instant.
    pub updated_after: Option<DateTime>,
    /// Last changed at or before this instant.
    pub updated_before: Option<DateTime>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
