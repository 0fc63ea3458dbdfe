//! The commands that operators are shown, which must be complete (conventions 2.3).

use std::time::Duration;

use causeway_service::operator::{self, Action, Form};
use serde_json::{Map, Value, json};

use super::acting::{act, rows, with};
use crate::harness::{Service, on_engines};
use crate::payments::scene::{Scene, text};

const DAY: Duration = Duration::from_hours(24);

/// Returns `true` for a word that the operator replaces.
fn is_placeholder(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Checks a command as the command line reads it.
fn check(command: &str) {
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
            arguments.insert(argument.name.to_owned(), json!(word));
        }
    }
    assert!(has_reason || !action.is_reason_required, "{command} needs a reason");
    check_arguments(action, &arguments, command);
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

/// Checks all commands that a report has, and returns their number.
fn check_all(report: &Value) -> usize {
    match report {
        Value::Array(items) => items.iter().map(check_all).sum(),
        Value::Object(members) => members.values().map(check_all).sum(),
        Value::String(line) if line.starts_with("causeway ") => {
            check(line);
            1
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
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
        expect_commands(service, "suspense show", of_unmatched.clone(), 2).await;
        expect_commands(service, "deposit show", of_unmatched, 2).await;
        expect_commands(service, "inbox list", with(platform, json!({ "kind": "SUSPENSE" })), 1).await;

        for (verb, count) in [("review", 2), ("disable", 1), ("enable", 2)] {
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
