//! Reports of checks of adapters, as they are printed and written.

use std::fs::OpenOptions;
use std::io::Write;

use causeway_rail_check::Report;
use causeway_service::operator::{Action, OperatorError};
use serde_json::Value;

use super::Invocation;

/// Returns a result as the report of a check; `None` if it is another one.
pub(super) fn report_of(result: &Value, action: &Action) -> Option<Report> {
    ((action.noun, action.verb) == ("rail", "check")).then(|| Report::from_json(result)).flatten()
}

/// Writes a report to the file for JUnit, if one is named.
pub(super) fn write_junit(report: &Report, invocation: &Invocation) -> Result<(), OperatorError> {
    let Some(path) = text(invocation, "junit") else { return Ok(()) };
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| file.write_all(report.junit().as_bytes()));
    written.map_err(|error| OperatorError::invalid(format!("cannot write {path}: {error}")))
}

/// Returns an argument that is a text.
pub(super) fn text<'a>(invocation: &'a Invocation, name: &str) -> Option<&'a str> {
    invocation.arguments.get(name).and_then(Value::as_str)
}
