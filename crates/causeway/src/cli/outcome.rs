//! What a command prints: on standard output what was asked for, on standard error why it failed.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use causeway_service::operator::OperatorError;
use serde_json::Value;

use super::{Chosen, table};

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

/// Prints a result: as JSON for programs, else for people.
pub(super) fn print_result(result: &Value, chosen: &Chosen, json: bool) -> Result<(), Failed> {
    let text = if json { format!("{result:#}") } else { table::text(result, chosen.action.columns) };
    print((text + "\n").as_bytes())
}

/// Prints bytes as they are. A closed pipe is no failure: whoever reads has seen enough.
pub(super) fn print(bytes: &[u8]) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => Err(Failed::Output(fault)),
        _ => Ok(()),
    }
}
