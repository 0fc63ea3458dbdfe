//! The manifests of the workspace, read once for several rules.

use toml::Table;

use super::source::{TextFile, text_files};
use super::uphold::{Violation, uphold};

/// A package of the workspace.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) path: String,
    pub(super) name: String,
    manifest: Table,
}

/// Sections of dependencies in a manifest.
pub(super) const SECTIONS: &[&str] = &["dependencies", "build-dependencies", "dev-dependencies"];

impl Package {
    pub(super) fn new(file: &TextFile) -> Self {
        let manifest: Table = toml::from_str(&file.text).expect("a manifest is TOML");
        let name = manifest["package"]["name"].as_str().expect("a package has a name").to_owned();
        Self { path: file.path.clone(), name, manifest }
    }

    /// Returns the dependencies in a section.
    pub(super) fn names(&self, section: &str) -> Vec<&str> {
        let table = self.manifest.get(section).and_then(toml::Value::as_table);
        table.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }
}

/// Returns all packages of the workspace.
pub(super) fn packages() -> Vec<Package> {
    let is_package = |file: &&TextFile| file.path.ends_with("/Cargo.toml") && !file.path.starts_with("fuzz/");
    text_files().iter().filter(is_package).map(Package::new).collect()
}

/// Checks that packages inherit lints and versions from the workspace's manifest.
fn check(packages: &[Package]) -> Vec<Violation> {
    let mut found = Vec::new();
    for package in packages {
        let inherits = |value: Option<&toml::Value>| {
            value.and_then(|value| value.get("workspace")).and_then(toml::Value::as_bool) == Some(true)
        };
        if !inherits(package.manifest.get("lints")) {
            found.push(Violation::new(&package.path, 0, "[lints] workspace = true is missing"));
        }
        for section in SECTIONS {
            for name in package.names(section) {
                if !inherits(package.manifest[*section].get(name)) {
                    let what = format!("{name}: its version belongs in the workspace's manifest");
                    found.push(Violation::new(&package.path, 0, what));
                }
            }
        }
    }
    found
}

#[test]
fn packages_inherit_lints_and_versions() {
    uphold("manifests", &check(&packages()));
}

#[test]
fn finds_entries_that_are_not_inherited() {
    let text = "[package]\nname = \"x\"\n[dependencies]\na.workspace = true\nb = \"1\"\n".to_owned();
    let package = Package::new(&TextFile { path: "crates/x/Cargo.toml".into(), text });
    let found = check(&[package]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[1].what.starts_with("b: "));
}
