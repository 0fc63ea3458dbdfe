//! The output of a command: the result on standard output, a failure on standard error.

use std::fmt;
use std::io::{self, Write};

use causeway_service::operator::{Effect, Kind, OperatorError};
use serde_json::Value;

use super::layout::OutputFormat;
use super::secret_file::SecretFile;
use super::{Invocation, dry_run_text, next_page, printable, rail_report, table};

/// The reason why a command failed.
#[derive(Debug)]
pub enum CommandError {
    /// The action returned an error.
    Refused(OperatorError),
    /// Standard output cannot be written to.
    Output(io::Error),
}

/// The state of an action whose whole answer could not be written.
pub(super) const DONE: &str = "the action was carried out";
/// The state of an action whose lines of progress could not be written.
pub(super) const BEGUN: &str = "the action was begun, and a part of it may have been carried out";

impl CommandError {
    /// Adds to a failure of standard output what has become of the action, if the action changes something.
    #[must_use]
    pub(super) fn after(self, invocation: &Invocation, state: &str) -> Self {
        let has_acted = invocation.action.effect != Effect::Read && !invocation.is_dry_run;
        match self {
            Self::Output(error) if has_acted => {
                let message =
                    format!("{state}, but its answer cannot be written to standard output: {error}");
                let remedy = "do not repeat it before you have seen what it did: causeway audit list";
                Self::Refused(OperatorError::new(Kind::Failed, message).remedy(remedy))
            }
            other => other,
        }
    }

    /// Returns the kind of the failure.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Refused(error) => error.kind,
            Self::Output(_) => Kind::Failed,
        }
    }
}

impl From<OperatorError> for CommandError {
    fn from(error: OperatorError) -> Self {
        Self::Refused(error)
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => write!(f, "{error}"),
            Self::Output(error) => write!(f, "cannot write to standard output: {error}"),
        }
    }
}

/// Prints a result: as JSON with `--json`, else as text. If there is a file for the secret of new credentials, the
/// secret is written to it, and the file's path is printed.
pub(super) fn print_result(
    mut result: Value,
    secret: Option<SecretFile>,
    invocation: &Invocation,
    format: OutputFormat,
) -> Result<(), CommandError> {
    if let Some(file) = secret {
        file.keep(&mut result)?;
    }
    let action = invocation.action;
    let report = rail_report::report_of(&result, action);
    if let Some(report) = &report {
        rail_report::write_junit(report, invocation)?;
    }
    if format != OutputFormat::Json {
        next_page::name_command(&mut result, invocation);
    }
    let text = match format {
        OutputFormat::Json => printable::json(&format!("{result:#}")),
        OutputFormat::Text(layout) if invocation.is_dry_run => dry_run_text::text(&result, action, layout),
        OutputFormat::Text(layout) => match &report {
            Some(report) => printable::text(&report.text()),
            None => table::text(&result, action.columns, layout),
        },
    };
    print((text + "\n").as_bytes()).map_err(|error| error.after(invocation, DONE))
}

/// Prints bytes unchanged. A closed pipe is not a failure: the reader needs no more output.
pub(super) fn print(bytes: &[u8]) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CommandError::Output(error)),
        _ => Ok(()),
    }
}
