//! Programs of the cluster: started with a log each, and ended by their process ids.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use causeway_testing::postgres;
use rustix::process::{Pid, Signal, kill_process};

use crate::error::Result;

/// Folders of Debian's packages that are not on everyone's `PATH`.
const FURTHER: [&str; 2] = ["/usr/sbin", "/sbin"];

/// A program that runs until it is ended.
#[derive(Debug)]
pub(super) struct Daemon {
    child: Child,
}

impl Daemon {
    /// Starts a program under the account of PostgreSQL's servers; its output goes to the end of the log.
    ///
    /// It has its own process group, so that an interrupt at the terminal reaches this process alone.
    pub(super) fn start(mut command: Command, log: &Path) -> Result<Self> {
        let log = File::options().create(true).append(true).open(log)?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).process_group(0);
        Ok(Self { child: command.spawn()? })
    }

    /// Returns the process id.
    pub(super) fn id(&self) -> Result<Pid> {
        pid(self.child.id())
    }

    /// Kills the program and waits for its end.
    pub(super) fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // Fails if the program has already ended.
        let _ = self.kill();
    }
}

/// Creates a command of a package's program under the account of PostgreSQL's servers, in this folder.
pub(super) fn command(name: &str, package: &str, folder: &Path) -> Result<Command> {
    Ok(postgres::command(&program(name, package)?, folder)?)
}

/// Finds a program of a package.
fn program(name: &str, package: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(FURTHER.map(PathBuf::from));
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_absolute() && file.is_file());
    found.ok_or_else(|| format!("{name} is missing: apt-get install {package}").into())
}

/// Converts a process id.
pub(super) fn pid(id: u32) -> Result<Pid> {
    Ok(Pid::from_raw(i32::try_from(id)?).ok_or("no process id")?)
}

/// Sends a signal to processes; those that have ended are passed over.
pub(super) fn signal(processes: &[Pid], signal: Signal) {
    for process in processes {
        // The process may have ended by itself.
        let _ = kill_process(*process, signal);
    }
}

/// Lists the child processes of a process.
pub(super) fn children(parent: Pid) -> Result<Vec<Pid>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // The process may have ended since.
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        if parent_in(&stat) == Some(parent.as_raw_nonzero().get()) {
            found.push(pid(id)?);
        }
    }
    Ok(found)
}

/// Reads the parent's id, the fourth field; the second is the name in parentheses, which may contain anything.
fn parent_in(stat: &str) -> Option<i32> {
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_of_a_process_is_read() {
        assert_eq!(parent_in("7 (a (b) c) S 5 7 7 0 -1"), Some(5));
        assert_eq!(parent_in("7 (short"), None);
    }

    #[test]
    fn a_missing_program_names_its_package() {
        let missing = program("no-such-program", "its-package").unwrap_err().to_string();
        assert_eq!(missing, "no-such-program is missing: apt-get install its-package");
    }
}
