//! Operations on API tokens. `super::row` explains the grammar.

use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::tokens::{ApiToken, TokenCreateRequest, TokenFilter};

operations! {
    /// API tokens: the platform's credentials.
    Tokens tagged "API Tokens";

    /// Issues an API token.
    ///
    /// The secret is returned only in this response. Fails with 403 if the calling token lacks one of the
    /// requested permissions.
    CreateToken = Post "/tokens", Manage,
        body TokenCreateRequest = json!({ "name": "reporting", "permissions": ["VIEW"] })
        => 201 one ApiToken;

    /// Lists the platform's API tokens, newest first.
    ListTokens = Get "/tokens", Any, query TokenFilter => 200 page ApiToken;

    /// Returns an API token, without its secret.
    GetTokenById = Get "/tokens/{tokenId}", Any => 200 one ApiToken;

    /// Deletes an API token.
    ///
    /// The token stops working at once. Fails with 400 if it is the platform's last token with the permission
    /// `MANAGE`.
    DeleteTokenById = Delete "/tokens/{tokenId}", Manage => 204 | 400;
}
