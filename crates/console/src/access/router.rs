//! The routes of sign-in, sign-out and passkeys.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::{passkeys, sign_in, verify};
use crate::console::Console;
use crate::urls;

/// Returns the routes of sign-in, sign-out and passkeys.
pub(crate) fn router() -> Router<Arc<Console>> {
    Router::new()
        .route(urls::SIGN_IN, get(sign_in::show).post(sign_in::sign_in))
        .route(urls::SIGN_OUT, post(sign_in::sign_out))
        .route(urls::VERIFY, get(verify::show).post(verify::check))
        .route(urls::PASSKEYS, get(passkeys::list))
        .route(urls::NEW_PASSKEY, get(passkeys::create).post(passkeys::register))
}
