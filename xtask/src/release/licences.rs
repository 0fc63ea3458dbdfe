//! The licences of all packages in the program, as one text.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::foreign::{BundledPackage, ForeignPackage};
use super::packages::{Package, Packages, source_folder};

/// Beginnings of the names of files with a licence, in lower case.
const FILES: [&str; 6] = ["licence", "license", "copying", "copyright", "notice", "unlicense"];

/// Folder of the licences that Debian has.
const DEBIAN: &str = "/usr/share/common-licenses";

/// The text of the MIT licence, for packages without a file of their own.
const MIT: &str = include_str!("mit-licence.txt");

/// Returns a list of the packages with their licences, and below it each text with its packages.
pub(super) fn licences(
    packages: &Packages,
    bundled: &[BundledPackage],
    cargo_home: &Path,
) -> Result<String, String> {
    let mut pieces = vec!["Causeway contains these packages:\n\n".to_owned()];
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let foreign = packages.iter().filter(|(_, package)| !package.is_own);
    for (id, package) in foreign {
        pieces.push(format!("  {id}: {}\n", package.licence));
        for text in texts_of(package, &source_folder(package, cargo_home)?)? {
            let users = texts.entry(text).or_default();
            if users.last() != Some(&id.as_str()) {
                users.push(id);
            }
        }
    }
    let ids: Vec<String> = bundled.iter().map(|one| id(&one.package)).collect();
    for (id, BundledPackage { package, container, notice }) in ids.iter().zip(bundled) {
        pieces.push(format!("  {id}, in {container}: {}\n", package.licence));
        texts.entry(notice.clone()).or_default().push(id);
    }
    let mut texts: Vec<(String, Vec<&str>)> = texts.into_iter().collect();
    texts.sort_by(|one, other| one.1.cmp(&other.1).then_with(|| one.0.cmp(&other.0)));
    let rule = "-".repeat(80);
    for (text, users) in texts {
        pieces.push(format!("\n{rule}\n{}\n\n{}\n", users.join(", "), text.trim_end()));
    }
    Ok(pieces.concat())
}

fn id(package: &ForeignPackage) -> String {
    format!("{} {}", package.name, package.version)
}

/// Returns the licence texts of a package: its own files, or else the standard text.
fn texts_of(package: &Package, folder: &Path) -> Result<Vec<String>, String> {
    let entries =
        fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file() && is_licence(file));
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let text = fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        texts.push(String::from_utf8_lossy(&text).replace("\r\n", "\n"));
    }
    if texts.is_empty() {
        texts.push(standard_text(package)?);
    }
    Ok(texts)
}

fn is_licence(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    FILES.iter().any(|beginning| name.starts_with(beginning))
}

/// Returns the text of the first licence of the expression that has one.
fn standard_text(package: &Package) -> Result<String, String> {
    let names = package.licence.split(|letter: char| !(letter.is_alphanumeric() || "-.".contains(letter)));
    let mut texts = names.filter(|name| !name.is_empty()).filter_map(|name| match name {
        "MIT" => Some(MIT.replace("<holders>", &format!("the authors of {}", package.name))),
        other => fs::read_to_string(Path::new(DEBIAN).join(other)).ok(),
    });
    let Package { name, version, licence, .. } = package;
    texts
        .next()
        .ok_or_else(|| format!("{name} {version} has no licence file, and there is no text of {licence}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::folder::{READABLE, scratch};
    use super::*;

    fn package(name: &str, licence: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            repository: String::new(),
            is_own: false,
            checksum: None,
            dependencies: BTreeSet::new(),
        }
    }

    #[test]
    fn equal_texts_are_printed_once_and_missing_ones_are_added() {
        let home = scratch::folder("licences");
        let source = |name: &str| format!("registry/src/index/{name}-1.0.0");
        for name in ["a", "b"] {
            home.put(&format!("{}/LICENSE-MIT", source(name)), b"the same text\r\n", READABLE).unwrap();
        }
        home.put(&format!("{}/lib.rs", source("c")), b"", READABLE).unwrap();
        let packages = ["a", "b", "c"].map(|name| (format!("{name} 1.0.0"), package(name, "MIT OR X-1")));
        let mut packages: Packages = packages.into_iter().collect();
        let bundled = BundledPackage {
            package: ForeignPackage {
                name: "Z",
                version: "3.0.0".to_owned(),
                licence: "blessing",
                url: String::new(),
                cpe: None,
            },
            container: "c 1.0.0".to_owned(),
            notice: "a blessing".to_owned(),
        };
        let text = licences(&packages, &[bundled], home.path()).unwrap();
        assert!(text.contains("\n  Z 3.0.0, in c 1.0.0: blessing\n"), "{text}");
        assert!(text.contains("\nZ 3.0.0\n\na blessing\n"), "{text}");
        assert_eq!(text.matches("the same text").count(), 1, "{text}");
        assert!(text.contains("\na 1.0.0, b 1.0.0\n") && text.contains("the authors of c"), "{text}");
        packages.insert("d 1.0.0".to_owned(), package("d", "MIT"));
        assert!(licences(&packages, &[], home.path()).unwrap_err().contains("cargo fetch"));
        assert!(standard_text(&package("e", "X-1")).unwrap_err().contains("X-1"));
        fs::remove_dir_all(home.path()).unwrap();
    }
}
