//! Notices of alerts to receivers: signed webhooks, and mail over a stub of a mail server.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use causeway::mail::Mail;
use causeway_domain::alerts::{AlertKind, Severity};
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_domain::{MachineClock, Time};
use causeway_service::alerts::deliver_notices;
use causeway_service::operator::Kind;
use causeway_service::runtime::signed_requests::SigningSecrets;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts};
use causeway_testing::mail_server::MailServer;
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::acting::{act, expect_error, on, trail, try_dry_run};
use crate::harness::{Service, Setup, on_engines};

/// A receiver of alerts by webhook.
pub(super) struct WebhookSink {
    pub(super) receiver: Receiver,
    pub(super) id: String,
    secrets: SigningSecrets,
}

impl WebhookSink {
    /// Adds a receiver with these further arguments.
    pub(super) async fn add(service: &Service, arguments: Value) -> Self {
        let receiver = Receiver::start().await;
        receiver.answer_always(Answer::status(204));
        let mut all = arguments;
        all["channel"] = json!("webhook");
        all["address"] = json!(receiver.url());
        let added = act(service, "alert-sink add", all).await.json;
        let secret = added["secret"].as_str().expect("a secret");
        service.must_not_log(secret);
        let secrets = SigningSecrets::parse(secret, None).expect("a usable secret");
        Self { receiver, id: added["sink"].as_str().expect("an id").to_owned(), secrets }
    }

    /// Returns the notices, after checking their signatures.
    fn notices(&self) -> Vec<Value> {
        self.receiver.received().iter().map(|request| self.checked(request)).collect()
    }

    fn checked(&self, request: &ReceivedRequest) -> Value {
        let header = |name: &str| request.header(name).unwrap_or_default();
        let at: i64 = header("webhook-timestamp").parse().expect("seconds");
        let expected = self.secrets.sign(header("webhook-id"), Time::from_millis(at * 1_000), &request.body);
        assert_eq!(header("webhook-signature"), expected, "{request}");
        request.json()
    }

    /// Returns the kinds of the notices of one form, such as `OPENED`.
    fn kinds(&self, notice: &str) -> BTreeSet<String> {
        let of_form = self.notices().into_iter().filter(|one| one["notice"] == notice);
        of_form.map(|one| one["kind"].as_str().expect("a kind").to_owned()).collect()
    }

    fn count(&self, notice: &str, kind: AlertKind) -> usize {
        let all = self.notices();
        all.iter().filter(|one| one["notice"] == notice && one["kind"] == kind.as_str()).count()
    }

    /// Sends what is due until the receiver has this number of notices of a kind.
    async fn wait_for(&self, service: &Service, notice: &str, kind: AlertKind, count: usize) {
        wait::until("notices of an alert", wait::PATIENCE, || async {
            deliver_notices(service.app()).await.expect("the notices are sent");
            let found = self.count(notice, kind);
            if found == count { Ok(()) } else { Err(format!("{found} of {count} {notice} {kind}")) }
        })
        .await;
    }
}

/// Sends the due notices until a receiver has those of one form about exactly these kinds.
async fn wait_for_kinds(service: &Service, sink: &WebhookSink, notice: &str, expected: &BTreeSet<String>) {
    wait::until("notices of each kind", wait::PATIENCE, || async {
        deliver_notices(service.app()).await.expect("the notices are sent");
        let found = sink.kinds(notice);
        if found == *expected { Ok(()) } else { Err(format!("{notice}: {found:?}")) }
    })
    .await;
}

/// Returns the number of lines of all mails that begin so.
fn mailed(mails: &MailServer, beginning: &str) -> usize {
    mails.lines().iter().filter(|line| line.starts_with(beginning)).count()
}

/// Sends the due notices until so many lines of the mails begin so.
async fn wait_for_mails(service: &Service, mails: &MailServer, beginning: &str, count: usize) {
    wait::until("mails about alerts", wait::PATIENCE, || async {
        deliver_notices(service.app()).await.expect("the notices are sent");
        let found = mailed(mails, beginning);
        if found >= count { Ok(()) } else { Err(format!("{found} of {count} lines {beginning}")) }
    })
    .await;
}

/// Starts a mail server on loopback, to which the service sends.
async fn mail_server(service: &Service) -> MailServer {
    let server = MailServer::start(None).await;
    let mail = Mail::new(&format!("smtp://{}", server.address), "Causeway <alerts@pay.example.com>");
    service.mailbox.send_through(Arc::new(mail.expect("a mail server")));
    server
}

