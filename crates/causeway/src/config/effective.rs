//! Effective values of settings, with their origins.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// This flag on the command line.
    Flag(&'static str),
    /// This environment variable.
    Environment(String),
    /// This configuration file.
    File(PathBuf),
    /// The built-in default.
    Default,
    /// Not set by this process: the value in the database applies, or else the built-in one.
    Stored,
}

impl fmt::Display for Origin {
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

impl Serialize for Origin {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The effective value of one setting; hidden if it is a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EffectiveSetting {
    pub name: String,
    /// Value in the form of an environment variable; empty if there is none.
    pub value: String,
    pub origin: Origin,
}
