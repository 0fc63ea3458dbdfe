//! The program of a release: built without the paths of this machine, and the libraries that it needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::sources::Sources;
use crate::part::cargo;
use crate::watch::{optimise, output_of};

/// Debian's package of each library that the program may need.
const LIBRARY_PACKAGES: [(&str, &str); 4] =
    [("ld-linux", "libc6"), ("libc.so", "libc6"), ("libm.so", "libc6"), ("libgcc_s.so", "libgcc-s1")];

/// Separator of compiler flags, which may contain spaces.
const FLAG_SEPARATOR: &str = "\u{1f}";

/// The program, and the libraries that it needs.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) path: PathBuf,
    /// Files of the libraries and of the loader, at the places where the program looks for them.
    pub(super) libraries: Vec<PathBuf>,
    /// Debian's packages with the libraries, the C library with the oldest version that fits.
    pub(super) packages: Vec<String>,
}

/// A path of this machine, and a word that replaces it in the program.
struct BuildPath {
    path: String,
    word: &'static str,
}

/// Returns the folder in which cargo keeps the sources of packages.
pub(super) fn cargo_home() -> Result<PathBuf, String> {
    match (std::env::var_os("CARGO_HOME"), std::env::home_dir()) {
        (Some(home), _) => Ok(home.into()),
        (None, Some(home)) => Ok(home.join(".cargo")),
        (None, None) => Err("set CARGO_HOME or HOME".to_owned()),
    }
}

/// Builds the program in a folder, and checks that it contains no path of this machine.
pub(super) fn build(sources: &Sources, folder: &Path) -> Result<Program, String> {
    let paths = build_paths(sources)?;
    let flags: Vec<String> =
        paths.iter().map(|BuildPath { path, word }| format!("--remap-path-prefix={path}={word}")).collect();
    let c_flags: Vec<String> =
        paths.iter().map(|BuildPath { path, word }| format!("-ffile-prefix-map={path}={word}")).collect();
    let target = sources.platform.target;
    let mut command = cargo(&["build", "--release", "--locked", "--offline", "--package", "causeway"]);
    command.args(["--target", target, "--target-dir"]).arg(folder).current_dir(&sources.root);
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join(FLAG_SEPARATOR)).env("CFLAGS", c_flags.join(" "));
    command.env("CARGO_PROFILE_RELEASE_DEBUG", "false").env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    command.env("CAUSEWAY_COMMIT", &sources.commit).env("SOURCE_DATE_EPOCH", sources.time.to_string());
    optimise(&mut command)?;
    let path = folder.join(target).join("release/causeway");
    let bytes = fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let found = contained(&bytes, paths.iter().map(|path| path.path.as_str()));
    if !found.is_empty() {
        return Err(format!("the program contains paths of this machine: {}", found.join(", ")));
    }
    let libraries = libraries(&output_of(Command::new("ldd").arg(&path))?)?;
    let symbols = output_of(Command::new("readelf").args(["--wide", "--version-info"]).arg(&path))?;
    let packages = package_names(&libraries, &symbols)?;
    Ok(Program { path, libraries, packages })
}

/// Returns the paths of this machine that a compiler could leave in the program. Later ones take precedence.
fn build_paths(sources: &Sources) -> Result<Vec<BuildPath>, String> {
    let sysroot = output_of(Command::new("rustc").args(["--print", "sysroot"]).current_dir(&sources.root))?;
    let home = std::env::home_dir().map(|home| home.to_string_lossy().into_owned());
    let home = home.filter(|home| home.len() > 1).map(|path| BuildPath { path, word: "home" });
    let cargo_home = cargo_home()?.to_string_lossy().into_owned();
    let others = [
        BuildPath { path: cargo_home, word: "cargo" },
        BuildPath { path: sysroot.trim().to_owned(), word: "rust" },
        BuildPath { path: sources.root.to_string_lossy().into_owned(), word: "causeway" },
    ];
    Ok(home.into_iter().chain(others).collect())
}

/// Returns the folders that are named in these bytes, each followed by a slash.
fn contained<'a>(bytes: &[u8], folders: impl Iterator<Item = &'a str>) -> Vec<String> {
    let within = folders.map(|folder| format!("{}/", folder.trim_end_matches('/')));
    within.filter(|place| bytes.windows(place.len()).any(|part| part == place.as_bytes())).collect()
}

/// Reads the files that `ldd` lists; the kernel's part has none.
fn libraries(listed: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for line in listed.lines() {
        let place = line.split_once("=>").map_or(line, |(_, place)| place);
        let path = place.rsplit_once(" (").map_or(place, |(path, _)| path).trim();
        if path.starts_with('/') {
            found.push(path.into());
        } else if line.contains("=>") {
            return Err(format!("the program needs a library that is missing: {}", line.trim()));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns Debian's packages of the libraries, and the C library with the newest version among the symbols.
fn package_names(libraries: &[PathBuf], symbols: &str) -> Result<Vec<String>, String> {
    let mut packages: Vec<String> = Vec::new();
    for library in libraries {
        let name = library.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = LIBRARY_PACKAGES.iter().find(|(beginning, _)| name.starts_with(beginning));
        let (_, package) = known.ok_or_else(|| format!("no package is known for {name}: add it here"))?;
        packages.push((*package).to_owned());
    }
    packages.sort();
    packages.dedup();
    let version = libc_version(symbols).ok_or("the program names no version of the C library")?;
    for package in packages.iter_mut().filter(|package| package.as_str() == "libc6") {
        *package = format!("libc6 (>= {version})");
    }
    Ok(packages)
}

/// Returns the newest version of the C library that symbols have, such as `2.34`.
fn libc_version(symbols: &str) -> Option<String> {
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| {
        let version = rest.split(|letter: char| !(letter.is_ascii_digit() || letter == '.')).next()?;
        let (major, minor) = version.split_once('.')?;
        // A third number, as in 2.2.5, does not order versions that differ here.
        let minor = minor.split('.').next()?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    });
    versions.max().map(|(major, minor)| format!("{major}.{minor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_packages_are_read_from_the_tools() {
        let listed = "\tlinux-vdso.so.1 (0x0000)\n\tlibgcc_s.so.1 => /lib/x86_64-linux-gnu/libgcc_s.so.1 (0x1)\n\
            \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x2)\n\t/lib64/ld-linux-x86-64.so.2 (0x3)\n";
        let found = libraries(listed).unwrap();
        assert_eq!(found.len(), 3, "{found:?}");
        let symbols = "Name: GLIBC_2.2.5  Flags\n Name: GLIBC_2.34\n Name: GLIBC_2.9\n";
        assert_eq!(package_names(&found, symbols).unwrap(), ["libc6 (>= 2.34)", "libgcc-s1"]);
        assert!(libraries("\tlibx.so.1 => not found\n").unwrap_err().contains("libx.so.1"));
        assert!(package_names(&["/lib/libssl.so.3".into()], symbols).unwrap_err().contains("libssl"));
    }

    #[test]
    fn paths_of_the_machine_are_found() {
        let bytes = b"\0a\0/build/causeway/src/main.rs\0/builder";
        let folders = ["/build", "/builder", "/build/causeway/"];
        assert_eq!(contained(bytes, folders.into_iter()), ["/build/", "/build/causeway/"]);
    }
}
