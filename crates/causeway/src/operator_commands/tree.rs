//! The tree of operators' commands, built from the actions that the service declares.

use std::path::{Path, PathBuf};

use causeway_domain::Time;
use causeway_service::operator::{
    Action, Argument, Effect, Form, NOUNS, Noun, OperatorError, Request, UNSPOKEN_VERB, find,
};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};

use super::help_template::{CommandLine, help_template};

/// Name of the flag that every action accepts.
const REASON: &str = "reason";
/// Name of the flag of actions that change something.
const DRY_RUN: &str = "dry-run";
/// Name of the flag of actions about a resource with a version.
const SEEN: &str = "seen";
/// Name of the flag of actions that cannot be undone.
const YES: &str = "yes";

/// An action given on the command line, with its arguments.
#[derive(Clone)]
pub struct Invocation {
    pub action: &'static Action,
    pub arguments: Map<String, Value>,
    /// Recorded in the audit trail.
    pub reason: Option<String>,
    /// `true` to report what the action would do, and change nothing.
    pub is_dry_run: bool,
    /// The version of the resource that the operator has seen.
    pub seen: Option<Time>,
    /// `true` if the operator has confirmed an action that cannot be undone.
    pub is_confirmed: bool,
    /// The new file for an export or a secret; `None` for standard output.
    pub output: Option<PathBuf>,
}

/// The heading of the commands that are not operators'.
const PROCESS_HEADING: &str = "The program";

/// Adds a subcommand for each noun to the command, and to it a subcommand for each verb. The help lists the nouns in
/// groups.
#[must_use]
pub fn with_actions(command: Command) -> Command {
    let of_process = command.get_subcommands().map(|command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        CommandLine { group: PROCESS_HEADING, name: command.get_name().to_owned(), about }
    });
    let of_nouns = NOUNS.iter().map(|noun| CommandLine {
        group: noun.group,
        name: noun.name.to_owned(),
        about: noun.about.to_owned(),
    });
    let template = help_template(&of_process.chain(of_nouns).collect::<Vec<_>>());
    let command = NOUNS.iter().fold(command, |command, noun| command.subcommand(noun_command(noun)));
    command.help_template(template)
}

/// Returns the subcommand of a noun. If one of its actions has no verb, its arguments follow the noun.
fn noun_command(noun: &'static Noun) -> Command {
    let verbs = noun.actions.iter().filter(|action| action.verb != UNSPOKEN_VERB).map(verb);
    let command = Command::new(noun.name).about(noun.about).arg_required_else_help(true).subcommands(verbs);
    match noun.unspoken() {
        None => command.subcommand_required(true),
        Some(action) => with_arguments(command, action)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            // The word can be the name of a customer.
            .disable_help_subcommand(true),
    }
}

fn verb(action: &'static Action) -> Command {
    with_arguments(Command::new(action.verb).about(action.about), action)
}

fn with_arguments(command: Command, action: &'static Action) -> Command {
    let reason = Arg::new(REASON)
        .long(REASON)
        .value_name("TEXT")
        .help("Reason of up to 1000 characters, for the audit trail");
    let reason = match (action.is_reason_required, action.has_dry_run()) {
        (true, true) => reason.required_unless_present(DRY_RUN),
        (is_required, _) => reason.required(is_required),
    };
    let reason = action.is_recorded.then_some(reason);
    let command = command.after_help(action.rights());
    command.args(action.arguments.iter().map(argument)).args(reason).args(safety_flags(action))
}

/// Returns the flags by which an operator acts safely.
fn safety_flags(action: &Action) -> Vec<Arg> {
    let flag = |name: &'static str| Arg::new(name).long(name);
    let dry_run = flag(DRY_RUN)
        .action(ArgAction::SetTrue)
        .help("Report what the action would do, and change nothing; needs no reason");
    let seen = flag(SEEN)
        .value_name("VERSION")
        .help("Refuse if the resource has changed since this version, as shown by show");
    let yes = flag(YES).action(ArgAction::SetTrue).help("Do not ask for a confirmation");
    let is_irreversible = action.effect == Effect::Irreversible;
    let all = [(action.has_dry_run(), dry_run), (action.takes_seen(), seen), (is_irreversible, yes)];
    all.into_iter().filter_map(|(is_offered, flag)| is_offered.then_some(flag)).collect()
}

fn argument(argument: &'static Argument) -> Arg {
    let name = argument.name;
    let arg = Arg::new(name).help(argument.about).required(argument.is_required);
    let long = || name.replace('_', "-");
    match argument.form {
        Form::Positional => arg.allow_negative_numbers(true),
        Form::Option => arg.long(long()),
        Form::Number => arg.long(long()).value_parser(number_of(name)).allow_negative_numbers(true),
        Form::Flag => arg.long(long()).action(ArgAction::SetTrue),
        Form::Choice => {
            let arg = arg.long(long()).value_parser(value_parser!(bool)).value_name("true|false");
            arg.num_args(0..=1).default_missing_value("true")
        }
        Form::JsonFile => arg.value_name("FILE").value_parser(value_parser!(PathBuf)),
        Form::OutputFile | Form::SecretFile => {
            arg.long(long()).value_name("FILE").value_parser(value_parser!(PathBuf))
        }
        Form::TextFiles => {
            let arg = arg.long(long()).value_name("FILE").value_parser(value_parser!(PathBuf));
            arg.action(ArgAction::Append)
        }
        Form::List => arg.long(long()).action(ArgAction::Append).value_delimiter(','),
        Form::Words => arg.num_args(1..).allow_negative_numbers(true),
    }
}

