//! The program as a separate process: started, called, stopped and killed from outside.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use causeway_testing::http::Client;
use causeway_testing::wait;
use rustix::process::{Pid, Signal, kill_process};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_causeway");

/// The longest time from a server's start to its first line, on a loaded machine.
const START: Duration = Duration::from_secs(30);

/// Returns a command of the program, in an environment without any of its variables.
pub(crate) fn command(arguments: &[&str]) -> Command {
    command_of(Path::new(PROGRAM), arguments)
}

/// Returns a command of a program of this or another version, in an environment without any of its variables.
pub(crate) fn command_of(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SVC_")) {
        command.env_remove(name);
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs a command that must succeed, and returns its output.
#[track_caller]
pub(crate) fn output_of(arguments: &[&str]) -> String {
    succeeded(command(arguments))
}

/// Runs a prepared command that must succeed, and returns its output.
#[track_caller]
pub(crate) fn succeeded(mut command: Command) -> String {
    let output = command.output().unwrap();
    let out = text(&output.stdout);
    let err = text(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{out}\n{err}", output.status);
    out
}

/// Runs a command that must fail, and returns its exit code and its standard error.
#[track_caller]
pub(crate) fn refused(command: &mut Command) -> (i32, String) {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{command:?} succeeded\n{}", text(&output.stdout));
    (output.status.code().unwrap(), text(&output.stderr))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Sends a signal to a running program.
pub(crate) fn send_signal(process: &Child, signal: Signal) {
    let process = i32::try_from(process.id()).ok().and_then(Pid::from_raw).unwrap();
    kill_process(process, signal).unwrap();
}

/// A data folder that no server works on yet.
#[derive(Debug)]
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    /// Returns the path of a file beside the data folder.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the command of a server on any free port.
    pub(crate) fn serve(&self) -> Command {
        let mut serve = command(&["serve", "--data", utf8(&self.data()), "--log-format", "json"]);
        serve.env("SVC_LISTEN", "127.0.0.1:0");
        serve
    }

    /// Starts a server and waits until it is ready.
    pub(crate) fn start(&self) -> Server {
        Server::start(self.serve())
    }

    /// Requests the metrics of the server over its socket, and returns the whole answer.
    #[track_caller]
    pub(crate) fn metrics(&self) -> String {
        let mut socket = UnixStream::connect(self.data().join("operator.sock")).unwrap();
        socket.write_all(b"GET /metrics HTTP/1.1\r\nHost: operators\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        answer
    }
}

pub(crate) fn utf8(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Client id and client secret of a token.
pub(crate) struct Credentials {
    pub(crate) id: String,
    pub(crate) secret: String,
}

/// Reads a file of credentials.
#[track_caller]
pub(crate) fn read_credentials(file: &Path) -> Credentials {
    let text = std::fs::read_to_string(file).unwrap();
    let (id, secret) = text.trim_end().split_once(':').unwrap();
    Credentials { id: id.to_owned(), secret: secret.to_owned() }
}

/// A running server.
pub(crate) struct Server {
    process: Child,
    /// Standard output up to the moment when it was ready.
    pub(crate) screen: String,
    /// Scheme, host and port.
    pub(crate) origin: String,
    log: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

impl Server {
    /// Starts a server and waits for its screen.
    #[track_caller]
    pub(crate) fn start(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let printed = Arc::default();
        let log = Arc::default();
        let readers = vec![
            follow(process.stdout.take().unwrap(), &printed),
            follow(process.stderr.take().unwrap(), &log),
        ];
        let screen = wait::blocking(START, || {
            let status = process.try_wait().unwrap();
            let screen = printed.lock().unwrap().clone();
            if is_complete(&screen) {
                Ok(screen)
            } else {
                Err(format!("status: {status:?}, printed: {screen}"))
            }
        });
        let screen = screen.unwrap_or_else(|state| {
            process.kill().unwrap();
            panic!("the server is not ready; {state}\n{}", log.lock().unwrap());
        });
        let origin = word_with(&screen, "http://").split("/svc/").next().unwrap().to_owned();
        Self { process, screen, origin, log, readers }
    }

    /// Returns the base URL of the interface.
    pub(crate) fn base_url(&self) -> String {
        format!("{}/svc/2025-10-13", self.origin)
    }

    /// Returns a client without credentials, for the paths beside the interface.
    pub(crate) fn client(&self) -> Client {
        Client::new(&self.origin)
    }

    /// Returns a client of the interface with the credentials of the first start.
    pub(crate) fn api(&self) -> Client {
        let Credentials { id, secret } = self.credentials();
        Client::new(&self.base_url()).basic(&id, &secret)
    }

    /// Reads the credentials that the first start has written.
    pub(crate) fn credentials(&self) -> Credentials {
        read_credentials(Path::new(&self.printed("Credentials")))
    }

    /// Returns the word after these words on the screen.
    #[track_caller]
    pub(crate) fn printed(&self, words: &str) -> String {
        let line = self.screen.lines().find(|line| line.trim_start().starts_with(words));
        let line = line.unwrap_or_else(|| panic!("no {words} in\n{}", self.screen));
        line.trim_start()[words.len()..].split_whitespace().next().unwrap().to_owned()
    }

    /// Returns the log so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Returns the id of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        send_signal(&self.process, signal);
    }

    /// Waits until the process has ended.
    #[track_caller]
    pub(crate) fn wait_for_exit(&mut self, limit: Duration) -> ExitStatus {
        let status =
            wait::blocking(limit, || self.process.try_wait().unwrap().ok_or("the process is still running"));
        let status = status.unwrap_or_else(|state| panic!("{state}\n{}", self.log()));
        self.readers.drain(..).for_each(|reader| reader.join().unwrap());
        status
    }

    /// Stops the server and checks that it ends in order.
    #[track_caller]
    pub(crate) fn stop(&mut self) {
        self.signal(Signal::TERM);
        let status = self.wait_for_exit(Duration::from_secs(20));
        assert!(status.success(), "{status}\n{}", self.log());
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.wait_for_exit(Duration::from_secs(20));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns `true` if the first screen has its last line, the command to try, or a later one its only line.
fn is_complete(screen: &str) -> bool {
    match screen.contains("Base URL") {
        true => screen.lines().any(|line| line.starts_with("  curl ")) && screen.ends_with("\n\n"),
        false => screen.contains("(reference: ") && screen.ends_with('\n'),
    }
}

fn word_with<'a>(text: &'a str, beginning: &str) -> &'a str {
    text.split_whitespace().find(|word| word.starts_with(beginning)).unwrap()
}

/// Appends to a text what a process prints, line by line, in a thread of its own.
pub(super) fn follow(from: impl Read + Send + 'static, into: &Arc<Mutex<String>>) -> JoinHandle<()> {
    let into = Arc::clone(into);
    std::thread::spawn(move || {
        let mut lines = BufReader::new(from);
        let mut line = String::new();
        while lines.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            into.lock().unwrap().push_str(&line);
            line.clear();
        }
    })
}
