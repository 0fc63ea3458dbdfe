//! The errors of building the document.

use std::fmt;

/// A defect of the shapes that prevents building the document. The tests build the document, so that this
/// never happens in a running service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentError {
    /// Two types share this name, apart from the number at its end.
    NameTaken(String),
    /// Two unions contain this object, or its tag is also one of its own members.
    InTwoUnions(String),
    /// No schema has this name.
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
