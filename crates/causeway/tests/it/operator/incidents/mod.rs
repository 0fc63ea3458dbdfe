//! Incidents: each is found by one search and mended by one action of an operator on call, who is away from the machine
//! and types the commands that the service prints.

mod dead_endpoint;
mod missing_money;
mod poisoned_job;
mod stuck_payout;
mod unmatched_deposit;
mod wrong_rate;

use causeway_service::operator::{self, Form};
use causeway_testing::http::{Client, Response};
use serde_json::{Value, json};

use super::channels::{network, with_token};
use crate::harness::Service;
use crate::payments::scene::text;

/// Name of the token, and so the actor in the audit trail.
const NAME: &str = "on-call";

/// An operator with a token, whose commands go to the network address.
struct OnCallOperator {
    client: Client,
}

impl OnCallOperator {
    async fn new(service: &Service) -> Self {
        let network = network(service).await;
        Self { client: with_token(service, &network, NAME, &["support", "operator"], None).await }
    }

    async fn send(&self, action: &str, arguments: Value) -> Response {
        let request = json!({ "arguments": arguments, "reason": "an incident" });
        self.client.post(&format!("/operator/{action}")).json(&request).send().await
    }

    /// Runs an action that must succeed.
    async fn act(&self, action: &str, arguments: Value) -> Value {
        self.send(action, arguments).await.expect(200)
    }

    /// Runs a command as the service has printed it.
    async fn run(&self, command: &str) -> Value {
        let mut words = command.split(' ');
        assert_eq!(words.next(), Some("causeway"), "{command}");
        let mut next = || words.next().unwrap_or_else(|| panic!("incomplete: {command}"));
        let [noun, verb] = [next(), next()];
        let action = operator::find(noun, verb).unwrap_or_else(|| panic!("no action for {command}"));
        let mut positional = action.arguments.iter().filter(|argument| argument.form == Form::Positional);
        let mut arguments = json!({});
        while let Some(word) = words.next() {
            let Some(flag) = word.strip_prefix("--") else {
                let argument = positional.next().unwrap_or_else(|| panic!("{word} of {command}"));
                arguments[argument.name] = json!(word);
                continue;
            };
            let name = flag.replace('-', "_");
            let is_named = action.arguments.iter().find(|argument| argument.name == name);
            if is_named.is_some_and(|argument| argument.form == Form::Flag) {
                arguments[name.as_str()] = json!(true);
                continue;
            }
            let value = words.next().unwrap_or_else(|| panic!("{word} of {command} has no value"));
            if name != "reason" {
                arguments[name.as_str()] = json!(value);
            }
        }
        self.act(&format!("{noun}/{verb}"), arguments).await
    }

    /// Returns the only match of a search.
    async fn find(&self, words: &str) -> Value {
        let found = self.act("find/text", json!({ "text": [words] })).await;
        let [only] = &found.as_array().expect("a list")[..] else { panic!("{words}: {found}") };
        only.clone()
    }

    /// Runs the command that the only match of a search names.
    async fn find_and_show(&self, words: &str) -> Value {
        let found = self.find(words).await;
        self.run(text(&found["next"])).await
    }
}

/// Returns the printed command that begins with these words.
fn printed<'a>(commands: &'a Value, beginning: &str) -> &'a str {
    let all = commands.as_array().unwrap_or_else(|| panic!("no commands: {commands}"));
    let found = all.iter().map(text).find(|command| command.starts_with(beginning));
    found.unwrap_or_else(|| panic!("no {beginning} in {commands}"))
}
