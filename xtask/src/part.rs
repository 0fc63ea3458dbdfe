//! Running programs, and telling how long it took.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One part of a task and how it went.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) name: &'static str,
    pub(crate) took: Duration,
    pub(crate) failure: Option<String>,
}

/// Runs one part under a heading.
pub(crate) fn run(name: &'static str, work: impl FnOnce() -> Result<(), String>) -> Report {
    println!("\n==> {name}");
    let started = Instant::now();
    let failure = work().err();
    if let Some(message) = &failure {
        println!("{message}");
    }
    Report { name, took: started.elapsed(), failure }
}

/// The closing lines: each part, its time, its outcome.
pub(crate) fn summary(reports: &[Report]) -> Result<(), String> {
    println!();
    for Report { name, took, failure } in reports {
        let outcome = if failure.is_some() { "FAILED" } else { "ok" };
        println!("{name:<14} {:>7.1} s  {outcome}", took.as_secs_f64());
    }
    let took: Duration = reports.iter().map(|report| report.took).sum();
    println!("{:<14} {:>7.1} s", "all", took.as_secs_f64());
    let failed: Vec<&str> =
        reports.iter().filter(|report| report.failure.is_some()).map(|report| report.name).collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// The longest that one program of a part may run, in seconds. What hangs ends as a failure that names it.
const LIMIT: &str = "1500";

/// A call of the toolchain's cargo.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = bounded(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// A call of a program that ends at the limit, with all that it started.
pub(crate) fn bounded(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=10", LIMIT]).arg(program);
    command
}

/// Runs a program with its output going to the terminal as it comes.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(cause) => Err(format!("{command:?}: {cause}")),
    }
}

/// Whether a program can be run and says that all is well; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}
