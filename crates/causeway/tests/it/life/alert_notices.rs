//! A process that is killed between an alert and its notice loses none: the next one sends it.

use std::process::Command;

use causeway_testing::postgres::{self, TestDatabase};
use causeway_testing::receiver::{Answer, Receiver};
use causeway_testing::wait;
use serde_json::Value;

use super::process::{Folder, Server, command, succeeded, utf8};

/// A data folder, and the database if PostgreSQL is used.
struct Site {
    folder: Folder,
    database: Option<TestDatabase>,
}

impl Site {
    fn start(&self) -> Server {
        Server::start(self.with_database(self.folder.serve()))
    }

    fn with_database(&self, mut command: Command) -> Command {
        if let Some(database) = &self.database {
            command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        }
        command
    }

    /// Runs an operator's command on the server.
    fn operate(&self, arguments: &[&str]) -> Value {
        let data = self.folder.data();
        let all = [arguments, &["--json", "--data", utf8(&data)]].concat();
        serde_json::from_str(&succeeded(self.with_database(command(&all)))).unwrap()
    }

    /// Has money come in that matches nothing, which raises an alert.
    fn raise(&self, reference: &str) {
        self.operate(&[
            "deposit",
            "push",
            "--reference",
            reference,
            "--amount",
            "5000",
            "--currency",
            "EUR",
            "--rail",
            "SEPA",
            "--payer",
            "Some Payer",
        ]);
    }
}

async fn kill_between_alert_and_notice(site: Site) {
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::status(503));
    let mut server = site.start();
    site.operate(&["clock", "freeze"]);
    site.operate(&["alert-sink", "add", "webhook", &receiver.url(), "--sandbox"]);
    site.raise("INVOICE 1");
    receiver.wait_for("an attempt that fails", wait::PATIENCE, |all| !all.is_empty()).await;
    site.raise("INVOICE 2");
    server.kill();

    receiver.forget();
    receiver.answer_always(Answer::status(204));
    let mut server = site.start();
    let alerts = site.operate(&["alert", "list"]);
    let alerts = alerts.as_array().unwrap();
    assert_eq!(alerts.len(), 2, "{alerts:?}");
    for alert in alerts {
        let is_sent = |all: &[_]| all.iter().any(|request| is_about(request, alert));
        receiver.wait_for("the notice of an alert", wait::PATIENCE * 2, is_sent).await;
    }
    server.stop();
}

fn is_about(request: &causeway_testing::receiver::ReceivedRequest, alert: &Value) -> bool {
    let body = request.json();
    body["alert"] == alert["alert"] && body["kind"] == "DEPOSIT_UNMATCHED" && body["notice"] == "OPENED"
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_between_alert_and_notice_loses_none_on_sqlite() {
    kill_between_alert_and_notice(Site { folder: Folder::new(), database: None }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_between_alert_and_notice_loses_none_on_postgres() {
    let database = postgres::database().await.unwrap();
    kill_between_alert_and_notice(Site { folder: Folder::new(), database: Some(database) }).await;
}
