//! Commands that answers name, each with the page that does the same.

use causeway_service::operator::{self, Action, Effect};

use crate::operator::Operator;
use crate::urls;

/// A command, with its page if it has one.
#[derive(Debug, Clone)]
pub(crate) struct CommandLink {
    pub(crate) text: String,
    pub(crate) href: Option<String>,
    /// The action in words, such as `Settle`.
    pub(crate) label: String,
    /// `true` if it cannot be undone.
    pub(crate) is_irreversible: bool,
}

impl CommandLink {
    /// Returns a command about a resource of a platform.
    pub(crate) fn new(platform: Option<&str>, text: String) -> Self {
        let action = action_of(&text);
        Self {
            href: urls::command(platform, &text).or_else(|| alert_of_deployment(platform, &text)),
            label: label(action.map_or("", |action| action.verb)),
            is_irreversible: action.is_some_and(|action| action.effect == Effect::Irreversible),
            text,
        }
    }

    /// Returns commands about a resource of a platform.
    pub(crate) fn all(platform: Option<&str>, commands: &[String]) -> Vec<Self> {
        commands.iter().map(|command| Self::new(platform, command.clone())).collect()
    }

    /// Returns the commands that only look, as far as the operator's roles have them.
    pub(crate) fn looks(operator: &Operator, platform: Option<&str>, commands: &[String]) -> Vec<Self> {
        let is_look = |action: &Action| !action.has_dry_run() && operator.may(action.noun, action.verb);
        let looks = commands.iter().filter(|text| action_of(text).is_some_and(is_look));
        looks.map(|text| Self::new(platform, text.clone())).collect()
    }
}

/// Returns the action of a command; `None` if it is none of the operator table.
pub(super) fn action_of(text: &str) -> Option<&'static Action> {
    let mut words = text.strip_prefix("causeway ")?.split(' ');
    operator::find(words.next()?, words.next()?)
}

/// Returns the page of an alert about the deployment.
fn alert_of_deployment(platform: Option<&str>, text: &str) -> Option<String> {
    let id = text.strip_prefix("causeway alert show ")?;
    platform.is_none().then(|| urls::alert(None, id))
}

/// Returns a verb as the label of a button: `set-status` becomes `Set status`.
pub(crate) fn label(verb: &str) -> String {
    let words = verb.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_becomes_a_label() {
        assert_eq!(label("set-status"), "Set status");
        assert_eq!(label(""), "");
    }

    #[test]
    fn a_command_has_its_page_and_its_effect() {
        let settle = CommandLink::new(Some("Platform:1"), "causeway payment settle Transaction:7".to_owned());
        assert_eq!((settle.label.as_str(), settle.is_irreversible), ("Settle", true));
        assert!(settle.href.is_some());
        let unknown = CommandLink::new(None, "causeway".to_owned());
        assert!(unknown.href.is_none() && !unknown.is_irreversible);
        let alert = CommandLink::new(None, "causeway alert show Alert:7".to_owned());
        assert_eq!(alert.href.as_deref(), Some("/console/alerts/Alert:7"));
    }
}
