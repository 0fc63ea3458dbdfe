//! The configuration of a process, taken from the layers.

use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use causeway_service::runtime::settings::{self, Deployment};
use causeway_store::Database;

use super::layers::most_like;
use super::text_messages::{self, text_gateway};
use super::{ConfigError, Effective, Layers, LogFormat, Problem, SecretText, TextGateway, Value};
use crate::folder::DataFolder;
use crate::mail;

/// The port of the interface when nobody says otherwise.
const PORT: u16 = 8080;

/// Jobs under way at a time when nobody says otherwise.
const JOBS: usize = 16;

/// The configuration of a process.
#[derive(Debug, Clone)]
pub struct Config {
    /// The folder of the database, the root key and the operator socket.
    pub data: DataFolder,
    /// The PostgreSQL database, if not SQLite in the data folder.
    pub database_url: Option<SecretText>,
    /// Lines `number:64 hex digits`; the file in the data folder is used when absent.
    pub root_key: Option<SecretText>,
    /// The master keys of wallets; the file in the data folder is used when absent.
    pub wallet_keys: Option<SecretText>,
    /// Where it is kept what was revoked of wallets, if not in the data folder.
    pub tombstone_file: Option<PathBuf>,
    /// Where the heads of the ledgers are kept, if not in the data folder.
    pub anchor_file: Option<PathBuf>,
    /// Where the interface is offered.
    pub listen: SocketAddr,
    /// Where operators are served over the network too.
    pub admin: Option<SocketAddr>,
    /// A proxy in front terminates TLS.
    pub behind_proxy: bool,
    /// Whether production platforms may be on a PostgreSQL that acknowledges commits before they are on disk.
    pub allow_asynchronous_commit: bool,
    /// How the log is written.
    pub log_format: LogFormat,
    /// What is logged.
    pub log_level: String,
    /// What one process takes on at a time.
    pub limits: Limits,
    /// The credentials that a first start gives its platform.
    pub bootstrap: Option<Bootstrap>,
    /// Where mail to end users of production platforms is handed over.
    pub mail: Option<MailServer>,
    /// Where text messages to end users of production platforms are handed over.
    pub text_gateway: Option<TextGateway>,
    /// Settings of the deployment (conventions 2.1).
    pub deployment: Deployment,
    /// Each value that counts with its origin, in the order in which they are shown.
    pub effective: Vec<Effective>,
}

/// What one process takes on at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Open connections; more wait until others close.
    pub connections: u32,
    /// Requests being worked on; more are answered 503.
    pub requests: usize,
    /// Jobs under way; more wait. With none this process leaves them to others.
    pub jobs: usize,
    /// Free space of the data folder's disk below which the process is not ready, in mebibytes.
    pub disk_floor_mib: u64,
}

/// Credentials given from outside (conventions 2.1).
#[derive(Debug, Clone)]
pub struct Bootstrap {
    /// Any text without a colon.
    pub client_id: String,
    pub client_secret: SecretText,
}

/// A mail server, and who writes.
#[derive(Debug, Clone)]
pub struct MailServer {
    /// Its URL, with user and password.
    pub url: SecretText,
    /// `Name <address>`.
    pub sender: String,
}

impl Config {
    /// Takes everything from the layers.
    ///
    /// # Errors
    /// Everything that is wrong, at once: unknown names, values of another kind, things said in the wrong place.
    pub fn load(mut layers: Layers) -> Result<Self, ConfigError> {
        let from = &mut layers;
        from.refuse_open_file(is_secret);
        let data = DataFolder::new(from.data());
        let database_url = database_url(from);
        let listen = from.take("listen", SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)));
        let admin: Option<SocketAddr> = from.take_optional("admin");
        let is_local = is_loopback(listen) && admin.is_none_or(is_loopback);
        let config = Self {
            data,
            root_key: from.take_optional("root_key"),
            wallet_keys: from.take_optional("wallet_keys"),
            tombstone_file: from.take_optional("tombstone_file"),
            anchor_file: from.take_optional("anchor_file"),
            listen,
            admin,
            behind_proxy: from.take("behind_proxy", false),
            allow_asynchronous_commit: from.take("allow_asynchronous_commit", false),
            log_format: from.take("log_format", log_format_default()),
            log_level: from.take_read("log_level", "info".to_owned(), log_level, String::clone),
            limits: Limits {
                connections: from.take("connections_max", 4_096),
                requests: from.take("requests_max", 512),
                jobs: jobs(from, database_url.is_some()),
                disk_floor_mib: from.take("disk_floor_mib", 64),
            },
            bootstrap: bootstrap(from),
            mail: mail(from),
            text_gateway: text_gateway(from),
            deployment: deployment(from, is_local),
            database_url,
            effective: Vec::new(),
        };
        Ok(Self { effective: layers.finish()?, ..config })
    }

    /// The database that the process works on.
    #[must_use]
    pub fn database(&self) -> Database {
        match &self.database_url {
            Some(url) => Database::Postgres { url: url.expose().to_owned() },
            None => Database::Sqlite { path: self.data.database() },
        }
    }

    /// The same for people: the file, or the URL without what is secret in it.
    #[must_use]
    pub fn database_name(&self) -> String {
        match &self.database_url {
            Some(url) => without_password(url.expose()),
            None => self.data.database().display().to_string(),
        }
    }
}

