//! The configuration of a process, loaded from the layers.

use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use causeway_service::runtime::keys::Keyring;
use causeway_service::runtime::settings::{self, Deployment};
use causeway_store::Database;
use causeway_store::migrations::StartPolicy;
use causeway_wallet_keys::MasterKeys;

use super::backup_schedule::backup_schedule;
use super::layers::most_similar;
use super::lightning::{self, lightning_nodes};
use super::remote_server::remote_server;
use super::text_messages::TEXT_GATEWAY;
use super::{
    BackupSchedule, ConfigError, ConsoleMode, EffectiveSetting, Layers, LightningNodes, LogFormat, Problem,
    RemoteServer, SecretText, SignedService, Value,
};
use crate::data_folder::DataFolder;
use crate::mail;

/// Default port of the API.
const PORT: u16 = 8080;

/// Name of the setting with the password of the first token.
const BOOTSTRAP_SECRET: &str = "bootstrap_client_secret";

/// Default number of jobs that run at a time.
const JOBS: usize = 16;

/// The configuration of a process.
#[derive(Debug, Clone)]
pub struct Config {
    /// Contains the database, the root key and the operator socket.
    pub data: DataFolder,
    /// URL of the PostgreSQL database; `None` for SQLite in the data folder.
    pub database_url: Option<SecretText>,
    /// Lines `number:64 hex digits`; `None` for the file in the data folder.
    pub root_key: Option<SecretText>,
    /// Master keys of wallets; `None` for the file in the data folder.
    pub wallet_keys: Option<SecretText>,
    /// File of the revocations of wallets; `None` for the one in the data folder.
    pub tombstone_file: Option<PathBuf>,
    /// File of the ledgers' heads; `None` for the one in the data folder.
    pub anchor_file: Option<PathBuf>,
    /// Backups that the server makes; `None` if it makes none.
    pub backups: Option<BackupSchedule>,
    /// Listen address of the API.
    pub listen: SocketAddr,
    /// Listen address of the operator API; `None` for the operator socket only.
    pub admin: Option<SocketAddr>,
    /// The address that serves the console.
    pub console: ConsoleMode,
    /// Operator socket outside of the data folder, for users with roles; `None` for the one in the folder only.
    pub operator_socket: Option<PathBuf>,
    /// Group that may connect to it, by name or id.
    pub operator_group: Option<String>,
    /// Server elsewhere that operators' commands are sent to; `None` for the one on this data folder.
    pub operator_server: Option<RemoteServer>,
    /// Set if a proxy in front terminates TLS.
    pub behind_proxy: bool,
    /// Migrates an older database at the start; `None` for the default of the engine.
    pub migrate_at_start: Option<bool>,
    /// Allows production platforms on a PostgreSQL that acknowledges commits before they are on disk.
    pub allow_asynchronous_commit: bool,
    pub log_format: LogFormat,
    /// A level, or a filter with a level per target.
    pub log_level: String,
    pub limits: Limits,
    /// Credentials that the first start gives to the first platform's token.
    pub bootstrap: Option<Bootstrap>,
    /// Mail server for messages to end users of production platforms.
    pub mail: Option<MailServer>,
    /// Text message gateway for end users of production platforms.
    pub text_gateway: Option<SignedService>,
    /// Adapters of the Lightning nodes.
    pub lightning: LightningNodes,
    /// Settings of the deployment (conventions 2.1).
    pub deployment: Deployment,
    /// All effective settings, in the order of display.
    pub effective: Vec<EffectiveSetting>,
}

/// Limits of one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Open connections; further ones wait until others close.
    pub connections: u32,
    /// Concurrent requests; further ones get 503.
    pub requests: usize,
    /// Concurrent jobs; further ones wait. With 0, this process runs none and leaves them to others.
    pub jobs: usize,
    /// Free space of the data folder's disk below which the process is not ready, in mebibytes.
    pub disk_floor_mib: u64,
}

/// Credentials given for the first platform (conventions 2.1).
#[derive(Debug, Clone)]
pub struct Bootstrap {
    /// Any text without a colon.
    pub client_id: String,
    pub client_secret: SecretText,
}

/// A mail server with the sender address.
#[derive(Debug, Clone)]
pub struct MailServer {
    /// Includes user and password.
    pub url: SecretText,
    /// `Name <address>`.
    pub sender: String,
}

