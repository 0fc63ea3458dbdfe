//! Running the tests of each mutant.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::time::Instant;

use super::mutant::{Mutant, Test};
use super::plant::{VARIABLE, plant};
use super::programs::{Programs, build};
use super::tree::copy;
use crate::test::CASES;
use crate::watch::{OutputBuffer, SILENCE_TIMEOUT, Sink, run_watched, text};

/// The result of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    /// No verdict: the test did not run, was aborted, or hung.
    Broken(String),
}

/// Inserts all mutants into a copy of the sources, builds it once, and runs the named tests without a mutant
/// and then with each.
pub(crate) fn run(names: &[String]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("this package has no workspace")?;
    let all = Mutant::all(root)?;
    if let Some(unknown) = names.iter().find(|name| all.iter().all(|mutant| mutant.name != **name)) {
        let known: Vec<&str> = all.iter().map(|mutant| mutant.name.as_str()).collect();
        return Err(format!("there is no mutant {unknown:?}\nMutants: {}", known.join(", ")));
    }
    let scratch = root.join("target/mutants");
    let tree = scratch.join("tree");
    copy(root, &tree, |name, bytes| change(&all, name, bytes))?;
    let is_named = |mutant: &&Mutant| names.is_empty() || names.contains(&mutant.name);
    let chosen: Vec<&Mutant> = all.iter().filter(is_named).collect();
    let tests: BTreeSet<&Test> = chosen.iter().flat_map(|mutant| &mutant.tests).collect();
    println!("building the copy in {}", tree.display());
    let programs = build(&tree, &scratch.join("build"), &tests)?;
    let mut complaints = Vec::new();
    for test in &tests {
        if let Some(complaint) = judge(&tree, &programs, test, None)? {
            complaints.push(complaint);
        }
    }
    if !complaints.is_empty() {
        return Err(complaints.join("\n"));
    }
    for mutant in &chosen {
        for test in &mutant.tests {
            complaints.extend(judge(&tree, &programs, test, Some(mutant))?);
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
}

fn change(all: &[Mutant], name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    let here: Vec<&Mutant> = all.iter().filter(|mutant| mutant.file == name).collect();
    if here.is_empty() {
        return Ok(bytes);
    }
    let source = String::from_utf8(bytes).map_err(|cause| format!("{name} is not UTF-8: {cause}"))?;
    plant(&source, &here).map(String::into_bytes)
}

/// Runs a test, prints its result, and returns a complaint unless it passes without a mutant or fails with
/// one.
fn judge(
    tree: &Path,
    programs: &Programs,
    test: &Test,
    mutant: Option<&Mutant>,
) -> Result<Option<String>, String> {
    let began = Instant::now();
    let name = mutant.map_or("none", |mutant| mutant.name.as_str());
    let expected = if mutant.is_some() { Outcome::Failed } else { Outcome::Passed };
    let mut outcome = Outcome::Passed;
    for _ in 0..mutant.map_or(1, |mutant| mutant.tries) {
        outcome = attempt(tree, programs, test, mutant)?;
        if mutant.is_some() && outcome != Outcome::Passed {
            break;
        }
    }
    let is_right = outcome == expected;
    let verdict = match (&outcome, mutant) {
        (Outcome::Broken(reason), _) => reason.clone(),
        (Outcome::Passed, None) => "passes".to_owned(),
        (Outcome::Failed, None) => "FAILS".to_owned(),
        (Outcome::Passed, Some(_)) => "SURVIVES".to_owned(),
        (Outcome::Failed, Some(_)) => "is found".to_owned(),
    };
    let Test { folder, target, name: test } = test;
    println!("{name:<30} {verdict:<10} {:>7.1} s  {folder} {target} {test}", began.elapsed().as_secs_f64());
    Ok((!is_right).then(|| format!("mutant {name}: {folder} {target} {test}: {verdict}")))
}

fn attempt(
    tree: &Path,
    programs: &Programs,
    test: &Test,
    mutant: Option<&Mutant>,
) -> Result<Outcome, String> {
    let program = programs.get(&(test.folder.clone(), test.target.clone()));
    let program = program.ok_or_else(|| format!("{} of {} is not built", test.target, test.folder))?;
    let folder = tree.join("crates").join(&test.folder);
    let mut command = Command::new(program);
    if test.is_program() {
        command.args(test.name.split(' '));
    } else {
        command.args([test.name.as_str(), "--exact"]);
    }
    command.current_dir(&folder).env("CARGO_MANIFEST_DIR", &folder).env(CASES.0, CASES.1);
    if let Some(mutant) = mutant {
        command.env(VARIABLE, &mutant.name);
    }
    let buffer = OutputBuffer::default();
    let status = run_watched(&mut command, &Sink::Memory(Arc::clone(&buffer)), SILENCE_TIMEOUT);
    let status = status.map_err(|cause| format!("cannot run {command:?}: {cause}"))?;
    Ok(status
        .map_or_else(|| Outcome::Broken("hangs".to_owned()), |status| outcome(test, status, &text(&buffer))))
}

/// Reads the result from the test's own output line, because a program that runs no test succeeds, and an
/// aborted one fails.
fn outcome(test: &Test, status: ExitStatus, output: &str) -> Outcome {
    let says = |verdict: &str| output.lines().any(|line| line == format!("test {} ... {verdict}", test.name));
    let (passed, failed) = if test.is_program() {
        (status.success(), status.code().is_some_and(|code| code != 0))
    } else {
        (status.success() && says("ok"), status.code() == Some(101) && says("FAILED"))
    };
    match (passed, failed) {
        (true, _) => Outcome::Passed,
        (_, true) => Outcome::Failed,
        _ => Outcome::Broken(format!("gives no verdict ({status})")),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    fn test(target: &str) -> Test {
        Test { folder: "a".to_owned(), target: target.to_owned(), name: "b::c".to_owned() }
    }

    #[test]
    fn a_test_is_judged_by_its_own_line() {
        let of = |code: i32, output: &str| outcome(&test("it"), ExitStatus::from_raw(code << 8), output);
        assert_eq!(of(0, "running 1 test\ntest b::c ... ok\n"), Outcome::Passed);
        assert_eq!(of(101, "running 1 test\ntest b::c ... FAILED\n"), Outcome::Failed);
        for (code, output) in [
            (0, "running 0 tests\n"),
            (101, "error\n"),
            (0, "test b::c ... FAILED\n"),
            (1, "test b::c ... ok\n"),
        ] {
            assert!(matches!(of(code, output), Outcome::Broken(_)), "{code} {output}");
        }
    }

    #[test]
    fn a_program_is_judged_by_its_status() {
        let of = |code: i32| outcome(&test("program"), ExitStatus::from_raw(code << 8), "");
        assert_eq!([of(0), of(1), of(101)], [Outcome::Passed, Outcome::Failed, Outcome::Failed]);
        let killed = outcome(&test("program"), ExitStatus::from_raw(9), "");
        assert!(matches!(killed, Outcome::Broken(_)));
    }
}
