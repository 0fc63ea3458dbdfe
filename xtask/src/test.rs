//! `cargo xtask test`: everything that must pass, part by part, with the time each took; or one area.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use crate::part::{self, cargo};
use crate::watch::{Kept, Sink, succeed, succeed_into, succeeds, text};
use crate::{sim, tools};

type Part = (&'static str, fn() -> Result<(), String>);

/// In this order: what fails fast comes first. A failed part does not keep the later ones from running.
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

/// In the names of the tests that take minutes. They begin first, beside all others, so that nobody waits for them alone
/// at the end.
const LONG: &[&str] = &["kill", "contention", "hostile", "tampering", "long_bodies"];

/// What property tests draw their cases from here, so that a run can be repeated and a red one means the change. `cargo
/// test` by itself draws others each time. Another number also has another quarter tried of what is tried in quarters.
pub(crate) const CASES: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// Tests at once for each processor: most of them wait for disks, sockets and PostgreSQL.
const TESTS_PER_PROCESSOR: usize = 3;

/// The names of the parts, for the usage.
pub(crate) fn names() -> String {
    PARTS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// Runs all parts, those that are named, or the tests of the areas that are named.
pub(crate) fn run(wanted: &[String]) -> Result<(), String> {
    let areas = areas();
    let is_part = |name: &String| PARTS.iter().any(|(known, _)| known == name);
    if let Some(unknown) = wanted.iter().find(|name| !is_part(name) && !areas.contains(*name)) {
        let areas = areas.into_iter().collect::<Vec<_>>().join(", ");
        return Err(format!("neither part nor area: {unknown:?}\nParts: {}\nAreas: {areas}", names()));
    }
    let chosen = PARTS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|w| w == name));
    let mut reports: Vec<_> = chosen.map(|(name, work)| part::run(name, work)).collect();
    let wanted: Vec<_> = wanted.iter().filter(|name| !is_part(name)).map(String::as_str).collect();
    if !wanted.is_empty() {
        reports.push(part::run("areas", || test_areas(&wanted)));
    }
    part::summary(&reports)
}

/// The modules of crates and the folders and files of their tests: what the names of tests begin with.
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

/// Unit tests, journeys and store tests of some areas.
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

/// By itself, so that its time is not counted among the tests'.
fn build() -> Result<(), String> {
    succeed(&mut cargo(&["test", "--locked", "--workspace", "--no-run"]))
}

/// Unit tests, the integration binaries with the journeys and the house rules, and the examples in documents.
/// `--no-fail-fast`: one run shows everything that is broken. The long tests run beside the others, and are shown after
/// them.
fn tests() -> Result<(), String> {
    let all = ["test", "--locked", "--workspace", "--no-fail-fast"];
    let (of_long, of_others) = (Kept::default(), Kept::default());
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
    let long = long.join().unwrap_or_else(|_| Err("nobody watched the long tests".to_owned()));
    println!("\nThe long tests:\n{}", text(&of_long));
    let broken = [broken(&text(&of_others)), broken(&text(&of_long))].concat();
    others.and(long).map_err(|cause| format!("{cause}\n{}", broken.join("\n")))
}

/// The tests of a run that failed, and those that ran long and never ended: once more at the end, where one looks.
fn broken(output: &str) -> Vec<String> {
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

/// Licences and banned crates are held by a house test against the lists of `deny.toml`, offline and on any
/// machine; where cargo-deny is installed, it has its say too.
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
    fn what_broke_is_named_at_the_end() {
        let output = "running 4 tests\ntest a::one ... ok\ntest a::two ... FAILED\n\
            test b::three has been running for over 60 seconds\ntest b::four has been running for over 60 seconds\n\
            test b::three ... ok\n";
        assert_eq!(broken(output), ["a::two ... FAILED", "b::four ... never ended"]);
    }
}
