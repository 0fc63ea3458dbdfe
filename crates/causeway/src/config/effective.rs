//! The value that counts, and where it was said.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// Where a value was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// On the command line, with this flag.
    Flag(&'static str),
    /// In this environment variable.
    Environment(String),
    /// In this file.
    File(PathBuf),
    /// Nowhere.
    Default,
    /// Not by this process: the database may hold it, else the built-in value counts.
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

/// One setting as it counts; a secret's value is hidden.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Effective {
    /// The setting.
    pub name: String,
    /// Its value, as it would be written in a variable; empty when there is none.
    pub value: String,
    /// Where it was said.
    pub origin: Origin,
}
