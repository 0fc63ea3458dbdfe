//! What a command prints: on standard output what was asked for, on standard error why it failed.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use causeway_service::operator::{Kind, OperatorError};
use serde_json::Value;

use super::{Chosen, table};
use crate::config::Config;
use crate::folder::{DataFolder, write_private};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failed {
    /// The action says so.
    Refused(OperatorError),
    /// Standard output cannot be written to.
    Output(io::Error),
}

impl Failed {
    /// What kind of failure it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Refused(error) => error.kind,
            Self::Output(_) => Kind::Failed,
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

/// Prints a result: as JSON for programs, else for people. The secret of new credentials is printed to a terminal
/// only; else it is kept in a file, and the file's path is printed.
pub(super) fn print_result(
    mut result: Value,
    config: &Config,
    chosen: &Chosen,
    json: bool,
) -> Result<(), Failed> {
    if !io::stdout().is_terminal() {
        keep_secret(&mut result, &config.data)?;
    }
    let text = if json { format!("{result:#}") } else { table::text(&result, chosen.action.columns) };
    print((text + "\n").as_bytes())
}

fn keep_secret(result: &mut Value, data: &DataFolder) -> Result<(), OperatorError> {
    let Some(members) = result.as_object_mut() else { return Ok(()) };
    let Some(Value::String(secret)) = members.get("client_secret") else { return Ok(()) };
    let id = members.get("client_id").and_then(Value::as_str).unwrap_or_default();
    let path = data.credentials_of(id);
    write_private(&path, &format!("{id}:{secret}\n")).map_err(|fault| {
        let error = OperatorError::new(Kind::Failed, format!("{}: {fault}", path.display()));
        error.remedy("the secret is lost: issue another token with causeway token create")
    })?;
    members.shift_remove("client_secret");
    members.insert("credentials".to_owned(), path.display().to_string().into());
    Ok(())
}

/// Prints bytes as they are. A closed pipe is no failure: whoever reads has seen enough.
pub(super) fn print(bytes: &[u8]) -> Result<(), Failed> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => Err(Failed::Output(fault)),
        _ => Ok(()),
    }
}
