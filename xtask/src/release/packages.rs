//! The packages that are compiled into the program, as `cargo tree` lists them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::sources::Sources;
use crate::part::cargo;
use crate::watch::output_of;

/// Fields of a line of `cargo tree`, separated by tabs; a mark for a repetition follows the last one.
const FORMAT: &str = "{p}\t{l}\t{r}\t";

/// Packages by name and version, such as `serde 1.0.0`.
pub(super) type Packages = BTreeMap<String, Package>;

/// A package that is compiled into the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// SPDX expression.
    pub(super) licence: String,
    /// URL, or empty.
    pub(super) repository: String,
    /// Set for the packages of this workspace.
    pub(super) is_own: bool,
    /// SHA-256 of the published file; `None` for an own package.
    pub(super) checksum: Option<String>,
    /// Packages that it depends on, by name and version.
    pub(super) dependencies: BTreeSet<String>,
}

/// Lists the packages of the program.
pub(super) fn list(sources: &Sources) -> Result<Packages, String> {
    let options = ["--locked", "--offline", "--package", "causeway", "--edges", "normal"];
    let form = ["--prefix", "depth", "--target", sources.platform.target, "--format", FORMAT];
    let printed = output_of(cargo(&["tree"]).args(options).args(form).current_dir(&sources.root))?;
    let mut packages = parse_tree(&printed)?;
    let lock = sources.root.join("Cargo.lock");
    let lock =
        fs::read_to_string(&lock).map_err(|error| format!("cannot read {}: {error}", lock.display()))?;
    let mut checksums = checksums(&lock);
    for (id, package) in &mut packages {
        package.checksum = checksums.remove(id);
        if package.checksum.is_none() && !package.is_own {
            return Err(format!("Cargo.lock has no checksum of {id}"));
        }
    }
    Ok(packages)
}

/// Returns the folder into which cargo has unpacked a package.
pub(super) fn source_folder(package: &Package, cargo_home: &Path) -> Result<PathBuf, String> {
    let Package { name, version, .. } = package;
    let registries = fs::read_dir(cargo_home.join("registry/src")).into_iter().flatten().flatten();
    let mut folders = registries.map(|registry| registry.path().join(format!("{name}-{version}")));
    let folder = folders.find(|folder| folder.is_dir());
    folder.ok_or_else(|| format!("the sources of {name} {version} are missing: run cargo fetch --locked"))
}

/// Parses lines of the form `DEPTHname vVERSION (place)⇥licence⇥repository⇥`.
fn parse_tree(text: &str) -> Result<Packages, String> {
    let mut packages = Packages::new();
    let mut above: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (depth, package) = parse_line(line).ok_or_else(|| format!("cargo tree printed: {line}"))?;
        let id = format!("{} {}", package.name, package.version);
        above.truncate(depth);
        if let Some(parent) = above.last()
            && let Some(parent) = packages.get_mut(parent)
        {
            parent.dependencies.insert(id.clone());
        }
        packages.entry(id.clone()).or_insert(package);
        above.push(id);
    }
    Ok(packages)
}

fn parse_line(line: &str) -> Option<(usize, Package)> {
    let name = line.find(|letter: char| !letter.is_ascii_digit())?;
    let depth = line[..name].parse().ok()?;
    let mut fields = line[name..].split('\t');
    let mut words = fields.next()?.split(' ');
    let package = Package {
        name: words.next()?.to_owned(),
        version: words.next()?.strip_prefix('v')?.to_owned(),
        is_own: words.any(|word| word.starts_with("(/")),
        // A slash is the old form of "or".
        licence: fields.next()?.replace('/', " OR "),
        repository: fields.next()?.to_owned(),
        checksum: None,
        dependencies: BTreeSet::new(),
    };
    Some((depth, package))
}

/// Reads the checksums of `Cargo.lock`, by name and version.
fn checksums(lock: &str) -> BTreeMap<String, String> {
    let value = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""))?;
        line.strip_suffix('"').map(str::to_owned)
    };
    let packages = lock.split("[[package]]").skip(1);
    let checksums = packages.filter_map(|package| {
        let id = format!("{} {}", value(package, "name")?, value(package, "version")?);
        Some((id, value(package, "checksum")?))
    });
    checksums.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graph_is_read_from_a_tree() {
        let tree = "0own v0.1.0 (/somewhere/own)\tApache-2.0\t\t\n1one v1.0.0\tMIT/Apache-2.0\thttps://example.com/one\t\n\
            2two v2.0.0+a (proc-macro)\tMIT\t\t\n1three v3.0.0\tMIT\t\t\n2two v2.0.0+a (proc-macro)\tMIT\t\t (*)\n";
        let packages = parse_tree(tree).unwrap();
        let dependencies =
            |id: &str| packages[id].dependencies.iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(packages.len(), 4);
        assert_eq!(dependencies("own 0.1.0"), ["one 1.0.0", "three 3.0.0"]);
        assert_eq!(dependencies("one 1.0.0"), ["two 2.0.0+a"]);
        assert_eq!(dependencies("three 3.0.0"), ["two 2.0.0+a"]);
        let one = &packages["one 1.0.0"];
        assert_eq!(
            (one.licence.as_str(), one.repository.as_str()),
            ("MIT OR Apache-2.0", "https://example.com/one")
        );
        assert!(packages["own 0.1.0"].is_own && !packages["two 2.0.0+a"].is_own);
        assert!(parse_tree("no depth\n").is_err());
    }

    #[test]
    fn checksums_are_read_from_the_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"one\"\n\
            version = \"1.0.0\"\nsource = \"registry\"\nchecksum = \"abc\"\n";
        assert_eq!(checksums(lock), BTreeMap::from([("one 1.0.0".to_owned(), "abc".to_owned())]));
    }
}
