//! Unguessable values in the URLs that peers are given, one per transaction (uma 2).

use causeway_domain::Ids;
use causeway_uma::addresses::{Callback, Host};
use sha2::{Digest, Sha256};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::hex;

/// Returns a new token.
pub(super) fn new_token(ids: &Ids) -> String {
    hex::encode(&ids.bytes::<32>())
}

/// Returns the stored form of a token.
pub(super) fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// Returns the URL of an endpoint for one transaction, on the service's own host (uma 2).
pub(super) fn callback(app: &App, endpoint: &str, token: &str) -> Result<Callback, ApiError> {
    let host = Host::parse(&app.deployment.uma_service_host).map_err(ApiError::internal)?;
    let url = format!("{}://{host}/uma/{endpoint}/{token}", host.scheme());
    Callback::parse(&url).map_err(ApiError::internal)
}
