//! The query string as names and values.

use percent_encoding::percent_decode_str;

use super::nfc::to_nfc;

/// Returns the parameters in their order, decoded once: `%` escapes, and `+` for a space. Invalid UTF-8
/// becomes replacement characters, which no parameter rule accepts. Texts are normalized like stored ones.
#[must_use]
pub fn pairs(query: &str) -> Vec<(String, String)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(n, v)| (decode(n), decode(v)))
        .collect()
}

fn decode(text: &str) -> String {
    to_nfc(percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_decoded_once() {
        let read = pairs("name=a%2Bb+c&flag&&id=Customer%3A1&x=%252F");
        let read: Vec<(&str, &str)> = read.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(read, [("name", "a+b c"), ("flag", ""), ("id", "Customer:1"), ("x", "%2F")]);
        assert!(pairs("").is_empty());
    }
}