impl Config {
    /// Loads the configuration from the layers.
    ///
    /// # Errors
    /// All problems at once: unknown names, invalid values, settings in the wrong place.
    pub fn load(mut layers: Layers) -> Result<Self, ConfigError> {
        let from = &mut layers;
        from.read_secret_files(secrets());
        from.refuse_open_file(is_secret);
        let data = DataFolder::new(from.data());
        let database_url = database_url(from);
        let listen = from.take("listen", SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)));
        let admin: Option<SocketAddr> = from.take_optional("admin");
        let is_local = is_loopback(listen) && admin.is_none_or(is_loopback);
        let mut config = Self {
            root_key: keys(from, "root_key", &data.root_key(), check_root_key),
            wallet_keys: keys(from, "wallet_keys", &data.wallet_keys(), check_wallet_keys),
            tombstone_file: file(from, "tombstone_file", &data.tombstones()),
            anchor_file: file(from, "anchor_file", &data.anchors()),
            data,
            backups: backup_schedule(from),
            listen,
            admin,
            console: from.take("console", ConsoleMode::default()),
            operator_socket: from.take_optional("operator_socket"),
            operator_group: from.take_optional("operator_group"),
            operator_server: remote_server(from),
            behind_proxy: from.take("behind_proxy", false),
            migrate_at_start: from.take_optional("migrate_at_start"),
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
            text_gateway: TEXT_GATEWAY.take(from),
            lightning: lightning_nodes(from),
            deployment: deployment(from, is_local),
            database_url,
            effective: Vec::new(),
        };
        if config.operator_group.is_some() && config.operator_socket.is_none() {
            from.problem(Problem::Alone { given: "operator_group", missing: "operator_socket" });
        }
        config.deployment.is_behind_proxy = config.behind_proxy;
        Ok(Self { effective: layers.finish()?, ..config })
    }

    /// Returns the configuration with the addresses that were bound: a port 0 has become one of the system's choice.
    #[must_use]
    pub fn listening_at(&self, listen: SocketAddr, admin: Option<SocketAddr>) -> Self {
        Self { listen, admin, ..self.clone() }
    }

    /// Returns the database of the process.
    #[must_use]
    pub fn database(&self) -> Database {
        match &self.database_url {
            Some(url) => Database::Postgres { url: url.expose().to_owned() },
            None => Database::Sqlite { path: self.data.database() },
        }
    }

    /// Returns the listen addresses that other machines can reach.
    pub fn network_addresses(&self) -> impl Iterator<Item = SocketAddr> {
        [Some(self.listen), self.admin].into_iter().flatten().filter(|address| !is_loopback(*address))
    }

    /// Returns the treatment of an older database at a start. By default, a SQLite file is migrated, because a copy
    /// is made first; a PostgreSQL database is left to `causeway migrate`, after its operator's backup.
    #[must_use]
    pub fn start_policy(&self) -> StartPolicy {
        match (self.migrate_at_start, &self.database_url) {
            (Some(true), _) | (None, None) => StartPolicy::Migrate,
            (Some(false), _) | (None, Some(_)) => StartPolicy::Refuse,
        }
    }

    /// Returns the name of the database for display: the file, or the URL without its secrets.
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

