//! Measured processes: started, identified by the address they print, paused while others are measured, and
//! stopped.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::error::Result;
use crate::load::{Connection, Credentials, Request};

/// The root key of a process on PostgreSQL.
pub(crate) const ROOT_KEY: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// The wallet master keys of a process on PostgreSQL.
const WALLET_KEYS: &str = "SANDBOX:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff,\
     PRODUCTION:ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

/// The location of a service's data.
#[derive(Debug, Clone)]
pub(crate) struct DataLocation {
    pub(crate) folder: PathBuf,
    /// The PostgreSQL database; `None` for SQLite in the folder.
    pub(crate) url: Option<String>,
}

/// The processes that run a database's jobs, for instance payouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jobs {
    /// The process itself, besides serving requests.
    Own,
    /// Other processes, if there are any; never on SQLite.
    Others,
}

/// A running process that serves on loopback.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// Address that it listens on.
    pub(crate) address: SocketAddr,
    /// Kept open while the process may print.
    _screen: BufReader<ChildStdout>,
}

/// The measurements of a start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartMeasurement {
    /// From the start of the process to its first response to an authenticated request.
    pub(crate) took: Duration,
    /// Anonymous memory after it, in KiB.
    pub(crate) anonymous_kib: u64,
}

/// Returns the credentials that the first start creates.
pub(crate) fn credentials() -> Credentials {
    Credentials { client_id: "bench".to_owned(), secret: "the secret of a bench is none".to_owned() }
}

impl Process {
    /// Starts `causeway serve` on this data, with defaults except for the rate limit and `jobs`.
    pub(crate) fn serve(program: &Path, place: &DataLocation, jobs: Jobs) -> Result<Self> {
        let caller = credentials();
        let mut command = Command::new(program);
        command.arg("serve").arg("--data").arg(&place.folder).args(["--listen", "127.0.0.1:0"]);
        command.env("SVC_RATE_LIMIT_PER_SECOND", "0");
        command.env("SVC_BOOTSTRAP_CLIENT_ID", &caller.client_id);
        command.env("SVC_BOOTSTRAP_CLIENT_SECRET", &caller.secret);
        if let Some(url) = &place.url {
            command.env("SVC_DATABASE", url).env("SVC_ROOT_KEY", ROOT_KEY);
            command.env("SVC_WALLET_KEYS", WALLET_KEYS);
        }
        if jobs == Jobs::Others {
            command.env("SVC_JOBS_MAX", "0");
        }
        Self::start(command)
    }

    /// Starts a process that prints its `http://` address.
    pub(crate) fn start(mut command: Command) -> Result<Self> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut screen = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let lines = screen.by_ref().lines();
        let address = lines.map_while(std::result::Result::ok).find_map(|line| address_in(&line));
        match address {
            Some(address) => Ok(Self { child, address, _screen: screen }),
            None => Err(format!("the process ended without an address: {}", child.wait()?).into()),
        }
    }

    /// Starts a service on existing data, and waits for its first response.
    pub(crate) async fn first_answer(
        program: &Path,
        place: &DataLocation,
    ) -> Result<(Self, StartMeasurement)> {
        let began = Instant::now();
        let process = Self::serve(program, place, Jobs::Own)?;
        let mut bytes = Vec::new();
        Request::get("/svc/2025-10-13/config", &credentials()).write(0, &mut bytes);
        let status = Connection::open(process.address).await?.exchange(&bytes).await?;
        let took = began.elapsed();
        if status != 200 {
            return Err(format!("the first answer is {status}").into());
        }
        let anonymous_kib = process.anonymous_kib()?;
        Ok((process, StartMeasurement { took, anonymous_kib }))
    }

    /// Returns the anonymous memory in use, in KiB.
    pub(crate) fn anonymous_kib(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).ok_or("no RssAnon")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse()?)
    }

    /// Returns the processor time of the process.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let (_, fields) = text.rsplit_once(") ").ok_or("no fields")?;
        // The fields after the name include user and system time, in hundredths of a second.
        let ticks: Vec<u64> =
            fields.split(' ').skip(11).take(2).filter_map(|text| text.parse().ok()).collect();
        Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
    }

    /// Pauses the process, so that its background work does not disturb another's measurement.
    pub(crate) fn pause(&self) -> Result<()> {
        self.signal(Signal::STOP)
    }

    /// Resumes the process.
    pub(crate) fn resume(&self) -> Result<()> {
        self.signal(Signal::CONT)
    }

    /// Stops the process in an orderly way.
    pub(crate) fn stop(mut self) -> Result<()> {
        self.resume()?;
        self.signal(Signal::TERM)?;
        let status = self.child.wait()?;
        if status.success() { Ok(()) } else { Err(format!("the process ended with {status}").into()) }
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        let id = Pid::from_raw(i32::try_from(self.child.id())?).ok_or("no process")?;
        Ok(kill_process(id, signal)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails if the process has already been stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("http://")?;
    rest.split(['/', ' ']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_on_the_screen() {
        let expected = "127.0.0.1:8080".parse().ok();
        assert_eq!(address_in("  Base URL        http://127.0.0.1:8080/svc/2025-10-13"), expected);
        assert_eq!(address_in("ready at http://127.0.0.1:8080"), expected);
        assert_eq!(address_in("Causeway is ready"), None);
    }
}
