//! Killing backends of a private cluster.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Cluster, Error, TestDatabase};

impl Cluster {
    /// Kills the server processes of a database's connections with SIGKILL; returns the number killed. The
    /// server then drops all its connections and recovers from its log, as after a crash.
    ///
    /// # Errors
    /// This is the shared cluster, or there was no process to kill.
    pub async fn kill_backends(&self, database: &TestDatabase) -> Result<usize, Error> {
        self.must_be_private()?;
        let pids = database.backends().await?;
        let ours: Vec<String> =
            pids.iter().filter(|pid| is_ours(**pid, self.folder())).map(ToString::to_string).collect();
        if ours.is_empty() {
            return Err(Error::new("the database has no connection whose server process could be killed"));
        }
        let mut killed = 0;
        for pid in &ours {
            killed += usize::from(kill(pid)?);
        }
        if killed > 0 { Ok(killed) } else { Err(Error::new("every server process had ended by itself")) }
    }
}

/// Kills one process by the shell's built-in `kill`, because a minimal system has no other. Returns `false`
/// if it was gone: after one such death the server ends the others itself.
fn kill(pid: &str) -> Result<bool, Error> {
    let mut shell = Command::new("sh");
    let status = shell.args(["-c", "kill -KILL \"$1\"", "kill", pid]).stderr(Stdio::null()).status();
    status.map(|status| status.success()).map_err(|cause| Error::of("cannot kill backends", cause))
}

/// Checks that the process is a child of the server with its data in this folder.
fn is_ours(pid: i32, folder: &Path) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The program's name is in parentheses and may contain anything; state and parent follow it.
    let Some(parent) = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)) else {
        return false;
    };
    let words = std::fs::read(format!("/proc/{parent}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&words).split('\0').any(|word| Path::new(word).starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_process_is_not_recognized() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(!is_ours(own, Path::new("/nowhere")));
        assert!(!is_ours(0, Path::new("/nowhere")));
    }
}
