//! Nouns, and how they are declared.

use super::Action;

/// What actions are about.
pub struct Noun {
    /// Its name: `clock`.
    pub name: &'static str,
    /// Its help.
    pub about: &'static str,
    /// What can be done.
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

/// Declares a noun: its help and its name, then the same of each of its actions, with one of the functions in
/// `forms.rs` that make an action of its rule. The comments are the help that people read.
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
