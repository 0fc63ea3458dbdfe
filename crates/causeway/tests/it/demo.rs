//! `causeway demo`: its output, its checks, and the removal of everything that it created.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use causeway_store::{Database, Error, SchemaFault, migrations};
use causeway_testing::postgres::{Durability, database_with};
use causeway_testing::wait;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::life::process::{command, refused};

/// Returns a demonstration command that creates its temporary folders in `scratch`.
fn demo(scratch: &Path, arguments: &[&str]) -> Command {
    let mut command = command(&[&["demo"], arguments].concat());
    command.env("TMPDIR", scratch);
    command
}

/// Runs a demonstration that must succeed, and returns its output.
#[track_caller]
fn output_of(scratch: &Path, arguments: &[&str]) -> String {
    let output = demo(scratch, arguments).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    out
}

#[track_caller]
fn assert_empty(scratch: &Path) {
    let files: Vec<_> = fs::read_dir(scratch).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.is_empty(), "{files:?}");
}

/// Checks the last lines, which sum up the demonstration.
#[track_caller]
fn assert_closed(text: &str) {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let [.., eur, verified, head, _, last] = &lines[..] else { panic!("{text}") };
    assert_eq!(lines.iter().filter(|line| line.ends_with("   difference 0.00")).count(), 2, "{text}");
    assert!(eur.starts_with("          total ") && eur.contains(" 915.40        915.40 "), "{text}");
    assert_eq!(*verified, "    ledger verify: sound, 25 entries in 1 sealed block", "{text}");
    let hash = head.strip_prefix("    head ").unwrap_or_default();
    assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
    assert_eq!(*last, "All checks passed: 15 webhooks verified, the books balance.", "{text}");
    assert_eq!(text.matches(", signature verified\n").count(), 15, "{text}");
    let wide: Vec<&&str> = lines.iter().filter(|line| line.chars().count() > 100).collect();
    assert!(wide.is_empty(), "wider than a terminal: {wide:?}");
    assert!(!text.contains('\u{1b}'), "colours without a terminal: {text}");
}

#[test]
fn the_main_job_is_shown_on_sqlite() {
    let scratch = TempDir::new().unwrap();
    let text = output_of(scratch.path(), &[]);
    assert_closed(&text);
    assert!(text.contains("; SQLite in a temporary folder\n"), "{text}");
    assert_empty(scratch.path());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_on_postgres_uses_a_temporary_schema() {
    let scratch = TempDir::new().unwrap();
    let database = database_with(Durability::Relaxed).await.unwrap();
    let text = output_of(scratch.path(), &["--database", &database.url]);
    assert_closed(&text);
    assert!(text.contains("; PostgreSQL in a temporary schema\n"), "{text}");
    assert_empty(scratch.path());
    let beside = migrations::state(&Database::Postgres { url: database.url.clone() });
    assert_eq!(beside, Err(Error::Schema(SchemaFault::Empty)), "it has worked in the database's own schema");
}

#[test]
fn programs_read_the_same_as_json() {
    let scratch = TempDir::new().unwrap();
    let report: Value = serde_json::from_str(&output_of(scratch.path(), &["--json"])).unwrap();
    assert_eq!(report["webhooks_verified"], 15, "{report}");
    let differences: Vec<&Value> =
        report["trial_balance"].as_array().unwrap().iter().map(|balance| &balance["difference"]).collect();
    assert_eq!(differences, [&json!(0), &json!(0)], "{report}");
    let head = report["ledger"]["head"].as_str().unwrap();
    assert_eq!((report["ledger"]["entries"].clone(), head.len()), (json!(25), 64), "{report}");
}

#[test]
fn a_stopped_demonstration_leaves_no_files() {
    let scratch = TempDir::new().unwrap();
    let mut process = demo(scratch.path(), &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let outcome = wait::blocking(Duration::from_secs(30), || {
        let has_started = fs::read_dir(scratch.path()).unwrap().next().is_some();
        if has_started { Ok(()) } else { Err(process.try_wait().unwrap()) }
    });
    outcome.unwrap();
    let pid = i32::try_from(process.id()).ok().and_then(Pid::from_raw).unwrap();
    kill_process(pid, Signal::INT).unwrap();
    // The demonstration may have ended before the signal.
    let code = process.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}");
    assert_empty(scratch.path());
}

#[test]
fn a_place_that_is_not_temporary_is_refused() {
    let scratch = TempDir::new().unwrap();
    let (code, message) = refused(&mut demo(scratch.path(), &["--data", "somewhere"]));
    assert_eq!(code, 2);
    assert!(message.contains("--data"), "{message}");
    let (code, message) = refused(&mut demo(scratch.path(), &["--database", "postgres://127.0.0.1:1/none"]));
    assert_eq!(code, 1);
    assert!(message.contains("schema"), "{message}");
    assert_empty(scratch.path());
}
