//! Dry runs of all actions that change something: no row of any table changes, and the action then does what was
//! reported.

use std::collections::BTreeSet;
use std::time::Duration;

use causeway_domain::Time;
use causeway_service::operator::{Action, NOUNS};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, on, require_counterparties, try_action, try_dry_run, with};
use super::table_rows::TableRows;
use crate::harness::{Service, Setup};
use crate::payments::scene::{Scene, text};

/// An action with arguments.
struct Case {
    action: &'static str,
    arguments: Value,
    end: CaseEnd,
}

/// The end of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CaseEnd {
    /// It is carried out, and books, sends and schedules what its dry run reports.
    Done,
    /// Its dry run succeeds; it is not carried out here, because that would disturb the other cases.
    OnlyDry,
    /// It is refused, with the error of its dry run.
    Refused,
}

/// What the cases need, on one sandbox platform with a frozen clock.
struct World {
    scene: Scene,
    cases: Vec<Case>,
}

impl World {
    /// Creates payments in each state that an operator decides about.
    async fn new(service: &Service) -> Self {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000_000).await;
        scene.platform.freeze().await;
        let mut world = Self { scene, cases: Vec::new() };
        world.add_payments(service).await;
        world.add_deposits(service).await;
        world.add_resources(service).await;
        world.add_platform(service).await;
        world.add_deployment(service).await;
        world.add_refused();
        world
    }

    fn add(&mut self, action: &'static str, arguments: Value, end: CaseEnd) {
        self.cases.push(Case { action, arguments, end });
    }

    /// Adds a case on the platform.
    fn add_on(&mut self, action: &'static str, arguments: Value, end: CaseEnd) {
        let arguments = with(&self.scene.platform, arguments);
        self.add(action, arguments, end);
    }

    /// Executes a quote, and returns the id of its payment.
    async fn pay(&self, destination: &str) -> Value {
        let quote = self.scene.quote(destination, 10_000).await;
        self.scene.execute(&quote).send().await.expect(200);
        quote["transactionId"].clone()
    }

    async fn add_payments(&mut self, service: &Service) {
        let good = self.scene.euro_account().await;
        let failing = self.scene.platform.euro_account(&self.scene.alice, "DE89370400440532013004").await;
        let delivered = self.pay(&good).await;
        self.scene.platform.advance(Duration::from_secs(1)).await;
        let [released, kept] = [self.pay(&failing).await, self.pay(&failing).await];
        self.scene.platform.advance(Duration::from_millis(600)).await;
        service.rail.get_stuck(true);
        let [settled, failed, refunded] =
            [self.pay(&good).await, self.pay(&good).await, self.pay(&good).await];
        self.scene.platform.settled().await;
        for (action, transaction) in [
            ("payment settle", settled),
            ("payment fail", failed),
            ("payment refund", refunded),
            ("payment return", delivered),
            ("payment release", released),
            ("payment keep", kept),
        ] {
            self.add_on(action, json!({ "transaction": transaction }), CaseEnd::Done);
        }
        for (action, account) in [("external-account review", &good), ("external-account disable", &failing)]
        {
            self.add_on(action, json!({ "account": account }), CaseEnd::Done);
        }
        self.add_on("external-account enable", json!({ "account": failing }), CaseEnd::Refused);
    }

    async fn add_deposits(&mut self, service: &Service) {
        let platform = &self.scene.platform;
        let dollars = with(platform, json!({ "account": platform.own_account("USD").await }));
        act(service, "account freeze", dollars.clone()).await;
        let push = json!({ "account": dollars["account"], "amount": 2_500, "rail": "RTP" });
        let suspended = act(service, "deposit push", with(platform, push)).await.json;
        platform.settled().await;
        act(service, "account release", dollars).await;
        require_counterparties(service, platform).await;
        let coins = platform.account_of(&self.scene.alice, "USDC").await;
        let mut waiting = Vec::new();
        for end in 1..=2 {
            let from = format!("0x{end:0>40}");
            let push = json!({ "account": coins, "amount": 1_000_000, "network": "ETHEREUM", "from": from });
            waiting
                .push(act(service, "deposit push", with(platform, push)).await.json["transaction"].clone());
        }
        platform.settled().await;
        let stray = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        let debit = json!({ "account": self.scene.usd, "amount": 100 });
        let transaction = &suspended["transaction"];
        self.add_on("suspense resolve", json!({ "transaction": transaction }), CaseEnd::Done);
        self.add_on("deposit release", json!({ "transaction": waiting[0] }), CaseEnd::Done);
        self.add_on("deposit reject", json!({ "transaction": waiting[1] }), CaseEnd::Done);
        self.add_on("deposit push", stray, CaseEnd::OnlyDry);
        self.add_on("deposit debit", debit, CaseEnd::OnlyDry);
        let alerts = act(service, "alert list", json!({})).await.json;
        let alert = &alerts[0]["alert"];
        self.add("alert snooze", json!({ "alert": alert, "hours": 1 }), CaseEnd::OnlyDry);
        self.add("alert close", json!({ "alert": alert }), CaseEnd::OnlyDry);
    }

    /// Adds accounts and customers.
    async fn add_resources(&mut self, service: &Service) {
        let platform = &self.scene.platform;
        let add = json!({ "currency": "USD", "customer": self.scene.alice["id"] });
        let empty = act(service, "account add", with(platform, add)).await.json["account"].clone();
        let frozen = json!({ "account": platform.own_account("EUR").await });
        act(service, "account freeze", with(platform, frozen.clone())).await;
        let held = platform.customer(&["USD"]).await["id"].clone();
        act(service, "customer hold", with(platform, json!({ "customer": held }))).await;
        let waiting = json!({
            "customerType": "INDIVIDUAL",
            "fullName": "Jane Doe 001",
            "currencies": ["USD"],
        });
        let waiting = platform.post("/customers").json(&waiting).send().await.expect(201)["id"].clone();
        platform.settled().await;
        let alice = self.scene.alice["id"].clone();
        let usd = self.scene.usd.clone();
        self.add_on("account freeze", json!({ "account": usd }), CaseEnd::Done);
        self.add_on("account release", frozen, CaseEnd::Done);
        self.add_on("account close", json!({ "account": empty }), CaseEnd::Done);
        self.add_on("account add", json!({ "currency": "EUR" }), CaseEnd::OnlyDry);
        self.add_on("customer approve", json!({ "customer": waiting }), CaseEnd::Done);
        self.add_on("customer release", json!({ "customer": held }), CaseEnd::Done);
        self.add_on("customer hold", json!({ "customer": alice }), CaseEnd::Done);
        self.add_on("customer reject", json!({ "customer": alice }), CaseEnd::OnlyDry);
    }

    /// Adds actions on the platform and its keys.
    async fn add_platform(&mut self, service: &Service) {
        let platform = &self.scene.platform;
        let token = act(service, "token create", on(platform)).await.json["token"].clone();
        platform.settled().await;
        self.add_on("token create", json!({ "name": "reports" }), CaseEnd::OnlyDry);
        self.add_on("token delete", json!({ "token": token }), CaseEnd::Done);
        self.add_on("webhook replay", json!({ "status": "DELIVERED" }), CaseEnd::OnlyDry);
        self.add_on("webhook-key rotate", json!({}), CaseEnd::OnlyDry);
        self.add_on("uma-key rotate", json!({}), CaseEnd::OnlyDry);
        self.add_on("uma-provider allow", json!({ "domain": "sandbox.uma.test" }), CaseEnd::Done);
        self.add_on("uma-provider block", json!({ "domain": "sandbox.uma.test" }), CaseEnd::Done);
        self.add_on("sandbox fault", json!({ "name": "stuck" }), CaseEnd::OnlyDry);
        self.add_on("sandbox clear", json!({}), CaseEnd::Done);
        self.add_on("clock advance", json!({ "by": "1h" }), CaseEnd::OnlyDry);
        self.add_on("clock next", json!({}), CaseEnd::OnlyDry);
        self.add_on("clock resume", json!({}), CaseEnd::OnlyDry);
        self.add_on("find rebuild", json!({}), CaseEnd::OnlyDry);
        let other = service.platform(Environment::Sandbox).await;
        let disabled = service.platform(Environment::Sandbox).await;
        act(service, "platform disable", on(&disabled)).await;
        self.add("clock freeze", on(&other), CaseEnd::OnlyDry);
        self.add("platform disable", on(&other), CaseEnd::Done);
        self.add("platform enable", on(&disabled), CaseEnd::Done);
    }

    /// Adds actions on the deployment.
    async fn add_deployment(&mut self, service: &Service) {
        let roles = json!(["viewer"]);
        act(service, "user add", json!({ "name": "grace", "uid": 1_234, "roles": roles })).await;
        act(service, "operator-token create", json!({ "name": "old", "roles": roles })).await;
        let sink = json!({ "channel": "webhook", "address": "http://localhost:9/alerts", "from": "page" });
        let sink = act(service, "alert-sink add", sink).await.json["sink"].clone();
        let rate = json!({ "sending": "USD", "receiving": "EUR", "rate": "0.9", "confirm": "0.9" });
        let banks = json!({ "directory": "banks", "environment": "sandbox", "entries": [] });
        let mail = json!({ "channel": "webhook", "address": "http://localhost:9/other" });
        for (action, arguments, end) in [
            ("rate set", rate, CaseEnd::Done),
            ("user add", json!({ "name": "alan", "uid": 1_235, "roles": roles }), CaseEnd::OnlyDry),
            ("user remove", json!({ "name": "grace" }), CaseEnd::OnlyDry),
            ("operator-token create", json!({ "name": "ci", "roles": roles }), CaseEnd::OnlyDry),
            ("operator-token revoke", json!({ "name": "old" }), CaseEnd::Done),
            ("setting set", json!({ "name": "payout_timeout_days", "value": "3" }), CaseEnd::Done),
            ("terms publish", json!({ "url": "https://example.com/terms/2" }), CaseEnd::Done),
            ("directory import", banks, CaseEnd::Done),
            ("platform create", json!({ "environment": "sandbox", "name": "New" }), CaseEnd::OnlyDry),
            ("alert-sink add", mail, CaseEnd::OnlyDry),
            ("alert-sink test", json!({ "sink": sink }), CaseEnd::OnlyDry),
            ("alert-sink remove", json!({ "sink": sink }), CaseEnd::Done),
            ("ledger accept", json!({}), CaseEnd::OnlyDry),
            ("keys rotate", json!({}), CaseEnd::OnlyDry),
            ("wallet-keys rotate", json!({}), CaseEnd::Refused),
        ] {
            self.add(action, arguments, end);
        }
    }

    /// Adds actions on resources that this platform does not have, or whose state does not allow them. That they are
    /// carried out as reported is in the tests of their areas.
    fn add_refused(&mut self) {
        let id = |name: &str| format!("{name}:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        // The request of an issuer is recorded, even if there is no such card.
        self.add_on("card tokenize", json!({ "card": id("Card") }), CaseEnd::OnlyDry);
        let usd = self.scene.usd.clone();
        let errors = json!(["INVALID_FIELD=fullName"]);
        for (action, arguments) in [
            ("account retry", json!({ "account": usd })),
            ("account instruct", json!({ "account": id("InternalAccount") })),
            ("card close", json!({ "card": id("Card") })),
            ("card-transaction collect", json!({ "transaction": id("CardTransaction") })),
            ("deposit late", json!({ "quote": id("Quote") })),
            ("jobs retry", json!({ "job": id("Job") })),
            ("provider-account revoke", json!({ "account": id("StablecoinProviderAccount") })),
            ("stablecoin set-status", json!({ "stablecoin": id("Stablecoin"), "status": "ENABLED" })),
            ("stablecoin-operation give-up", json!({ "operation": id("StablecoinOperation") })),
            ("verification approve", json!({ "verification": id("Verification") })),
            ("verification reject", json!({ "verification": id("Verification") })),
            ("verification review", json!({ "verification": id("Verification") })),
            ("verification return", json!({ "verification": id("Verification"), "errors": errors })),
            ("wallet recover", json!({ "quote": id("Quote") })),
        ] {
            self.add_on(action, arguments, CaseEnd::Refused);
        }
    }
}

