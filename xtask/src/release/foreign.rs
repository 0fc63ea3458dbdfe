//! Software in the artefacts that cargo does not list: sources in C within its packages, and Debian's packages.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::packages::{Packages, source_folder};
use crate::watch::output_of;

/// Software that cargo does not list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ForeignPackage {
    pub(super) name: &'static str,
    pub(super) version: String,
    /// SPDX expression.
    pub(super) licence: &'static str,
    /// Package URL.
    pub(super) url: String,
    /// Name in databases of vulnerabilities; `None` for Debian's packages, which have a database of their own.
    pub(super) cpe: Option<String>,
}

/// Software in C that is compiled into the program with a package of cargo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BundledPackage {
    pub(super) package: ForeignPackage,
    /// Name and version of the package of cargo.
    pub(super) container: String,
    /// Text of the licence.
    pub(super) notice: String,
}

/// The place of sources in C within a package of cargo.
struct BundledSource {
    name: &'static str,
    /// Name of the package of cargo.
    container: &'static str,
    /// File with the version.
    header: &'static str,
    /// Beginning of the line with the version.
    define: &'static str,
    licence: &'static str,
    /// File that begins with the licence.
    notice: &'static str,
    /// Package URL up to the version.
    url: &'static str,
    cpe: &'static str,
}

const BUNDLED_SOURCES: [BundledSource; 2] = [
    BundledSource {
        name: "SQLite",
        container: "libsqlite3-sys",
        header: "sqlite3/sqlite3.h",
        define: "#define SQLITE_VERSION ",
        licence: "blessing",
        notice: "sqlite3/sqlite3.h",
        url: "pkg:generic/sqlite@",
        cpe: "cpe:2.3:a:sqlite:sqlite",
    },
    BundledSource {
        name: "mimalloc",
        container: "libmimalloc-sys",
        header: "c_src/mimalloc/v3/include/mimalloc.h",
        define: "#define MI_MALLOC_VERSION ",
        licence: "MIT",
        notice: "c_src/mimalloc/v3/LICENSE",
        url: "pkg:github/microsoft/mimalloc@v",
        cpe: "cpe:2.3:a:microsoft:mimalloc",
    },
];

/// A package of Debian with files in the image.
pub(super) struct DebianPackage {
    pub(super) name: &'static str,
    /// SPDX expression for the files in the image.
    licence: &'static str,
}

pub(super) const DEBIAN_PACKAGES: [DebianPackage; 3] = [
    DebianPackage { name: "ca-certificates", licence: "MPL-2.0" },
    DebianPackage { name: "libc6", licence: "LGPL-2.1-or-later" },
    DebianPackage { name: "libgcc-s1", licence: "GPL-3.0-or-later WITH GCC-exception-3.1" },
];

/// Returns the software in C that these packages contain.
pub(super) fn bundled(packages: &Packages, cargo_home: &Path) -> Result<Vec<BundledPackage>, String> {
    BUNDLED_SOURCES.iter().map(|source| source.find(packages, cargo_home)).collect()
}

/// Returns Debian's packages with files in the image, in the versions that this machine has.
pub(super) fn debian_packages() -> Result<Vec<ForeignPackage>, String> {
    let names = ". /etc/os-release && echo \"$ID $VERSION_ID\"";
    let release = output_of(Command::new("sh").args(["-c", names]))?;
    let named = release.trim().split_once(' ');
    let (system, number) = named.ok_or("/etc/os-release names no system with a version")?;
    DEBIAN_PACKAGES.iter().map(|package| package.find(system, number)).collect()
}

impl BundledSource {
    fn find(&self, packages: &Packages, cargo_home: &Path) -> Result<BundledPackage, String> {
        let found = packages.iter().find(|(_, package)| package.name == self.container);
        let (id, package) = found.ok_or_else(|| format!("{}: no package {}", self.name, self.container))?;
        let folder = source_folder(package, cargo_home)?;
        let read = |file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
        };
        let version = version(&read(self.header)?, self.define);
        let version = version.ok_or_else(|| format!("{} has no line {}…", self.header, self.define))?;
        let package = ForeignPackage {
            name: self.name,
            url: format!("{}{version}", self.url),
            cpe: Some(format!("{}:{version}:*:*:*:*:*:*:*", self.cpe)),
            licence: self.licence,
            version,
        };
        Ok(BundledPackage { package, container: id.clone(), notice: notice(&read(self.notice)?).to_owned() })
    }
}

