use serde_json::json;

use super::Operation;
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::tokens::{ApiToken, TokenCreateRequest, TokenFilter};

operations! {
    /// API tokens: the credentials of the platform.
    Tokens tagged "API Tokens";

    /// Issues an API token.
    ///
    /// Its secret is returned only in this response.
    CreateToken = Post "/tokens", Manage, body TokenCreateRequest = json!({ "name": "reporting", "permissions": ["VIEW"] })
        => 201 one ApiToken;

    /// Lists the platform's API tokens, newest first.
    ListTokens = Get "/tokens", Any, query TokenFilter => 200 page ApiToken;

    /// Returns an API token, without its secret.
    GetTokenById = Get "/tokens/{tokenId}", Any => 200 one ApiToken;

    /// Deletes an API token. It stops working at once.
    DeleteTokenById = Delete "/tokens/{tokenId}", Manage => 204 | 400;
}
