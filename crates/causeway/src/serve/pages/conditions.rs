//! Conditions of a request: accepted encodings and known tags (RFC 9110, 12.5.3 and 13.1.2).

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_ENCODING, HeaderName, IF_NONE_MATCH};

/// Returns `true` if the request accepts gzip: by name, or by `*` if the name is not listed.
pub(super) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let listed = |wanted: &str| {
        entries(headers, ACCEPT_ENCODING).find_map(|entry| {
            let (name, parameters) = entry.split_once(';').unwrap_or((entry, ""));
            name.trim().eq_ignore_ascii_case(wanted).then(|| !is_zero(parameters))
        })
    };
    listed("gzip").or_else(|| listed("*")).unwrap_or(false)
}

/// Returns `true` for a quality of zero, which refuses an encoding.
fn is_zero(parameters: &str) -> bool {
    let quality = parameters.trim().strip_prefix("q=").or_else(|| parameters.trim().strip_prefix("Q="));
    quality.and_then(|quality| quality.parse::<f32>().ok()).is_some_and(|quality| quality <= 0.0)
}

/// Returns `true` if the request has the bytes with this tag.
pub(super) fn has_tag(headers: &HeaderMap, tag: &str) -> bool {
    entries(headers, IF_NONE_MATCH).any(|entry| entry == "*" || entry.trim_start_matches("W/") == tag)
}

/// Returns the entries of a header that is a list.
fn entries(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',').map(str::trim))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn gzip_is_accepted_if_it_is_listed_and_not_refused() {
        for accepted in ["gzip", "deflate, GZIP;q=0.5", "br;q=1.0, *;q=0.1", "gzip, *;q=0"] {
            assert!(accepts_gzip(&with(ACCEPT_ENCODING, accepted)), "{accepted}");
        }
        for refused in ["", "br", "identity", "gzip;q=0", "*, gzip;q=0.000", "*;q=0"] {
            assert!(!accepts_gzip(&with(ACCEPT_ENCODING, refused)), "{refused}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn a_tag_is_known_if_one_of_the_list_is_the_same() {
        for known in ["\"a\"", "\"b\", \"a\"", "W/\"a\"", "*"] {
            assert!(has_tag(&with(IF_NONE_MATCH, known), "\"a\""), "{known}");
        }
        for other in ["\"b\"", "a", ""] {
            assert!(!has_tag(&with(IF_NONE_MATCH, other), "\"a\""), "{other}");
        }
    }
}
