//! Deterministic archives and digests: the same content gives the same bytes.

use std::fs::File;
use std::path::Path;
use std::process::Command;

use crate::watch::{output_of, succeed};

/// Files to be added to an archive.
#[derive(Debug, Clone, Copy)]
pub(super) struct TarEntries<'a> {
    pub(super) folder: &'a Path,
    /// Names below the folder, with everything below them.
    pub(super) names: &'a [&'a str],
    /// Names that are left out.
    pub(super) without: &'a [&'a str],
    /// User and group of all entries.
    pub(super) owner: u32,
}

/// Appends entries to an archive, which is created if it does not exist. They are sorted by name, and have this
/// time in seconds since 1970.
pub(super) fn append(archive: &Path, entries: TarEntries<'_>, time: u64) -> Result<(), String> {
    let TarEntries { folder, names, without, owner } = entries;
    let mut tar = Command::new("tar");
    tar.arg("--append").arg("--file").arg(archive).arg("--directory").arg(folder);
    tar.args(["--sort=name", "--format=gnu", "--numeric-owner"]);
    tar.args([format!("--owner={owner}"), format!("--group={owner}"), format!("--mtime=@{time}")]);
    tar.args(without.iter().map(|name| format!("--exclude={name}")));
    succeed(tar.arg("--").args(names))
}

/// Compresses a file to another one, without the name and time of the first.
pub(super) fn compress(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot compress to {}: {error}", to.display());
    let output = File::create(to).map_err(failed)?;
    let mut gzip = Command::new("gzip");
    gzip.args(["--no-name", "--best", "--to-stdout"]).arg(from).stdout(output);
    let status = gzip.status().map_err(failed)?;
    if status.success() { Ok(()) } else { Err(format!("{gzip:?} failed: {status}")) }
}

/// Returns the SHA-256 of a file in hex digits.
pub(super) fn sha256(path: &Path) -> Result<String, String> {
    let line = output_of(Command::new("sha256sum").arg("--binary").arg(path))?;
    // A name with a special character would have a backslash before the digest.
    let digest = line.split(' ').next().unwrap_or_default().trim_start_matches('\\');
    Ok(digest.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::folder::{EXECUTABLE, READABLE, scratch};
    use super::*;

    /// Returns the digests of an archive of two files and of its compressed form; the files are written in
    /// this order.
    fn digests(name: &str, order: [&str; 2]) -> [String; 2] {
        let folder = scratch::folder(name);
        for file in order {
            folder.put(&format!("content/{file}"), file.as_bytes(), READABLE).unwrap();
        }
        folder.put("content/own/x", b"x", EXECUTABLE).unwrap();
        let archive = folder.path().join("a.tar");
        let entries = TarEntries {
            folder: &folder.path().join("content"),
            names: &["."],
            without: &["./own"],
            owner: 0,
        };
        append(&archive, entries, 1_700_000_000).unwrap();
        append(&archive, TarEntries { names: &["./own"], without: &[], owner: 65_532, ..entries }, 1)
            .unwrap();
        let listed = output_of(Command::new("tar").args(["--list", "--verbose", "--file"]).arg(&archive));
        let listed = listed.unwrap();
        assert_eq!(listed.lines().count(), 5, "{listed}");
        assert!(listed.lines().last().unwrap().contains("65532/65532"), "{listed}");
        let compressed = folder.path().join("a.tar.gz");
        compress(&archive, &compressed).unwrap();
        let digests = [sha256(&archive).unwrap(), sha256(&compressed).unwrap()];
        fs::remove_dir_all(folder.path()).unwrap();
        digests
    }

    #[test]
    fn an_archive_depends_on_its_content_alone() {
        assert_eq!(digests("one", ["b", "a"]), digests("other", ["a", "b"]));
    }

    #[test]
    fn a_digest_is_in_hex() {
        let folder = scratch::folder("digest");
        folder.put("a", b"abc", READABLE).unwrap();
        let digest = sha256(&folder.path().join("a")).unwrap();
        assert!(digest.starts_with("ba7816bf") && digest.len() == 64, "{digest}");
        fs::remove_dir_all(folder.path()).unwrap();
    }
}
