//! A program of the examples as a process.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use causeway_testing::wait;

/// A program that listens on a port of this machine.
#[derive(Debug)]
pub(super) struct Program {
    /// The words of its command.
    words: Vec<String>,
    pub(super) address: SocketAddr,
    /// The file of its output.
    log: PathBuf,
    process: Option<Child>,
}

impl Program {
    /// Starts a program, and waits until it accepts connections.
    #[track_caller]
    pub(super) fn start(words: Vec<String>, address: SocketAddr, log: PathBuf) -> Self {
        let mut program = Self { words, address, log, process: None };
        program.start_again();
        program
    }

    /// Starts the program again after it was killed.
    #[track_caller]
    pub(super) fn start_again(&mut self) {
        let [program, arguments @ ..] = self.words.as_slice() else { panic!("a command without words") };
        let log = std::fs::OpenOptions::new().create(true).append(true).open(&self.log).unwrap();
        let process = Command::new(program)
            .args(arguments)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn();
        self.process = Some(process.unwrap_or_else(|cause| panic!("{program} cannot be started: {cause}")));
        let listens = wait::blocking(wait::PATIENCE, || TcpStream::connect(self.address));
        listens.unwrap_or_else(|cause| panic!("{program} does not listen: {cause}\n{}", self.log()));
    }

    /// Kills the program, as a crash of its machine does.
    pub(super) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended by itself.
            let _ = process.kill();
            process.wait().unwrap();
        }
    }

    /// Returns what it has printed.
    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns an address on which no process listens.
pub(super) fn free_address() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

/// Returns the path of a file of the examples.
pub(super) fn example(file: &str) -> String {
    format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"))
}
