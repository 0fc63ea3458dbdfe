//! JSON documents, written and never read.

use std::fmt;

/// A JSON value. Members keep their order, so that the same value is always the same text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json {
    Text(String),
    Number(u64),
    List(Vec<Self>),
    Object(Vec<(&'static str, Self)>),
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Json {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Json {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write_text(f, text),
            Self::Number(number) => write!(f, "{number}"),
            Self::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "[" } else { "," })?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Self::Object(members) => {
                for (at, (name, value)) in members.iter().enumerate() {
                    f.write_str(if at == 0 { "{" } else { "," })?;
                    write_text(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str(if members.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

/// Writes a text in quotation marks.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            control if control < ' ' => write!(f, "\\u{:04x}", u32::from(control))?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_json() {
        let value = Json::Object(vec![
            ("a", "say \"hi\"\\\n…".into()),
            ("b", 7_u64.into()),
            ("c", vec!["x", "y"].into()),
            ("d", Json::Object(Vec::new())),
            ("e", Json::List(Vec::new())),
        ]);
        let text = "{\"a\":\"say \\\"hi\\\"\\\\\\u000a…\",\"b\":7,\"c\":[\"x\",\"y\"],\"d\":{},\"e\":[]}";
        assert_eq!(value.to_string(), text);
    }
}
