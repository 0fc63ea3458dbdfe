//! Why no document can be made.

use std::fmt;

/// What can be wrong with the shapes, so that no document can be made of them. The tests make the document,
/// so that this never happens to a running service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentError {
    /// Two types have this name, apart from the number at its end.
    NameTaken(String),
    /// Two unions choose this object, or its tag is also one of its own members.
    InTwoUnions(String),
    /// There is no schema of this name.
    Unknown(String),
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken(name) => write!(f, "two types share the name of {name}"),
            Self::InTwoUnions(name) => write!(f, "{name} is chosen by two unions"),
            Self::Unknown(name) => write!(f, "no schema is named {name}"),
        }
    }
}

impl std::error::Error for DocumentError {}
