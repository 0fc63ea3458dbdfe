//! The claims in decisions' tables must be proved by tests: each cell of a column with `(test)` in its
//! heading names tests of this binary.

use super::journeys::tests_of_this_binary;
use super::source::{TextFile, text_files};
use super::uphold::{Violation, uphold};

const FOLDER: &str = "docs/internals/decisions/";

/// Returns the cells of a table row.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

fn check(file: &TextFile, is_test: impl Fn(&str) -> bool) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut lines: Vec<usize> = Vec::new();
    let mut before = None;
    for (number, line) in (1..).zip(file.text.lines()) {
        let row = cells(line);
        let Some(row) = &row else {
            (lines, before) = (Vec::new(), None);
            continue;
        };
        if row.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c))) {
            let heads: Vec<&str> = before.take().unwrap_or_default();
            lines = (0..heads.len()).filter(|at| heads[*at].contains("(test)")).collect();
            continue;
        }
        for cell in lines.iter().filter_map(|at| row.get(*at)) {
            let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            if named.is_empty() {
                found.push(Violation::new(&file.path, number, format!("no test shows: {cell}")));
            }
            let unknown = named.iter().filter(|name| !is_test(name));
            found
                .extend(unknown.map(|name| Violation::new(&file.path, number, format!("{name} is no test"))));
        }
        before = Some(row.clone());
    }
    found
}

#[test]
fn claims_of_decisions_are_proved_by_tests() {
    let tests = tests_of_this_binary();
    let is_test = |name: &str| tests.iter().any(|test| test.split("::").any(|part| part == name));
    let decisions = text_files().iter().filter(|file| file.path.starts_with(FOLDER));
    uphold("proofs", &decisions.flat_map(|file| check(file, is_test)).collect::<Vec<_>>());
}

#[test]
fn finds_claims_without_tests() {
    let file = |row: &str| TextFile {
        path: "docs/internals/decisions/0001-a.md".to_owned(),
        text: format!("# A\n\n| Who | Can (test) | Why |\n|---|---|---|\n{row}\n"),
    };
    let wrong = |row: &str| check(&file(row), |name| name == "known").len();
    assert_eq!(wrong("| a | b (`known`) | c |"), 0);
    assert_eq!(wrong("| a | b (`known`, `unknown`) | `c` |"), 1);
    assert_eq!(wrong("| a | b | c |"), 1);
}