/// Returns the parser of a whole number. That of an amount says that it is in the smallest unit.
fn number_of(argument: &'static str) -> fn(&str) -> Result<i64, String> {
    fn amount(text: &str) -> Result<i64, String> {
        let problem =
            "not a whole number: an amount is in the smallest unit of its currency, 150 for 1.50 USD";
        text.parse().map_err(|_| problem.to_owned())
    }
    fn number(text: &str) -> Result<i64, String> {
        text.parse().map_err(|_| "not a whole number".to_owned())
    }
    if argument == "amount" { amount } else { number }
}

impl Invocation {
    /// Returns the action given on this command line, or `None` if it names none.
    ///
    /// # Errors
    /// If its arguments are invalid.
    pub fn of(matches: &ArgMatches) -> Result<Option<Self>, OperatorError> {
        let action = matches.subcommand().and_then(|(noun, inner)| match inner.subcommand() {
            Some((verb, arguments)) => Some((find(noun, verb)?, arguments)),
            None => Some((find(noun, UNSPOKEN_VERB)?, inner)),
        });
        let Some((action, matches)) = action else { return Ok(None) };
        let values = action.arguments.iter().filter_map(|argument| {
            argument_value(matches, argument).map(|value| Ok((argument.name.to_owned(), value?)))
        });
        let arguments = values.collect::<Result<_, OperatorError>>()?;
        action.check(&arguments)?;
        let output = action.arguments.iter().find(|argument| !argument.form.is_sent());
        let output = output.and_then(|argument| matches.get_one::<PathBuf>(argument.name).cloned());
        let seen = action.takes_seen().then(|| matches.get_one::<String>(SEEN)).flatten();
        Ok(Some(Self {
            action,
            arguments,
            reason: action.is_recorded.then(|| matches.get_one::<String>(REASON).cloned()).flatten(),
            is_dry_run: action.has_dry_run() && matches.get_flag(DRY_RUN),
            seen: seen.map(|text| version(text)).transpose()?,
            is_confirmed: action.effect == Effect::Irreversible && matches.get_flag(YES),
            output,
        }))
    }

    /// Returns the request for the action. A server on another database than `database` refuses it.
    pub(super) fn request(&self, database: Option<String>) -> Request {
        Request {
            arguments: self.arguments.clone(),
            reason: self.reason.clone(),
            is_dry_run: self.is_dry_run,
            seen: self.seen,
            database,
        }
    }
}

fn version(text: &str) -> Result<Time, OperatorError> {
    text.parse().map_err(|_| {
        OperatorError::invalid(format!("--seen {text} is not a version"))
            .remedy("use the version that show prints, such as 2025-10-03T15:00:00.000Z")
    })
}

/// Returns the value of an argument on the command line, in the form that the action expects.
fn argument_value(matches: &ArgMatches, argument: &Argument) -> Option<Result<Value, OperatorError>> {
    let name = argument.name;
    let value = match argument.form {
        Form::JsonFile => return matches.get_one::<PathBuf>(name).map(|path| json_file(path)),
        Form::TextFiles => return matches.get_many::<PathBuf>(name).map(text_files),
        Form::OutputFile | Form::SecretFile => return None,
        Form::Words => return matches.get_many::<String>(name).map(|words| text(words.cloned().collect())),
        Form::Positional | Form::Option => matches.get_one::<String>(name).cloned().map(Value::from),
        Form::Number => matches.get_one::<i64>(name).copied().map(Value::from),
        Form::Choice => matches.get_one::<bool>(name).copied().map(Value::from),
        Form::Flag => matches.get_flag(name).then_some(Value::Bool(true)),
        Form::List => matches.get_many::<String>(name).map(|items| items.cloned().collect()),
    };
    value.map(Ok)
}

/// Returns the words, or the text on standard input in place of `-`: it does not stay in the history of the
/// shell.
fn text(words: Vec<String>) -> Result<Value, OperatorError> {
    if words != ["-"] {
        return Ok(words.into());
    }
    let unreadable = |error| OperatorError::invalid(format!("cannot read the standard input: {error}"));
    let text = std::io::read_to_string(std::io::stdin()).map_err(unreadable)?;
    Ok(vec![text.trim()].into())
}

