//! A separate schema in a PostgreSQL database, for a store that is not to outlive its process.

use std::fmt::{self, Write};

use causeway_domain::{Ids, Time};

use crate::database::engine::postgres::{postgres_error, settings, with_client};
use crate::database::error::Error;

/// A schema in a shared database; a store in it neither sees nor touches the other schemas.
pub struct TemporarySchema {
    url: String,
    name: String,
}

impl TemporarySchema {
    /// Creates an empty schema under a unique name. Blocks while it connects.
    ///
    /// # Errors
    /// If the database cannot be reached, or its user may not create schemas in it.
    pub fn create(url: &str, ids: &Ids, at: Time) -> Result<Self, Error> {
        let name = format!("causeway_temporary_{}", ids.uuid(at).simple());
        execute(url, &format!("CREATE SCHEMA {name}"))?;
        Ok(Self { url: url.to_owned(), name })
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the database's URL for connections that see only this schema.
    ///
    /// # Errors
    /// If the original URL cannot be parsed.
    pub fn url(&self) -> Result<String, Error> {
        let settings = settings(&self.url)?;
        let options = format!("{} -c search_path={}", settings.get_options().unwrap_or_default(), self.name);
        let separator = if self.url.contains('?') { '&' } else { '?' };
        // If a parameter is given twice, the last value applies.
        Ok(format!("{}{separator}options={}", self.url, escaped(options.trim_start())))
    }

    /// Drops the schema with everything in it. Close the stores in it first.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub fn remove(self) -> Result<(), Error> {
        execute(&self.url, &format!("DROP SCHEMA {} CASCADE", self.name))
    }
}

impl fmt::Debug for TemporarySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The URL contains a password.
        f.debug_struct("TemporarySchema").field("name", &self.name).finish_non_exhaustive()
    }
}

fn execute(url: &str, sql: &str) -> Result<(), Error> {
    with_client(url, async |client| client.command(sql).await.map_err(|error| postgres_error(&error)))
}

/// Escapes a text for the query of a URL, by percent-encoding.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(url: &str) -> String {
        let schema = TemporarySchema { url: url.to_owned(), name: "causeway_temporary_1".to_owned() };
        settings(&schema.url().unwrap()).unwrap().get_options().unwrap().to_owned()
    }

    #[test]
    fn the_password_is_not_shown() {
        let url = "postgres://me:secret@host/db".to_owned();
        let debug_text = format!("{:?}", TemporarySchema { url, name: "one".to_owned() });
        assert!(debug_text.contains("one") && !debug_text.contains("secret"), "{debug_text}");
    }

    #[test]
    fn connections_see_the_schema_and_keep_their_other_options() {
        let own = "-c search_path=causeway_temporary_1";
        for url in ["postgres://me@host/db", "postgres://me@host/db?connect_timeout=3", "postgres://host"] {
            assert_eq!(options(url), own, "{url}");
        }
        let url = "postgres://me@host/db?options=-c%20geqo%3Doff&sslmode=disable";
        assert_eq!(options(url), format!("-c geqo=off {own}"));
    }
}
