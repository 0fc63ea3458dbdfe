//! An adapter of the examples that the kit restarts, copies and restores by the script beside it.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::ids::RailId;
use causeway_domain::{Clock, Ids};
use causeway_rail_protocol::signing::SigningKey;
use serde_json::Value;
use tempfile::TempDir;

use super::adapter::{Language, NewAdapter};
use super::bank::Bank;
use super::program::{example, free_address};
use crate::life::process::{command, utf8};

/// A variable by which Python writes no file beside its sources.
const NO_BYTECODE: (&str, &str) = ("PYTHONDONTWRITEBYTECODE", "1");

/// An adapter with its bank, and the service's side of it.
pub(super) struct CheckedAdapter {
    folder: TempDir,
    _bank: Bank,
    address: SocketAddr,
    adapter_key: String,
    rail: RailId,
    pushes: SocketAddr,
    /// The words of the command that does a step.
    steps: Vec<String>,
}

impl CheckedAdapter {
    /// Starts an adapter with a bank of its own.
    #[track_caller]
    pub(super) fn start(language: Language) -> Self {
        Self::start_new(|folder| NewAdapter::create(language, folder))
    }

    /// Starts the adapter in Python with a fault.
    #[track_caller]
    pub(super) fn start_faulty(fault: &str) -> Self {
        Self::start_new(|folder| NewAdapter::create_faulty(fault, folder))
    }

    #[track_caller]
    fn start_new(create: impl FnOnce(&Path) -> NewAdapter) -> Self {
        let folder = TempDir::new().unwrap();
        let bank = Bank::start(folder.path());
        let new = create(folder.path());
        let ids = Ids::system();
        let seed: [u8; 32] = ids.bytes();
        std::fs::write(folder.path().join("service.key"), STANDARD.encode(seed)).unwrap();
        let rail: RailId = ids.next(Clock::system().now());
        let pushes = free_address();
        let service_key = SigningKey::from_seed(&seed).unwrap().verifying_key().to_string();
        let words = new.serve_words(&[
            ("--partner", bank.address().to_string()),
            ("--rail", rail.to_string()),
            ("--service-key", service_key),
            ("--push", format!("http://{pushes}/rails/v1/bank/changes")),
        ]);
        let address = new.address;
        let adapter_key = new.key;
        let script = ["bash".to_owned(), example("rail-adapter/steps.sh")];
        let steps = script.into_iter().chain(words).collect();
        let adapter = Self { folder, _bank: bank, address, adapter_key, rail, pushes, steps };
        adapter.step("START");
        adapter
    }

    /// Returns the path of a file beside the adapter's store.
    pub(super) fn path(&self, name: &str) -> String {
        utf8(&self.folder.path().join(name)).to_owned()
    }

    fn step(&self, name: &str) {
        let [program, arguments @ ..] = self.steps.as_slice() else { panic!("a command without words") };
        let mut step = Command::new(program);
        step.args(arguments).env("CRP_STEP", name).env(NO_BYTECODE.0, NO_BYTECODE.1);
        let status = step.status().unwrap();
        assert!(status.success(), "{name}: {status}");
    }

    /// Runs the kit with orders, restarts, the log and pushes, and returns its report.
    pub(super) fn check(&self, further: &[&str]) -> Value {
        self.check_by(&self.steps.join(" "), further)
    }

    /// Runs the kit as [`Self::check`], with a command of steps that does not know one of them.
    pub(super) fn check_without_step(&self, unknown: &str, further: &[&str]) -> Value {
        let restart = format!("test $CRP_STEP != {unknown} || exit 3; {}", self.steps.join(" "));
        self.check_by(&restart, further)
    }

    fn check_by(&self, restart: &str, further: &[&str]) -> Value {
        let log = self.path("adapter.log");
        let listen = self.pushes.to_string();
        let means = ["--with-orders", "--restart", restart, "--adapter-log", &log, "--listen", &listen];
        self.check_without_means(&[&means[..], further].concat())
    }

    /// Runs the kit with these arguments, and returns its report.
    pub(super) fn check_without_means(&self, further: &[&str]) -> Value {
        let printed = self.print_check(&[further, &["--json"][..]].concat());
        serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{error}: {printed}"))
    }

    /// Runs the kit with these arguments, and returns what it prints.
    pub(super) fn print_check(&self, further: &[&str]) -> String {
        let url = format!("http://{}", self.address);
        let key = self.path("service.key");
        let rail = self.rail.to_string();
        let ends = ["--key", &key, "--adapter-key", &self.adapter_key, "--rail-id", &rail];
        let mut check = command(&[&["rail", "check", &url][..], &ends[..], further].concat());
        let printed = check.env(NO_BYTECODE.0, NO_BYTECODE.1).output().unwrap();
        let report = String::from_utf8_lossy(&printed.stdout).into_owned();
        assert!(!report.is_empty(), "{}", String::from_utf8_lossy(&printed.stderr));
        report
    }

    /// Returns what the adapter has printed.
    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(Path::new(&self.path("adapter.log"))).unwrap_or_default()
    }
}

impl Drop for CheckedAdapter {
    fn drop(&mut self) {
        self.step("STOP");
    }
}
