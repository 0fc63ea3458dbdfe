//! What actions take, as the command line and `GET /operator` show it.

/// One argument of an action.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its name in JSON; the flag has hyphens for underscores.
    pub name: &'static str,
    /// Its help.
    pub about: &'static str,
    /// How it is written on a command line.
    pub form: Form,
    /// Whether it must be given.
    pub is_required: bool,
}

/// How an argument is written on a command line, and what it is in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A word at its place; a string.
    Positional,
    /// `--name VALUE`; a string.
    Option,
    /// `--name NUMBER`; a number.
    Number,
    /// `--name`; true.
    Flag,
    /// `--name`, or `--name true|false`; a boolean.
    Choice,
    /// `--name A,B`, or several of them; an array of strings.
    List,
    /// The path of a file of JSON, at its place; the JSON itself.
    JsonFile,
}

/// The flag with which most actions choose a platform.
pub(super) const PLATFORM: Argument =
    option("platform", "The platform's id or name; may be left out where there is only one");

/// A required word at its place.
pub(super) const fn positional(name: &'static str, about: &'static str) -> Argument {
    Argument { name, about, form: Form::Positional, is_required: true }
}

/// A flag with a value, which may be left out.
pub(super) const fn option(name: &'static str, about: &'static str) -> Argument {
    Argument { name, about, form: Form::Option, is_required: false }
}

/// A flag without a value.
pub(super) const fn flag(name: &'static str, about: &'static str) -> Argument {
    option(name, about).form(Form::Flag)
}

/// How many rows a list has at most.
pub(super) const fn limit() -> Argument {
    option("limit", "How many at most").form(Form::Number)
}

impl Argument {
    pub(super) const fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    pub(super) const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    pub(super) const fn optional(mut self) -> Self {
        self.is_required = false;
        self
    }
}
