//! The actions that have a page: those that change something, and looks that the audit trail records.

use causeway_service::operator::{self, Action, Kind, OperatorError};

use crate::failure::Failure;
use crate::operator::Operator;

/// Actions that are carried out beside the machine, each with the reason. The list may only shrink.
const WITHOUT_SCREEN: [[&str; 2]; 4] = [
    ["directory import", "a directory is a file of up to 16 MiB, more than a form takes"],
    ["keys rotate", "the new root key is a file on the machine of the server"],
    ["ledger accept", "it belongs to a restore, which is done on the machine of the database"],
    ["wallet-keys rotate", "the new master keys are files on the machine of the key service"],
];

/// Recorded looks whose answers have pages of their own: persons and files.
const ON_OTHER_PAGES: [&str; 4] = ["customer reveal", "document fetch", "document show", "verification show"];

/// Finds the action of a page.
///
/// # Errors
/// If there is none, if it has no page, or if the operator's roles do not have it.
pub(super) fn find(operator: &Operator, noun: &str, verb: &str) -> Result<&'static Action, Failure> {
    let action = operator::find(noun, verb).filter(|action| is_recorded(action));
    let action = action.ok_or_else(Failure::no_page)?;
    operator::admit(&operator.session.caller, noun, verb)?;
    match reason_without_screen(action) {
        Some(reason) => Err(beside_the_machine(action, reason).into()),
        None => Ok(action),
    }
}

/// Returns `true` if the action has a page.
pub(crate) fn has_screen(action: &Action) -> bool {
    is_recorded(action) && reason_without_screen(action).is_none()
}

fn is_recorded(action: &Action) -> bool {
    let is_look = !action.has_dry_run();
    action.is_recorded && !(is_look && ON_OTHER_PAGES.contains(&name(action).as_str()))
}

fn reason_without_screen(action: &Action) -> Option<&'static str> {
    let name = name(action);
    WITHOUT_SCREEN.iter().find(|[known, _]| *known == name).map(|[_, reason]| *reason)
}

fn beside_the_machine(action: &Action, reason: &str) -> OperatorError {
    let name = name(action);
    OperatorError::new(Kind::NotFound, format!("{name} has no page: {reason}"))
        .remedy(format!("run the command beside the machine: causeway {name}"))
}

fn name(action: &Action) -> String {
    format!("{} {}", action.noun, action.verb)
}

#[cfg(test)]
mod tests {
    use causeway_service::operator::NOUNS;

    use super::*;

    #[test]
    fn only_looks_without_a_trace_have_no_page_and_no_reason() {
        let actions = || NOUNS.iter().flat_map(|noun| &noun.actions);
        for action in actions().filter(|action| action.has_dry_run()) {
            assert!(has_screen(action) || reason_without_screen(action).is_some(), "{}", name(action));
        }
        for known in WITHOUT_SCREEN.iter().map(|[known, _]| *known).chain(ON_OTHER_PAGES) {
            assert!(
                actions().any(|action| name(action) == known),
                "{known} is gone: take it out of its list"
            );
        }
        let page_of = |noun, verb| operator::find(noun, verb).is_some_and(has_screen);
        assert!(page_of("export", "statement") && page_of("ledger", "verify"), "they are recorded");
        assert!(!page_of("payment", "list") && !page_of("document", "fetch") && !page_of("keys", "rotate"));
    }
}
