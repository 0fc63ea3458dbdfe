//! What actions take, as the command line and `GET /operator` show it.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One argument of an action.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Argument {
    /// Its name in JSON; the flag has hyphens for underscores.
    pub name: &'static str,
    /// Its help.
    pub about: &'static str,
    /// How it is written on a command line.
    #[serde(skip)]
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

/// What an action takes: a struct that serde reads from JSON, and writes into the audit trail.
pub(super) trait Arguments: Serialize + DeserializeOwned + Send + 'static {
    /// Its members in the order of the help.
    const LIST: &'static [Argument];
}

/// Declares what actions take: each member of a struct with its type and its [`Argument`], which is named after
/// it. A member that may be left out is an `Option` or has a `#[serde(default)]`.
macro_rules! arguments {
    ($($visibility:vis struct $name:ident { $($(#[$attribute:meta])* $member:ident: $kind:ty = $argument:expr,)+ })+) => {$(
        #[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
        $visibility struct $name { $($(#[$attribute])* $member: $kind,)+ }

        impl crate::operator::argument::Arguments for $name {
            const LIST: &'static [crate::operator::Argument] = &[$($argument.named(stringify!($member)),)+];
        }
    )+};
}
pub(super) use arguments;

/// No arguments besides the choice of a platform.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Nothing {}

impl Arguments for Nothing {
    const LIST: &'static [Argument] = &[];
}

/// The id of what an action is about.
pub(super) trait Subject: Serialize + DeserializeOwned + Copy + Send + 'static {
    /// The argument that it is given as.
    const ARGUMENT: Argument;
}

/// No arguments besides the id of what the action is about.
pub(super) struct One<I>(pub(super) I);

impl<I: Subject> Arguments for One<I> {
    const LIST: &'static [Argument] = &[I::ARGUMENT];
}

impl<I: Subject> Serialize for One<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(I::ARGUMENT.name, self.0)])
    }
}

impl<'de, I: Subject> Deserialize<'de> for One<I> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut given = BTreeMap::<String, I>::deserialize(deserializer)?;
        let name = I::ARGUMENT.name;
        let one = given.remove(name).ok_or_else(|| D::Error::missing_field(name))?;
        match given.keys().next() {
            Some(unknown) => Err(D::Error::custom(format!("unknown field `{unknown}`, expected `{name}`"))),
            None => Ok(Self(one)),
        }
    }
}

/// The flag with which most actions choose a platform.
pub(super) const PLATFORM: Argument =
    option("The platform's id or name; may be left out where there is only one").named("platform");

/// A required word at its place.
pub(super) const fn positional(about: &'static str) -> Argument {
    Argument { name: "", about, form: Form::Positional, is_required: true }
}

/// A flag with a value, which may be left out.
pub(super) const fn option(about: &'static str) -> Argument {
    Argument { name: "", about, form: Form::Option, is_required: false }
}

/// A flag with a number, which may be left out.
pub(super) const fn number(about: &'static str) -> Argument {
    option(about).form(Form::Number)
}

/// A flag without a value.
pub(super) const fn flag(about: &'static str) -> Argument {
    option(about).form(Form::Flag)
}

/// A flag with several values, which may be left out.
pub(super) const fn several(about: &'static str) -> Argument {
    option(about).form(Form::List)
}

/// How many rows a list has at most.
pub(super) const fn limit() -> Argument {
    number("How many at most")
}

/// The number that stands for one that was left out.
pub(super) const fn or<const DEFAULT: u32>() -> u32 {
    DEFAULT
}

impl Argument {
    /// With this name, as Rust writes it: `r#` stands before one that is also a keyword.
    pub(super) const fn named(mut self, name: &'static str) -> Self {
        self.name = match name.as_bytes() {
            [b'r', b'#', ..] => name.split_at(2).1,
            _ => name,
        };
        self
    }

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
