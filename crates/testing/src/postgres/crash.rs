//! Killing backends the hard way, on a cluster of the test's own.

use std::path::Path;
use std::process::Command;

use super::{Cluster, Error, TestDatabase};

impl Cluster {
    /// Kills the server processes behind a database's connections with SIGKILL. The server then drops all its
    /// connections and recovers from its log, as after a crash. Gives how many were killed.
    ///
    /// # Errors
    /// This is the shared cluster, or there was nothing to kill.
    pub async fn kill_backends(&self, database: &TestDatabase) -> Result<usize, Error> {
        if !self.is_private() {
            return Err(Error::new("other tests use the shared cluster: ask for Cluster::private()"));
        }
        let pids = database.backends().await?;
        let ours: Vec<String> =
            pids.iter().filter(|pid| is_ours(**pid, self.folder())).map(ToString::to_string).collect();
        if ours.is_empty() {
            return Err(Error::new("the database has no connection whose server process could be killed"));
        }
        // The shell's own `kill`, because a minimal system has no other.
        let killed = Command::new("sh").args(["-c", "kill -KILL \"$@\"", "kill"]).args(&ours).status();
        match killed {
            Ok(status) if status.success() => Ok(ours.len()),
            Ok(status) => Err(Error::of("killing backends", status)),
            Err(cause) => Err(Error::of("killing backends", cause)),
        }
    }
}

/// Whether the process is a child of the server whose data lie in this folder.
fn is_ours(pid: i32, folder: &Path) -> bool {
    let told = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name of the program stands in parentheses and may contain anything; then come state and parent.
    let Some(parent) = told.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)) else {
        return false;
    };
    let words = std::fs::read(format!("/proc/{parent}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&words).split('\0').any(|word| Path::new(word).starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_of_somebody_else_is_not_ours() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(!is_ours(own, Path::new("/nowhere")));
        assert!(!is_ours(0, Path::new("/nowhere")));
    }
}