/// Returns the names of all actions that change something.
fn changing() -> BTreeSet<String> {
    let all = NOUNS.iter().flat_map(|noun| &noun.actions).filter(|action| action.has_dry_run());
    all.map(|Action { noun, verb, .. }| format!("{noun} {verb}")).collect()
}

/// Runs a case dry, and checks that no row has changed. Returns the report, unless the action is refused.
async fn run_dry(service: &Service, case: &Case) -> Option<Value> {
    let Case { action, arguments, end } = case;
    let before = TableRows::read(&service.app().store).await;
    let outcome = try_dry_run(service, action, arguments.clone()).await;
    let after = TableRows::read(&service.app().store).await;
    assert_eq!(after.changed_since(&before), [""; 0], "the dry run of {action} {arguments}");
    match (outcome, end) {
        (Ok(report), CaseEnd::Done | CaseEnd::OnlyDry) => {
            assert_eq!(report["dryRun"], true, "{action}");
            Some(report)
        }
        (Err(error), CaseEnd::Refused) => {
            let refused = try_action(service, action, arguments.clone()).await.err();
            assert_eq!(refused.as_ref(), Some(&error), "{action}: the dry run is refused as the action is");
            None
        }
        (outcome, end) => panic!("{action} {arguments} is to be {end:?}: {outcome:?}"),
    }
}

