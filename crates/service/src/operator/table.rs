//! Every operator action by name.

use std::sync::Arc;

use clap::{ArgMatches, Command};
use futures_util::future::BoxFuture;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Action, Done, Export, Operator, OperatorError, account, alert, clock, customer, export, external_account,
    jobs, keys, ledger, payment, platform, rate, setting, suspense, terms, token, uma_key, webhook,
    webhook_key,
};
use crate::runtime::app::App;

type Running = BoxFuture<'static, Result<Done, OperatorError>>;

/// One action, whatever its type.
pub struct Entry {
    /// What it is about.
    pub noun: &'static str,
    /// What it does.
    pub verb: &'static str,
    describe: fn(Command) -> Command,
    read: fn(&ArgMatches) -> Result<Value, clap::Error>,
    run: fn(Arc<App>, Operator, Value) -> Running,
}

/// The nouns in the order in which they are shown, each with what its verbs are about.
pub static NOUNS: &[(&str, &str)] = &[
    ("platform", "Platforms, the tenants of the service"),
    ("token", "API tokens"),
    ("setting", "What may be decided without a change of the program"),
    ("customer", "Customers and their verification"),
    ("terms", "The End User Terms"),
    ("account", "Internal accounts"),
    ("external-account", "External accounts"),
    ("payment", "Payouts and their refunds"),
    ("suspense", "Money that an operator must settle"),
    ("rate", "The exchange rates of production platforms"),
    ("clock", "The clock of a sandbox platform"),
    ("webhook", "Events and their delivery"),
    ("webhook-key", "The keys that sign webhooks"),
    ("uma-key", "The keys for payments by UMA address"),
    ("jobs", "Work that is due later"),
    ("ledger", "The books"),
    ("export", "Payments and postings as CSV or JSON Lines"),
    ("alert", "What somebody should look at"),
    ("keys", "The root key"),
];

/// Every action, noun by noun.
pub static EVERY: &[Entry] = &[
    Entry::action::<platform::Create>(),
    Entry::action::<platform::List>(),
    Entry::action::<platform::Show>(),
    Entry::action::<platform::Disable>(),
    Entry::action::<platform::Enable>(),
    Entry::action::<token::Create>(),
    Entry::action::<setting::List>(),
    Entry::action::<setting::Get>(),
    Entry::action::<setting::Set>(),
    Entry::action::<customer::Approve>(),
    Entry::action::<customer::Reject>(),
    Entry::action::<customer::Hold>(),
    Entry::action::<customer::Release>(),
    Entry::action::<terms::Publish>(),
    Entry::action::<account::Add>(),
    Entry::action::<account::Freeze>(),
    Entry::action::<account::Release>(),
    Entry::action::<account::Close>(),
    Entry::action::<account::Retry>(),
    Entry::action::<external_account::Enable>(),
    Entry::action::<external_account::Disable>(),
    Entry::action::<external_account::Review>(),
    Entry::action::<payment::Settle>(),
    Entry::action::<payment::Fail>(),
    Entry::action::<payment::Return>(),
    Entry::action::<payment::Refund>(),
    Entry::action::<payment::Release>(),
    Entry::action::<payment::Keep>(),
    Entry::action::<suspense::List>(),
    Entry::action::<suspense::Resolve>(),
    Entry::action::<rate::Set>(),
    Entry::action::<rate::List>(),
    Entry::action::<clock::Show>(),
    Entry::action::<clock::Freeze>(),
    Entry::action::<clock::Advance>(),
    Entry::action::<clock::Resume>(),
    Entry::action::<webhook::List>(),
    Entry::action::<webhook::Replay>(),
    Entry::action::<webhook_key::Show>(),
    Entry::action::<webhook_key::Rotate>(),
    Entry::action::<uma_key::Show>(),
    Entry::action::<uma_key::Rotate>(),
    Entry::action::<jobs::List>(),
    Entry::action::<jobs::Retry>(),
    Entry::action::<ledger::Verify>(),
    Entry::export::<export::Transactions>(),
    Entry::export::<export::Postings>(),
    Entry::export::<export::Statement>(),
    Entry::action::<alert::List>(),
    Entry::action::<alert::Close>(),
    Entry::action::<keys::Rotate>(),
];

/// The action of this name.
#[must_use]
pub fn find(noun: &str, verb: &str) -> Option<&'static Entry> {
    EVERY.iter().find(|entry| entry.noun == noun && entry.verb == verb)
}

