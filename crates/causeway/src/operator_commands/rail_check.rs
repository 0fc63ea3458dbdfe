//! Checks of adapters at a URL, and the specification of their protocol: both need no deployment.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_rail_check::CaseOutcome;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};
use causeway_rail_protocol::{RailId, specification};
use causeway_service::operator::OperatorError;
use causeway_service::rails::operate::{AdapterCheck, RailCheck, case_range, check_adapter};
use serde_json::Value;

use super::layout::OutputFormat;
use super::outcome::{CommandError, print, print_result};
use super::rail_report::{text, write_junit};
use super::{Invocation, printable};

/// The exit code if a case has failed.
const FAILED: u8 = 7;

/// Runs a command about rails that needs no deployment; returns `None` for any other command.
pub(super) async fn run_here(
    invocation: &Invocation,
    format: OutputFormat,
) -> Result<Option<ExitCode>, CommandError> {
    match (invocation.action.noun, invocation.action.verb) {
        ("rail", "spec") => {
            print_result(specification(), None, invocation, OutputFormat::Json)?;
            Ok(Some(ExitCode::SUCCESS))
        }
        ("rail", "check") if text(invocation, "rail").is_some_and(|rail| rail.contains("://")) => {
            check(invocation, format).await.map(Some)
        }
        _ => Ok(None),
    }
}

async fn check(invocation: &Invocation, format: OutputFormat) -> Result<ExitCode, CommandError> {
    let check = adapter_check(invocation)?;
    // A failure to print ends no check: the report is printed once more in its other forms.
    let mut tell = |outcome: &CaseOutcome| {
        if matches!(format, OutputFormat::Text(_)) {
            let _ = print((printable::text(&outcome.to_string()) + "\n").as_bytes());
        }
    };
    let report = check_adapter(check, &mut tell).await.map_err(OperatorError::invalid)?;
    match format {
        // Writes the file for JUnit too.
        OutputFormat::Json => print_result(report.json(), None, invocation, format)?,
        OutputFormat::Text(_) => {
            write_junit(&report, invocation)?;
            print(format!("\n{}\n", report.summary()).as_bytes())?;
        }
    }
    Ok(if report.has_passed() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

fn adapter_check(invocation: &Invocation) -> Result<AdapterCheck, OperatorError> {
    let required = |name: &str| {
        let missing =
            || OperatorError::invalid(format!("the check of a URL needs --{}", name.replace('_', "-")));
        text(invocation, name).ok_or_else(missing)
    };
    let adapter_key: VerifyingKey = required("adapter_key")?.parse().map_err(|_| {
        OperatorError::invalid("--adapter-key is the adapter's public key: 32 bytes in base64")
    })?;
    let rail = required("rail_id")?
        .parse::<RailId>()
        .map_err(|error| OperatorError::invalid(format!("--rail-id: {error}")))?;
    let listen = text(invocation, "listen").map(str::parse::<SocketAddr>).transpose();
    let cases = case_range(text(invocation, "cases")).map_err(OperatorError::invalid)?;
    let with_orders = invocation.arguments.get("with_orders").and_then(Value::as_bool).unwrap_or(false);
    Ok(AdapterCheck {
        url: required("rail")?.to_owned(),
        signer: read_key(Path::new(required("key")?))?,
        adapter_key,
        rail,
        wanted: RailCheck { with_orders, cases },
        restart: text(invocation, "restart").map(str::to_owned),
        adapter_log: text(invocation, "adapter_log").map(PathBuf::from),
        listen: listen.map_err(|error| OperatorError::invalid(format!("--listen: {error}")))?,
    })
}

/// Reads the private key with which the check signs.
fn read_key(path: &Path) -> Result<SigningKey, OperatorError> {
    let shown = path.display();
    let content = std::fs::read_to_string(path)
        .map_err(|error| OperatorError::invalid(format!("cannot read {shown}: {error}")))?;
    let seed = STANDARD.decode(content.trim()).ok().and_then(|bytes| <[u8; 32]>::try_from(bytes).ok());
    let key = seed.and_then(|seed| SigningKey::from_seed(&seed).ok());
    key.ok_or_else(|| OperatorError::invalid(format!("{shown} is no private key: 32 bytes in base64")))
}