/// Reads text files here, for the same reason as a JSON file.
fn text_files<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Result<Value, OperatorError> {
    let unreadable = |path: &Path, error: std::io::Error| {
        OperatorError::invalid(format!("cannot read {}: {error}", path.display()))
    };
    let texts = paths.map(|path| std::fs::read_to_string(path).map_err(|error| unreadable(path, error)));
    Ok(texts.collect::<Result<Vec<String>, OperatorError>>()?.into())
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
    use super::super::help_template::HELP_WIDTH;
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
            "causeway webhook list --limit x",
            "causeway export postings --format xml",
            "causeway platform create --environment moon --name x",
        ] {
            assert!(invocation(line).is_err(), "{line}");
        }
        assert!(invocation("causeway setting set regulated --default").is_ok());
        assert!(invocation("causeway rate set USD EUR --remove").is_ok());
    }

    #[test]
    fn a_reason_is_offered_only_where_it_is_recorded() {
        for line in ["payment list", "clock show", "webhook show Webhook:x", "find Ada"] {
            assert!(invocation(&format!("causeway {line} --reason x")).is_err(), "{line}");
        }
        assert!(invocation("causeway ledger verify --reason x").unwrap().reason.is_some());
        assert!(invocation("causeway clock freeze --reason x").unwrap().reason.is_some());
    }

    #[test]
    fn the_help_lists_each_command_once_in_its_group_within_80_columns() {
        let mut command = with_actions(Command::new("causeway").subcommand(Command::new("serve")));
        let help = command.render_help().to_string();
        assert!(help.contains("\nPlatforms and access:\n") && help.contains("\nOptions:\n"), "{help}");
        for name in NOUNS.iter().map(|noun| noun.name).chain(["serve"]) {
            let is_entry = |line: &&str| line.starts_with(&format!("  {name} "));
            let lines = help.lines().filter(is_entry);
            assert_eq!(lines.count(), 1, "{name}: {help}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= HELP_WIDTH), "{help}");
        assert!(!help.contains('{'), "{help}");
    }

    #[test]
    fn an_output_file_stays_with_the_command_and_a_reason_can_be_required() {
        let document = "Document:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        let line = format!("causeway document fetch {document} --output passport.png --reason review");
        let fetch = invocation(&line).unwrap();
        assert_eq!(Value::Object(fetch.arguments), serde_json::json!({ "document": document }));
        assert_eq!(fetch.output.as_deref(), Some(Path::new("passport.png")));
        for missing in ["--output passport.png", "--reason review"] {
            let line = format!("causeway document fetch {document} {missing}");
            assert!(invocation(&line).is_err(), "{line}");
        }
    }

    #[test]
    fn changes_have_a_dry_run_a_version_and_a_confirmation() {
        let id = "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        let seen = "2025-10-03T15:00:00.000Z";
        let refund = format!("causeway payment refund {id}");
        let dry = invocation(&format!("{refund} --dry-run --seen {seen}")).unwrap();
        assert!(dry.is_dry_run && !dry.is_confirmed && dry.reason.is_none());
        assert_eq!(dry.seen.map(|version| version.to_string()).as_deref(), Some(seen));
        assert!(invocation(&refund).is_err(), "without a dry run, a reason is needed");
        assert!(invocation(&format!("{refund} --reason x --yes")).unwrap().is_confirmed);
        assert!(invocation(&format!("{refund} --reason x --seen yesterday")).is_err());
        for line in ["payment list --dry-run", "rate set USD EUR 1 --seen x", "clock next --yes"] {
            assert!(invocation(&format!("causeway {line}")).is_err(), "{line}");
        }
    }

    #[test]
    fn a_noun_may_have_an_action_without_a_verb() {
        let found = invocation("causeway find Ada Lovelace --kind customer --limit 5").unwrap();
        assert_eq!((found.action.noun, found.action.verb), ("find", "text"));
        let expected = serde_json::json!({"text": ["Ada", "Lovelace"], "kind": "customer", "limit": 5});
        assert_eq!(Value::Object(found.arguments), expected);
        let rebuild = invocation("causeway find rebuild --platform Acme").unwrap();
        assert_eq!((rebuild.action.noun, rebuild.action.verb), ("find", "rebuild"));
        for name in ["help", "-- rebuild", "Rebuild"] {
            let found = invocation(&format!("causeway find {name}")).unwrap();
            assert_eq!(found.arguments["text"][0], name.trim_start_matches("-- "), "{name}");
        }
        assert!(invocation("causeway find").is_err());
        assert!(invocation("causeway find text").unwrap().arguments["text"][0] == "text");
    }

    #[test]
    fn a_file_argument_becomes_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vasps.json");
        let line = format!("causeway directory import vasps {} --environment sandbox", path.display());
        assert!(invocation(&line).err().unwrap().contains("vasps.json"), "there is no such file");
        std::fs::write(&path, "[").unwrap();
        assert!(invocation(&line).err().unwrap().contains("vasps.json"), "the file is not JSON");
        let verify =
            |path: &Path| format!("causeway ledger verify --anchors {0} --anchors {0}", path.display());
        assert_eq!(invocation(&verify(&path)).unwrap().arguments["anchors"], serde_json::json!(["[", "["]));
        assert!(invocation(&verify(&folder.path().join("none"))).err().unwrap().contains("none"));
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