impl DebianPackage {
    fn find(&self, system: &str, number: &str) -> Result<ForeignPackage, String> {
        let Self { name, licence } = *self;
        let fields = "--showformat=${Version} ${Architecture}\\n";
        let printed = output_of(Command::new("dpkg-query").args(["--show", fields, name]))?;
        let first = printed.lines().next().and_then(|line| line.split_once(' '));
        let (version, architecture) = first.ok_or_else(|| format!("dpkg-query printed: {printed}"))?;
        let encoded = version.replace('+', "%2B").replace(':', "%3A");
        Ok(ForeignPackage {
            name,
            version: version.to_owned(),
            licence,
            url: format!("pkg:deb/{system}/{name}@{encoded}?arch={architecture}&distro={system}-{number}"),
            cpe: None,
        })
    }
}

/// Reads the version from a header: a text, or a number with two digits for each part behind the first.
fn version(header: &str, define: &str) -> Option<String> {
    let line = header.lines().find_map(|line| line.strip_prefix(define))?;
    let value = line.split_whitespace().next()?;
    Some(match value.parse::<u32>() {
        Ok(number) => format!("{}.{}.{}", number / 10_000, number / 100 % 100, number % 100),
        Err(_) => value.trim_matches('"').to_owned(),
    })
}

/// Returns the beginning of a file up to a line of asterisks, which ends the notice in a source in C.
fn notice(text: &str) -> &str {
    text.split("\n****").next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::folder::{READABLE, scratch};
    use super::super::packages::Package;
    use super::*;

    fn container(name: &str) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            repository: String::new(),
            is_own: false,
            checksum: None,
            dependencies: BTreeSet::new(),
        }
    }

    #[test]
    fn versions_and_notices_are_read_from_the_sources() {
        let home = scratch::folder("foreign");
        let put = |name: &str, text: &str| {
            home.put(&format!("registry/src/index/{name}"), text.as_bytes(), READABLE).unwrap();
        };
        put(
            "libsqlite3-sys-1.0.0/sqlite3/sqlite3.h",
            "/*\n** a blessing\n*****\n#define SQLITE_VERSION_NUMBER 3054001\n#define SQLITE_VERSION  \"3.54.1\"\n",
        );
        put(
            "libmimalloc-sys-1.0.0/c_src/mimalloc/v3/include/mimalloc.h",
            "#define MI_MALLOC_VERSION 30302 // a remark\n",
        );
        put("libmimalloc-sys-1.0.0/c_src/mimalloc/v3/LICENSE", "MIT License\n");
        let packages =
            ["libmimalloc-sys", "libsqlite3-sys"].map(|name| (format!("{name} 1.0.0"), container(name)));
        let mut packages: Packages = packages.into_iter().collect();
        let [sqlite, mimalloc] = &bundled(&packages, home.path()).unwrap()[..] else {
            panic!("two packages")
        };
        assert_eq!(sqlite.package.url, "pkg:generic/sqlite@3.54.1");
        assert_eq!(sqlite.package.cpe.as_deref(), Some("cpe:2.3:a:sqlite:sqlite:3.54.1:*:*:*:*:*:*:*"));
        assert_eq!(sqlite.container, "libsqlite3-sys 1.0.0");
        assert_eq!(sqlite.notice, "/*\n** a blessing");
        assert_eq!(mimalloc.package.version, "3.3.2");
        assert_eq!(mimalloc.notice, "MIT License\n");
        packages.remove("libsqlite3-sys 1.0.0");
        assert!(bundled(&packages, home.path()).unwrap_err().contains("SQLite"));
        fs::remove_dir_all(home.path()).unwrap();
    }
}
