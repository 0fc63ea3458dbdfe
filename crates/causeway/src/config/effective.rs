//! Effective values of settings, with their sources.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// The source of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueSource {
    /// A command-line flag.
    Flag(&'static str),
    /// An environment variable.
    Environment(String),
    /// A configuration file.
    File(PathBuf),
    /// The built-in default.
    Default,
    /// Not set by this process: the value in the database applies, or else the built-in one.
    Stored,
}

impl fmt::Display for ValueSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "flag {flag}"),
            Self::Environment(variable) => write!(f, "environment {variable}"),
            Self::File(path) => write!(f, "file {}", path.display()),
            Self::Default => f.write_str("default"),
            Self::Stored => f.write_str("see `causeway setting list`"),
        }
    }
}

impl Serialize for ValueSource {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The effective value of one setting; masked for secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EffectiveSetting {
    pub name: String,
    /// Value in the form of an environment variable; empty if there is none.
    pub value: String,
    pub origin: ValueSource,
}
