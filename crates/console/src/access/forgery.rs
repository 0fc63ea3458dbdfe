//! Protection against forms of other pages: the browser's word about their origin, and a token bound to the session.

use axum::extract::Request;
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use causeway_domain::Ids;
use causeway_service::operator::{ConsoleSession, OperatorError};
use causeway_service::runtime::hex;
use subtle::ConstantTimeEq;

use super::host::authority;
use crate::failure::Failure;

/// Number of bytes of a token without its mask.
const TOKEN_BYTES: usize = 32;

/// Refuses forms that a page of another origin has sent.
pub(crate) async fn refuse_foreign_forms(request: Request, next: Next) -> Response {
    let is_form = !matches!(*request.method(), Method::GET | Method::HEAD);
    if is_form && is_foreign(request.headers(), request.uri()) {
        let error = OperatorError::refused("a page of another origin has sent this form; nothing was done")
            .remedy("open the page in the console, and fill in the form there");
        return Failure::forbidden(error).into_response();
    }
    next.run(request).await
}

/// Returns `true` if a header of the browser names another origin. A browser that sends neither header is left to the
/// token.
fn is_foreign(headers: &HeaderMap, uri: &Uri) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_other_site = text("sec-fetch-site").is_some_and(|site| site != "same-origin");
    let is_other_origin = headers.contains_key(ORIGIN) && {
        let origin = text("origin").and_then(|origin| origin.split_once("://"));
        origin.map(|(_, of_origin)| of_origin) != authority(headers, uri)
    };
    is_other_site || is_other_origin
}

/// Returns the token for the forms of a page. Each page has another text for it, so that a compressed page does not give
/// it away.
pub(crate) fn form_token(session: &ConsoleSession, ids: &Ids) -> String {
    let mask = ids.bytes::<TOKEN_BYTES>();
    let masked = session.form_key.expose().iter().zip(mask).map(|(byte, mask)| byte ^ mask);
    let masked: Vec<u8> = masked.collect();
    hex::encode(&[&mask[..], &masked[..]].concat())
}

/// Returns `true` for a token of the session, in constant time.
pub(crate) fn is_form_token(session: &ConsoleSession, sent: &str) -> bool {
    let bytes = hex::decode(sent).unwrap_or_default();
    let Some((mask, masked)) = bytes.split_at_checked(TOKEN_BYTES) else { return false };
    let token: Vec<u8> = masked.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect();
    token[..].ct_eq(&session.form_key.expose()[..]).into()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn is_refused(headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        is_foreign(&headers, &Uri::from_static("/console"))
    }

    #[test]
    fn a_form_of_another_origin_is_foreign() {
        let host = ("host", "localhost:8080");
        for own in [
            &[host][..],
            &[host, ("origin", "http://localhost:8080")],
            &[host, ("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")],
        ] {
            assert!(!is_refused(own), "{own:?}");
        }
        for foreign in [
            &[host, ("origin", "http://localhost:8081")][..],
            &[host, ("origin", "null")],
            &[host, ("sec-fetch-site", "same-site")],
            &[host, ("sec-fetch-site", "none"), ("origin", "http://localhost:8080")],
        ] {
            assert!(is_refused(foreign), "{foreign:?}");
        }
    }
}
