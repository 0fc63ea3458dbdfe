//! What a document points to is there: linked files, and paths of the repository in backticks.

use super::source::{TextFile, root, text_files};
use super::uphold::{Violation, uphold};

fn check(files: &[TextFile], exists: impl Fn(&str) -> bool) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (index, line) in file.text.lines().enumerate() {
            for path in line.split('`').skip(1).step_by(2).filter(|text| is_path(text)) {
                if !exists(path) {
                    found.push(Violation::new(&file.path, index + 1, format!("{path} is not there")));
                }
            }
            for target in line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(to, _)| to) {
                let path = target.split('#').next().unwrap_or_default();
                if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
                    continue;
                }
                if !exists(&format!("{folder}/{path}")) {
                    found.push(Violation::new(&file.path, index + 1, format!("{target} leads nowhere")));
                }
            }
        }
    }
    found
}

/// `crates/wire/src`, and not `crates/<name>`.
fn is_path(text: &str) -> bool {
    let ours = ["crates/", "docs/", "bench/", "xtask/", ".ci/"].iter().any(|folder| text.starts_with(folder));
    ours && text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    uphold("links", &check(text_files(), |path| root.join(path.trim_start_matches('/')).exists()));
}

#[test]
fn finds_a_dead_link() {
    let text = "[a](a.md#x) `crates/<x>` [b](../b.md), `gone` [c](https://example.com/c.md) [d](#d)\n\
                [e](gone.md) `docs/gone.md`"
        .to_owned();
    let found = check(&[TextFile { path: "docs/x.md".into(), text }], |path| !path.contains("gone"));
    let told: Vec<_> = found.iter().map(|violation| (violation.line, violation.what.as_str())).collect();
    assert_eq!(told, [(2, "docs/gone.md is not there"), (2, "gone.md leads nowhere")]);
}
