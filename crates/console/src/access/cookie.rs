//! The cookie of a session. Over HTTPS, no other host can set it.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use causeway_service::operator::NewConsoleSession;

const SECURE_NAME: &str = "__Host-causeway-console";
const PLAIN_NAME: &str = "causeway-console";

/// The cookie with the chosen theme.
const THEME_NAME: &str = "causeway-theme";
const THEMES: [&str; 2] = ["light", "dark"];

const fn name(is_secure: bool) -> &'static str {
    if is_secure { SECURE_NAME } else { PLAIN_NAME }
}

const fn end(is_secure: bool) -> &'static str {
    if is_secure { "; Secure" } else { "" }
}

/// Returns the text of the session's cookie.
pub(crate) fn session_text(headers: &HeaderMap, is_secure: bool) -> Option<String> {
    value(headers, name(is_secure)).map(str::to_owned)
}

/// Returns the theme that the browser's script has noted in a cookie; `None` for that of the system.
pub(crate) fn theme(headers: &HeaderMap) -> Option<&'static str> {
    let chosen = value(headers, THEME_NAME)?;
    THEMES.into_iter().find(|theme| *theme == chosen)
}

/// Returns the value of a cookie.
fn value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut cookies =
        lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Returns the header that sets the cookie of a session.
pub(super) fn begin(session: &NewConsoleSession, is_secure: bool) -> String {
    format!(
        "{}={}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{}",
        name(is_secure),
        session.cookie.expose(),
        session.lifetime_seconds,
        end(is_secure)
    )
}

/// Returns the header that removes the cookie.
pub(super) fn remove(is_secure: bool) -> String {
    format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{}", name(is_secure), end(is_secure))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let headers = HeaderMap::from_iter([(
            COOKIE,
            HeaderValue::from_static("a=b; causeway-console=x.y; __Host-causeway-console=z"),
        )]);
        assert_eq!(session_text(&headers, false).as_deref(), Some("x.y"));
        assert_eq!(session_text(&headers, true).as_deref(), Some("z"));
        assert_eq!(session_text(&HeaderMap::new(), true), None);
    }

    #[test]
    fn a_theme_is_one_of_two_words() {
        let chosen = |text| theme(&HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(text))]));
        assert_eq!(chosen("a=b; causeway-theme=dark"), Some("dark"));
        for other in ["causeway-theme=", "causeway-theme=\"><b>", "theme=dark"] {
            assert_eq!(chosen(other), None, "{other}");
        }
    }
}
