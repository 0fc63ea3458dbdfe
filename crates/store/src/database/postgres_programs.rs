//! PostgreSQL's own client programs, which copy a database and restore it.

use std::ffi::OsString;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::net::IpAddr;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use causeway_domain::{Ids, Time};
use tokio_postgres::Config;
use tokio_postgres::config::{ChannelBinding, Host, SslMode};

use crate::database::engine::postgres::settings;
use crate::database::error::Error;

/// The machine's certificate authorities on Debian. The programs do not look for them by themselves.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Variables that would lead a program to another server than the one of the URL.
const MISLEADING: [&str; 6] = ["PGSERVICE", "PGSERVICEFILE", "PGHOST", "PGHOSTADDR", "PGPORT", "PGOPTIONS"];

/// PostgreSQL's client programs on the `PATH`, for one database. Address and password are in their
/// environment: other users of the machine can read command lines.
pub struct PostgresPrograms {
    url: String,
    environment: Vec<(&'static str, OsString)>,
    database: String,
}

/// A database for a rehearsal, beside the one of the URL.
pub struct ScratchDatabase {
    programs: PostgresPrograms,
    name: String,
}

/// The reason why a program has not done its work.
#[derive(Debug)]
pub enum ProgramError {
    /// It is not installed.
    Missing(&'static str),
    /// It has failed, with this text on its standard error.
    Failed { program: &'static str, reason: String },
    /// A file cannot be read or written.
    File { path: PathBuf, error: io::Error },
}

impl PostgresPrograms {
    /// Creates the programs for the database with this URL.
    ///
    /// # Errors
    /// If the URL cannot be parsed.
    pub fn new(url: &str) -> Result<Self, Error> {
        let settings = settings(url)?;
        let database = settings.get_dbname().or(settings.get_user()).unwrap_or_default().to_owned();
        Ok(Self { url: url.to_owned(), environment: environment(&settings), database })
    }

    /// Writes a snapshot of the database to a new file, for its owner only: `pg_dump`. Writers continue
    /// meanwhile. Blocks until the file is on disk.
    ///
    /// # Errors
    /// If the program fails, or the file exists or cannot be written.
    pub fn dump(&self, to: &Path) -> Result<(), ProgramError> {
        let failed = |error| ProgramError::File { path: to.to_owned(), error };
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(to).map_err(failed)?;
        let mut command = self.command("pg_dump", &self.database);
        command.args(["--format=custom", "--no-password"]).stdin(Stdio::null()).stdout(Stdio::piped());
        // The program ends with this process, because its pipe does.
        run("pg_dump", command, to, |child| match child.stdout.take() {
            Some(mut from) => io::copy(&mut from, &mut file).map(drop),
            None => Ok(()),
        })?;
        file.sync_all().map_err(failed)
    }

    /// Restores a dump into the database, which must be empty, all or nothing: `pg_restore`.
    ///
    /// # Errors
    /// If the program fails, or the file cannot be read.
    pub fn restore(&self, from: &Path) -> Result<(), ProgramError> {
        let failed = |error| ProgramError::File { path: from.to_owned(), error };
        let mut file = File::open(from).map_err(failed)?;
        let mut command = self.command("pg_restore", &self.database);
        command.args(["--no-password", "--no-owner", "--no-privileges", "--exit-on-error"]);
        command.arg("--single-transaction").stdin(Stdio::piped()).stdout(Stdio::null());
        run("pg_restore", command, from, |child| match child.stdin.take() {
            Some(mut to) => io::copy(&mut file, &mut to).map(drop),
            None => Ok(()),
        })
    }

    /// Creates an empty database under a unique name on the same server: `createdb`.
    ///
    /// # Errors
    /// If the program fails; the role needs the attribute `CREATEDB`.
    pub fn create_scratch(self, ids: &Ids, at: Time) -> Result<ScratchDatabase, ProgramError> {
        let name = format!("causeway_rehearsal_{}", ids.uuid(at).simple());
        self.administer("createdb", &["--template=template0", &name])?;
        Ok(ScratchDatabase { programs: self, name })
    }

    /// Runs a program that connects to the database to change another one.
    fn administer(&self, program: &'static str, arguments: &[&str]) -> Result<(), ProgramError> {
        let mut command = self.bare_command(program);
        command.arg(format!("--maintenance-db={}", self.database)).arg("--no-password").args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        run(program, command, Path::new(""), |_| Ok(()))
    }

    fn command(&self, program: &'static str, database: &str) -> Command {
        let mut command = self.bare_command(program);
        command.arg(format!("--dbname={database}"));
        command
    }

    fn bare_command(&self, program: &'static str) -> Command {
        let mut command = Command::new(program);
        for name in MISLEADING {
            command.env_remove(name);
        }
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        command.stderr(Stdio::piped());
        command
    }
}

impl ScratchDatabase {
    /// Returns the URL of this database.
    #[must_use]
    pub fn url(&self) -> String {
        let url = &self.programs.url;
        let separator = if url.contains('?') { '&' } else { '?' };
        // A parameter takes precedence over the path.
        format!("{url}{separator}dbname={}", self.name)
    }

    /// Drops the database: `dropdb`. Close the stores in it first.
    ///
    /// # Errors
    /// If the program fails.
    pub fn remove(self) -> Result<(), ProgramError> {
        self.programs.administer("dropdb", &["--if-exists", &self.name])
    }
}

/// Runs a program to its end. `transfer` moves the data through its pipe, and `file` is the other end of it.
fn run(
    program: &'static str,
    mut command: Command,
    file: &Path,
    transfer: impl FnOnce(&mut Child) -> io::Result<()>,
) -> Result<(), ProgramError> {
    let failed = |reason: String| ProgramError::Failed { program, reason };
    let mut child = command.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ProgramError::Missing(program),
        _ => failed(error.to_string()),
    })?;
    let errors = child.stderr.take();
    let (transferred, reason) = std::thread::scope(|scope| {
        let reading = scope.spawn(move || text_of(errors));
        let transferred = transfer(&mut child);
        (transferred, reading.join().unwrap_or_default())
    });
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    match (status.success(), transferred) {
        (true, Ok(())) => Ok(()),
        // A program that fails closes its pipe: its own reason is the first one.
        (false, _) if !reason.is_empty() => Err(failed(reason)),
        (false, Ok(())) => Err(failed(status.to_string())),
        (_, Err(error)) => Err(ProgramError::File { path: file.to_owned(), error }),
    }
}

fn text_of(from: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        // A text that is cut off is better than none.
        let _ = from.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

/// Returns the variables that give the programs the settings of a URL.
fn environment(settings: &Config) -> Vec<(&'static str, OsString)> {
    let hosts = settings.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(folder) => folder.display().to_string(),
    });
    let lists = [
        ("PGHOST", joined(hosts)),
        ("PGHOSTADDR", joined(settings.get_hostaddrs().iter().map(IpAddr::to_string))),
        ("PGPORT", joined(settings.get_ports().iter().map(u16::to_string))),
        ("PGUSER", settings.get_user().unwrap_or_default().to_owned()),
        ("PGOPTIONS", settings.get_options().unwrap_or_default().to_owned()),
        ("PGAPPNAME", settings.get_application_name().unwrap_or_default().to_owned()),
        ("PGSSLMODE", ssl_mode(settings).to_owned()),
        ("PGCHANNELBINDING", channel_binding(settings).to_owned()),
    ];
    let given = lists.into_iter().filter(|(_, value)| !value.is_empty());
    let mut all: Vec<(&'static str, OsString)> =
        given.map(|(name, value)| (name, OsString::from(value))).collect();
    all.extend(settings.get_password().map(|password| ("PGPASSWORD", OsString::from_vec(password.to_vec()))));
    let timeout = settings.get_connect_timeout().map(|limit| limit.as_secs().max(2).to_string());
    all.extend(timeout.map(|seconds| ("PGCONNECT_TIMEOUT", OsString::from(seconds))));
    if settings.get_hosts().len() > 1 {
        // As the store does: a standby that is named first is passed over.
        all.push(("PGTARGETSESSIONATTRS", OsString::from("read-write")));
    }
    if ssl_mode(settings) == VERIFIED && std::env::var_os("PGSSLROOTCERT").is_none() {
        let file = std::env::var_os("SSL_CERT_FILE").unwrap_or_else(|| OsString::from(AUTHORITIES));
        all.push(("PGSSLROOTCERT", file));
    }
    all
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// The mode in which a certificate must be trusted and match the host, as the store demands.
const VERIFIED: &str = "verify-full";

fn ssl_mode(settings: &Config) -> &'static str {
    match settings.get_ssl_mode() {
        SslMode::Disable => "disable",
        SslMode::Prefer if is_on_this_machine(settings) => "prefer",
        _ => VERIFIED,
    }
}

fn channel_binding(settings: &Config) -> &'static str {
    match settings.get_channel_binding() {
        ChannelBinding::Disable => "disable",
        ChannelBinding::Require => "require",
        _ => "prefer",
    }
}

