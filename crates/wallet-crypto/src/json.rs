//! Strict reading of JSON objects.

use serde::de::DeserializeOwned;

/// Reads a JSON object: UTF-8, nothing after it, no known member twice. Unknown members are ignored.
pub(crate) fn object<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    // Serde would also accept an array of the members' values as the object.
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace())?;
    if *first != b'{' {
        return None;
    }
    serde_json::from_slice(bytes).ok()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Sample {
        a: String,
        b: String,
    }

    #[test]
    fn reads_objects_alone() {
        let read = |text: &str| object::<Sample>(text.as_bytes());
        assert!(read(r#" {"b":"2","c":[],"a":"1"} "#).is_some());
        for text in [
            r#"["1","2"]"#,
            r#"{"a":"1"}"#,
            r#"{"a":"1","b":2}"#,
            r#"{"a":"1","a":"1","b":"2"}"#,
            r#"{"a":"1","b":"2"}x"#,
            "",
            "null",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
