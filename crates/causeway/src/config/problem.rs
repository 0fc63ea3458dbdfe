//! Problems of a configuration.

use std::fmt;
use std::path::PathBuf;

use super::ValueSource;

/// One problem of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// No setting has this name.
    Unknown {
        /// As written.
        name: String,
        origin: ValueSource,
        /// The most similar known name.
        suggestion: Option<String>,
    },
    /// The value is invalid.
    Invalid { name: String, origin: ValueSource, reason: String },
    /// The setting is not allowed in this place.
    Misplaced {
        name: String,
        origin: ValueSource,
        /// The right place, or why the given place is wrong.
        reason: &'static str,
    },
    /// Only one of two settings that require each other.
    Alone {
        /// The setting that is set.
        given: &'static str,
        /// The setting that is not set.
        missing: &'static str,
    },
    /// The file contains secrets, and others than its owner may read it.
    Open {
        /// The secret settings.
        names: Vec<String>,
        path: PathBuf,
    },
    /// The file cannot be read.
    File { path: PathBuf, reason: String },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, origin, suggestion } => {
                write!(f, "there is no setting {name} ({origin})")?;
                match suggestion {
                    Some(known) => write!(f, "; did you mean {known}?"),
                    None => f.write_str("; `causeway config show` lists all of them"),
                }
            }
            Self::Invalid { name, origin, reason } => write!(f, "{name} ({origin}): {reason}"),
            Self::Misplaced { name, origin, reason } => write!(f, "{name} ({origin}): {reason}"),
            Self::Alone { given, missing } => {
                write!(f, "{given} is set without {missing}; set both or neither")
            }
            Self::Open { names, path } => {
                let names = names.join(", ");
                let path = path.display();
                write!(
                    f,
                    "{path} contains secrets ({names}) and can be read by other users: chmod 600 {path}, and treat them \
                     as compromised"
                )
            }
            Self::File { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
        }
    }
}

/// All problems of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError(pub Vec<Problem>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the configuration is invalid:")?;
        self.0.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

impl std::error::Error for ConfigError {}