fn is_on_this_machine(settings: &Config) -> bool {
    let is_loopback = |host: &Host| match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
        Host::Unix(_) => true,
    };
    settings.get_hosts().iter().all(is_loopback)
}

impl fmt::Debug for PostgresPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The URL contains a password.
        f.debug_struct("PostgresPrograms").field("database", &self.database).finish_non_exhaustive()
    }
}

impl fmt::Debug for ScratchDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScratchDatabase").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(program) => write!(
                f,
                "{program} is not on the PATH: install PostgreSQL's client programs, of the version of the server or a \
                 newer one (Debian: apt-get install postgresql-client)"
            ),
            Self::Failed { program, reason } => write!(f, "{program} failed: {reason}"),
            Self::File { path, error } => write!(f, "cannot read or write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ProgramError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(url: &str) -> Vec<(String, String)> {
        let programs = PostgresPrograms::new(url).unwrap();
        let text = |value: &OsString| value.to_string_lossy().into_owned();
        programs.environment.iter().map(|(name, value)| ((*name).to_owned(), text(value))).collect()
    }

    fn value(url: &str, name: &str) -> Option<String> {
        variables(url).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    #[test]
    fn a_program_gets_the_settings_of_the_url_and_no_password_in_its_arguments() {
        let url = "postgres://me:se%20cret@one:1,two:2/money?options=-c%20geqo%3Doff";
        for (name, expected) in [
            ("PGHOST", "one,two"),
            ("PGPORT", "1,2"),
            ("PGUSER", "me"),
            ("PGPASSWORD", "se cret"),
            ("PGOPTIONS", "-c geqo=off"),
            ("PGSSLMODE", "verify-full"),
            ("PGTARGETSESSIONATTRS", "read-write"),
        ] {
            assert_eq!(value(url, name).as_deref(), Some(expected), "{name}");
        }
        let programs = PostgresPrograms::new(url).unwrap();
        let command = programs.command("pg_dump", &programs.database);
        let arguments: Vec<_> = command.get_args().collect();
        assert_eq!(arguments, ["--dbname=money"]);
        assert!(!format!("{programs:?}").contains("cret"));
    }

    #[test]
    fn certificates_are_verified_except_on_this_machine() {
        for (url, expected) in [
            ("postgres://me@127.0.0.1/db", "prefer"),
            ("postgres://me@localhost/db", "prefer"),
            ("postgres://me@%2Frun%2Fpostgresql/db", "prefer"),
            ("postgres://me@db.example.com/db", "verify-full"),
            ("postgres://me@127.0.0.1/db?sslmode=require", "verify-full"),
            ("postgres://me@db.example.com/db?sslmode=disable", "disable"),
        ] {
            assert_eq!(value(url, "PGSSLMODE").as_deref(), Some(expected), "{url}");
        }
    }

    #[test]
    fn a_scratch_database_has_the_other_settings_of_the_url() {
        for url in ["postgres://me@host/db", "postgres://me@host/db?connect_timeout=3", "postgres://me@host"]
        {
            let programs = PostgresPrograms::new(url).unwrap();
            let scratch = ScratchDatabase { programs, name: "causeway_rehearsal_1".to_owned() };
            let settings = settings(&scratch.url()).unwrap();
            assert_eq!(settings.get_dbname(), Some("causeway_rehearsal_1"), "{url}");
            assert_eq!(settings.get_user(), Some("me"), "{url}");
        }
    }
}
