//! The host that a browser has asked for.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use causeway_service::operator::PasskeySite;

/// The site of the passkeys at the host of a request; `None` for an IP address.
pub(super) struct RequestSite(pub(super) Option<PasskeySite>);

/// Returns host and port of a request, as a browser has them in the origin of its pages.
pub(super) fn authority<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let header = || headers.get("host").and_then(|value| value.to_str().ok());
    uri.authority().map(Authority::as_str).or_else(header)
}

impl<S: Sync> FromRequestParts<S> for RequestSite {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(authority(&parts.headers, &parts.uri).and_then(PasskeySite::of)))
    }
}
