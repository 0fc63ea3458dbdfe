//! Arguments of actions, as shown by the command line and `GET /operator`.

use std::collections::BTreeMap;

use causeway_domain::search::ResourceKind;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One argument of an action.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Argument {
    /// The name in JSON; the flag has hyphens in place of underscores.
    pub name: &'static str,
    /// The help text.
    pub about: &'static str,
    /// The form on a command line.
    #[serde(skip)]
    pub form: Form,
    pub is_required: bool,
    /// `true` if it names a resource with a version, which `show` prints.
    #[serde(skip)]
    pub has_version: bool,
    /// The kinds of resources whose ids it takes; empty if it takes none.
    #[serde(skip)]
    pub ids: &'static [ResourceKind],
    /// `true` if it takes texts that are no ids, too.
    #[serde(skip)]
    pub takes_text: bool,
}

/// The form of an argument on a command line, and its type in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A positional word; a string.
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
    /// The path of a JSON file, positional; its content in JSON.
    JsonFile,
    /// `--name FILE`, or several of them; the contents of the files, as an array of strings.
    TextFiles,
    /// `--name FILE`, a new file for the export; written by the command, and not sent to a server.
    OutputFile,
    /// `--name FILE`, a new file for the secret of new credentials; written by the command, and not sent to a
    /// server.
    SecretFile,
    /// Positional words; an array of strings. `-` alone stands for the standard input.
    Words,
}

impl Form {
    /// Returns `true` if the argument is sent to a server; others stay with the command.
    #[must_use]
    pub const fn is_sent(self) -> bool {
        !matches!(self, Self::OutputFile | Self::SecretFile)
    }
}

/// The arguments of an action: a struct that serde reads from JSON, and writes to the audit trail.
pub(super) trait Arguments: Serialize + DeserializeOwned + Send + 'static {
    /// The arguments in the order of the help.
    const LIST: &'static [Argument];
}

/// Declares the arguments of actions: each member of a struct with its type and its [`Argument`], which takes
/// the member's name. An optional member is an `Option` or has a `#[serde(default)]`.
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

/// An empty set of arguments, apart from `--platform`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NoArguments {}

impl Arguments for NoArguments {
    const LIST: &'static [Argument] = &[];
}

/// An id as the only argument of an action.
pub(super) trait Subject: Serialize + DeserializeOwned + Copy + Send + 'static {
    /// The argument that holds the id.
    const ARGUMENT: Argument;
}

/// The arguments of an action on one resource: its id.
pub(super) struct IdArgument<I>(pub(super) I);

impl<I: Subject> Arguments for IdArgument<I> {
    const LIST: &'static [Argument] = &[I::ARGUMENT];
}

impl<I: Subject> Serialize for IdArgument<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(I::ARGUMENT.name, self.0)])
    }
}

impl<'de, I: Subject> Deserialize<'de> for IdArgument<I> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut arguments = BTreeMap::<String, I>::deserialize(deserializer)?;
        let name = I::ARGUMENT.name;
        let one = arguments.remove(name).ok_or_else(|| D::Error::missing_field(name))?;
        match arguments.keys().next() {
            Some(unknown) => Err(D::Error::custom(format!("unknown field `{unknown}`, expected `{name}`"))),
            None => Ok(Self(one)),
        }
    }
}

/// The flag by which most actions choose a platform.
pub(super) const PLATFORM: Argument =
    option("Platform id or name [default: that of an id among the arguments, or the only one]")
        .named("platform");

/// The flag by which actions about the deployment choose a platform.
pub(super) const OR_PLATFORM: Argument =
    option("Platform id or name [default: the deployment]").named("platform");

/// The new file of an export. A caller on the network gets the bytes as the body of the response.
pub(super) const OUTPUT: Argument =
    option("New file for the export, which only its owner may read").form(Form::OutputFile).named("output");

/// The new file for the secret of new credentials. A caller on the network gets the secret in the response.
pub(super) const SECRET_FILE: Argument =
    option("New file for the secret, which only its owner may read [default: printed on a terminal]")
        .form(Form::SecretFile)
        .named("output");

/// The flag by which actions that look at all platforms choose one of them.
pub(super) const ANY_PLATFORM: Argument =
    option("Platform id or name [default: all that you may see]").named("platform");

/// Returns an optional flag with the id of a customer.
pub(super) const fn of_customer(about: &'static str) -> Argument {
    option(about).id_of(&[ResourceKind::Customer])
}

/// Returns a required positional argument.
pub(super) const fn positional(about: &'static str) -> Argument {
    Argument { is_required: true, ..option(about).form(Form::Positional) }
}

/// Returns required positional words.
pub(super) const fn words(about: &'static str) -> Argument {
    positional(about).form(Form::Words)
}

/// Returns an optional flag with a value.
pub(super) const fn option(about: &'static str) -> Argument {
    Argument {
        name: "",
        about,
        form: Form::Option,
        is_required: false,
        has_version: false,
        ids: &[],
        takes_text: false,
    }
}

/// Returns an optional flag with a number.
pub(super) const fn number(about: &'static str) -> Argument {
    option(about).form(Form::Number)
}

/// Returns a flag without a value.
pub(super) const fn flag(about: &'static str) -> Argument {
    option(about).form(Form::Flag)
}

/// Returns an optional flag with several values.
pub(super) const fn several(about: &'static str) -> Argument {
    option(about).form(Form::List)
}

/// Returns the flag for the maximum number of rows of a list.
pub(super) const fn limit() -> Argument {
    number("Maximum number of rows, up to 1000")
}

/// Returns the default of an omitted number, for `#[serde(default)]`.
pub(super) const fn default_number<const DEFAULT: u32>() -> u32 {
    DEFAULT
}

impl Argument {
    /// Sets the name, as Rust spells it: without the `r#` of a name that is also a keyword.
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

    /// Declares that the argument names a resource with a version (`seen.rs`).
    pub(super) const fn versioned(mut self) -> Self {
        self.has_version = true;
        self
    }

    /// Declares that the argument is the id of a resource of one of these kinds, which may be shortened.
    pub(super) const fn id_of(mut self, kinds: &'static [ResourceKind]) -> Self {
        self.ids = kinds;
        self
    }

    /// Declares that the argument is the id of a resource of one of these kinds, or another text.
    pub(super) const fn id_or_text(self, kinds: &'static [ResourceKind]) -> Self {
        let mut argument = self.id_of(kinds);
        argument.takes_text = true;
        argument
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
