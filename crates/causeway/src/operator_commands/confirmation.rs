//! The confirmation of actions that cannot be undone.

use std::io::{self, IsTerminal, Write};

use causeway_service::operator::{Argument, Effect, Form, OperatorError};

use super::Invocation;

/// Number of hexadecimal digits of an id, without hyphens.
const ID_DIGITS: usize = 32;
/// Number of characters of an id that an operator types.
const TYPED: usize = 6;

/// Asks the operator on the terminal to confirm an action that cannot be undone, unless `--yes` or `--dry-run` is
/// given.
///
/// # Errors
/// If the operator does not confirm, or if there is no terminal to ask on.
pub(super) fn confirm(invocation: &Invocation) -> Result<(), OperatorError> {
    let action = invocation.action;
    if action.effect != Effect::Irreversible || invocation.is_confirmed || invocation.is_dry_run {
        return Ok(());
    }
    let command = format!("{} {}", action.noun, action.verb);
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return Err(OperatorError::invalid(format!(
            "{command} cannot be undone, and no terminal can confirm it"
        ))
        .remedy("see what it would do with --dry-run, then add --yes"));
    }
    if let Some(shortened) = subject(invocation).filter(|id| !is_complete(id)) {
        return Err(OperatorError::invalid(format!(
            "{command} cannot be undone, and {shortened} is no complete id"
        ))
        .remedy(format!("look at it, and give its complete id: causeway find {shortened}")));
    }
    let expected = expected_answer(invocation);
    let unreadable = |error| OperatorError::invalid(format!("cannot read the confirmation: {error}"));
    let mut answer = String::new();
    let question = question(invocation, &command);
    write!(io::stderr(), "{question}").and_then(|()| io::stderr().flush()).map_err(unreadable)?;
    io::stdin().read_line(&mut answer).map_err(unreadable)?;
    if answer.trim() == expected {
        return Ok(());
    }
    Err(OperatorError::refused(format!("{command} is not confirmed, and nothing has been changed")))
}

fn question(invocation: &Invocation, command: &str) -> String {
    match subject(invocation) {
        Some(id) => format!(
            "{command} cannot be undone.\nIt is about {id}.\nType the last {TYPED} characters of the id to go on: "
        ),
        None => format!("{command} cannot be undone.\nType yes to go on: "),
    }
}

/// Returns the text that the operator types: the end of the id, or `yes` if the action is not about an id.
fn expected_answer(invocation: &Invocation) -> String {
    let Some(id) = subject(invocation) else { return "yes".to_owned() };
    let start = id.char_indices().rev().nth(TYPED - 1).map_or(0, |(start, _)| start);
    id[start..].to_owned()
}

/// Returns the id that the action is about.
fn subject(invocation: &Invocation) -> Option<&str> {
    let takes_id = |argument: &&Argument| argument.form == Form::Positional && !argument.ids.is_empty();
    let mut subjects = invocation.action.arguments.iter().filter(takes_id);
    subjects.find_map(|argument| invocation.arguments.get(argument.name)?.as_str())
}

/// Returns `true` for an id as it is stored, with its type or without.
fn is_complete(id: &str) -> bool {
    let digits = id.split_once(':').map_or(id, |(_, digits)| digits);
    let is_of_id = |letter: char| letter == '-' || letter.is_ascii_hexdigit();
    digits.len() >= ID_DIGITS && digits.chars().all(is_of_id)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;

    #[test]
    fn the_end_of_the_id_confirms() {
        let id = "Transaction:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        let refund = Invocation::bare("payment", "refund", json!({ "transaction": id }));
        assert_eq!(expected_answer(&refund), "4f5a6b");
        assert!(question(&refund, "payment refund").contains(id));
        assert!(is_complete(id) && is_complete(&id["Transaction:".len()..]));
        assert!(
            !["Transaction:…4f5a6b", "4f5a6b", "INVOICE 2"].into_iter().any(is_complete),
            "what was typed proves nothing"
        );
        let rotate = Invocation::bare("keys", "rotate", Value::Object(Map::new()));
        assert_eq!(expected_answer(&rotate), "yes");
        let revoke = Invocation::bare("operator-token", "revoke", json!({ "name": "ci" }));
        assert_eq!(expected_answer(&revoke), "yes");
    }

    #[test]
    fn reads_and_dry_runs_are_not_confirmed() {
        let show = Invocation::bare("payment", "list", json!({}));
        assert_eq!(confirm(&show), Ok(()));
        let refund = Invocation::bare("payment", "refund", json!({ "transaction": "Transaction:1" }));
        assert_eq!(confirm(&Invocation { is_dry_run: true, ..refund.clone() }), Ok(()));
        assert_eq!(confirm(&Invocation { is_confirmed: true, ..refund }), Ok(()));
    }
}
