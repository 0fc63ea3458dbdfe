//! Query strings of URLs.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that are written as they are, besides letters and digits.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// The longest query, in bytes.
const MAX_QUERY: usize = 16 * 1024;

/// Encodes a value for a query.
pub(crate) fn encode(value: &str) -> String {
    utf8_percent_encode(value, PLAIN).to_string()
}

/// Returns the parameters of a query in order, decoded; `+` is a space. `None` if the query is too long, is
/// not UTF-8, or has a parameter twice.
pub(crate) fn parameters(query: &str) -> Option<Vec<(String, String)>> {
    if query.len() > MAX_QUERY {
        return None;
    }
    let mut found: Vec<(String, String)> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decode(name)?;
        if found.iter().any(|(known, _)| *known == name) {
            return None;
        }
        found.push((name, decode(value)?));
    }
    Some(found)
}

fn decode(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            parameters("a=b%20c+d&e&f=g=h&"),
            Some(vec![pair("a", "b c d"), pair("e", ""), pair("f", "g=h")])
        );
        assert_eq!(parameters(""), Some(vec![]));
        assert_eq!(parameters("a=1&a=2"), None);
        assert_eq!(parameters("a=%ff"), None);
        assert_eq!(parameters(&"a".repeat(MAX_QUERY + 1)), None);
    }

    proptest! {
        #[test]
        fn reads_its_own_values(name in "[a-z]{1,9}", value: String) {
            let read = parameters(&format!("{name}={}", encode(&value)));
            prop_assert_eq!(read, Some(vec![(name, value)]));
        }

        #[test]
        fn any_query_is_read_or_refused(query: String) {
            let _ = parameters(&query);
        }
    }
}
