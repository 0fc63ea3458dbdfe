//! The adapters of the examples.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::program::{Program, example, free_address};

/// The language of an adapter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Python,
    Node,
}

/// What an adapter is told when it starts.
#[derive(Debug, Clone)]
pub(super) struct AdapterOptions {
    /// Address of the bank.
    pub(super) partner: SocketAddr,
    /// Id of the rail.
    pub(super) rail: String,
    /// The service's public key.
    pub(super) service_key: String,
    /// URL of pushes.
    pub(super) push: Option<String>,
}

/// An adapter as a process.
#[derive(Debug)]
pub(super) struct Adapter {
    program: Program,
    data: PathBuf,
}

/// An adapter that has its key, and does not run yet.
#[derive(Debug)]
pub(super) struct NewAdapter {
    words: Vec<String>,
    folder: PathBuf,
    /// Public key in base64.
    pub(super) key: String,
    pub(super) address: SocketAddr,
}

impl NewAdapter {
    /// Makes the key of an adapter with its store in this folder.
    #[track_caller]
    pub(super) fn create(language: Language, folder: &Path) -> Self {
        let words = match language {
            Language::Python => ["python3".to_owned(), example("rail-adapter/adapter.py")],
            Language::Node => ["node".to_owned(), example("rail-adapter-node/adapter.js")],
        };
        Self::create_program(words.to_vec(), folder)
    }

    /// Makes the key of the adapter in Python with a fault.
    #[track_caller]
    pub(super) fn create_faulty(fault: &str, folder: &Path) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/rails/faulty_adapter.py");
        Self::create_program(["python3", script, fault].map(str::to_owned).to_vec(), folder)
    }

    #[track_caller]
    fn create_program(words: Vec<String>, folder: &Path) -> Self {
        let data = folder.join("adapter");
        std::fs::create_dir_all(&data).unwrap();
        let [program, arguments @ ..] = words.as_slice() else { panic!("a command without words") };
        let printed = Command::new(program)
            .args(arguments)
            .args(["key", "--data"])
            .arg(&data)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .unwrap();
        assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
        let key = String::from_utf8(printed.stdout).unwrap().trim().to_owned();
        Self { words, folder: folder.to_owned(), key, address: free_address() }
    }

    /// Starts the adapter.
    #[track_caller]
    pub(super) fn start(self, options: &AdapterOptions) -> Adapter {
        let mut named = vec![
            ("--partner", options.partner.to_string()),
            ("--rail", options.rail.clone()),
            ("--service-key", options.service_key.clone()),
        ];
        named.extend(options.push.iter().map(|url| ("--push", url.clone())));
        let program = Program::start(self.serve_words(&named), self.address, self.folder.join("adapter.log"));
        Adapter { program, data: self.folder.join("adapter") }
    }

    /// Returns the words of the command that serves, with these options beside those of every adapter.
    pub(super) fn serve_words(&self, named: &[(&str, String)]) -> Vec<String> {
        let data = self.folder.join("adapter");
        let mut words = self.words.clone();
        words.push("serve".to_owned());
        words.extend(["--data".to_owned(), data.display().to_string()]);
        words.extend(["--listen".to_owned(), self.address.to_string()]);
        words.extend(["--patience".to_owned(), "2".to_owned()]);
        words.extend(named.iter().flat_map(|(name, value)| [(*name).to_owned(), value.clone()]));
        words
    }
}

impl Adapter {
    pub(super) fn kill(&mut self) {
        self.program.kill();
    }

    #[track_caller]
    pub(super) fn start_again(&mut self) {
        self.program.start_again();
    }

    /// Returns the folder of its store.
    pub(super) fn data(&self) -> &Path {
        &self.data
    }
}
