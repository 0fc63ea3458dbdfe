//! `cargo xtask test`: everything that must pass, part by part with times; or the tests of one area.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::part::{self, cargo};
use crate::watch::{OutputBuffer, Sink, succeed, succeed_into, succeeds, text};
use crate::{sim, tools};

type Part = (&'static str, fn() -> Result<(), String>);

/// The parts in order: fast-failing ones first. The later parts run even if one fails.
const PARTS: &[Part] = &[
    ("tools", tools::install),
    ("format", format),
    ("lints", lints),
    ("build", build),
    ("tests", tests),
    ("simulation", sim::known_seeds),
    ("documents", documents),
    ("dependencies", dependencies),
];

/// Parts of the names of tests that take minutes. They start first and run beside all others, so that they do
/// not delay the end.
const LONG: &[&str] = &["kill", "contention", "hostile", "tampering", "long_bodies"];

/// The random seed of property tests, so that a run can be repeated and a failure is caused by the change.
/// `cargo test` alone uses a random seed. The seed also selects the quarter of cases in tests that run a
/// quarter of them.
pub(crate) const CASES: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// Concurrent tests per processor: most of them wait for disks, sockets and PostgreSQL.
const TESTS_PER_PROCESSOR: usize = 4;

/// Returns the names of the parts, for the usage text.
pub(crate) fn part_names() -> String {
    PARTS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// Runs all parts, the named parts, or the tests of the named areas.
pub(crate) fn run(names: &[String]) -> Result<(), String> {
    let areas = areas();
    let is_part = |name: &String| PARTS.iter().any(|(known, _)| known == name);
    if let Some(unknown) = names.iter().find(|name| !is_part(name) && !areas.contains(*name)) {
        let areas = areas.into_iter().collect::<Vec<_>>().join(", ");
        return Err(format!(
            "{unknown:?} is neither a part nor an area\nParts: {}\nAreas: {areas}",
            part_names()
        ));
    }
    let chosen = PARTS.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|other| other == name));
    let mut reports: Vec<_> = chosen.map(|(name, work)| part::run(name, work)).collect();
    let areas: Vec<_> = names.iter().filter(|name| !is_part(name)).map(String::as_str).collect();
    if !areas.is_empty() {
        reports.push(part::run("areas", || test_areas(&areas)));
    }
    part::summary(&reports)
}

/// Returns the modules of crates, and the folders and files of their integration tests: the prefixes of test
/// names.
fn areas() -> BTreeSet<String> {
    let crates = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("crates"));
    let folders = crates.iter().flat_map(|one| [one.join("src"), one.join("tests/it")]);
    let modules = folders.flat_map(|folder| entries(&folder));
    let names = modules.filter_map(|module| Some(module.file_stem()?.to_str()?.to_owned()));
    names.filter(|name| !["lib", "main", "mod"].contains(&name.as_str())).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Runs the unit and integration tests of some areas.
fn test_areas(areas: &[&str]) -> Result<(), String> {
    let filters = areas.iter().map(|area| format!("{area}::"));
    let mut command =
        cargo(&["test", "--locked", "--workspace", "--no-fail-fast", "--lib", "--test", "it", "--"]);
    succeed(command.arg(threads()).args(filters))
}

fn format() -> Result<(), String> {
    succeed(&mut cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<(), String> {
    succeed(&mut cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"]))
}

/// Builds the tests as a separate part, so that the time is not counted as the tests'.
fn build() -> Result<(), String> {
    succeed(&mut cargo(&["test", "--locked", "--workspace", "--no-run"]))
}

/// Runs unit tests, integration tests with the journeys and the house rules, and examples in documents.
/// `--no-fail-fast` shows all failures in one run. The long tests run beside the others, and their output
/// follows.
fn tests() -> Result<(), String> {
    let all = ["test", "--locked", "--workspace", "--no-fail-fast"];
    let of_long = OutputBuffer::default();
    let of_others = OutputBuffer::default();
    let sink = Sink::Memory(Arc::clone(&of_long));
    let long = thread::spawn(move || {
        let mut command = cargo(&all);
        command.args(["--lib", "--bins", "--tests", "--"]).arg(threads()).args(LONG);
        succeed_into(command.env(CASES.0, CASES.1), &sink)
    });
    let mut others = cargo(&all);
    others.arg("--").arg(threads());
    others.args(LONG.iter().flat_map(|name| ["--skip", name]));
    let others = succeed_into(others.env(CASES.0, CASES.1), &Sink::Both(Arc::clone(&of_others)));
    let long = long.join().unwrap_or_else(|_| Err("the thread of the long tests panicked".to_owned()));
    println!("\nThe long tests:\n{}", text(&of_long));
    let broken = [failed_tests(&text(&of_others)), failed_tests(&text(&of_long))].concat();
    others.and(long).map_err(|cause| format!("{cause}\n{}", broken.join("\n")))
}

/// Lists the failed tests of a run, and slow ones that never ended, to be shown at the end.
fn failed_tests(output: &str) -> Vec<String> {
    let lines = || output.lines().filter_map(|line| line.strip_prefix("test "));
    let ended: BTreeSet<_> = lines().filter_map(|line| Some(line.split_once(" ... ")?.0)).collect();
    let failed = lines().filter(|line| line.ends_with(" ... FAILED"));
    let slow = lines().filter_map(|line| line.strip_suffix(" has been running for over 60 seconds"));
    let stuck = slow.filter(|name| !ended.contains(name)).map(|name| format!("{name} ... never ended"));
    failed.map(str::to_owned).chain(stuck).collect()
}

fn threads() -> String {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    format!("--test-threads={}", processors * TESTS_PER_PROCESSOR)
}

fn documents() -> Result<(), String> {
    let mut command = cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    succeed(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Checks licences and banned crates with cargo-deny if it is installed; a house test checks them against
/// `deny.toml` in any case, offline.
fn dependencies() -> Result<(), String> {
    if !succeeds(&mut cargo(&["deny", "--version"])) {
        println!("cargo-deny is not installed; the house tests have checked the lists of deny.toml");
        return Ok(());
    }
    succeed(&mut cargo(&["deny", "--offline", "check", "bans", "licenses", "sources"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_and_hung_tests_are_named() {
        let output = "running 4 tests\ntest a::one ... ok\ntest a::two ... FAILED\n\
            test b::three has been running for over 60 seconds\ntest b::four has been running for over 60 seconds\n\
            test b::three ... ok\n";
        assert_eq!(failed_tests(output), ["a::two ... FAILED", "b::four ... never ended"]);
    }
}
