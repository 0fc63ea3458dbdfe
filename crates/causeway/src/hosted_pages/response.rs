//! Responses with a page: headers against caching, framing and foreign resources.

use std::sync::LazyLock;

use askama::Template;
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_service::hosted_pages::PageError;
use sha2::{Digest, Sha256};

use super::catalogue::{Catalogue, ENGLISH};

/// The style sheet of all pages.
pub(super) const STYLE: &str = include_str!("style.css");

static STYLE_HASH: LazyLock<String> = LazyLock::new(|| source_hash(STYLE));

/// Returns the source expression of an inline text for a content security policy.
fn source_hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Origins that a page may use beside its own: those chosen by the deployment and the platform.
#[derive(Debug, Default)]
pub(super) struct ForeignOrigins<'a> {
    /// URL that its forms may redirect to.
    pub(super) form: Option<&'a str>,
    /// URL of its picture.
    pub(super) image: Option<&'a str>,
}

/// Responds with a page.
pub(super) fn page(status: StatusCode, template: &impl Template, origins: &ForeignOrigins<'_>) -> Response {
    let Ok(html) = template.render() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let policy = format!(
        "default-src 'none'; style-src '{}'; img-src {}; form-action 'self' {}; base-uri 'none'; frame-ancestors 'none'",
        *STYLE_HASH,
        origins.image.and_then(origin).unwrap_or("'none'"),
        origins.form.and_then(origin).unwrap_or_default(),
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy.as_str()),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
    ];
    (status, headers, html).into_response()
}

/// Responds with a page that other pages may frame and that must not be stored.
pub(super) fn framed(status: StatusCode, template: &impl Template) -> Response {
    let Ok(html) = template.render() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let policy = format!(
        "default-src 'none'; style-src '{}'; form-action 'none'; base-uri 'none'; frame-ancestors *",
        *STYLE_HASH
    );
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy.as_str()),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, html).into_response()
}

/// Redirects the browser to a `GET` of this address.
pub(super) fn see_other(to: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, to), (REFERRER_POLICY, "no-referrer")]).into_response()
}

/// A page with only a title and a text.
#[derive(Template)]
#[template(path = "notice.html")]
struct Notice<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    title: &'a str,
    text: &'a str,
}

/// Responds with a page of only a title and a text.
pub(super) fn notice(status: StatusCode, title: &str, text: &str) -> Response {
    let notice = Notice { catalogue: &ENGLISH, style: STYLE, title, text };
    page(status, &notice, &ForeignOrigins::default())
}

/// Responds with a framed page that explains an error.
pub(super) fn framed_error_page(error: &PageError) -> Response {
    let (title, text) = ENGLISH.of_error(error);
    framed(status_of(error), &Notice { catalogue: &ENGLISH, style: STYLE, title, text })
}

/// Responds with a page that explains an error.
pub(super) fn error_page(error: &PageError) -> Response {
    let (title, text) = ENGLISH.of_error(error);
    notice(status_of(error), title, text)
}

/// Returns the status of a page for an error.
pub(super) fn status_of(error: &PageError) -> StatusCode {
    match error {
        PageError::Unknown => StatusCode::NOT_FOUND,
        PageError::Gone => StatusCode::GONE,
        PageError::Refused(refusal) => {
            StatusCode::from_u16(refusal.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}

/// Returns scheme, host and port of a URL, or `None` if they contain characters that are not allowed in the
/// header.
fn origin(url: &str) -> Option<&str> {
    let host_at = url.find("://")? + 3;
    let end = url[host_at..].find(['/', '?', '#']).map_or(url.len(), |at| host_at + at);
    let origin = &url[..end];
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:/[]".contains(&byte);
    origin.bytes().all(is_plain).then_some(origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_only_the_origin() {
        assert_eq!(origin("https://app.example.com:8443/done?a=b"), Some("https://app.example.com:8443"));
        assert_eq!(origin("http://[::1]?x"), Some("http://[::1]"));
        assert_eq!(origin("https://a.example; script-src *"), None);
        assert_eq!(origin("done"), None);
    }
}
