//! A page as it is answered: kept from being stored, framed, or made to load anything.

use std::sync::LazyLock;

use askama::Template;
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use causeway_service::hosted_pages::PageFault;

use super::catalogue::{Catalogue, ENGLISH};
use crate::reference::source_hash;

/// The style of every page.
pub(super) const STYLE: &str = include_str!("style.css");

static STYLE_HASH: LazyLock<String> = LazyLock::new(|| source_hash(STYLE));

/// What a page may reach beside itself: origins of the deployment's and the platform's choice.
#[derive(Debug, Default)]
pub(super) struct Reach<'a> {
    /// Where its forms may lead in the end.
    pub(super) form: Option<&'a str>,
    /// Where its picture comes from.
    pub(super) image: Option<&'a str>,
}

/// Answers with a page.
pub(super) fn page(status: StatusCode, template: &impl Template, reach: &Reach<'_>) -> Response {
    let Ok(html) = template.render() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let policy = format!(
        "default-src 'none'; style-src '{}'; img-src {}; form-action 'self' {}; base-uri 'none'; frame-ancestors 'none'",
        *STYLE_HASH,
        reach.image.and_then(origin).unwrap_or("'none'"),
        reach.form.and_then(origin).unwrap_or_default(),
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

/// Answers with a page that other pages may frame, and that nobody keeps.
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

/// Sends the browser on, with a `GET`.
pub(super) fn see_other(to: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, to), (REFERRER_POLICY, "no-referrer")]).into_response()
}

/// A page that only says something.
#[derive(Template)]
#[template(path = "notice.html")]
struct Notice<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    title: &'a str,
    text: &'a str,
}

/// A page that only says something.
pub(super) fn notice(status: StatusCode, title: &str, text: &str) -> Response {
    let notice = Notice { catalogue: &ENGLISH, style: STYLE, title, text };
    page(status, &notice, &Reach::default())
}

/// A framed page that says why another one is not shown.
pub(super) fn refused_in_frame(fault: &PageFault) -> Response {
    let (title, text) = ENGLISH.of_fault(fault);
    framed(status_of(fault), &Notice { catalogue: &ENGLISH, style: STYLE, title, text })
}

/// A page that says why another one is not shown.
pub(super) fn refused(fault: &PageFault) -> Response {
    let (title, text) = ENGLISH.of_fault(fault);
    notice(status_of(fault), title, text)
}

/// The status of a page that is not shown, or on which something was not done.
pub(super) fn status_of(fault: &PageFault) -> StatusCode {
    match fault {
        PageFault::Unknown => StatusCode::NOT_FOUND,
        PageFault::Gone => StatusCode::GONE,
        PageFault::Refused(refusal) => {
            StatusCode::from_u16(refusal.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}

/// Scheme, host and port of an address, if they can stand in a header among others.
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
    fn an_origin_is_all_that_a_policy_names() {
        assert_eq!(origin("https://app.example.com:8443/done?a=b"), Some("https://app.example.com:8443"));
        assert_eq!(origin("http://[::1]?x"), Some("http://[::1]"));
        assert_eq!(origin("https://a.example; script-src *"), None);
        assert_eq!(origin("done"), None);
    }
}