/// Reads comma-separated levels, each for the whole program or as `target=level`. An unknown level would
/// otherwise be taken for the name of a target and silence all other logs.
fn log_level(text: &str) -> Result<String, String> {
    for part in text.split(',') {
        let level = part.split_once('=').map_or(part, |(_, level)| level);
        if !LOG_LEVELS.contains(&level.to_ascii_lowercase().as_str()) {
            let suggestion = match most_similar(LOG_LEVELS.into_iter(), level) {
                Some(known) => format!("did you mean {known}?"),
                None => format!("the levels are {}", LOG_LEVELS.join(", ")),
            };
            return Err(format!("{level} is not a log level; {suggestion}"));
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

/// Replaces a URL's password and its parameters, which may contain one as well, by `…`.
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

/// Settings that are addresses, which may have a password in them.
const ADDRESSES: [&str; 2] = ["database", "mail_server"];

/// Returns the names of all settings that are, or may contain, a secret.
fn secrets() -> impl Iterator<Item = &'static str> {
    let keys = ["root_key", "wallet_keys", BOOTSTRAP_SECRET];
    keys.into_iter().chain(ADDRESSES).chain(TEXT_GATEWAY.secrets()).chain(lightning::secrets())
}

/// Returns `true` if a setting of the file is secret: a key, or an address with a password in it.
fn is_secret(name: &str, text: &str) -> bool {
    secrets().any(|secret| secret == name) && (!ADDRESSES.contains(&name) || has_password(text))
}

fn has_password(url: &str) -> bool {
    credentials(url).is_some_and(|(credentials, _)| credentials.contains(':')) || url.contains("password=")
}

/// Splits a URL after its scheme at the last `@`: a password may contain any other character of a URL.
fn credentials(url: &str) -> Option<(&str, &str)> {
    url.split_once("://")?.1.rsplit_once('@')
}

/// Takes keys in the form that `check` accepts. Without them, those in the file `place` count.
fn keys(
    from: &mut Layers,
    name: &str,
    place: &Path,
    check: fn(&str) -> Result<(), String>,
) -> Option<SecretText> {
    let read = |text: &str| check(text).map(|()| Some(SecretText::new(text.to_owned())));
    from.take_read(name, None, read, |keys| value_or_place(keys.as_ref(), place))
}

/// Takes the path of a file. Without it, `place` counts.
fn file(from: &mut Layers, name: &str, place: &Path) -> Option<PathBuf> {
    let read = |text: &str| PathBuf::read(text).map(Some).map_err(|form| format!("must be {form}"));
    from.take_read(name, None, read, |file| value_or_place(file.as_ref(), place))
}

/// Formats a value, or the path of the file that counts without it.
fn value_or_place<T: Value>(value: Option<&T>, place: &Path) -> String {
    value.map_or_else(|| place.display().to_string(), T::show)
}

fn check_root_key(text: &str) -> Result<(), String> {
    Keyring::parse(text).map(drop).map_err(|error| error.to_string())
}

fn check_wallet_keys(text: &str) -> Result<(), String> {
    MasterKeys::parse(text).map(drop).map_err(|error| error.to_string())
}

/// Takes the number of concurrent jobs; 0 is only valid if other processes can run them.
fn jobs(from: &mut Layers, is_shared: bool) -> usize {
    let read = |text: &str| match usize::read(text).map_err(|form| format!("must be {form}"))? {
        0 if !is_shared => {
            Err("must be 1 or more on SQLite: only one process works on such a database, so that \
                                no process would run the jobs"
                .to_owned())
        }
        jobs => Ok(jobs),
    };
    from.take_read("jobs_max", JOBS, read, usize::show)
}

fn bootstrap(from: &mut Layers) -> Option<Bootstrap> {
    let id = "bootstrap_client_id";
    let secret = BOOTSTRAP_SECRET;
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
            from.problem(Problem::Alone { given: id, missing: secret });
            None
        }
        (None, Some(_)) => {
            from.problem(Problem::Alone { given: secret, missing: id });
            None
        }
    }
}

fn mail(from: &mut Layers) -> Option<MailServer> {
    let server = "mail_server";
    let sender = "mail_sender";
    let read = |text: &str| mail::check_server(text).map(|()| Some(SecretText::new(text.to_owned())));
    let masked = |url: &Option<SecretText>| url.as_ref().map(Value::show).unwrap_or_default();
    let url = from.take_read(server, None, read, masked);
    let read = |text: &str| mail::check_sender(text).map(|()| Some(text.to_owned()));
    match (url, from.take_read(sender, None, read, |sender| sender.clone().unwrap_or_default())) {
        (Some(url), Some(sender)) => Some(MailServer { url, sender }),
        (None, None) => None,
        (Some(_), None) => {
            from.problem(Problem::Alone { given: server, missing: sender });
            None
        }
        (None, Some(_)) => {
            from.problem(Problem::Alone { given: sender, missing: server });
            None
        }
    }
}

/// Takes the settings that the database could hold too (conventions 2.1).
fn deployment(from: &mut Layers, is_local: bool) -> Deployment {
    let mut pinned = BTreeMap::new();
    for setting in settings::ALL {
        let read = |text: &str| setting.read_text(text).map_err(|error| error.reason);
        if let Some(value) = from.take_pinned(setting.name(), read, display_text) {
            pinned.insert(setting.name(), value);
        }
    }
    let mut deployment = Deployment::new(pinned);
    deployment.is_local = is_local;
    deployment
}

fn display_text(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
