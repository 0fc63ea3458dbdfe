//! The actions that an answer proposes, as buttons. One that the operator's roles do not have says which roles do.

use causeway_service::operator::Action;

use super::command::{CommandLink, action_of};
use crate::operator::Operator;

/// Labels of actions that a flag makes different: the beginning of the command, the flag, and the label.
const LABELS: [[&str; 3]; 3] = [
    ["causeway suspense resolve ", "--account", "Credit an account"],
    ["causeway suspense resolve ", "--payer", "Return to the payer"],
    ["causeway rate set ", "--remove", "Remove"],
];

/// An action that the state of a resource allows.
#[derive(Debug, Clone)]
pub(crate) struct ActionButton {
    pub(crate) label: String,
    pub(crate) is_irreversible: bool,
    /// The page of the action; `None` if the operator's roles do not have it.
    pub(crate) href: Option<String>,
    /// The permission with its roles, for an operator without it.
    pub(crate) rights: Option<String>,
}

impl ActionButton {
    /// Returns the actions among the commands about a resource of a platform.
    pub(crate) fn all(operator: &Operator, platform: Option<&str>, commands: &[String]) -> Vec<Self> {
        commands.iter().filter_map(|command| Self::of(operator, platform, command)).collect()
    }

    /// Returns the action of a command; `None` if the command only looks.
    fn of(operator: &Operator, platform: Option<&str>, command: &str) -> Option<Self> {
        let action = changing(command)?;
        let CommandLink { label: verb, is_irreversible, href, .. } =
            CommandLink::new(platform, command.to_owned());
        let is_allowed = operator.may(action.noun, action.verb);
        let rights = (!is_allowed).then(|| action.rights());
        Some(Self {
            label: label_of(command, &verb),
            is_irreversible,
            href: href.filter(|_| is_allowed),
            rights,
        })
    }
}

/// Returns the label: its verb, unless a flag or a word behind the resource tells one of several commands with the same
/// verb.
fn label_of(command: &str, verb: &str) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let fits = |[begin, flag, _]: &&[&'static str; 3]| command.starts_with(*begin) && words.contains(flag);
    match (LABELS.iter().find(fits), &words[..]) {
        (Some([.., label]), _) => (*label).to_owned(),
        (None, [_, _, _, id, word, ..]) if id.contains(':') && !word.starts_with("--") => {
            format!("{verb} {word}")
        }
        _ => verb.to_owned(),
    }
}

/// Returns `true` if a command changes something, so that it has a button.
pub(crate) fn is_action(command: &str) -> bool {
    changing(command).is_some()
}

fn changing(command: &str) -> Option<&'static Action> {
    action_of(command).filter(|action| action.has_dry_run())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_or_a_word_can_make_another_action() {
        let back = "causeway suspense resolve --payer Transaction:7 --reason TEXT";
        assert_eq!(label_of(back, "Resolve"), "Return to the payer");
        assert_eq!(label_of("causeway suspense resolve Transaction:7 --reason TEXT", "Resolve"), "Resolve");
        let set = "causeway stablecoin set-status Stablecoin:7 ENABLED --reason TEXT";
        assert_eq!(label_of(set, "Set status"), "Set status ENABLED");
    }

    #[test]
    fn only_commands_that_change_something_are_actions() {
        assert!(is_action("causeway rate set USD EUR 0.92 --confirm 0.92"));
        for look in ["causeway rate history USD EUR", "causeway planet move", "causeway", ""] {
            assert!(!is_action(look), "{look}");
        }
    }
}
