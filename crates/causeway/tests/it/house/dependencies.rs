//! Foreign dependencies must have permissive licences, and must not be banned in `deny.toml`.

use std::process::Command;

use serde::Deserialize;

use super::licence::satisfied;
use super::source::root;
use super::uphold::{Violation, uphold};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Foreign>,
}

#[derive(Deserialize)]
struct Foreign {
    name: String,
    version: String,
    license: Option<String>,
    /// Absent for the packages of the workspace.
    source: Option<String>,
}

/// The parts of `deny.toml` that this rule reads.
#[derive(Deserialize)]
struct Lists {
    licenses: Licences,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Ban>,
}

#[derive(Deserialize)]
struct Ban {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

fn check(packages: &[Foreign], lists: &Lists) -> Vec<Violation> {
    let mut found = Vec::new();
    for package in packages.iter().filter(|package| package.source.is_some()) {
        let path = format!("{} {}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("none stated");
        if !satisfied(licence, &lists.licenses.allow) {
            found.push(Violation::new(&path, 0, format!("its licence is not on the list: {licence}")));
        }
        if let Some(ban) = lists.bans.deny.iter().find(|ban| ban.name == package.name) {
            found.push(Violation::new(&path, 0, format!("banned: {}", ban.reason)));
        }
    }
    found
}

/// Returns the dependency graph for this machine's target: packages for other targets may not be downloaded.
fn graph() -> Metadata {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(&cargo).arg("-vV").output().expect("cargo runs");
    let version = String::from_utf8(output.stdout).expect("cargo speaks UTF-8");
    let target = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("cargo names its host");
    let graph = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform", target])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(graph.status.success(), "{}", String::from_utf8_lossy(&graph.stderr));
    serde_json::from_slice(&graph.stdout).expect("cargo's own format")
}

#[test]
fn licences_are_permissive_and_nothing_banned_is_built_in() {
    let lists = std::fs::read_to_string(root().join("deny.toml")).expect("the lists");
    let lists: Lists = toml::from_str(&lists).expect("the form of the lists");
    let graph = graph();
    assert!(graph.packages.iter().filter(|package| package.source.is_some()).count() > 50, "the whole graph");
    uphold("dependencies", &check(&graph.packages, &lists));
}

#[test]
fn finds_a_banned_crate_and_a_strange_licence() {
    let package = |name: &str, license: Option<&str>, source: Option<&str>| Foreign {
        name: name.into(),
        version: "1.0.0".into(),
        license: license.map(Into::into),
        source: source.map(Into::into),
    };
    let lists = Lists {
        licenses: Licences { allow: vec!["MIT".into()] },
        bans: Bans { deny: vec![Ban { name: "bad".into(), reason: "why".into() }] },
    };
    let found = check(
        &[
            package("good", Some("MIT"), Some("r")),
            package("bad", Some("MIT"), Some("r")),
            package("odd", Some("AGPL-3.0"), Some("r")),
            package("silent", None, Some("r")),
            package("ours", None, None),
        ],
        &lists,
    );
    let paths: Vec<_> = found.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(paths, ["bad 1.0.0", "odd 1.0.0", "silent 1.0.0"]);
}
