//! A process that is killed between an alert and its notice loses none: the next one sends it. The clock of the platform
//! is frozen meanwhile.

use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_testing::wait;
use serde_json::Value;

use super::process::Server;
use super::site::Site;

/// Starts a server with a frozen clock and a receiver of alerts.
fn start(site: &Site, receiver: &Receiver) -> Server {
    let server = site.start(&[]);
    site.operate(&["clock", "freeze"]);
    site.operate(&["alert-sink", "add", "webhook", &receiver.url(), "--sandbox"]);
    server
}

/// Has money come in that matches nothing, which raises an alert.
fn raise(site: &Site, reference: &str) {
    let stray = ["deposit", "push", "--reference", reference, "--amount", "5000", "--currency", "EUR"];
    site.operate(&[&stray[..], &["--rail", "SEPA", "--payer", "Some Payer"]].concat());
}

/// Starts another server, and checks that each of the alerts, of this number, reaches the receiver.
async fn expect_notices(site: &Site, receiver: &Receiver, count: usize) {
    receiver.forget();
    receiver.answer_always(Answer::status(204));
    let mut server = site.start(&[]);
    let alerts = site.operate(&["alert", "list"]);
    let alerts = alerts.as_array().unwrap();
    assert_eq!(alerts.len(), count, "{alerts:?}");
    for alert in alerts {
        let is_sent = |all: &[_]| all.iter().any(|request| is_about(request, alert));
        receiver.wait_for("the notice of an alert", wait::PATIENCE * 2, is_sent).await;
    }
    server.stop();
}

fn is_about(request: &ReceivedRequest, alert: &Value) -> bool {
    let body = request.json();
    body["alert"] == alert["alert"] && body["kind"] == "DEPOSIT_UNMATCHED" && body["notice"] == "OPENED"
}

async fn kill_between_alert_and_notice(site: Site) {
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::status(503));
    let mut server = start(&site, &receiver);
    raise(&site, "INVOICE 1");
    receiver.wait_for("an attempt that fails", wait::PATIENCE, |all| !all.is_empty()).await;
    raise(&site, "INVOICE 2");
    server.kill();
    expect_notices(&site, &receiver, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_between_alert_and_notice_loses_none_on_sqlite() {
    kill_between_alert_and_notice(Site::on_sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_between_alert_and_notice_loses_none_on_postgres() {
    kill_between_alert_and_notice(Site::on_postgres().await).await;
}

/// Kills the process while the receiver has not answered yet. It is the only process on SQLite, so that the next one
/// need not wait for the end of its claim.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_a_notice_loses_none() {
    let site = Site::on_sqlite();
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::never());
    let mut server = start(&site, &receiver);
    raise(&site, "INVOICE 1");
    receiver.wait_for("a notice under way", wait::PATIENCE, |all| !all.is_empty()).await;
    server.kill();
    expect_notices(&site, &receiver, 1).await;
}
