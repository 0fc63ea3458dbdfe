//! UMA addresses as messages contain them.

use std::fmt;

use super::host::Host;

/// A UMA address `$user@host` in a message: the text is kept as it was sent, because signatures cover it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identifier {
    text: String,
    host: Host,
}

/// The error for a text that is not a UMA address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentifierError;

/// The maximum length of `$` and the user. Own addresses have at most 64; peers count without `$`.
const MAX_USER: usize = 65;

impl Identifier {
    /// Reads an address in any case (uma 1).
    ///
    /// # Errors
    /// Another form.
    pub fn parse(text: &str) -> Result<Self, IdentifierError> {
        let (user, host) = text.split_once('@').ok_or(IdentifierError)?;
        if !is_user(user) {
            return Err(IdentifierError);
        }
        let host = Host::parse(host).map_err(|_| IdentifierError)?;
        Ok(Self { text: text.to_owned(), host })
    }

    /// Returns the text as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the part before `@`, with `$`, as it was sent.
    #[must_use]
    pub fn user(&self) -> &str {
        self.text.split('@').next().unwrap_or_default()
    }

    /// Returns the host that serves the address, in lower case.
    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns `true` if both name the same person: case does not count.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.text.eq_ignore_ascii_case(&other.text)
    }
}

/// Returns `true` for `$` and at least one allowed character.
pub(super) fn is_user(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('$') else { return false };
    let is_spelled = rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte));
    is_spelled && !rest.is_empty() && text.len() <= MAX_USER
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for IdentifierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a UMA address, $user@domain")
    }
}

impl std::error::Error for IdentifierError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_keeps_its_spelling() {
        let address = Identifier::parse("$Ada.l+1_x-y@Pay.Example.com").unwrap();
        assert_eq!(address.as_str(), "$Ada.l+1_x-y@Pay.Example.com");
        assert_eq!((address.user(), address.host().as_str()), ("$Ada.l+1_x-y", "pay.example.com"));
        assert!(address.is_same(&Identifier::parse("$ada.l+1_x-y@pay.example.com").unwrap()));
        assert!(!address.is_same(&Identifier::parse("$ada@pay.example.com").unwrap()));
        assert!(Identifier::parse(&format!("${}@a.b", "x".repeat(64))).is_ok());
        assert!(Identifier::parse("$bob@localhost:8081").is_ok());
    }

    #[test]
    fn other_texts_are_no_addresses() {
        let long = format!("${}@a.b", "x".repeat(65));
        for text in [
            "ada@a.b", "$@a.b", "$ada", "$ada@", "$a|b@c.d", "$a@b@c.d", "$a b@c.d", "$ä@c.d", "$a@b|c",
            &long,
        ] {
            assert_eq!(Identifier::parse(text), Err(IdentifierError), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String, near in "\\$?[a-zA-Z0-9$.+|@:-]{0,80}") {
            for text in [text, near] {
                if let Ok(address) = Identifier::parse(&text) {
                    prop_assert_eq!(address.as_str(), &text);
                    prop_assert!(!text.contains('|'));
                }
            }
        }
    }
}
