//! The files of the examples: their own tests, their form, and the drill before both adapters.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::program::example;

/// Columns of a line of Python.
const COLUMNS: usize = 88;
/// Lines of the file that differs for each bank (rails 1).
const ADAPTER_LINES: usize = 150;

/// Runs Python in the folder of the adapter, and returns what it prints.
#[track_caller]
fn python(arguments: &[&str]) -> String {
    let output = Command::new("python3")
        .args(arguments)
        .current_dir(example("rail-adapter"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {}\n{printed}", output.status);
    printed
}

/// Returns the files in Python of the examples, and of the adapters with faults.
fn python_files() -> Vec<PathBuf> {
    let faulty = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/rails").to_owned();
    let folders = [example("rail-adapter"), example("rail-adapter/drill"), faulty];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "py")).collect()
}

/// Checks that the tests of the adapter in Python pass.
#[test]
fn the_tests_of_the_adapter_pass() {
    let printed = python(&["-m", "unittest", "test_crp"]);
    assert!(printed.ends_with("\nOK\n") && !printed.contains("Ran 0 tests"), "{printed}");
}

/// Checks that the file which differs for each bank is short, and that no line of Python is long.
#[test]
fn the_adapter_is_short_and_no_line_is_long() {
    let adapter = std::fs::read_to_string(example("rail-adapter/adapter.py")).unwrap();
    assert!(adapter.lines().count() <= ADAPTER_LINES, "{} lines", adapter.lines().count());
    let files = python_files();
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (index, line) in text.lines().enumerate() {
            let place = format!("{}:{}", file.display(), index + 1);
            assert!(line.chars().count() <= COLUMNS, "{place}: more than {COLUMNS} columns");
            assert_eq!(line.trim_end(), line, "{place}: blanks at the end");
        }
    }
}

/// Runs the drill with small numbers before an adapter.
#[track_caller]
fn drill(adapter: &str) {
    let numbers = ["--times", "15", "--kills", "9", "--load", "60"];
    let printed = python(&[&["drill", "--adapter", adapter][..], &numbers[..]].concat());
    assert!(printed.ends_with(" held, 0 failed\n") && !printed.contains("\n0 held"), "{printed}");
}

/// Checks that the adapter in Python holds what the drill asks of it.
#[test]
fn the_drill_kills_and_restores_the_python_adapter() {
    drill("python3 adapter.py");
}

/// Checks that the adapter for Node.js holds what the drill asks of it.
#[test]
fn the_drill_kills_and_restores_the_node_adapter() {
    drill("node ../rail-adapter-node/adapter.js");
}
