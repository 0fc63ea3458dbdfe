//! The ways in which operators come.

use std::fmt;

/// How an operator reached the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A command that runs the action itself.
    Command,
    /// The socket in the data folder.
    Socket,
    /// A network address, with the operator token.
    Network,
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Command => "command",
            Self::Socket => "socket",
            Self::Network => "network",
        })
    }
}