/// Carries a case out, and checks that it answers, books, sends and schedules what was reported.
async fn check_done(service: &Service, case: &Case, report: &Value) {
    let Case { action, arguments, .. } = case;
    let before = TableRows::read(&service.app().store).await;
    let done = act(service, action, arguments.clone()).await.json;
    let after = TableRows::read(&service.app().store).await;
    let would = &report["would"];
    assert_eq!(report["result"]["status"], done["status"], "{action}: {report}");
    let entries = lines(would, "postings", |entry| {
        let code = text(&entry["account"]).split(' ').next().expect("a code");
        format!("{} {code} {}", text(&entry["posting"]), entry["amount"]["amount"])
    });
    assert_eq!(after.added_since(&before, "ledger_entry", &["kind", "code", "amount"]), entries, "{action}");
    let events =
        lines(would, "events", |event| format!("{} {}", text(&event["event"]), text(&event["resource"])));
    assert_eq!(after.added_since(&before, "outbox", &["event_type", "resource"]), events, "{action}");
    let jobs = lines(would, "jobs", |job| {
        let due: Time = text(&job["due_at"]).parse().expect("an instant");
        format!("{} {} {}", text(&job["kind"]), text(&job["resource"]), due.millis())
    });
    assert_eq!(after.added_since(&before, "job", &["kind", "resource", "due_at"]), jobs, "{action}");
    for change in would["statuses"].as_array().expect("a list") {
        let (_, id) = text(&change["resource"]).split_once(':').expect("an id");
        assert!(after.has_added(&before, &[id, text(&change["to"])]), "{action} has not changed: {change}");
    }
}

fn lines(would: &Value, name: &str, line: impl Fn(&Value) -> String) -> Vec<String> {
    let mut lines: Vec<String> = would[name].as_array().expect("a list").iter().map(line).collect();
    lines.sort();
    lines
}

/// Runs all actions dry, then carries out those that can be carried out one after the other.
async fn walk(setup: Setup) {
    let mut service = Service::start(setup).await;
    let World { cases, scene } = World::new(&service).await;
    scene.platform.settled().await;
    service.stop_background().await;
    let known: BTreeSet<String> = cases.iter().map(|case| case.action.to_owned()).collect();
    assert_eq!(known, changing(), "an action that changes something needs a case");
    let mut reports = Vec::new();
    for case in &cases {
        reports.push(run_dry(&service, case).await);
    }
    for (case, report) in cases.iter().zip(&reports) {
        if let (CaseEnd::Done, Some(report)) = (case.end, report) {
            check_done(&service, case, report).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_changes_no_row_and_comes_true_on_sqlite() {
    walk(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dry_run_changes_no_row_and_comes_true_on_postgres() {
    walk(Setup::Postgres).await;
}
