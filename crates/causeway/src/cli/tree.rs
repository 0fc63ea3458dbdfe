//! The tree of commands, made from the table of actions.

use causeway_service::operator::{EVERY, Entry, NOUNS, find};
use clap::{Arg, ArgMatches, Command};
use serde_json::{Map, Value};

/// The flag that goes with every action.
const REASON: &str = "reason";

/// An action that was asked for.
#[derive(Clone)]
pub struct Chosen {
    /// Which one.
    pub entry: &'static Entry,
    /// With which arguments.
    pub arguments: Map<String, Value>,
    /// Why.
    pub reason: Option<String>,
}

/// The command with a subcommand for each noun, and one of these for each verb.
#[must_use]
pub fn with_actions(command: Command) -> Command {
    NOUNS.iter().fold(command, |command, (noun, about)| {
        let verbs = EVERY.iter().filter(|entry| entry.noun == *noun).map(verb);
        command.subcommand(
            Command::new(*noun)
                .about(*about)
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommands(verbs),
        )
    })
}

fn verb(entry: &Entry) -> Command {
    let reason = Arg::new(REASON).long(REASON).value_name("TEXT").help("Why, for the audit trail");
    entry.command().arg(reason)
}

impl Chosen {
    /// The action on this command line; none when it names none.
    ///
    /// # Errors
    /// When its arguments cannot be read.
    pub fn of(matches: &ArgMatches) -> Result<Option<Self>, clap::Error> {
        let action = matches.subcommand().and_then(|(noun, inner)| {
            let (verb, arguments) = inner.subcommand()?;
            Some((find(noun, verb)?, arguments))
        });
        let Some((entry, matches)) = action else { return Ok(None) };
        let arguments = match entry.arguments(matches)? {
            Value::Object(arguments) => arguments,
            other => Map::from_iter([("arguments".to_owned(), other)]),
        };
        let reason = matches.get_one::<String>(REASON).cloned();
        Ok(Some(Self { entry, arguments, reason }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(line: &str) -> Result<Option<Chosen>, clap::Error> {
        let matches = with_actions(Command::new("causeway")).try_get_matches_from(line.split(' '))?;
        Chosen::of(&matches)
    }

    #[test]
    fn a_command_line_becomes_an_action_with_its_arguments() {
        let chosen = chosen("causeway clock advance 1d12h --platform Acme --reason test").unwrap().unwrap();
        assert_eq!((chosen.entry.noun, chosen.entry.verb), ("clock", "advance"));
        assert_eq!(chosen.arguments["platform"], "Acme");
        assert_eq!(chosen.arguments["by"], "129600000ms");
        assert_eq!(chosen.reason.as_deref(), Some("test"));
    }

    #[test]
    fn bad_arguments_are_told_by_the_command_line() {
        for line in [
            "causeway clock advance yesterday",
            "causeway clock",
            "causeway clock stop",
            "causeway setting set regulated",
            "causeway setting set regulated on --default",
            "causeway account freeze Customer:x",
            "causeway platform create --environment moon --name x",
        ] {
            assert!(chosen(line).is_err(), "{line}");
        }
        assert!(chosen("causeway setting set regulated --default").is_ok());
        assert!(chosen("causeway rate set USD EUR --remove").is_ok());
        assert!(chosen("causeway platform create --environment sandbox --name x --regulated").is_ok());
    }

    #[test]
    fn the_tree_is_sound() {
        with_actions(Command::new("causeway")).debug_assert();
    }
}
