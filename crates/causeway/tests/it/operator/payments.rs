//! Operators' lists of payments, and a payment as it is shown (conventions 2.1).

use std::time::Duration;

use causeway_service::operator::{self, Form, Kind};
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::{Service, Setup, journey, on_engines};
use crate::payments::scene::{Scene, text};

const DAY: Duration = Duration::from_hours(24);

/// Maximum number of statements of `payment show`.
const SHOW_STATEMENTS: u64 = 12;

/// Creates and executes a quote over an amount from Alice's dollar account, and returns it.
async fn pay(scene: &Scene, destination: &str, amount: i64) -> Value {
    let quote = scene.quote(destination, amount).await;
    scene.execute(&quote).send().await.expect(200);
    quote
}

async fn show(service: &Service, scene: &Scene, transaction: &Value) -> Value {
    act(service, "payment show", with(&scene.platform, json!({ "transaction": transaction }))).await.json
}

async fn list(service: &Service, scene: &Scene, arguments: Value) -> Value {
    act(service, "payment list", with(&scene.platform, arguments)).await.json
}

fn ids(page: &Value) -> Vec<&str> {
    page["rows"].as_array().expect("a list").iter().map(|payment| text(&payment["transaction"])).collect()
}

fn names<'a>(shown: &'a Value, kind: &str) -> Vec<&'a str> {
    let timeline = shown["timeline"].as_array().expect("a timeline");
    timeline.iter().filter(|item| item["kind"] == kind).map(|item| text(&item["name"])).collect()
}

journey! {
    /// Follows a payout that the rail does not report, from the execution to the alert and to an operator's decision.
    async fn a_silent_payout_names_its_rail_its_instant_and_its_commands(service) {
        service.rail.hide_outcomes(true);
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        scene.platform.freeze().await;
        let quote = pay(&scene, &scene.euro_account().await, 100_000).await;
        let id = &quote["transactionId"];
        scene.platform.advance(Duration::from_secs(1)).await;

        let shown = show(service, &scene, id).await;
        assert_eq!((&shown["status"], &shown["money"]), (&json!("PROCESSING"), &json!("with the rail that pays it out")));
        let wait = &shown["waits_for"];
        assert_eq!((&wait["party"], wait["until"].is_string()), (&json!("RAIL"), true), "{wait}");
        let commands = ["settle", "fail", "refund"]
            .map(|verb| format!("causeway payment {verb} {} --reason TEXT", text(id)));
        assert_eq!(wait["commands"], json!(commands));
        assert_eq!(names(&shown, "decision"), ["Recorded", "Executed"]);
        assert!(names(&shown, "money").iter().all(|name| ["QUOTE_EXECUTED", "QUOTE_CONVERTED"].contains(name)), "{shown}");
        assert!(names(&shown, "webhook").contains(&"OUTGOING_PAYMENT.PROCESSING"), "{shown}");
        assert_eq!(names(&shown, "due"), ["ASK_PAYOUT"]);
        let price = &shown["price"];
        let minor = |member: &str| price[member]["amount"].as_i64().expect("an amount");
        assert_eq!(minor("sent") - minor("fees"), minor("converted"), "{price}");
        assert_eq!(shown["alerts"], json!([]));

        scene.platform.advance(DAY * 6).await;
        let overdue = show(service, &scene, id).await;
        assert_eq!(overdue["alerts"][0]["kind"], "PAYOUT_STUCK", "{overdue}");
        assert_eq!(overdue["alerts"][0]["commands"], wait["commands"], "alerts and the payment agree");
        let stuck = &overdue["waits_for"];
        assert_eq!((&stuck["party"], &stuck["until"]), (&json!("OPERATOR"), &Value::Null), "{stuck}");
        assert_eq!(stuck["commands"], wait["commands"]);

        act(service, "payment settle", with(&scene.platform, json!({ "transaction": id }))).await;
        let settled = show(service, &scene, id).await;
        assert_eq!((&settled["status"], &settled["waits_for"]), (&json!("COMPLETED"), &Value::Null));
        // The maintenance may have closed it already.
        let alerts = act(service, "alert list", with(&scene.platform, json!({ "closed": true }))).await.json;
        let stuck = alerts.as_array().unwrap().iter().find(|alert| alert["kind"] == "PAYOUT_STUCK");
        let stuck = stuck.unwrap_or_else(|| panic!("no such alert: {alerts}"));
        assert_eq!(stuck["detail"]["commands"], json!([]), "{alerts}");
        let alert = act(service, "alert show", json!({ "alert": stuck["alert"] })).await.json;
        assert_eq!(alert["detail"]["commands"], json!([]), "{alert}");
        let action = &settled["operator_actions"][0];
        assert_eq!([&action["action"], &action["actor"], &action["channel"]], ["payment settle", "ada", "command"]);
        service.rail.hide_outcomes(false);
        scene.platform.resume().await;
    }
}

