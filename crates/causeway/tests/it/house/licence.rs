//! The project's own licence, and the SPDX expressions that manifests use.

use super::source::{TextFile, text_files};
use super::uphold::{Violation, uphold};

/// Checks that the root contains the licence that the workspace names, with the copyright holder.
fn check(files: &[TextFile]) -> Vec<Violation> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| &file.text);
    let mut found = Vec::new();
    if !text("Cargo.toml").lines().any(|line| line == "license = \"Apache-2.0\"") {
        found.push(Violation::new("Cargo.toml", 0, "the workspace is licensed under Apache-2.0"));
    }
    for part in ["Apache License", "Version 2.0, January 2004", "Copyright 2026 The Causeway authors"] {
        if !text("LICENSE").lines().any(|line| line.trim() == part) {
            found.push(Violation::new("LICENSE", 0, format!("has no line `{part}`")));
        }
    }
    found
}

#[test]
fn the_licence_is_at_the_root() {
    uphold("licence", &check(text_files()));
}

#[test]
fn finds_a_missing_or_another_licence() {
    let file = |path: &str, text: &str| TextFile { path: path.into(), text: text.into() };
    assert_eq!(check(&[]).len(), 4);
    let manifest = file("Cargo.toml", "license = \"Apache-2.0\"");
    let licence = "  Apache License\n Version 2.0, January 2004\nCopyright 2026 The Causeway authors\n";
    assert!(check(&[manifest.clone(), file("LICENSE", licence)]).is_empty());
    assert_eq!(check(&[manifest, file("LICENSE", "MIT License\n")]).len(), 3);
}

/// Returns `true` if the allowed licences satisfy an expression.
///
/// `MIT/Apache-2.0` is the old form of `MIT OR Apache-2.0`.
pub(super) fn satisfied(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let outcome = any_of(&mut words, allowed);
    outcome && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any_of(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut outcome = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        outcome |= all_of(words, allowed);
    }
    outcome
}

fn all_of(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut outcome = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        outcome &= one(words, allowed);
    }
    outcome
}

fn one(words: &mut Words<'_>, allowed: &[String]) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let outcome = any_of(words, allowed);
        return words.next_if_eq(&")").is_some() && outcome;
    }
    let mut name = words.next().unwrap_or_default().to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        name = format!("{name} WITH {}", words.next().unwrap_or_default());
    }
    allowed.contains(&name)
}

#[test]
fn reads_expressions() {
    let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"].map(str::to_owned);
    for good in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
    ] {
        assert!(satisfied(good, &allowed), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT", "MIT Apache-2.0", "Apache-2.0 WITH Other"] {
        assert!(!satisfied(bad, &allowed), "{bad}");
    }
}
