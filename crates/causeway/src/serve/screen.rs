//! The text that a server prints when it is ready; on the first start, with everything needed for a first
//! request.

use std::fmt;
use std::path::PathBuf;

use causeway_wire::document::BASE_PATH;

/// The first platform and its token.
#[derive(Clone, PartialEq, Eq)]
pub struct FirstPlatform {
    /// Token id, `Token:<uuid>`.
    pub token: String,
    /// User name of its credentials.
    pub client_id: String,
    /// File with user name and password; `None` if they were given from outside.
    pub credentials: Option<PathBuf>,
    /// Password, only if standard output is a terminal.
    pub client_secret: Option<String>,
    /// Id of the platform's configuration, under which its webhook key is published.
    pub config: String,
    /// Public key of its webhook signatures, as PEM.
    pub webhook_key: String,
}

/// The location of the database, which determines the files that backups must include.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// In this data folder.
    Folder(PathBuf),
    /// On a database server; the URL without a password.
    Server(String),
}

/// The text that is printed once the server is ready.
#[derive(Clone, PartialEq, Eq)]
pub struct StartScreen {
    /// Scheme, host and port.
    pub origin: String,
    pub database: DatabaseLocation,
    /// Set on the first start.
    pub first: Option<FirstPlatform>,
    /// Link that signs in to the console, only at the first start on a terminal.
    pub console: Option<String>,
}

impl fmt::Display for StartScreen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, database, first, console } = self;
        let Some(first) = first else {
            return writeln!(f, "Causeway is ready at {origin}{BASE_PATH} (reference: {origin}/reference)");
        };
        writeln!(f, "Causeway is ready, with a sandbox platform to begin with.\n")?;
        writeln!(f, "  Base URL        {origin}{BASE_PATH}")?;
        writeln!(f, "  Reference       {origin}/reference")?;
        if let Some(console) = console {
            writeln!(f, "  Console         {console}  (signs in once, within 15 minutes)")?;
        }
        writeln!(f, "  {database}")?;
        writeln!(f, "  Token id        {}", first.token)?;
        writeln!(f, "  Client id       {}", first.client_id)?;
        if let Some(secret) = &first.client_secret {
            writeln!(f, "  Client secret   {secret}  (shown this once)")?;
        }
        match &first.credentials {
            Some(file) => writeln!(f, "  Credentials     {}  (client id and secret)", file.display())?,
            None => writeln!(f, "  Client secret   as given in SVC_BOOTSTRAP_CLIENT_SECRET")?,
        }
        writeln!(
            f,
            "\nWebhooks are signed with this key ({origin}/.well-known/svc-webhook-keys/{}.pem):",
            first.config
        )?;
        writeln!(f, "{}", first.webhook_key.trim_end())?;
        writeln!(f, "\nTry it:\n")?;
        let secret = match &first.credentials {
            Some(file) => format!("\"$(cat '{}')\"", file.display()),
            None => format!("'{}:'\"$SVC_BOOTSTRAP_CLIENT_SECRET\"", first.client_id),
        };
        writeln!(f, "  curl -u {secret} {origin}{BASE_PATH}/config\n")
    }
}

impl fmt::Display for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(data) => {
                let data = data.display();
                write!(
                    f,
                    "Data            {data}  (keep copies of the database, its keys and its tombstones)"
                )
            }
            Self::Server(database) => {
                write!(f, "Database        {database}  (keep copies of it and of all keys)")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(client_secret: Option<&str>, credentials: Option<&str>) -> String {
        let first = FirstPlatform {
            token: "Token:1".to_owned(),
            client_id: "me".to_owned(),
            credentials: credentials.map(PathBuf::from),
            client_secret: client_secret.map(str::to_owned),
            config: "PlatformConfig:1".to_owned(),
            webhook_key: "-----BEGIN PUBLIC KEY-----\na\nb\n-----END PUBLIC KEY-----\n".to_owned(),
        };
        let origin = "http://127.0.0.1:8080".to_owned();
        let console = client_secret.map(|_| format!("{origin}/console/sign-in?link=abc"));
        let database = DatabaseLocation::Folder("causeway-data".into());
        StartScreen { origin, database, first: Some(first), console }.to_string()
    }

    #[test]
    fn the_first_start_fits_on_one_screen_with_a_command_to_paste() {
        let text = screen(Some("hush"), Some("/data/credentials"));
        assert!(text.lines().count() <= 24, "{text}");
        let command =
            "\n  curl -u \"$(cat '/data/credentials')\" http://127.0.0.1:8080/svc/2025-10-13/config\n";
        assert!(text.contains(command), "{text}");
        assert_eq!(text.matches("hush").count(), 1, "{text}");
        assert!(!screen(None, Some("/data/credentials")).contains("Client secret"));
    }

    #[test]
    fn a_secret_from_outside_is_not_repeated() {
        let text = screen(None, None);
        assert!(text.contains("curl -u 'me:'\"$SVC_BOOTSTRAP_CLIENT_SECRET\" http"), "{text}");
    }
}