fn is_loopback(address: SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

fn log_format_default() -> LogFormat {
    if stderr().is_terminal() { LogFormat::Text } else { LogFormat::Json }
}

const LOG_LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Levels with commas, each for the whole program or as `target=level`. What is no level would else count as the
/// name of a target, and silence everything.
fn log_level(text: &str) -> Result<String, String> {
    for part in text.split(',') {
        let level = part.split_once('=').map_or(part, |(_, level)| level);
        if !LOG_LEVELS.contains(&level.to_ascii_lowercase().as_str()) {
            let wanted = match most_like(LOG_LEVELS.into_iter(), level) {
                Some(known) => format!("did you mean {known}?"),
                None => format!("there are {}", LOG_LEVELS.join(", ")),
            };
            return Err(format!("{level} is not a log level; {wanted}"));
        }
    }
    Ok(text.to_owned())
}

fn database_url(from: &mut Layers) -> Option<SecretText> {
    let read = |text: &str| {
        let known = text.starts_with("postgres://") || text.starts_with("postgresql://");
        if known {
            Ok(Some(SecretText::new(text.to_owned())))
        } else {
            Err("must be a URL postgres://…".to_owned())
        }
    };
    let show =
        |url: &Option<SecretText>| url.as_ref().map(|url| without_password(url.expose())).unwrap_or_default();
    from.take_read("database", None, read, show)
}

/// A URL with `…` in the place of its password and of its parameters, which may hold one as well.
fn without_password(url: &str) -> String {
    let (user, rest) = match url.split_once("://").zip(credentials(url)) {
        Some(((scheme, _), (credentials, rest))) => {
            let user = credentials.split(':').next().unwrap_or_default();
            (format!("{scheme}://{user}:…@"), rest)
        }
        None => (String::new(), url),
    };
    let (rest, query) = rest.split_once('?').map_or((rest, ""), |(rest, _)| (rest, "?…"));
    user + rest + query
}

/// Whether a setting of the file is known to nobody but its owner: keys, and addresses with a password in them.
fn is_secret(name: &str, text: &str) -> bool {
    match name {
        "root_key" | "wallet_keys" => true,
        "database" | "mail_server" => has_password(text),
        name => text_messages::is_secret(name),
    }
}

fn has_password(url: &str) -> bool {
    credentials(url).is_some_and(|(credentials, _)| credentials.contains(':')) || url.contains("password=")
}

/// What stands before the last `@` of a URL, and behind it: a password may have any other sign of a URL in it.
fn credentials(url: &str) -> Option<(&str, &str)> {
    url.split_once("://")?.1.rsplit_once('@')
}

/// Jobs under way at a time: none only where other processes can run them.
fn jobs(from: &mut Layers, is_shared: bool) -> usize {
    let read = |text: &str| match usize::read(text).map_err(|wanted| format!("must be {wanted}"))? {
        0 if !is_shared => {
            Err("must be 1 or more on SQLite: only one process works on such a database, so that \
                                nobody would run the jobs"
                .to_owned())
        }
        jobs => Ok(jobs),
    };
    from.take_read("jobs_max", JOBS, read, usize::show)
}

fn bootstrap(from: &mut Layers) -> Option<Bootstrap> {
    let (id, secret) = ("bootstrap_client_id", "bootstrap_client_secret");
    from.misplaced_in_file(id, "is read from the environment only");
    let read = |text: &str| match text.contains(':') {
        true => Err("must have no colon".to_owned()),
        false => Ok(Some(text.to_owned())),
    };
    let client_id = from.take_read(id, None, read, |id| id.clone().unwrap_or_default());
    let client_secret = from.take_from_environment(secret);
    match (client_id, client_secret) {
        (Some(client_id), Some(client_secret)) => Some(Bootstrap { client_id, client_secret }),
        (None, None) => None,
        (Some(_), None) => {
            from.problem(Problem::Alone { said: id, missing: secret });
            None
        }
        (None, Some(_)) => {
            from.problem(Problem::Alone { said: secret, missing: id });
            None
        }
    }
}

fn mail(from: &mut Layers) -> Option<MailServer> {
    let (server, sender) = ("mail_server", "mail_sender");
    let read = |text: &str| mail::check_server(text).map(|()| Some(SecretText::new(text.to_owned())));
    let hidden = |url: &Option<SecretText>| url.as_ref().map(Value::show).unwrap_or_default();
    let url = from.take_read(server, None, read, hidden);
    let read = |text: &str| mail::check_sender(text).map(|()| Some(text.to_owned()));
    match (url, from.take_read(sender, None, read, |sender| sender.clone().unwrap_or_default())) {
        (Some(url), Some(sender)) => Some(MailServer { url, sender }),
        (None, None) => None,
        (Some(_), None) => {
            from.problem(Problem::Alone { said: server, missing: sender });
            None
        }
        (None, Some(_)) => {
            from.problem(Problem::Alone { said: sender, missing: server });
            None
        }
    }
}

/// What the process says about settings that could also be stored (conventions 2.1).
fn deployment(from: &mut Layers, is_local: bool) -> Deployment {
    let mut pinned = BTreeMap::new();
    for setting in settings::EVERY {
        let read = |text: &str| setting.read_text(text).map_err(|fault| fault.why);
        if let Some(value) = from.take_pinned(setting.name(), read, shown) {
            pinned.insert(setting.name(), value);
        }
    }
    let mut deployment = Deployment::new(pinned);
    deployment.is_local = is_local;
    deployment
}

fn shown(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
