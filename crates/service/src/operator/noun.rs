//! Nouns and their declaration.

use super::Action;

/// The subject of a group of actions.
pub struct Noun {
    /// The name on the command line, such as `clock`.
    pub name: &'static str,
    /// The help text.
    pub about: &'static str,
    pub actions: Vec<Action>,
}

impl Noun {
    pub(super) const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, actions: Vec::new() }
    }

    pub(super) fn action(mut self, verb: &'static str, about: &'static str, action: Action) -> Self {
        self.actions.push(action.named(self.name, verb, about));
        self
    }
}

/// Declares a noun: its help and its name, followed by the same for each of its actions, with one of the
/// functions in `forms.rs` that turn a rule into an action. The comments become the help texts.
macro_rules! noun {
    (
        $(#[doc = $about:literal])+
        $name:literal {
            $(
                $(#[doc = $help:literal])+
                $verb:literal => $form:ident($($rule:expr),+) $(.$setting:ident($($value:expr)?))*,
            )+
        }
    ) => {
        pub(super) fn noun() -> crate::operator::Noun {
            crate::operator::Noun::new($name, concat!($($about),+).trim_ascii())$(.action(
                $verb,
                concat!($($help),+).trim_ascii(),
                crate::operator::forms::$form($($rule),+)$(.$setting($($value)?))*,
            ))+
        }
    };
}
pub(super) use noun;
