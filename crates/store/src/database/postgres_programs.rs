//! PostgreSQL's own client programs, which copy a database and restore it.

use std::ffi::OsString;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use causeway_domain::{Ids, Time};

use super::postgres_program_run::{ProgramError, run};
use super::postgres_program_settings::{connection, environment};
use crate::database::engine::postgres::settings;
use crate::database::error::Error;

/// The time that a dump waits for the lock of a table, such as one that a migration changes, in milliseconds.
const LOCK_WAIT: &str = "--lock-wait-timeout=60000";

/// Variables that would lead a program to another server than the one of the URL.
const MISLEADING: [&str; 6] = ["PGSERVICE", "PGSERVICEFILE", "PGHOST", "PGHOSTADDR", "PGPORT", "PGOPTIONS"];

/// PostgreSQL's client programs on the `PATH`, for one database. Address and password are in their
/// environment: other users of the machine can read command lines.
pub struct PostgresPrograms {
    url: String,
    environment: Vec<(&'static str, OsString)>,
    /// Connection string with the database, without user and password.
    connection: String,
}

/// A database for a rehearsal, beside the one of the URL.
pub struct ScratchDatabase {
    programs: PostgresPrograms,
    name: String,
}

impl PostgresPrograms {
    /// Creates the programs for the database with this URL.
    ///
    /// # Errors
    /// If the URL cannot be parsed.
    pub fn new(url: &str) -> Result<Self, Error> {
        let settings = settings(url)?;
        let connection = connection(&settings);
        Ok(Self { url: url.to_owned(), environment: environment(&settings), connection })
    }

    /// Writes a snapshot of the database to a new file, for its owner only: `pg_dump`. Writers continue
    /// meanwhile. Blocks until the file is on disk; a program that takes longer than the limit is ended.
    ///
    /// # Errors
    /// If the program fails or takes too long, or the file exists or cannot be written.
    pub fn dump(&self, to: &Path, limit: Option<Duration>) -> Result<(), ProgramError> {
        let failed = |error| ProgramError::File { path: to.to_owned(), error };
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(to).map_err(failed)?;
        // The program ends with this process, because its pipe does.
        let is_over = |time: Duration| limit.is_some_and(|limit| time >= limit);
        run("pg_dump", self.dump_command(), to, is_over, |pipes| match pipes.output {
            Some(mut from) => io::copy(&mut from, &mut file).map(drop),
            None => Ok(()),
        })?;
        file.sync_all().map_err(failed)
    }

    /// Restores a dump into the database, which must be empty, all or nothing: `pg_restore`. It is ended once the
    /// caller cancels it.
    ///
    /// # Errors
    /// If the program fails or is ended, or the file cannot be read.
    pub fn restore(&self, from: &Path, is_cancelled: &dyn Fn() -> bool) -> Result<(), ProgramError> {
        let failed = |error| ProgramError::File { path: from.to_owned(), error };
        let mut file = File::open(from).map_err(failed)?;
        let mut command = self.command("pg_restore");
        command.args(["--no-password", "--no-owner", "--no-privileges", "--exit-on-error"]);
        command.arg("--single-transaction").stdin(Stdio::piped()).stdout(Stdio::null());
        run(
            "pg_restore",
            command,
            from,
            |_| is_cancelled(),
            |pipes| match pipes.input {
                Some(mut to) => io::copy(&mut file, &mut to).map(drop),
                None => Ok(()),
            },
        )
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
        command.arg(format!("--maintenance-db={}", self.connection)).arg("--no-password").args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        // A signal that a terminal sends to all processes of a command does not end it halfway.
        command.process_group(0);
        run(program, command, Path::new(""), |_| false, |_| Ok(()))
    }

    fn dump_command(&self) -> Command {
        let mut command = self.command("pg_dump");
        command.args(["--format=custom", "--no-password", LOCK_WAIT]);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    fn command(&self, program: &'static str) -> Command {
        let mut command = self.bare_command(program);
        command.arg(format!("--dbname={}", self.connection));
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
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the URL of this database.
    #[must_use]
    pub fn url(&self) -> String {
        let url = &self.programs.url;
        let separator = if url.contains('?') { '&' } else { '?' };
        // A parameter takes precedence over the path.
        format!("{url}{separator}dbname={}", self.name)
    }

    /// Drops the database: `dropdb`. Close the stores in it first; the session of a program that was ended may still
    /// be there, and is ended too.
    ///
    /// # Errors
    /// If the program fails.
    pub fn remove(self) -> Result<(), ProgramError> {
        self.programs.administer("dropdb", &["--if-exists", "--force", &self.name])
    }
}

impl fmt::Debug for PostgresPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The URL contains a password.
        f.debug_struct("PostgresPrograms").field("connection", &self.connection).finish_non_exhaustive()
    }
}

impl fmt::Debug for ScratchDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScratchDatabase").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_no_password_in_its_arguments_and_waits_for_a_lock_for_a_limited_time() {
        let programs = PostgresPrograms::new("postgres://me:se%20cret@one/money").unwrap();
        let command = programs.dump_command();
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
        assert_eq!(arguments[1..], ["--format=custom", "--no-password", "--lock-wait-timeout=60000"]);
        assert!(arguments[0].starts_with("--dbname=dbname='money' "), "{arguments:?}");
        assert!(!arguments[0].contains("cret") && !format!("{programs:?}").contains("cret"), "{arguments:?}");
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
