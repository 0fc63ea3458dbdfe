//! Format of Travel Rule data.

use std::fmt;

/// The name and the version of a data format: `format@version`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TravelRuleFormat {
    pub name: String,
    pub version: Option<String>,
}

/// The error for a text that is not such a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TravelRuleFormatError;

/// The longest text, in bytes.
const MAX: usize = 64;

impl TravelRuleFormat {
    /// Returns the format that this side sends: IVMS101 of 2023.
    #[must_use]
    pub fn ivms101() -> Self {
        Self { name: "ivms".to_owned(), version: Some("101.2023".to_owned()) }
    }

    /// Reads a format, with or without a version.
    ///
    /// # Errors
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, TravelRuleFormatError> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let is_word =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'@');
        if text.len() > MAX || !is_word(name) || !version.is_none_or(is_word) {
            return Err(TravelRuleFormatError);
        }
        Ok(Self { name: name.to_owned(), version: version.map(str::to_owned) })
    }
}

impl fmt::Display for TravelRuleFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{}@{version}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl fmt::Display for TravelRuleFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a format of Travel Rule data, format@version")
    }
}

impl std::error::Error for TravelRuleFormatError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formats_are_written_and_read() {
        let own = TravelRuleFormat::ivms101();
        assert_eq!(own.to_string(), "ivms@101.2023");
        assert_eq!(TravelRuleFormat::parse("ivms@101.2023"), Ok(own));
        assert_eq!(TravelRuleFormat::parse("raw").map(|format| format.to_string()), Ok("raw".to_owned()));
        for text in ["", "@1", "a@", "a@b@c", "a b", &"a".repeat(65)] {
            assert_eq!(TravelRuleFormat::parse(text), Err(TravelRuleFormatError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String) {
            if let Ok(format) = TravelRuleFormat::parse(&text) {
                prop_assert_eq!(format.to_string(), text);
            }
        }
    }
}
