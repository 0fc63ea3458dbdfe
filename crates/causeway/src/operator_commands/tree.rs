//! The tree of operators' commands, built from the actions that the service declares.

use std::path::{Path, PathBuf};

use causeway_service::operator::{Action, Argument, Form, NOUNS, OperatorError, find};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};

/// Name of the flag that every action accepts.
const REASON: &str = "reason";

/// An action given on the command line, with its arguments.
#[derive(Clone)]
pub struct Invocation {
    pub action: &'static Action,
    pub arguments: Map<String, Value>,
    /// Recorded in the audit trail.
    pub reason: Option<String>,
}

/// Adds a subcommand for each noun to the command, and to it a subcommand for each verb.
#[must_use]
pub fn with_actions(command: Command) -> Command {
    NOUNS.iter().fold(command, |command, noun| {
        command.subcommand(
            Command::new(noun.name)
                .about(noun.about)
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommands(noun.actions.iter().map(verb)),
        )
    })
}

fn verb(action: &'static Action) -> Command {
    let reason = Arg::new(REASON).long(REASON).value_name("TEXT").help("Reason, for the audit trail");
    Command::new(action.verb).about(action.about).args(action.arguments.iter().map(argument)).arg(reason)
}

fn argument(argument: &'static Argument) -> Arg {
    let name = argument.name;
    let arg = Arg::new(name).help(argument.about).required(argument.is_required);
    let long = || name.replace('_', "-");
    match argument.form {
        Form::Positional => arg.allow_negative_numbers(true),
        Form::Option => arg.long(long()),
        Form::Number => arg.long(long()).value_parser(value_parser!(i64)).allow_negative_numbers(true),
        Form::Flag => arg.long(long()).action(ArgAction::SetTrue),
        Form::Choice => {
            let arg = arg.long(long()).value_parser(value_parser!(bool)).value_name("true|false");
            arg.num_args(0..=1).default_missing_value("true")
        }
        Form::JsonFile => arg.value_name("FILE").value_parser(value_parser!(PathBuf)),
        Form::List => arg.long(long()).action(ArgAction::Append).value_delimiter(','),
    }
}

impl Invocation {
    /// Returns the action given on this command line, or `None` if it names none.
    ///
    /// # Errors
    /// If its arguments are invalid.
    pub fn of(matches: &ArgMatches) -> Result<Option<Self>, OperatorError> {
        let action = matches.subcommand().and_then(|(noun, inner)| {
            let (verb, arguments) = inner.subcommand()?;
            Some((find(noun, verb)?, arguments))
        });
        let Some((action, matches)) = action else { return Ok(None) };
        let values = action.arguments.iter().filter_map(|argument| {
            argument_value(matches, argument).map(|value| Ok((argument.name.to_owned(), value?)))
        });
        let arguments = values.collect::<Result<_, OperatorError>>()?;
        action.check(&arguments)?;
        Ok(Some(Self { action, arguments, reason: matches.get_one::<String>(REASON).cloned() }))
    }
}

/// Returns the value of an argument on the command line, in the form that the action expects.
fn argument_value(matches: &ArgMatches, argument: &Argument) -> Option<Result<Value, OperatorError>> {
    let name = argument.name;
    let value = match argument.form {
        Form::JsonFile => return matches.get_one::<PathBuf>(name).map(|path| json_file(path)),
        Form::Positional | Form::Option => matches.get_one::<String>(name).cloned().map(Value::from),
        Form::Number => matches.get_one::<i64>(name).copied().map(Value::from),
        Form::Choice => matches.get_one::<bool>(name).copied().map(Value::from),
        Form::Flag => matches.get_flag(name).then_some(Value::Bool(true)),
        Form::List => matches.get_many::<String>(name).map(|items| items.cloned().collect()),
    };
    value.map(Ok)
}

/// Reads a JSON file here, because a server that runs the action has no access to the caller's files.
fn json_file(path: &Path) -> Result<Value, OperatorError> {
    let unreadable =
        |reason: String| OperatorError::invalid(format!("cannot read {}: {reason}", path.display()));
    let text = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invocation(line: &str) -> Result<Invocation, String> {
        let matches = with_actions(Command::new("causeway")).try_get_matches_from(line.split(' '));
        let invocation = Invocation::of(&matches.map_err(|error| error.to_string())?);
        invocation.map_err(|error| error.to_string()).map(Option::unwrap)
    }

    #[test]
    fn a_command_line_becomes_an_action_with_its_arguments() {
        let advance = invocation("causeway clock advance 1d12h --platform Acme --reason test").unwrap();
        assert_eq!((advance.action.noun, advance.action.verb), ("clock", "advance"));
        assert_eq!(Value::Object(advance.arguments), serde_json::json!({"by": "1d12h", "platform": "Acme"}));
        assert_eq!(advance.reason.as_deref(), Some("test"));
        let create = invocation(
            "causeway platform create --environment sandbox --name x --regulated --currencies USD,EUR",
        );
        let expected = serde_json::json!({
            "environment": "sandbox", "name": "x", "regulated": true, "currencies": ["USD", "EUR"],
        });
        assert_eq!(Value::Object(create.unwrap().arguments), expected);
        let limit = invocation("causeway webhook list --limit 5 --type TEST").unwrap();
        assert_eq!(Value::Object(limit.arguments), serde_json::json!({"limit": 5, "type": "TEST"}));
    }

    #[test]
    fn bad_arguments_are_refused_before_anything_is_opened() {
        for line in [
            "causeway clock advance yesterday",
            "causeway clock",
            "causeway clock stop",
            "causeway setting set",
            "causeway account freeze Customer:x",
            "causeway webhook list --limit -1",
            "causeway export postings --format xml",
            "causeway platform create --environment moon --name x",
        ] {
            assert!(invocation(line).is_err(), "{line}");
        }
        assert!(invocation("causeway setting set regulated --default").is_ok());
        assert!(invocation("causeway rate set USD EUR --remove").is_ok());
    }

    #[test]
    fn a_file_argument_becomes_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vasps.json");
        let line = format!("causeway directory import vasps {} --environment sandbox", path.display());
        assert!(invocation(&line).err().unwrap().contains("vasps.json"), "there is no such file");
        std::fs::write(&path, "[").unwrap();
        assert!(invocation(&line).err().unwrap().contains("vasps.json"), "the file is not JSON");
        std::fs::write(&path, r#"[{"vaspName":"Example"}]"#).unwrap();
        let entries = invocation(&line).unwrap().arguments["entries"].clone();
        assert_eq!(entries, serde_json::json!([{ "vaspName": "Example" }]));
    }

    #[test]
    fn the_tree_is_valid() {
        with_actions(Command::new("causeway")).debug_assert();
        for action in NOUNS.iter().flat_map(|noun| &noun.actions) {
            let helps = action.arguments.iter().map(|argument| argument.about);
            assert!(
                helps.chain([action.about]).all(|help| !help.is_empty()),
                "{} {}",
                action.noun,
                action.verb
            );
        }
    }
}
