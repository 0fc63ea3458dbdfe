//! A deployment that programs of several versions work on.

use std::path::{Path, PathBuf};
use std::process::Command;

use causeway_testing::http::Client;
use serde_json::{Value, json};

use crate::life::process::{Folder, PROGRAM, Server, command_of, succeeded};

/// Environment variable with the folder of the older version's programs; `cargo xtask upgrade` sets it.
const OLD_PROGRAMS: &str = "CAUSEWAY_OLD_PROGRAMS";

/// The keys of these deployments: test data, as the small database itself.
const ROOT_KEY: &str = "1:5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
const WALLET_KEYS: &str = "SANDBOX:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff,\
     PRODUCTION:ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";
const CLIENT: &str = "upgrade";
const SECRET: &str = "the secret of an upgrade is none";

/// The programs of an older version.
pub(super) struct OldPrograms {
    folder: PathBuf,
}

impl OldPrograms {
    /// Returns the programs, or `None` if the tests run without an older version.
    pub(super) fn find() -> Option<Self> {
        std::env::var_os(OLD_PROGRAMS).map(|folder| Self { folder: folder.into() })
    }

    pub(super) fn service(&self) -> PathBuf {
        self.folder.join("causeway")
    }

    /// Returns the path of the program that fills a store.
    pub(super) fn bench(&self) -> PathBuf {
        self.folder.join("causeway-bench")
    }
}

/// Returns the path of the program under test.
pub(super) fn present() -> &'static Path {
    Path::new(PROGRAM)
}

/// A data folder, and the database if PostgreSQL is used.
pub(super) struct Site {
    pub(super) folder: Folder,
    /// `None` for SQLite in the folder.
    url: Option<String>,
}

impl Site {
    pub(super) fn on_sqlite() -> Self {
        Self { folder: Folder::new(), url: None }
    }

    pub(super) fn on_postgres(url: &str) -> Self {
        Self { folder: Folder::new(), url: Some(url.to_owned()) }
    }

    /// Returns a command of a program on this deployment.
    pub(super) fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = command_of(program, arguments);
        command
            .env("SVC_DATA", self.folder.data())
            .env("SVC_ROOT_KEY", ROOT_KEY)
            .env("SVC_WALLET_KEYS", WALLET_KEYS)
            .envs(self.url.iter().map(|url| ("SVC_DATABASE", url)));
        command
    }

    /// Runs a command of a program that must succeed, and returns its JSON.
    #[track_caller]
    pub(super) fn operate(&self, program: &Path, arguments: &[&str]) -> Value {
        let output = succeeded(self.command(program, &[arguments, &["--json"]].concat()));
        serde_json::from_str(&output).unwrap_or_else(|cause| panic!("{cause}: {output}"))
    }

    /// Returns the command of a server on any free port, without a rate limit.
    pub(super) fn serve(&self, program: &Path) -> Command {
        let mut serve = self.command(program, &["serve", "--log-format", "json"]);
        serve
            .env("SVC_LISTEN", "127.0.0.1:0")
            .env("SVC_RATE_LIMIT_PER_SECOND", "0")
            .env("SVC_BOOTSTRAP_CLIENT_ID", CLIENT)
            .env("SVC_BOOTSTRAP_CLIENT_SECRET", SECRET);
        serve
    }

    /// Starts a server on any free port, and waits until it is ready.
    #[track_caller]
    pub(super) fn start(&self, program: &Path) -> Server {
        Server::start(self.serve(program))
    }

    /// Checks that the ledger is sound.
    #[track_caller]
    pub(super) fn verify(&self) {
        let found = self.operate(present(), &["ledger", "verify"]);
        assert_eq!((&found["is_sound"], &found["fault_count"]), (&json!(true), &json!(0)), "{found}");
    }
}

/// Returns a client of the first platform.
pub(super) fn api(server: &Server) -> Client {
    Client::new(&server.base_url()).basic(CLIENT, SECRET)
}

/// Returns the id of the platform's own account in USD.
pub(super) async fn platform_account(client: &Client) -> String {
    let accounts = client.get("/platform/internal-accounts?currency=USD").send().await.expect(200);
    accounts["data"][0]["id"].as_str().unwrap().to_owned()
}
