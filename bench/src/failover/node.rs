//! A machine with a PostgreSQL server under Patroni.

use std::path::{Path, PathBuf};
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::wait;
use rustix::process::{Pid, Signal};

use super::configuration::{Configuration, Machine};
use super::daemon::{self, Daemon};
use crate::error::Result;

/// Time limit of an answer of Patroni: one that stands still gives none.
const ANSWER: Duration = Duration::from_secs(5);

/// A machine with Patroni and the PostgreSQL server that Patroni has started.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) machine: Machine,
    folder: PathBuf,
    /// Patroni's configuration file.
    pub(super) file: PathBuf,
    patroni: Daemon,
    client: Client,
    /// Stopped by [`Node::freeze`].
    frozen: Vec<Pid>,
}

impl Node {
    /// Writes Patroni's file in the machine's folder, and starts it.
    pub(super) fn start(configuration: &Configuration, machine: Machine, folder: PathBuf) -> Result<Self> {
        let file = folder.join("patroni.yml");
        std::fs::write(&file, configuration.patroni(machine))?;
        let patroni = start_patroni(&file, &folder)?;
        let client = Client::new(&configuration.patroni_url(machine)).limited_to(ANSWER);
        Ok(Self { machine, folder, file, patroni, client, frozen: Vec::new() })
    }

    /// Returns `true` if Patroni holds the lock of the primary.
    pub(super) async fn is_primary(&self) -> bool {
        self.answers("/primary").await
    }

    /// Returns `true` if the server is the standby for which commits wait.
    pub(super) async fn is_synchronous_standby(&self) -> bool {
        self.answers("/synchronous").await
    }

    async fn answers(&self, path: &str) -> bool {
        self.client.get(path).try_send().await.is_ok_and(|response| response.status == 200)
    }

    /// Kills Patroni and all processes of the server, as the loss of the machine does.
    pub(super) fn kill(&mut self) -> Result<()> {
        let server = self.server()?;
        daemon::signal(&[server], Signal::STOP);
        self.patroni.kill()?;
        daemon::signal(&daemon::children(server)?, Signal::KILL);
        daemon::signal(&[server], Signal::KILL);
        Ok(())
    }

    /// Starts Patroni again after [`Node::kill`].
    pub(super) fn restart(&mut self) -> Result<()> {
        self.patroni = start_patroni(&self.file, &self.folder)?;
        Ok(())
    }

    /// Stops Patroni and all processes of the server without ending them, as the pause of a virtual machine does.
    pub(super) fn freeze(&mut self) -> Result<()> {
        let server = self.server()?;
        // The server first, so that it starts no further process.
        daemon::signal(&[server], Signal::STOP);
        let mut frozen = daemon::children(server)?;
        frozen.extend([server, self.patroni.id()?]);
        daemon::signal(&frozen, Signal::STOP);
        self.frozen = frozen;
        Ok(())
    }

    /// Lets everything continue that [`Node::freeze`] has stopped.
    pub(super) fn thaw(&mut self) {
        daemon::signal(&std::mem::take(&mut self.frozen), Signal::CONT);
    }

    /// Returns the process id of the server, which Patroni has detached from itself.
    fn server(&self) -> Result<Pid> {
        let data = self.folder.join("data");
        let text = std::fs::read_to_string(data.join("postmaster.pid"))?;
        let id: u32 = text.lines().next().unwrap_or_default().parse()?;
        // The file may be left from a server that has ended, and its number may belong to another process now.
        let command = std::fs::read(format!("/proc/{id}/cmdline"))?;
        let is_ours = String::from_utf8_lossy(&command).contains(&*data.to_string_lossy());
        if is_ours { daemon::pid(id) } else { Err(format!("the server {id} has ended").into()) }
    }
}

impl Drop for Node {
    /// Ends the server without a last checkpoint: its data is about to be deleted.
    fn drop(&mut self) {
        self.thaw();
        // Patroni first, or it would start the server again.
        let _ = self.patroni.kill();
        if let Ok(server) = self.server() {
            daemon::signal(&[server], Signal::QUIT);
            // What still runs then keeps its folder.
            let _ = wait::blocking(wait::PATIENCE, || match self.server() {
                Ok(server) => Err(server),
                Err(_) => Ok(()),
            });
        }
    }
}

fn start_patroni(file: &Path, folder: &Path) -> Result<Daemon> {
    let mut command = daemon::command("patroni", "patroni", folder)?;
    command.arg(file);
    Daemon::start(command, &folder.join("log"))
}
