//! Processes: started, told apart by their screens, held still while others are measured, stopped.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::error::Result;
use crate::load::{Connection, Credentials, Request};

/// What a process is given as its root key on PostgreSQL.
pub(crate) const ROOT_KEY: &str = "1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/// The master keys of wallets that it is given there.
const WALLET_KEYS: &str = "SANDBOX:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff,\
     PRODUCTION:ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

/// Where a service keeps its data.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Its data folder.
    pub(crate) folder: PathBuf,
    /// Its PostgreSQL database, if it is not SQLite in the folder.
    pub(crate) url: Option<String>,
}

/// Who does what is due later on a database: payouts, for instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jobs {
    /// The process itself, beside its answers.
    Own,
    /// Other processes, if there are any; never on SQLite.
    Others,
}

/// A running process that answers on loopback.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// Where it answers.
    pub(crate) address: SocketAddr,
    /// Open as long as the process may print.
    _screen: BufReader<ChildStdout>,
}

/// How a start went.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    /// From the start of the process to its first answer to an authenticated request.
    pub(crate) took: Duration,
    /// Anonymous memory after it, in KiB.
    pub(crate) anonymous_kib: u64,
}

/// The credentials that the first start is given.
pub(crate) fn credentials() -> Credentials {
    Credentials { client_id: "bench".to_owned(), secret: "the secret of a bench is none".to_owned() }
}

impl Process {
    /// Starts `causeway serve` on this data, with its defaults but for the rate limit and who runs jobs.
    pub(crate) fn serve(program: &Path, place: &Place, jobs: Jobs) -> Result<Self> {
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

    /// Starts a process that prints its `http://` address on its first screen.
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

    /// Starts a service on data that exists, and asks it something.
    pub(crate) async fn first_answer(program: &Path, place: &Place) -> Result<(Self, Start)> {
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
        Ok((process, Start { took, anonymous_kib }))
    }

    /// Anonymous memory in use, in KiB.
    pub(crate) fn anonymous_kib(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).ok_or("no RssAnon")?;
        Ok(line.trim().trim_end_matches("kB").trim().parse()?)
    }

    /// The time that its threads have spent on a core.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let (_, fields) = text.rsplit_once(") ").ok_or("no fields")?;
        // Of the fields behind the name: time in the program and in the kernel, in hundredths of a second.
        let ticks: Vec<u64> =
            fields.split(' ').skip(11).take(2).filter_map(|text| text.parse().ok()).collect();
        Ok(Duration::from_millis(ticks.iter().sum::<u64>() * 10))
    }

    /// Holds it still, so that what it does in the background does not burden another's measurement.
    pub(crate) fn hold(&self) -> Result<()> {
        self.signal(Signal::STOP)
    }

    /// Lets it go on.
    pub(crate) fn go_on(&self) -> Result<()> {
        self.signal(Signal::CONT)
    }

    /// Lets it end in order.
    pub(crate) fn stop(mut self) -> Result<()> {
        self.go_on()?;
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
        // Gone already after an orderly stop.
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
        let wanted = "127.0.0.1:8080".parse().ok();
        assert_eq!(address_in("  Base URL        http://127.0.0.1:8080/svc/2025-10-13"), wanted);
        assert_eq!(address_in("ready at http://127.0.0.1:8080"), wanted);
        assert_eq!(address_in("Causeway is ready"), None);
    }
}
