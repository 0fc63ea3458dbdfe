//! An adapter of the examples that the kit restarts, copies and restores by a script.

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
use super::program::free_address;
use crate::life::process::{command, utf8};

/// The script of the kit's steps. The first line sets the folder, the address and the command of the adapter.
const STEPS: &str = r#"
cd "$FOLDER"
stop() {
  kill -KILL "$(cat pid)" 2> /dev/null
  while (exec 3<> "/dev/tcp/127.0.0.1/$PORT") 2> /dev/null; do sleep 0.02; done
}
start() {
  setsid $ADAPTER >> "$1" 2>&1 < /dev/null &
  echo $! > pid
  until (exec 3<> "/dev/tcp/127.0.0.1/$PORT") 2> /dev/null; do sleep 0.02; done
}
case "$CRP_STEP" in
  START) start adapter.log ;;
  STOP) stop ;;
  RESTART) stop; start adapter.log ;;
  COPY) stop; rm -rf copy; cp -r adapter copy; start adapter.log ;;
  RESTORE) stop; rm -rf adapter; cp -r copy adapter; start adapter.log ;;
  LOCK) stop; start /dev/null; prlimit --pid "$(cat pid)" --fsize=1 ;;
  UNLOCK) stop; start adapter.log ;;
  *) exit 3 ;;
esac
"#;

/// An adapter with its bank, and the service's side of it.
pub(super) struct CheckedAdapter {
    folder: TempDir,
    _bank: Bank,
    address: SocketAddr,
    adapter_key: String,
    rail: RailId,
    pushes: SocketAddr,
}

impl CheckedAdapter {
    /// Starts an adapter with a bank of its own.
    #[track_caller]
    pub(super) fn start(language: Language) -> Self {
        let folder = TempDir::new().unwrap();
        let bank = Bank::start(folder.path());
        let new = NewAdapter::create(language, folder.path());
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
        let settings = format!(
            "FOLDER='{}' PORT={} ADAPTER='{}'\nexport PYTHONDONTWRITEBYTECODE=1",
            folder.path().display(),
            address.port(),
            words.join(" ")
        );
        std::fs::write(folder.path().join("steps"), format!("{settings}\n{STEPS}")).unwrap();
        let adapter = Self { folder, _bank: bank, address, adapter_key, rail, pushes };
        adapter.step("START");
        adapter
    }

    fn path(&self, name: &str) -> String {
        utf8(&self.folder.path().join(name)).to_owned()
    }

    fn step(&self, name: &str) {
        let status = Command::new("bash").arg(self.path("steps")).env("CRP_STEP", name).status().unwrap();
        assert!(status.success(), "{name}: {status}");
    }

    /// Runs the kit with orders, restarts, the log and pushes, and returns its report.
    pub(super) fn check(&self, further: &[&str]) -> Value {
        let log = self.path("adapter.log");
        let restart = format!("bash {}", self.path("steps"));
        let listen = self.pushes.to_string();
        let means = ["--with-orders", "--restart", &restart, "--adapter-log", &log, "--listen", &listen];
        self.check_without_means(&[&means[..], further].concat())
    }

    /// Runs the kit with these arguments, and returns its report.
    pub(super) fn check_without_means(&self, further: &[&str]) -> Value {
        let url = format!("http://{}", self.address);
        let key = self.path("service.key");
        let rail = self.rail.to_string();
        let ends = ["--key", &key, "--adapter-key", &self.adapter_key, "--rail-id", &rail, "--json"];
        let printed = command(&[&["rail", "check", &url][..], &ends[..], further].concat()).output().unwrap();
        let out = String::from_utf8_lossy(&printed.stdout);
        let err = String::from_utf8_lossy(&printed.stderr);
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
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
