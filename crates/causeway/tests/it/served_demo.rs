//! `causeway demo --serve`: filled platforms with six problems, open until the process is stopped.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::console::client::{ConsoleClient, path_of};
use crate::life::process::{command, refused, send_signal};

/// The matters that Home names, as they are called in the inbox and in alerts.
const PROBLEMS: [&str; 6] =
    ["payout_stuck", "deposit", "suspense", "verification", "agent action", "endpoint_failing"];

/// A running demonstration. It ends with the value.
pub(crate) struct ServedDemo {
    process: Child,
    /// The lines that it has printed.
    screen: Vec<String>,
    scratch: TempDir,
}

impl ServedDemo {
    /// Starts it, and waits for its last line: the link.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts it with more flags.
    pub(crate) fn start_with(flags: &[&str]) -> Self {
        let scratch = TempDir::new().unwrap();
        let mut serve = command(&[&["demo", "--serve", "--listen", "127.0.0.1:0"], flags].concat());
        serve.env("TMPDIR", scratch.path());
        let mut process = serve.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut screen = Vec::new();
        for line in lines {
            screen.push(line);
            if screen.last().is_some_and(|line| line.contains("/console/sign-in?link=")) {
                return Self { process, screen, scratch };
            }
        }
        panic!("it has ended with {}: {screen:?}", process.wait().unwrap());
    }

    /// Returns the link to the console.
    pub(crate) fn link(&self) -> &str {
        self.screen.last().unwrap()
    }

    fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// Stops it as Ctrl-C does.
    fn stop(&mut self) -> ExitStatus {
        if self.process.try_wait().unwrap().is_none() {
            send_signal(&self.process, Signal::INT);
        }
        self.process.wait().unwrap()
    }
}

impl Drop for ServedDemo {
    fn drop(&mut self) {
        self.stop();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_finds_six_problems_behind_the_link() {
    let mut demo = tokio::task::spawn_blocking(ServedDemo::start).await.unwrap();
    let link = demo.link().to_owned();
    let path = path_of(&link);
    let console = ConsoleClient::sign_in_at(link.strip_suffix(&path).unwrap(), &path).await;
    let platforms = console.get("/console").await;
    let mut homes = Vec::new();
    for address in platforms.addresses() {
        let id = address.strip_prefix("/console/p/");
        if id.is_some_and(|id| !id.contains('/')) && !homes.contains(&address) {
            homes.push(address);
        }
    }
    assert_eq!(homes.len(), 2, "{}", platforms.text);
    let mut shown = Vec::new();
    for home in &homes {
        let page = console.get(home).await;
        shown.push((page.text_of(".name"), page.text_of("main").to_lowercase()));
    }
    let of = |name: &str| shown.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
    let acme = of("Acme").unwrap();
    let borealis = of("Borealis").unwrap();
    for problem in PROBLEMS {
        assert!(acme.contains(problem), "{problem} is not in {acme}");
    }
    assert!(!borealis.contains("payout_stuck"), "{borealis}");

    let status = tokio::task::spawn_blocking(move || {
        let status = demo.stop();
        (status, std::fs::read_dir(demo.folder()).unwrap().count())
    });
    let (status, left) = status.await.unwrap();
    assert!(status.success(), "{status}");
    assert_eq!(left, 0, "it leaves nothing behind");
}

#[test]
fn an_address_of_another_process_is_refused_with_a_remedy() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let scratch = TempDir::new().unwrap();
    let mut serve = command(&["demo", "--serve", "--listen", &address]);
    let (code, error) = refused(serve.env("TMPDIR", scratch.path()));
    assert!(code == 1 && error.contains(&address) && error.contains("--listen 127.0.0.1:0"), "{error}");
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}
