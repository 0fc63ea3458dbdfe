//! The programs built from the scratch copy.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::mutant::Test;
use crate::part::cargo;
use crate::watch::{OutputBuffer, Sink, succeed_into, text};

/// The built programs, by crate folder and target.
pub(super) type Programs = BTreeMap<(String, String), PathBuf>;

/// Builds the targets of these tests once, in a separate build folder.
pub(super) fn build(tree: &Path, target: &Path, tests: &BTreeSet<&Test>) -> Result<Programs, String> {
    let integration = tests.iter().filter(|test| test.target != "lib" && !test.is_program());
    let mut targets: BTreeSet<&str> = integration.map(|test| test.target.as_str()).collect();
    // Building a crate's integration test also builds its program.
    targets.extend(tests.iter().filter(|test| test.is_program()).map(|test| test.folder.as_str()));
    let mut command =
        cargo(&["test", "--locked", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    command.args(tests.iter().any(|test| test.target == "lib").then_some("--lib"));
    command.args(targets.iter().flat_map(|name| ["--test", *name]));
    let buffer = OutputBuffer::default();
    let outcome = succeed_into(
        command.current_dir(tree).env("CARGO_TARGET_DIR", target),
        &Sink::Memory(Arc::clone(&buffer)),
    );
    let output = text(&buffer);
    outcome.map_err(|cause| {
        let messages: Vec<&str> = output.lines().filter(|line| !line.starts_with('{')).collect();
        format!("{}\n{cause}", messages.join("\n"))
    })?;
    Ok(output.lines().filter_map(|line| program(tree, line)).collect())
}

/// Reads the program from a message of the build, if it is about one.
fn program(tree: &Path, message: &str) -> Option<((String, String), PathBuf)> {
    let executable = field(message, "executable")?;
    let source = Path::new(field(message, "src_path")?).strip_prefix(tree).ok()?.to_str()?;
    let (folder, rest) = source.strip_prefix("crates/")?.split_once('/')?;
    let is_test = message.split_once("\"profile\":{")?.1.split_once('}')?.0.contains("\"test\":true");
    let target = match rest {
        "src/lib.rs" if is_test => "lib",
        "src/main.rs" if !is_test => "program",
        _ => {
            let name = rest.strip_prefix("tests/")?;
            name.strip_suffix("/main.rs").or_else(|| name.strip_suffix(".rs"))?
        }
    };
    Some(((folder.to_owned(), target.to_owned()), PathBuf::from(executable)))
}

/// Returns a string of a JSON message: a path, which contains no escapes.
fn field<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = message.split_once(&format!("\"{name}\":\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_known_by_crate_and_target() {
        let named = |source: &str, is_test: bool| {
            let message = format!(
                "{{\"reason\":\"compiler-artifact\",\"target\":{{\"kind\":[\"x\"],\"src_path\":\"/x/{source}\",\"test\":true}},\
                 \"profile\":{{\"opt_level\":\"0\",\"test\":{is_test}}},\"executable\":\"/y/z\"}}"
            );
            program(Path::new("/x"), &message).map(|((folder, target), _)| format!("{folder} {target}"))
        };
        assert_eq!(named("crates/a/src/lib.rs", true).as_deref(), Some("a lib"));
        assert_eq!(named("crates/a/src/main.rs", false).as_deref(), Some("a program"));
        assert_eq!(named("crates/a/src/main.rs", true), None);
        assert_eq!(named("crates/a/tests/it/main.rs", true).as_deref(), Some("a it"));
        assert_eq!(named("crates/a/tests/b.rs", true).as_deref(), Some("a b"));
        assert_eq!(named("bench/src/main.rs", false), None);
    }
}
