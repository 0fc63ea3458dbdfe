//! Issuing of a token: for `POST /tokens`, for a new platform, and for an operator.

use causeway_domain::ids::{Id, TokenId};
use causeway_domain::tokens::Permissions;
use causeway_store::Tx;
use causeway_store::tokens::{self, TokenRecord};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::keys::{TokenSecret, TokenTerms};

/// A token to be issued.
#[derive(Debug, Clone)]
pub struct NewToken {
    /// The platform's name for it.
    pub name: String,
    pub permissions: Permissions,
    /// Client id and secret, if they are given (conventions 2.1); otherwise they are generated.
    pub credentials: Option<(String, TokenSecret)>,
}

/// A token that was just issued. Its secret is not stored.
#[derive(Debug, Clone)]
pub struct IssuedToken {
    pub token: TokenRecord,
    /// The secret, shown only once.
    pub secret: TokenSecret,
}

/// Issues a token of the context's platform. Only the keyed hash of the secret is stored.
pub fn issue(tx: &mut Tx<'_>, context: &Context, new: &NewToken) -> Result<IssuedToken, ApiError> {
    let id: TokenId = context.id();
    let (client_id, secret) = new.credentials.clone().unwrap_or_else(|| {
        let client_id = id.uuid().simple().to_string();
        (client_id, TokenSecret::generate(context.ids()))
    });
    let terms = TokenTerms {
        platform: context.platform,
        environment: context.environment,
        id,
        client_id: &client_id,
        permissions: new.permissions,
    };
    let token = TokenRecord {
        id,
        secret_hash: context.app.keys().hash_token_secret(&terms, &secret).0,
        client_id,
        permissions: new.permissions,
        name: new.name.clone(),
        created_at: context.now,
    };
    tokens::insert(tx, context.platform, &token)?;
    Ok(IssuedToken { token, secret })
}
