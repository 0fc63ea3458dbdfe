//! Forms: url-encoded, with a token that is bound to the session.

use causeway_service::operator::{ConsoleSession, OperatorError};
use causeway_service::runtime::http::pairs;

use super::access::is_form_token;
use super::failure::Failure;

/// The field with the token.
pub(crate) const TOKEN: &str = "token";

/// The fields of a form.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

/// The fields of a form whose token was checked.
#[derive(Debug)]
pub(crate) struct CheckedForm(Fields);

impl Fields {
    /// Parses the body of a form, or a query.
    pub(crate) fn parse(text: &str) -> Self {
        Self(pairs(text))
    }

    /// Returns the first field of this name that is not blank, without surrounding white space.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let of_name = self.0.iter().filter(|(known, _)| known == name);
        of_name.map(|(_, value)| value.trim()).find(|value| !value.is_empty())
    }
}

impl CheckedForm {
    /// Reads a form, and checks its token.
    ///
    /// # Errors
    /// If the token is missing, or one of another session.
    pub(crate) fn read(session: &ConsoleSession, body: &[u8]) -> Result<Self, Failure> {
        let fields = Fields::parse(&String::from_utf8_lossy(body));
        if is_form_token(session, fields.get(TOKEN).unwrap_or_default()) {
            return Ok(Self(fields));
        }
        let error = OperatorError::refused("this form is not of your session; nothing was done")
            .remedy("open the page again, and fill in the form there");
        Err(Failure::forbidden(error))
    }

    /// Returns a field as [`Fields::get`].
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)
    }

    pub(crate) const fn fields(&self) -> &Fields {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_field_is_none() {
        let fields = Fields::parse("a=+&b=x+y%26&b=z");
        assert_eq!((fields.get("a"), fields.get("b"), fields.get("c")), (None, Some("x y&"), None));
    }
}
