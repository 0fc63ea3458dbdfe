//! The console has what the operator table has: each changing entry is a page, each form an entry, and each page's command
//! gives the answer that the page shows.

use std::collections::BTreeSet;

use causeway_service::operator::{self, Action, Form, NOUNS};
use causeway_store::platforms::Environment;
use serde_json::{Map, Value, json};

use super::client::ConsoleClient;
use crate::harness::on_engines;
use crate::operator::acting::{act, trail, with};
use crate::payments::scene::Scene;

/// Changing entries without a page, each with a part of the reason that the console gives. The list may only shrink.
const WITHOUT_SCREEN: [(&str, &str); 4] = [
    ("directory import", "more than a form takes"),
    ("keys rotate", "a file on the machine of the server"),
    ("ledger accept", "belongs to a restore"),
    ("wallet-keys rotate", "files on the machine of the key service"),
];

/// Forms that run no entry: signing in and out, passkeys, and the end of a run.
const WITHOUT_ENTRY: [&str; 5] =
    ["/console/sign-in", "/console/sign-out", "/console/verify", "/console/passkeys", "/console/runs"];

fn changing() -> impl Iterator<Item = &'static Action> {
    NOUNS.iter().flat_map(|noun| &noun.actions).filter(|action| action.has_dry_run())
}

on_engines! {
    /// Opens the page of each changing entry, without a trace, and finds all of them on one page.
    async fn each_changing_entry_has_a_page_or_a_reason(service) {
        service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        let before = trail(service).await.len();
        let listed: BTreeSet<String> =
            console.get("/console/operations/actions").await.addresses().into_iter().collect();
        let mut without = Vec::new();
        for action in changing() {
            let Action { noun, verb, .. } = action;
            let name = format!("{noun} {verb}");
            let path = format!("/console/do/{noun}/{verb}");
            let shown = console.get(&path).await;
            let Some((_, reason)) = WITHOUT_SCREEN.iter().find(|(known, _)| *known == name) else {
                assert_eq!(shown.status, 200, "{name}: {}", shown.text);
                assert!(listed.contains(&path), "{name} is on the page of all actions");
                continue;
            };
            assert_eq!(shown.status, 404, "{name} has a page: take it out of the list");
            assert!(shown.text.contains(reason) && shown.text.contains(&format!("causeway {name}")), "{}", shown.text);
            assert!(!listed.contains(&path), "{name}");
            without.push(name);
        }
        assert_eq!(without.len(), WITHOUT_SCREEN.len(), "an entry of the list is gone");
        assert_eq!(trail(service).await.len(), before, "a page that is only looked at leaves no trace");
    }
}

/// Returns the call of an entry that a command makes, as the command line reads it.
fn read(command: &str) -> (String, Map<String, Value>) {
    let words: Vec<&str> = command.split(' ').collect();
    let ["causeway", noun, verb, given @ ..] = &words[..] else { panic!("{command}") };
    let action = operator::find(noun, verb).unwrap_or_else(|| panic!("no entry for {command}"));
    let mut positional = action.arguments.iter().filter(|argument| argument.form == Form::Positional);
    let mut arguments = Map::new();
    let mut given = given.iter();
    while let Some(word) = given.next() {
        let Some(flag) = word.strip_prefix("--") else {
            let argument = positional.next().unwrap_or_else(|| panic!("{command}: {word} is too much"));
            arguments.insert(argument.name.to_owned(), json!(word));
            continue;
        };
        let name = flag.replace('-', "_");
        let argument = action.arguments.iter().find(|argument| argument.name == name);
        let value = match argument.unwrap_or_else(|| panic!("{command} has no flag {word}")).form {
            Form::Flag => json!(true),
            Form::Number => json!(given.next().and_then(|word| word.parse::<i64>().ok()).expect("a number")),
            _ => json!(given.next().expect("a value")),
        };
        arguments.insert(name, value);
    }
    (format!("{noun} {verb}"), arguments)
}

/// Returns the texts of these members, at any depth.
fn texts<'a>(json: &'a Value, members: &[&str]) -> Vec<&'a str> {
    match json {
        Value::Array(items) => items.iter().flat_map(|item| texts(item, members)).collect(),
        Value::Object(all) => {
            let of_this = all.iter().filter(|(name, _)| members.contains(&name.as_str()));
            let own = of_this.filter_map(|(_, value)| value.as_str());
            own.chain(all.values().flat_map(|value| texts(value, members))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

on_engines! {
    /// Runs the command at the foot of each page as the command line would, and finds what it answers on the page.
    async fn the_command_of_a_page_gives_its_answer(service) {
        let scene = Scene::new(service).await;
        let push = json!({ "reference": "INVOICE 1", "amount": 100, "currency": "EUR", "rail": "SEPA" });
        act(service, "deposit push", with(&scene.platform, push)).await;
        act(service, "user add", json!({ "name": "vera", "uid": 1_000, "roles": ["viewer"] })).await;
        scene.platform.settled().await;
        let console = ConsoleClient::sign_in(service).await;
        let platform = format!("/console/p/{}", scene.platform.id);
        for (path, members) in [
            (format!("{platform}/inbox"), &["id", "otherwise"][..]),
            ("/console/inbox".to_owned(), &["id", "otherwise"]),
            (format!("{platform}/alerts"), &["kind", "subject", "sentence"]),
            ("/console/alerts?closed=true".to_owned(), &["kind", "subject", "sentence"]),
            (format!("{platform}/audit"), &["request", "action"]),
            ("/console/audit?action=user%20add".to_owned(), &["request", "action"]),
            ("/console/settings".to_owned(), &["name", "about"]),
            ("/console/access".to_owned(), &["name", "roles"]),
        ] {
            let shown = console.get(&path).await;
            assert_eq!(shown.status, 200, "{path}: {}", shown.text);
            let command = shown.text_of("#as-command").replace("'user add'", "user_add");
            let (entry, mut arguments) = read(&command);
            if let Some(action) = arguments.get_mut("action") {
                *action = json!("user add");
            }
            let answer = act(service, &entry, Value::Object(arguments)).await.json;
            let page = shown.text_of("main");
            let expected = texts(&answer, members);
            assert!(!expected.is_empty(), "{path}: {command} answers {answer}");
            for text in expected {
                assert!(page.contains(text) || shown.text.contains(text), "{path}: {text} of {command} is not in {page}");
            }
        }
    }
}

on_engines! {
    /// Checks that each form of these pages is an entry, a search, or one of the few that run none.
    async fn each_form_is_an_entry(service) {
        let scene = Scene::new(service).await;
        let console = ConsoleClient::sign_in(service).await;
        let platform = format!("/console/p/{}", scene.platform.id);
        for path in [
            platform.clone(),
            format!("{platform}/inbox"),
            format!("{platform}/alerts"),
            format!("{platform}/accounts/{}/freeze", scene.usd),
            "/console/operations".to_owned(),
            "/console/access".to_owned(),
        ] {
            let shown = console.get(&path).await;
            assert_eq!(shown.status, 200, "{path}");
            let mut forms = shown.text.split("<form ").skip(1).filter_map(|form| form.split('>').next());
            let of_other_kind = forms.find(|form| {
                let to = form.split("action=\"").nth(1).and_then(|rest| rest.split('"').next());
                let is_known = |to: &str| to == "/console/find" || WITHOUT_ENTRY.iter().any(|known| to.starts_with(known));
                form.contains("method=\"post\"") && to.is_some_and(|to| !is_known(to))
            });
            assert_eq!(of_other_kind, None, "{path}: an action's form posts to its own page");
        }
    }
}
