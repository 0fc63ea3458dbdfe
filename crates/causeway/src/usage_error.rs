//! Errors of the parser of command lines, in the form of all other errors.

use causeway_service::operator::{OperatorError, find};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Returns the error about a command line that cannot be parsed: the problem in one line, and the next step.
#[must_use]
pub(crate) fn usage_error(error: &clap::Error) -> OperatorError {
    let text = error.to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return OperatorError::invalid("the command is incomplete").remedy(usage(&text));
    }
    let problem = text.split("\n\n").next().unwrap_or_default();
    let problem = in_one_line(problem.trim_start_matches("error: "));
    OperatorError::invalid(problem).remedy(remedy(error, &text))
}

/// Returns the next step: the most similar name, the flag that is missing, a hint of the parser, or the usage.
fn remedy(error: &clap::Error, text: &str) -> String {
    if let Some(similar) = most_like(error) {
        return format!("did you mean {similar}?");
    }
    let given = text_of(error, ContextKind::InvalidArg).unwrap_or_default();
    let is_word = error.kind() == ErrorKind::UnknownArgument && !given.starts_with('-');
    if is_word && takes_platform(text) {
        return format!("name a platform with --platform: --platform {given}");
    }
    let hints = text.lines().filter_map(|line| line.trim_start().strip_prefix("tip: "));
    hints.map(str::to_owned).next().unwrap_or_else(|| usage(text))
}

/// Returns the similar name that the parser suggests, the best one if there are several.
fn most_like(error: &clap::Error) -> Option<String> {
    let pairs = [
        (ContextKind::SuggestedSubcommand, ContextKind::InvalidSubcommand),
        (ContextKind::SuggestedArg, ContextKind::InvalidArg),
        (ContextKind::SuggestedValue, ContextKind::InvalidValue),
    ];
    pairs.into_iter().find_map(|(suggested, given)| {
        let given = text_of(error, given).unwrap_or_default();
        let names: Vec<&str> = match error.get(suggested)? {
            ContextValue::String(name) => vec![name.as_str()],
            ContextValue::Strings(names) => names.iter().map(String::as_str).collect(),
            _ => return None,
        };
        let likeness = |name: &str| strsim::jaro_winkler(name, given);
        let best = names.into_iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        best.map(str::to_owned)
    })
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.as_str()),
        _ => None,
    }
}

/// Returns the usage of the command, and the command that explains it.
fn usage(text: &str) -> String {
    let command = command_of(text).join(" ");
    match usage_of(text) {
        Some(usage) => format!("usage: {usage}; see: {command} --help"),
        None => "see: causeway --help".to_owned(),
    }
}

/// Returns the usage in the text of an error or a help.
fn usage_of(text: &str) -> Option<String> {
    let paragraphs = text.split("\n\n");
    paragraphs.filter_map(|part| part.trim_start().strip_prefix("Usage: ")).map(in_one_line).next()
}

/// Returns the words of the command in the usage, without its arguments.
fn command_of(text: &str) -> Vec<String> {
    let usage = usage_of(text).unwrap_or_default();
    let is_name = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    let names = usage.split(' ').take_while(|word| is_name(word) && !word.starts_with('-'));
    names.map(str::to_owned).collect()
}

/// Returns `true` if the command in the usage is an action of operators about a platform.
fn takes_platform(text: &str) -> bool {
    match &command_of(text)[..] {
        [_, noun, verb] => find(noun, verb)
            .is_some_and(|action| action.arguments.iter().any(|argument| argument.name == "platform")),
        _ => false,
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::command;

    #[track_caller]
    fn error(line: &str) -> OperatorError {
        usage_error(&command().try_get_matches_from(line.split(' ')).unwrap_err())
    }

    #[track_caller]
    fn assert_remedy(line: &str, remedy: &str) {
        assert_eq!(error(line).remedy.as_deref(), Some(remedy), "{line}");
    }

    #[test]
    fn a_problem_is_one_line_with_a_next_step() {
        let missing = error("causeway payment refund Transaction:1");
        assert_eq!(missing.message, "the following required arguments were not provided: --reason <TEXT>");
        let remedy = missing.remedy.unwrap();
        assert!(
            remedy.starts_with("usage: causeway payment refund ") && remedy.ends_with(" refund --help"),
            "{remedy}"
        );
        let number = error("causeway payment list --limit x");
        assert!(number.message.ends_with("not a whole number") && !number.message.contains('\n'), "{number}");
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_most_similar_one() {
        assert_remedy("causeway payments list", "did you mean payment?");
        assert_remedy("causeway payment lst", "did you mean list?");
        assert_remedy("causeway payment list --platfrom x", "did you mean --platform?");
    }

    #[test]
    fn a_platform_is_named_by_its_flag() {
        assert_remedy(
            "causeway platform show Sandbox",
            "name a platform with --platform: --platform Sandbox",
        );
    }
}