impl Entry {
    const fn action<A: Action>() -> Self {
        Self {
            noun: A::NOUN,
            verb: A::VERB,
            describe: A::augment_args,
            read: read::<A>,
            run: run_action::<A>,
        }
    }

    const fn export<A: Export>() -> Self {
        Self {
            noun: A::NOUN,
            verb: A::VERB,
            describe: A::augment_args,
            read: read::<A>,
            run: run_export::<A>,
        }
    }

    /// The verb as a subcommand, with its arguments and its help.
    #[must_use]
    pub fn command(&self) -> Command {
        (self.describe)(Command::new(self.verb))
    }

    /// The arguments on a command line as JSON.
    ///
    /// # Errors
    /// When clap has matched another command.
    pub fn arguments(&self, matches: &ArgMatches) -> Result<Value, clap::Error> {
        (self.read)(matches)
    }

    /// Carries the action out. Arguments are an object; their names are those of the command line, with
    /// underscores.
    ///
    /// # Errors
    /// When an argument is unknown, missing or malformed; what the action says.
    pub async fn run(
        &self,
        app: &Arc<App>,
        operator: &Operator,
        arguments: Value,
    ) -> Result<Done, OperatorError> {
        self.check_names(&arguments)?;
        (self.run)(Arc::clone(app), operator.clone(), arguments).await
    }

    fn check_names(&self, arguments: &Value) -> Result<(), OperatorError> {
        let sent =
            arguments.as_object().ok_or_else(|| OperatorError::invalid("arguments must be an object"))?;
        let command = self.command();
        let is_known = |name: &String| command.get_arguments().any(|known| known.get_id() == name.as_str());
        match sent.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(unknown) => Err(OperatorError::invalid(format!("there is no argument {unknown}"))
                .remedy(format!("see: causeway {} {} --help", self.noun, self.verb))),
        }
    }
}

fn read<A: clap::Args + serde::Serialize>(matches: &ArgMatches) -> Result<Value, clap::Error> {
    let arguments = A::from_arg_matches(matches)?;
    serde_json::to_value(arguments).map_err(|fault| clap::Error::raw(clap::error::ErrorKind::Io, fault))
}

fn run_action<A: Action>(app: Arc<App>, operator: Operator, arguments: Value) -> Running {
    Box::pin(async move {
        let action: A = decode(arguments)?;
        Done::report(&action.run(&app, &operator).await?)
    })
}

fn run_export<A: Export>(app: Arc<App>, operator: Operator, arguments: Value) -> Running {
    Box::pin(async move {
        let export: A = decode(arguments)?;
        Ok(Done::Pieces(export.run(&app, &operator).await?))
    })
}

fn decode<A: DeserializeOwned>(arguments: Value) -> Result<A, OperatorError> {
    serde_path_to_error::deserialize(arguments).map_err(|fault| {
        let place = fault.path().to_string();
        OperatorError::invalid(format!("argument {place}: {}", fault.into_inner()))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_action_has_its_name_for_itself_and_a_known_noun() {
        let names: BTreeSet<_> = EVERY.iter().map(|entry| (entry.noun, entry.verb)).collect();
        assert_eq!(names.len(), EVERY.len());
        let used: BTreeSet<_> = EVERY.iter().map(|entry| entry.noun).collect();
        let known: BTreeSet<_> = NOUNS.iter().map(|(noun, _)| *noun).collect();
        assert_eq!(used, known);
    }

    #[test]
    fn each_action_says_what_it_does_and_its_arguments_too() {
        for entry in EVERY {
            let command = entry.command();
            command.clone().debug_assert();
            assert!(command.get_about().is_some(), "{} {}", entry.noun, entry.verb);
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{} {} {}", entry.noun, entry.verb, argument.get_id());
            }
        }
    }

    #[test]
    fn an_unknown_argument_is_refused() {
        let entry = find("platform", "show").unwrap();
        assert!(entry.check_names(&serde_json::json!({"platform": "x"})).is_ok());
        let both = serde_json::json!({"platform": "x", "permissions": [], "name": "y"});
        assert!(find("token", "create").unwrap().check_names(&both).is_ok(), "in any order");
        let error = entry.check_names(&serde_json::json!({"platfrom": "x"})).unwrap_err();
        assert!(error.message.contains("platfrom"), "{error}");
    }
}