/// Runs a command as it is printed.
async fn run(service: &Service, command: &str) {
    let words: Vec<&str> = command.split(' ').collect();
    let ["causeway", noun, verb, id, options @ ..] = &words[..] else { panic!("{command}") };
    let entry = operator::find(noun, verb).unwrap_or_else(|| panic!("no action for {command}"));
    let positional = entry.arguments.iter().find(|argument| argument.form == Form::Positional);
    let name = positional.expect("a positional argument").name;
    let mut arguments = json!({ name: id });
    for option in options.chunks(2) {
        let [flag, value] = option else { panic!("{command}") };
        if *flag == "--reason" {
            continue;
        }
        arguments[flag.trim_start_matches("--")] = json!(value);
    }
    act(service, &format!("{noun} {verb}"), arguments).await;
}

/// Runs the printed command at this index of a payment.
async fn run_printed(service: &Service, scene: &Scene, transaction: &Value, index: usize) {
    let shown = show(service, scene, transaction).await;
    run(service, text(&shown["waits_for"]["commands"][index])).await;
}

journey! {
    async fn every_printed_command_is_accepted(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        service.rail.get_stuck(true);
        for index in 0..3 {
            let quote = pay(&scene, &euro, 10_000).await;
            scene.platform.advance(Duration::from_secs(1)).await;
            run_printed(service, &scene, &quote["transactionId"], index).await;
        }
        for index in 0..2 {
            let push = json!({ "account": scene.usd, "amount": 500, "rail": "ACH" });
            let pushed = act(service, "deposit push", with(&scene.platform, push)).await.json;
            run_printed(service, &scene, &pushed["transaction"], index).await;
        }
        service.rail.get_stuck(false);
        scene.platform.advance(DAY).await;
        scene.platform.resume().await;
    }
}

on_engines! {
    async fn payments_are_listed_by_each_condition(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 500_000).await;
        scene.platform.freeze().await;
        let euro = scene.euro_account().await;
        let mut paid = Vec::new();
        for amount in [10_000, 20_000, 30_000] {
            paid.push(pay(&scene, &euro, amount).await["transactionId"].clone());
            scene.platform.advance(Duration::from_secs(60)).await;
        }
        let waiting = scene.quote(&euro, 40_000).await["transactionId"].clone();

        let first = list(service, &scene, json!({ "limit": 2 })).await;
        assert_eq!(ids(&first), [text(&waiting), text(&paid[2])], "newest first");
        let next = list(service, &scene, json!({ "limit": 2, "before": first["next"] })).await;
        assert_eq!(ids(&next), [text(&paid[1]), text(&paid[0])]);
        let last = list(service, &scene, json!({ "limit": 2, "before": next["next"] })).await;
        assert_eq!((last["rows"].as_array().map(Vec::len), last.get("next")), (Some(1), None), "the funding");

        let sums = &next["sums"];
        let dollars = sums.as_array().expect("sums").iter().find(|sum| sum["currency"] == "USD").expect("dollars");
        assert_eq!((&dollars["sent"]["amount"], &dollars["sent_count"]), (&json!(30_000), &json!(2)));

        let by = async |arguments: Value| {
            let page = list(service, &scene, arguments).await;
            ids(&page).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(by(json!({ "open": true })).await, [text(&waiting)]);
        assert_eq!(by(json!({ "status": "PENDING" })).await, [text(&waiting)]);
        assert_eq!(by(json!({ "type": "INCOMING" })).await.len(), 1);
        assert_eq!(by(json!({ "customer": scene.alice["id"] })).await.len(), 5);
        assert_eq!(by(json!({ "account": euro })).await.len(), 4);
        assert_eq!(by(json!({ "account": euro, "status": "COMPLETED" })).await.len(), 3);
        assert_eq!(by(json!({ "pair": "USD/EUR" })).await.len(), 4);
        assert_eq!(by(json!({ "pair": "EUR/USD" })).await.len(), 0);
        let reference = list(service, &scene, json!({ "limit": 1 })).await["rows"][0]["reference"].clone();
        assert_eq!(by(json!({ "reference": reference })).await, [text(&waiting)]);

        let summed = list(service, &scene, json!({ "limit": 1, "account": euro, "status": "COMPLETED", "sum": true })).await;
        let total = summed["total"].as_array().expect("a total").iter().find(|sum| sum["currency"] == "USD");
        assert_eq!((&summed["is_total_complete"], &total.expect("dollars")["sent"]["amount"]), (&json!(true), &json!(60_000)));

        for wrong in [json!({ "pair": "USD" }), json!({ "before": "x" }), json!({ "limit": 0 }), json!({ "limit": 1_001 })] {
            expect_error(service, "payment list", with(&scene.platform, wrong), Kind::Invalid).await;
        }
        scene.platform.resume().await;
    }
}

