//! What a command prints: on standard output what was asked for, on standard error why it failed.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use causeway_service::operator::OperatorError;
use serde_json::Value;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failed {
    /// The action says so.
    Refused(OperatorError),
    /// Standard output cannot be written to.
    Output(io::Error),
}

impl Failed {
    /// The exit code of the command.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Refused(error) => ExitCode::from(error.kind.exit_code()),
            Self::Output(_) => ExitCode::FAILURE,
        }
    }
}

impl From<OperatorError> for Failed {
    fn from(error: OperatorError) -> Self {
        Self::Refused(error)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "{error}"),
            Self::Output(fault) => write!(f, "standard output: {fault}"),
        }
    }
}

/// Prints the outcome for people.
pub(super) fn print_text(text: &str) -> Result<(), Failed> {
    print(text.trim_end_matches('\n').as_bytes())?;
    print(b"\n")
}

/// Prints the outcome for programs.
pub(super) fn print_json(json: &Value) -> Result<(), Failed> {
    print_text(&format!("{json:#}"))
}

/// Prints bytes as they are. A closed pipe is no failure: whoever reads has seen enough.
pub(super) fn print(bytes: &[u8]) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => Err(Failed::Output(fault)),
        _ => Ok(()),
    }
}
