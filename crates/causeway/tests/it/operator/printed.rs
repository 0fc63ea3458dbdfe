//! The commands that operators are shown, which must be complete (conventions 2.3).

use std::time::Duration;

use causeway::command_line;
use causeway::operator_commands::Invocation;
use causeway_service::operator::{self, Action, Effect, Form};
use causeway_store::platforms::Environment;
use serde_json::{Map, Value, json};

use super::acting::{act, rows, with};
use crate::harness::{Service, on_engines};
use crate::payments::scene::{Scene, text};

const DAY: Duration = Duration::from_hours(24);

/// A quote in place of the word `QUOTE`.
const QUOTE: &str = "Quote:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
/// An account in place of the word `ACCOUNT`, which can also be a name.
const ACCOUNT: &str = "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";

/// A printed command, as the command line reads it.
struct ParsedCommand {
    action: &'static Action,
    arguments: Map<String, Value>,
}

/// Returns `true` for a word that the operator replaces.
fn is_placeholder(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Checks a command as the command line reads it, and returns its action and its arguments.
fn check(command: &str) -> ParsedCommand {
    let words: Vec<&str> = command.split(' ').collect();
    let ["causeway", noun, verb, given @ ..] = &words[..] else { panic!("{command}") };
    let action = operator::find(noun, verb).unwrap_or_else(|| panic!("no action for {command}"));
    let mut positional = action.arguments.iter().filter(|argument| argument.form == Form::Positional);
    let mut arguments = Map::new();
    let mut has_reason = false;
    let mut given = given.iter();
    while let Some(word) = given.next() {
        if *word == "--reason" {
            has_reason = given.next().is_some();
        } else if let Some(flag) = word.strip_prefix("--") {
            let argument = action.arguments.iter().find(|argument| argument.name == flag.replace('-', "_"));
            let argument = argument.unwrap_or_else(|| panic!("{command} has no argument {word}"));
            let value = if argument.form == Form::Flag { None } else { given.next() };
            assert!(argument.form == Form::Flag || value.is_some(), "{command}: {word} needs a value");
            if let Some(value) = value_of(argument.form, value.copied()) {
                arguments.insert(argument.name.to_owned(), value);
            }
        } else {
            let argument = positional.next().unwrap_or_else(|| panic!("{command}: {word} is too much"));
            let id = if *word == "QUOTE" { QUOTE } else { *word };
            arguments.insert(argument.name.to_owned(), json!(id));
        }
    }
    assert!(has_reason || !action.is_reason_required, "{command} needs a reason");
    check_arguments(action, &arguments, command);
    ParsedCommand { action, arguments }
}

/// Returns the value of a flag in JSON; `None` if it is not sent, or the operator replaces it.
fn value_of(form: Form, word: Option<&str>) -> Option<Value> {
    match form {
        Form::OutputFile | Form::SecretFile | Form::TextFiles => None,
        Form::List => Some(json!([word])),
        Form::Flag => Some(json!(true)),
        Form::Number => Some(json!(word?.parse::<i64>().expect("a number"))),
        Form::Positional | Form::Option | Form::Choice | Form::JsonFile | Form::Words => {
            word.filter(|word| !is_placeholder(word)).map(|word| json!(word))
        }
    }
}

fn check_arguments(action: &Action, arguments: &Map<String, Value>, command: &str) {
    if let Err(error) = action.check(arguments) {
        panic!("{command}: {error}");
    }
}

/// Returns all commands that a report has.
fn commands(report: &Value) -> Vec<&str> {
    match report {
        Value::Array(items) => items.iter().flat_map(commands).collect(),
        Value::Object(members) => members.values().flat_map(commands).collect(),
        Value::String(line) if line.starts_with("causeway ") => vec![line.as_str()],
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Checks all commands that a report has, and returns their number.
fn check_all(report: &Value) -> usize {
    let found = commands(report);
    for command in &found {
        check(command);
    }
    found.len()
}

/// Returns a word of a command. If the operator replaces it by a value of a certain form, returns such a value.
fn filled_in(word: &str) -> &str {
    match word {
        "ACCOUNT" => ACCOUNT,
        "CURRENCY" => "USD",
        "QUOTE" => QUOTE,
        other => other,
    }
}

/// Returns all commands that a report has, after the program's own parser has read each of them.
pub(crate) fn parse_all(report: &Value) -> Vec<String> {
    let root = command_line::command();
    let found = commands(report);
    for command in &found {
        let matches = root.clone().try_get_matches_from(command.split(' ').map(filled_in));
        let matches = matches.unwrap_or_else(|error| panic!("{command}: {error}"));
        let invocation = Invocation::of(&matches).unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(invocation.is_some(), "{command} is none of an operator");
    }
    found.into_iter().map(str::to_owned).collect()
}

/// Checks all commands that a report has, and runs those that only look; there must be at least one of them.
pub(crate) async fn run_looks(service: &Service, report: &Value) {
    let mut count = 0;
    for command in commands(report) {
        let ParsedCommand { action, arguments } = check(command);
        if action.effect == Effect::Read && !command.split(' ').any(is_placeholder) {
            act(service, &format!("{} {}", action.noun, action.verb), Value::Object(arguments)).await;
            count += 1;
        }
    }
    assert!(count > 0, "no command that only looks: {report}");
}

/// Runs the command with this beginning that a show names.
async fn run_next(service: &Service, show: &str, arguments: &Value, beginning: &str) {
    let report = act(service, show, arguments.clone()).await.json;
    run_looks(service, &report).await;
    let command = commands(&report).into_iter().find(|command| command.starts_with(beginning));
    let ParsedCommand { action, arguments } =
        check(command.unwrap_or_else(|| panic!("no {beginning}: {report}")));
    act(service, &format!("{} {}", action.noun, action.verb), Value::Object(arguments)).await;
}

/// Checks that a report has this many commands, all of them complete.
async fn expect_commands(service: &Service, action: &str, arguments: Value, count: usize) {
    let report = act(service, action, arguments).await.json;
    assert_eq!(check_all(&report), count, "{action}: {report}");
}

on_engines! {
    async fn every_report_prints_complete_commands(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 100_000).await;
        let account = scene.euro_account().await;
        platform.freeze().await;
        service.rail.get_stuck(true);
        service.rail.ignore_recalls(true);
        let quote = scene.quote(&account, 10_000).await;
        scene.execute(&quote).send().await.expect(200);
        platform.advance(Duration::from_secs(1)).await;
        let paid = json!({ "transaction": quote["transactionId"] });
        expect_commands(service, "payment show", paid.clone(), 3).await;
        expect_commands(service, "quote show", json!({ "quote": quote["id"] }), 3).await;

        let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        let unmatched = act(service, "deposit push", with(platform, push)).await.json;
        let of_unmatched = json!({ "transaction": unmatched["transaction"] });
        // What the money waits for has the same two commands.
        expect_commands(service, "suspense show", of_unmatched.clone(), 4).await;
        expect_commands(service, "deposit show", of_unmatched, 4).await;
        expect_commands(service, "inbox list", with(platform, json!({ "kind": "SUSPENSE" })), 1).await;

        // The list of its payments and the command of the one above are among them.
        for (verb, count) in [("review", 4), ("disable", 3), ("enable", 4)] {
            let one = with(platform, json!({ "account": account }));
            act(service, &format!("external-account {verb}"), one.clone()).await;
            expect_commands(service, "external-account show", one, count).await;
        }
        let events = rows(service, "webhook list", with(platform, json!({}))).await;
        expect_commands(service, "webhook show", json!({ "webhook": events[0]["webhook"] }), 1).await;
        let tokens = rows(service, "token list", with(platform, json!({}))).await;
        expect_commands(service, "token show", json!({ "token": tokens[0]["token"] }), 1).await;

        platform.advance(DAY * 6).await;
        let alerts = act(service, "alert list", with(platform, json!({}))).await.json;
        let kinds: Vec<&str> = alerts.as_array().expect("alerts").iter().map(|alert| text(&alert["kind"])).collect();
        assert!(kinds.contains(&"PAYOUT_STUCK") && check_all(&alerts) >= 3, "{alerts}");
        act(service, "payment settle", with(platform, paid)).await;
        service.rail.get_stuck(false);
        service.rail.ignore_recalls(false);
        act(service, "suspense resolve", with(platform, json!({ "transaction": unmatched["transaction"], "payer": true }))).await;
        platform.advance(DAY).await;
        platform.resume().await;
    }
}

on_engines! {
    async fn a_show_names_the_decisions_that_its_state_allows(service) {
        let scene = Scene::new(service).await;
        // A second platform: the id of a command decides about its platform.
        service.platform(Environment::Sandbox).await;
        let customer = json!({ "customer": scene.alice["id"] });
        for verb in ["hold", "release", "reject"] {
            run_next(service, "customer show", &customer, &format!("causeway customer {verb} ")).await;
        }
        let own = json!({ "account": scene.platform.own_account("USD").await });
        for verb in ["freeze", "release", "close"] {
            run_next(service, "account show", &own, &format!("causeway account {verb} ")).await;
        }
        let closed = act(service, "account show", own).await.json;
        assert_eq!(check_all(&closed), 1, "nothing can be decided about a closed account: {closed}");
    }
}