on_engines! {
    async fn a_payment_of_another_platform_is_unknown(service) {
        let scene = Scene::new(service).await;
        let funded = scene.platform.fund(&scene.usd, 100).await;
        assert!(funded.is_object(), "{funded}");
        let page = list(service, &scene, json!({})).await;
        let id = &page["rows"][0]["transaction"];
        let other = Scene::new(service).await;
        let error = expect_error(service, "payment show", with(&other.platform, json!({ "transaction": id })), Kind::NotFound).await;
        let both = [&scene.platform, &other.platform].map(|platform| platform.id.to_string());
        assert!(both.iter().all(|id| error.message.contains(id)), "{error}");
        let unknown = json!({ "transaction": "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" });
        let error = expect_error(service, "payment show", with(&other.platform, unknown), Kind::NotFound).await;
        assert!(error.remedy.is_some_and(|remedy| remedy.contains("causeway find TEXT")));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_statements() {
    count_statements(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_statements() {
    count_statements(Setup::Postgres).await;
}

/// Checks the statements of each entry in a process that does no other work, at its second call.
async fn count_statements(setup: Setup) {
    let mut service = Service::start(setup).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 100_000).await;
    scene.platform.freeze().await;
    service.rail.hide_outcomes(true);
    let quote = pay(&scene, &scene.euro_account().await, 10_000).await;
    scene.platform.advance(Duration::from_secs(1)).await;
    let report = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
    let unmatched = act(&service, "deposit push", with(&scene.platform, report)).await.json;
    service.stop_background().await;
    let of_payment = json!({ "transaction": quote["transactionId"] });
    let of_unmatched = json!({ "transaction": unmatched["transaction"] });
    let calls = [
        ("payment show", of_payment, SHOW_STATEMENTS),
        ("payment list", json!({ "status": "PROCESSING", "limit": 5 }), 3),
        ("payment list", json!({ "customer": scene.alice["id"] }), 3),
        ("quote show", json!({ "quote": quote["id"] }), 8),
        ("deposit list", json!({}), 2),
        ("deposit show", of_unmatched.clone(), 8),
        ("suspense show", of_unmatched, 8),
        ("account show", json!({ "account": scene.usd }), 8),
        ("account list", json!({ "customer": scene.alice["id"] }), 2),
    ];
    for (action, arguments, most) in calls {
        let arguments = with(&scene.platform, arguments);
        act(&service, action, arguments.clone()).await;
        let before = service.app().store.counts().statements;
        act(&service, action, arguments).await;
        let statements = service.app().store.counts().statements - before;
        assert!(statements <= most, "{action}: {statements} statements");
    }
}
