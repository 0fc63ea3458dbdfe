//! The targets of documents' links must exist: linked files and headings, and paths of the repository in
//! backticks.

use super::markdown::{headings, links, prose, resolve};
use super::source::{TextFile, root, text_files};
use super::uphold::{Violation, uphold};

fn check(files: &[TextFile], exists: impl Fn(&str) -> bool) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, line) in prose(&file.text) {
            for path in line.split('`').skip(1).step_by(2).filter(|text| is_path(text)) {
                if !exists(path) {
                    found.push(Violation::new(&file.path, number, format!("{path} is not there")));
                }
            }
            for target in links(number, line).into_iter().map(|link| link.target) {
                if target.contains("://") || target.starts_with("mailto:") {
                    continue;
                }
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                let path = if path.is_empty() { file.path.clone() } else { resolve(folder, path) };
                if !exists(&path) || !has_anchor(files, &path, anchor) {
                    found.push(Violation::new(&file.path, number, format!("{target} leads nowhere")));
                } else if is_released(&file.path) && !is_released(&path) {
                    found.push(Violation::new(&file.path, number, format!("{target} is in no release")));
                }
            }
        }
    }
    found
}

fn has_anchor(files: &[TextFile], path: &str, anchor: &str) -> bool {
    let file = files.iter().find(|file| file.path == path && path.ends_with(".md"));
    anchor.is_empty()
        || file.is_some_and(|file| headings(&file.text).iter().any(|(_, known)| known == anchor))
}

/// Returns `true` for the documents that accompany the program (`cargo xtask release`).
fn is_released(path: &str) -> bool {
    let is_at_top = !path.contains('/') && (path.ends_with(".md") || path == "LICENSE");
    let folders = ["deploy/", "docs/", "examples/rail-adapter/", "examples/rail-adapter-node/"];
    is_at_top || folders.iter().any(|folder| path.starts_with(folder))
}

/// Returns `true` for `crates/wire/src`, and `false` for `crates/<name>`.
fn is_path(text: &str) -> bool {
    let ours = ["crates/", "docs/", "bench/", "xtask/", ".ci/"].iter().any(|folder| text.starts_with(folder));
    ours && text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    uphold("links", &check(text_files(), |path| root.join(path).exists()));
}

#[test]
fn finds_a_dead_link() {
    let text =
        "# Here\n[a](a.md#x) `crates/<x>` [b](../b.md), `gone` [c](https://example.com/c.md) [d](#here)\n\
                [e](gone.md) `docs/gone.md`\n[f](#gone) [g](a.md#gone)\n[h](../mutants/README.md)"
            .to_owned();
    let files = [
        TextFile { path: "docs/x.md".into(), text },
        TextFile { path: "docs/a.md".into(), text: "## X\n".into() },
    ];
    let found = check(&files, |path| !path.contains("gone"));
    let dead: Vec<_> = found.iter().map(|violation| (violation.line, violation.what.as_str())).collect();
    assert_eq!(
        dead,
        [
            (3, "docs/gone.md is not there"),
            (3, "gone.md leads nowhere"),
            (4, "#gone leads nowhere"),
            (4, "a.md#gone leads nowhere"),
            (5, "../mutants/README.md is in no release")
        ]
    );
}
