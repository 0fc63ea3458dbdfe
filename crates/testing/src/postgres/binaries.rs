//! Location of the server's programs, and the account to run them under.

use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Error;

/// Debian's folder with the programs of each major version; it is not on the `PATH`.
const DEBIAN: &str = "/usr/lib/postgresql";

const REMEDY: &str = "PostgreSQL's server programs are missing: install them (Debian: apt-get install postgresql) and run again";

/// The server's programs, and the account to run them under.
#[derive(Debug, Clone)]
pub(super) struct Binaries {
    folder: PathBuf,
    account: Option<Account>,
}

/// The account that Debian's package created for the server: `initdb` and `postgres` refuse to run as root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Account {
    pub(super) uid: u32,
    pub(super) gid: u32,
}

/// Returns the path of one of the server's programs, for instance `pgbench`.
///
/// # Errors
/// PostgreSQL's programs are missing; the text names the remedy.
pub fn program(name: &str) -> Result<PathBuf, Error> {
    Ok(Binaries::find()?.folder.join(name))
}

/// Creates a command that runs a program in `folder` under the account of PostgreSQL's servers, without the
/// caller's `PG…` variables: one of PostgreSQL's own by its name, any other by its absolute path. It is ended when
/// the thread that started it ends.
///
/// # Errors
/// The same as [`program`].
pub fn command(program: &Path, folder: &Path) -> Result<Command, Error> {
    Ok(Binaries::find()?.command(&program.display().to_string(), folder))
}

/// Gives a file or folder to the account of PostgreSQL's servers.
///
/// # Errors
/// The same as [`program`]; the owner cannot be changed.
pub fn give_to_servers(path: &Path) -> Result<(), Error> {
    let Some(Account { uid, gid }) = Binaries::find()?.account else { return Ok(()) };
    chown(path, Some(uid), Some(gid))
        .map_err(|cause| Error::of(format_args!("cannot change the owner of {}", path.display()), cause))
}

impl Binaries {
    /// Finds the newest installed version.
    pub(super) fn find() -> Result<Self, Error> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folder = newest(Path::new(DEBIAN))
            .or_else(|| std::env::split_paths(&path).find(|folder| is_complete(folder)))
            .ok_or_else(|| Error::new(REMEDY))?;
        let account = if current_uid()? == 0 { Some(package_account()?) } else { None };
        Ok(Self { folder, account })
    }

    pub(super) fn account(&self) -> Option<Account> {
        self.account
    }

    /// Returns the command line that runs `program` under the right account, and ends it when its parent
    /// process ends. Each word before the program replaces itself by the rest, so the process id stays the
    /// same.
    pub(super) fn command_line(&self, program: &str) -> Vec<String> {
        let mut words = vec!["setpriv".to_owned(), "--pdeathsig=QUIT".to_owned()];
        if let Some(Account { uid, gid }) = self.account {
            words.extend([format!("--reuid={uid}"), format!("--regid={gid}"), "--clear-groups".to_owned()]);
        }
        words.push(self.folder.join(program).display().to_string());
        words
    }

    /// Creates a command that runs `program` under the right account, in `folder`, without the caller's `PG…`
    /// variables.
    pub(super) fn command(&self, program: &str, folder: &Path) -> Command {
        let words = self.command_line(program);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(folder);
        without_settings(&mut command);
        command
    }
}

/// Removes the environment's `PG…` variables, which would point the server or its tools elsewhere.
pub(super) fn without_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PG") {
            command.env_remove(name);
        }
    }
}

/// Returns the user id of this process.
pub(super) fn current_uid() -> Result<u32, Error> {
    let own = std::fs::metadata("/proc/self").map_err(|cause| Error::of("cannot read /proc/self", cause))?;
    Ok(own.uid())
}

fn is_complete(folder: &Path) -> bool {
    ["initdb", "postgres"].iter().all(|program| folder.join(program).is_file())
}

fn newest(versions: &Path) -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = std::fs::read_dir(versions)
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let major = entry.file_name().to_str()?.parse().ok()?;
            Some((major, entry.path().join("bin")))
        })
        .filter(|(_, bin)| is_complete(bin))
        .collect();
    found.sort();
    found.pop().map(|(_, bin)| bin)
}

fn package_account() -> Result<Account, Error> {
    let accounts = std::fs::read_to_string("/etc/passwd")
        .map_err(|cause| Error::of("cannot read the machine's accounts", cause))?;
    account_in(&accounts).ok_or_else(|| {
        Error::new(
            "the tests run as root, and the account `postgres` under which the server could run is missing: \
             install Debian's package postgresql, or run the tests as another user",
        )
    })
}

fn account_in(accounts: &str) -> Option<Account> {
    accounts.lines().find_map(|line| {
        let mut fields = line.split(':');
        if fields.next() != Some("postgres") {
            return None;
        }
        Some(Account { uid: fields.nth(1)?.parse().ok()?, gid: fields.next()?.parse().ok()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_newest_complete_version() {
        let versions = tempfile::tempdir().unwrap();
        for (version, programs) in
            [("9", vec!["initdb", "postgres"]), ("15", vec!["initdb", "postgres"]), ("17", vec!["initdb"])]
        {
            let bin = versions.path().join(version).join("bin");
            std::fs::create_dir_all(&bin).unwrap();
            for program in programs {
                std::fs::write(bin.join(program), "").unwrap();
            }
        }
        assert_eq!(newest(versions.path()), Some(versions.path().join("15/bin")));
        assert_eq!(newest(&versions.path().join("missing")), None);
    }

    #[test]
    fn the_package_account_is_read() {
        let account = account_in("root:x:0:0:root:/root:/bin/sh\npostgres:x:113:120:,,,:/var/lib:/bin/sh\n");
        assert_eq!(account.map(|found| (found.uid, found.gid)), Some((113, 120)));
        assert!(account_in("postgresql:x:5:5::/:/bin/sh").is_none());
    }
}
