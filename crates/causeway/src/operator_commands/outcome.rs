//! The output of a command: the result on standard output, a failure on standard error.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use causeway_service::operator::{Kind, OperatorError};
use serde_json::Value;

use super::{Invocation, dry_run_text, table};
use crate::config::Config;
use crate::data_folder::{DataFolder, write_private};

/// The reason why a command failed.
#[derive(Debug)]
pub enum CommandError {
    /// The action returned an error.
    Refused(OperatorError),
    /// Standard output cannot be written to.
    Output(io::Error),
}

impl CommandError {
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

/// Prints a result: as JSON with `--json`, else as text. The secret of new credentials is printed only on a
/// terminal; else it is written to a file, and the file's path is printed.
pub(super) fn print_result(
    mut result: Value,
    config: &Config,
    invocation: &Invocation,
    json: bool,
) -> Result<(), CommandError> {
    if !io::stdout().is_terminal() {
        write_secret(&mut result, &config.data)?;
    }
    let text = match (json, invocation.is_dry_run) {
        (true, _) => format!("{result:#}"),
        (false, true) => dry_run_text::text(&result, invocation.action),
        (false, false) => table::text(&result, invocation.action.columns),
    };
    print((text + "\n").as_bytes())
}

fn write_secret(result: &mut Value, data: &DataFolder) -> Result<(), OperatorError> {
    let Some(members) = result.as_object_mut() else { return Ok(()) };
    let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
    let id = text("client_id").unwrap_or_default();
    let name = text("name").unwrap_or_default();
    let sink = text("sink").unwrap_or_default();
    let sink_id = sink.rsplit(':').next().unwrap_or_default();
    let again = "the secret is lost: create another token, on a terminal";
    let sink_again =
        "the secret is lost: remove the receiver with causeway alert-sink remove, and add it again";
    let line = |secret: String| format!("{secret}\n");
    let of_client = text("client_secret").map(|secret| format!("{id}:{secret}\n"));
    let of_sink = text("secret").filter(|_| !sink_id.is_empty()).map(line);
    let found = [
        ("client_secret", data.credentials_of(&id), of_client, again),
        ("operator_token", data.operator_token_of(&name), text("operator_token"), again),
        ("secret", data.credentials_of(sink_id), of_sink, sink_again),
    ];
    for (member, path, secret, remedy) in found {
        let Some(secret) = secret else { continue };
        write_private(&path, &secret).map_err(|error| {
            let failure =
                OperatorError::new(Kind::Failed, format!("cannot write {}: {error}", path.display()));
            failure.remedy(remedy)
        })?;
        members.shift_remove(member);
        members.insert("credentials".to_owned(), path.display().to_string().into());
    }
    Ok(())
}

/// Prints bytes unchanged. A closed pipe is not a failure: the reader needs no more output.
pub(super) fn print(bytes: &[u8]) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(CommandError::Output(error)),
        _ => Ok(()),
    }
}
