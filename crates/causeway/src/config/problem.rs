//! What is wrong with a configuration.

use std::fmt;
use std::path::PathBuf;

use super::Origin;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Nothing has this name.
    Unknown {
        /// The name as it was written.
        name: String,
        /// Where.
        origin: Origin,
        /// The known name that is most like it.
        suggestion: Option<String>,
    },
    /// The value is of another kind.
    Invalid {
        /// The setting.
        name: String,
        /// Where the value was said.
        origin: Origin,
        /// What is wrong with it.
        why: String,
    },
    /// The setting may be said, but not there.
    Misplaced {
        /// The setting.
        name: String,
        /// Where it was said.
        origin: Origin,
        /// Where it belongs, or why not here.
        why: &'static str,
    },
    /// One of two settings that only make sense together.
    Alone {
        /// The setting that was said.
        said: &'static str,
        /// The one that is missing.
        missing: &'static str,
    },
    /// The file has secrets in it, and others than its owner may read it.
    Open {
        /// The settings that are secret.
        names: Vec<String>,
        /// Which file.
        path: PathBuf,
    },
    /// The file cannot be read.
    File {
        /// Which file.
        path: PathBuf,
        why: String,
    },
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
            Self::Invalid { name, origin, why } => write!(f, "{name} ({origin}): {why}"),
            Self::Misplaced { name, origin, why } => write!(f, "{name} ({origin}): {why}"),
            Self::Alone { said, missing } => {
                write!(f, "{said} is set without {missing}; set both or neither")
            }
            Self::Open { names, path } => {
                let (names, path) = (names.join(", "), path.display());
                write!(
                    f,
                    "{path} has secrets in it ({names}) and may be read by others than its owner: chmod 600 {path}, \
                     and consider them known"
                )
            }
            Self::File { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

/// Everything that is wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError(pub Vec<Problem>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the configuration is not usable:")?;
        self.0.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

impl std::error::Error for ConfigError {}
