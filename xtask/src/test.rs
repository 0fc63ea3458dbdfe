//! `cargo xtask test`: everything that must pass, part by part, with the time each took.

use crate::part::{self, cargo, succeed, succeeds};
use crate::{sim, tools};

type Part = (&'static str, fn() -> Result<(), String>);

/// In this order: what fails fast comes first. A failed part does not keep the later ones from running.
const PARTS: &[Part] = &[
    ("tools", tools::install),
    ("format", format),
    ("lints", lints),
    ("tests", tests),
    ("simulation", sim::for_some_time),
    ("documents", documents),
    ("dependencies", dependencies),
];

/// The names of the parts, for the usage.
pub(crate) fn names() -> String {
    PARTS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// Runs all parts, or those that are named.
pub(crate) fn run(wanted: &[String]) -> Result<(), String> {
    if let Some(unknown) = wanted.iter().find(|name| PARTS.iter().all(|(known, _)| known != name)) {
        return Err(format!("no part {unknown:?}; there are: {}", names()));
    }
    let chosen = PARTS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|w| w == name));
    let reports: Vec<_> = chosen.map(|(name, work)| part::run(name, work)).collect();
    part::summary(&reports)
}

fn format() -> Result<(), String> {
    succeed(&mut cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<(), String> {
    succeed(&mut cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"]))
}

/// Unit tests, the integration binary with the journeys and the house rules, and the examples in documents.
/// `--no-fail-fast`: one run shows everything that is broken.
fn tests() -> Result<(), String> {
    succeed(&mut cargo(&["test", "--locked", "--workspace", "--no-fail-fast"]))
}

fn documents() -> Result<(), String> {
    let mut command = cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    succeed(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Licences and banned crates are held by a house test against the lists of `deny.toml`, offline and on any
/// machine; where cargo-deny is installed, it has its say too.
fn dependencies() -> Result<(), String> {
    if !succeeds(&mut cargo(&["deny", "--version"])) {
        println!("cargo-deny is not installed; the house tests have checked the lists of deny.toml");
        return Ok(());
    }
    succeed(&mut cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"]))
}