/// Raises an alert.
pub(super) async fn raise(service: &Service, platform: Option<PlatformId>, kind: AlertKind) -> AlertId {
    let app = service.app();
    let id: AlertId = app.ids.next(app.clock.now());
    let detail = json!({ "what": "Jane Doe has paid" });
    let write = move |tx: &mut Tx<'_>| alerts::raise(tx, platform, id, kind, kind.as_str(), &detail);
    app.store.write::<_, Error, _>(&[], write).await.unwrap();
    id
}

async fn close_all(service: &Service, kind: AlertKind) {
    let write = move |tx: &mut Tx<'_>| alerts::close_all(tx, kind, "a test");
    service.app().store.write::<_, Error, _>(&[], write).await.unwrap();
}

/// Returns the kinds that can be stored, as their names.
fn storable() -> BTreeSet<String> {
    let kinds = AlertKind::ALL.iter().filter(|kind| **kind != AlertKind::DatabaseDamaged);
    kinds.map(ToString::to_string).collect()
}

/// Checks that each kind reaches a webhook and a mailbox, when it is raised and when it is closed, without the details
/// of the alert. The service does no other work, which would close the alerts before all notices are sent.
async fn reach_receivers(setup: Setup) {
    let mut service = Service::start(setup).await;
    service.stop_background().await;
    let platform = service.platform(Environment::Production).await;
    let webhook = WebhookSink::add(&service, json!({ "from": "note" })).await;
    let mails = mail_server(&service).await;
    let mail = json!({ "channel": "mail", "address": "oncall@example.com", "from": "note" });
    act(&service, "alert-sink add", mail).await;
    for kind in AlertKind::ALL.iter().filter(|kind| **kind != AlertKind::DatabaseDamaged) {
        raise(&service, Some(platform.id), *kind).await;
    }
    let expected = storable();
    wait_for_kinds(&service, &webhook, "OPENED", &expected).await;
    wait_for_mails(&service, &mails, "Kind: ", expected.len()).await;
    let first = &webhook.notices()[0];
    assert_eq!((&first["platform"], &first["environment"]), (&json!(platform.id), &json!("PRODUCTION")));
    assert!(!first.to_string().contains("Jane") && mailed(&mails, "Jane") == 0, "{first}");
    let listed = act(&service, "alert list", json!({})).await.json;
    assert!(listed.as_array().unwrap().iter().all(|alert| alert["is_notified"] == true), "{listed}");

    for kind in AlertKind::ALL {
        close_all(&service, *kind).await;
    }
    wait_for_kinds(&service, &webhook, "CLOSED", &expected).await;
    wait_for_mails(&service, &mails, "Closed: ", expected.len()).await;
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_of_alert_reaches_its_receivers_on_sqlite() {
    reach_receivers(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_of_alert_reaches_its_receivers_on_postgres() {
    reach_receivers(Setup::Postgres).await;
}

/// Checks that an alert is repeated by its severity, not while it is snoozed, and not after it was closed. The service
/// does no other work, which would close the alerts.
async fn repeat_and_snooze(setup: Setup) {
    let machine = MachineClock::default();
    let mut service = Service::start_on_clock(setup, &machine).await;
    service.stop_background().await;
    let platform = service.platform(Environment::Production).await;
    let sink = WebhookSink::add(&service, json!({ "from": "note" })).await;
    let page = raise(&service, Some(platform.id), AlertKind::OlderStateRestored).await;
    let day = raise(&service, Some(platform.id), AlertKind::PayoutStuck).await;
    let note = raise(&service, Some(platform.id), AlertKind::CardEventRefused).await;
    for kind in [AlertKind::OlderStateRestored, AlertKind::PayoutStuck, AlertKind::CardEventRefused] {
        sink.wait_for(&service, "OPENED", kind, 1).await;
    }
    let hours = |hours| machine.set_ahead(Duration::from_hours(hours) + Duration::from_mins(1));
    hours(4);
    sink.wait_for(&service, "REPEATED", AlertKind::OlderStateRestored, 1).await;
    let shown = act(&service, "alert show", json!({ "alert": page })).await.json;
    assert_eq!(
        (&shown["severity"], &shown["closes"]),
        (&json!("page"), &json!(AlertKind::OlderStateRestored.facts().closes))
    );

    act(&service, "alert snooze", json!({ "alert": page, "hours": 24 })).await;
    hours(25);
    sink.wait_for(&service, "REPEATED", AlertKind::PayoutStuck, 1).await;
    assert_eq!(sink.count("REPEATED", AlertKind::OlderStateRestored), 1, "snoozed");
    hours(30);
    sink.wait_for(&service, "REPEATED", AlertKind::OlderStateRestored, 2).await;
    assert_eq!(sink.count("REPEATED", AlertKind::CardEventRefused), 0, "a note is sent once");

    for alert in [page, day, note] {
        act(&service, "alert close", json!({ "alert": alert })).await;
    }
    for kind in [AlertKind::OlderStateRestored, AlertKind::PayoutStuck, AlertKind::CardEventRefused] {
        sink.wait_for(&service, "CLOSED", kind, 1).await;
    }
    hours(80);
    assert_eq!(deliver_notices(service.app()).await, Ok(0));
    expect_error(&service, "alert snooze", json!({ "alert": page, "hours": 1 }), Kind::Refused).await;
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_alert_is_repeated_unless_it_is_snoozed_on_sqlite() {
    repeat_and_snooze(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_alert_is_repeated_unless_it_is_snoozed_on_postgres() {
    repeat_and_snooze(Setup::Postgres).await;
}

/// Checks that each kind of alert is repeated by the next day, apart from notes. The service does no other work, which
/// would close the alerts.
async fn repeat_each_kind(setup: Setup) {
    let machine = MachineClock::default();
    let mut service = Service::start_on_clock(setup, &machine).await;
    let platform = service.platform(Environment::Production).await;
    let sink = WebhookSink::add(&service, json!({ "from": "note" })).await;
    service.stop_background().await;
    let stored = || AlertKind::ALL.iter().filter(|kind| **kind != AlertKind::DatabaseDamaged);
    for kind in stored() {
        raise(&service, Some(platform.id), *kind).await;
    }
    wait_for_kinds(&service, &sink, "OPENED", &storable()).await;
    machine.set_ahead(Duration::from_hours(25));
    let repeated = stored().filter(|kind| kind.facts().severity != Severity::Note);
    wait_for_kinds(&service, &sink, "REPEATED", &repeated.map(ToString::to_string).collect()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_of_alert_is_repeated_on_sqlite() {
    repeat_each_kind(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_of_alert_is_repeated_on_postgres() {
    repeat_each_kind(Setup::Postgres).await;
}

on_engines! {
    /// Checks that notices do not wait for the clock of a platform, and that alerts of sandbox platforms reach
    /// only the receivers that ask for them, as notes.
    async fn a_frozen_clock_holds_no_notice(service) {
        let sandbox = service.platform(Environment::Sandbox).await;
        let production = service.platform(Environment::Production).await;
        sandbox.freeze().await;
        let all = WebhookSink::add(service, json!({ "from": "note" })).await;
        let with_sandbox = WebhookSink::add(service, json!({ "sandbox": true })).await;
        let of_production = WebhookSink::add(service, json!({ "platform": production.id, "from": "note" })).await;
        raise(service, Some(sandbox.id), AlertKind::PayoutStuck).await;
        with_sandbox.wait_for(service, "OPENED", AlertKind::PayoutStuck, 1).await;
        assert_eq!(with_sandbox.notices()[0]["severity"], "note");
        raise(service, None, AlertKind::LedgerNotSealed).await;
        all.wait_for(service, "OPENED", AlertKind::LedgerNotSealed, 1).await;
        assert_eq!(all.count("OPENED", AlertKind::PayoutStuck), 0);
        assert!(of_production.notices().is_empty(), "neither is about its platform");
    }
}

/// Checks that a receiver that fails is reported to the other one.
async fn report_failing(setup: Setup) {
    let machine = MachineClock::default();
    let service = Service::start_on_clock(setup, &machine).await;
    let broken = WebhookSink::add(&service, json!({})).await;
    let sound = WebhookSink::add(&service, json!({})).await;
    broken.receiver.answer_always(Answer::status(503));
    raise(&service, None, AlertKind::LedgerNotSealed).await;
    sound.wait_for(&service, "OPENED", AlertKind::LedgerNotSealed, 1).await;
    wait::until("a failure is recorded", wait::PATIENCE, || async {
        deliver_notices(service.app()).await.unwrap();
        let listed = act(&service, "alert-sink list", json!({})).await.json;
        let failing =
            listed.as_array().unwrap().iter().find(|sink| sink["sink"] == broken.id.as_str()).unwrap();
        if failing["failing_since"].is_string() { Ok(()) } else { Err(failing.to_string()) }
    })
    .await;
    machine.set_ahead(Duration::from_mins(11));
    sound.wait_for(&service, "OPENED", AlertKind::SinkFailing, 1).await;
    broken.receiver.answer_always(Answer::status(200));
    machine.set_ahead(Duration::from_mins(30));
    sound.wait_for(&service, "CLOSED", AlertKind::SinkFailing, 1).await;
    assert_eq!(broken.count("OPENED", AlertKind::SinkFailing), 0, "not about itself");
    service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_fails_is_reported_to_the_other_one_on_sqlite() {
    report_failing(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_fails_is_reported_to_the_other_one_on_postgres() {
    report_failing(Setup::Postgres).await;
}

on_engines! {
    async fn a_receiver_is_listed_tested_and_removed_without_its_secrets(service) {
        let sink = WebhookSink::add(service, json!({})).await;
        let dry = try_dry_run(service, "alert-sink test", json!({ "sink": sink.id })).await.unwrap();
        assert!(dry["would"]["further"][0].as_str().unwrap().starts_with("send a test notice to http"), "{dry}");
        assert!(sink.notices().is_empty(), "the dry run sends none");
        act(service, "alert-sink test", json!({ "sink": sink.id })).await;
        assert_eq!(sink.notices()[0]["kind"], "TEST");
        sink.receiver.answer_always(Answer::status(500));
        let error = expect_error(service, "alert-sink test", json!({ "sink": sink.id }), Kind::Failed).await;
        assert!(error.message.contains("500"), "{error}");

        let path = json!({ "channel": "webhook", "address": "https://alerts.example.com/hush?key=hush" });
        act(service, "alert-sink add", path).await;
        let listed = act(service, "alert-sink list", json!({})).await.json;
        assert_eq!(listed[1]["address"], "https://alerts.example.com/…");
        let trail: Vec<String> = trail(service).await.iter().map(|entry| entry.detail.to_string()).collect();
        assert!(!listed.to_string().contains("hush") && !trail.join("\n").contains("hush"), "{trail:?}");

        act(service, "alert-sink remove", json!({ "sink": sink.id })).await;
        expect_error(service, "alert-sink remove", json!({ "sink": sink.id }), Kind::NotFound).await;
        for wrong in [
            json!({ "channel": "mail", "address": "nobody" }),
            json!({ "channel": "webhook", "address": "ftp://alerts.example.com" }),
            json!({ "channel": "pager", "address": "https://alerts.example.com" }),
            json!({ "channel": "webhook", "address": "https://alerts.example.com", "from": "never" }),
        ] {
            expect_error(service, "alert-sink add", wrong, Kind::Invalid).await;
        }
        let platform = service.platform(Environment::Production).await;
        let mut of_another = on(&platform);
        of_another["platform"] = json!("Unknown");
        of_another["channel"] = json!("webhook");
        of_another["address"] = json!("https://alerts.example.com");
        expect_error(service, "alert-sink add", of_another, Kind::NotFound).await;
    }
}

/// Checks that a process whose database is damaged notifies the receivers that it has read before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_database_is_reported_by_the_process_itself() {
    let service = Service::start(Setup::Sqlite).await;
    let sink = WebhookSink::add(&service, json!({ "from": "page" })).await;
    let mails = mail_server(&service).await;
    let mail = json!({ "channel": "mail", "address": "oncall@example.com", "from": "page" });
    act(&service, "alert-sink add", mail).await;
    // A notice shows that the loop has read the receiver in an earlier round or in this one.
    raise(&service, None, AlertKind::LedgerNotSealed).await;
    sink.receiver.wait_for("the first notice", wait::PATIENCE, |all| !all.is_empty()).await;
    raise(&service, None, AlertKind::LedgerRolledBack).await;
    sink.receiver.wait_for("a notice of a later round", wait::PATIENCE, |all| all.len() >= 2).await;
    service.app().store.note_damage("a test");
    let all = sink.receiver.wait_for("the damage", wait::PATIENCE, |all| {
        all.iter().any(|request| request.json()["kind"] == "DATABASE_DAMAGED")
    });
    let all = all.await;
    assert!(
        all.iter().all(|request| sink.checked(request)["alert"].is_string()
            || request.json()["kind"] == "DATABASE_DAMAGED")
    );
    wait::until("the mail about the damage", wait::PATIENCE, || async {
        let lines = mails.lines();
        let is_told = lines.iter().any(|line| line.starts_with("Kind: DATABASE_DAMAGED"));
        if is_told { Ok(()) } else { Err(format!("{lines:?}")) }
    })
    .await;
}
