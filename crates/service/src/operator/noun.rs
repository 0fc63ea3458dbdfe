//! Nouns and their declaration.

use super::Action;
use super::permission::Permission;

/// The subject of a group of actions.
pub struct Noun {
    /// The name on the command line, such as `clock`.
    pub name: &'static str,
    /// The help text.
    pub about: &'static str,
    /// The heading in the help of the program.
    pub group: &'static str,
    pub actions: Vec<Action>,
}

/// The verb that the command line leaves out: `causeway find Ada` runs `find text`.
pub const UNSPOKEN_VERB: &str = "text";

impl Noun {
    /// Returns the action without a verb on the command line, if the noun has one.
    #[must_use]
    pub fn unspoken(&self) -> Option<&Action> {
        self.actions.iter().find(|action| action.verb == UNSPOKEN_VERB)
    }

    pub(super) const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, group: "", actions: Vec::new() }
    }

    /// Sets the heading in the help of the program.
    pub(super) const fn in_group(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }

    /// Adds an action with its name, its help and the permission that it requires.
    pub(super) fn action(
        mut self,
        permission: Permission,
        verb: &'static str,
        about: &'static str,
        action: Action,
    ) -> Self {
        self.actions.push(action.named(self.name, verb, about).requiring(permission));
        self
    }
}

/// Declares a noun: its help and its name, followed by the same for each of its actions, with the permission
/// that it requires and one of the functions in `forms.rs` that turn a rule into an action. The form implies
/// the effect of the action, unless `.irreversible()` follows. The comments become the help texts.
macro_rules! noun {
    (
        $(#[doc = $about:literal])+
        $name:literal {
            $(
                $(#[doc = $help:literal])+
                $verb:literal: $permission:ident => $form:ident($($rule:expr),+) $(.$setting:ident($($value:expr)?))*,
            )+
        }
    ) => {
        pub(super) fn noun() -> crate::operator::Noun {
            crate::operator::Noun::new($name, concat!($($about),+).trim_ascii())$(.action(
                crate::operator::Permission::$permission,
                $verb,
                concat!($($help),+).trim_ascii(),
                crate::operator::forms::$form($($rule),+)$(.$setting($($value)?))*,
            ))+
        }
    };
}
pub(super) use noun;
