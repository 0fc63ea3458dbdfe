//! Writing of archives.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use causeway_service::runtime::hex;
use causeway_service::runtime::keys::{Keyring, Purpose};

use super::digest::PartDigest;
use super::manifest::{FORMAT, Manifest, Part};
use super::reader::{CODE, MANIFEST};
use super::{digest, tar};

/// A file that becomes a part of an archive.
pub(crate) struct PartFile {
    /// Name in the archive.
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
}

/// Writes an archive with these files, for its owner only, and returns its manifest. `draft` describes the
/// state that the files contain. Blocks until the archive is on disk.
///
/// # Errors
/// If the archive exists, or a file cannot be read or written.
pub(crate) fn write(
    to: &Path,
    files: &[PartFile],
    draft: Manifest,
    keyring: &Keyring,
) -> io::Result<Manifest> {
    let parts = files.iter().map(describe).collect::<io::Result<Vec<Part>>>()?;
    let manifest = Manifest { format: FORMAT, parts, ..draft };
    let text = serde_json::to_vec_pretty(&manifest)?;
    let code = hex::encode(&keyring.keyed_hash(Purpose::BackupManifests, &[&text]));
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    let mut archive = BufWriter::new(file);
    for (name, mut content) in [(MANIFEST, text.as_slice()), (CODE, code.as_bytes())] {
        let length = u64::try_from(content.len()).unwrap_or(u64::MAX);
        tar::write_part(&mut archive, name, length, &mut content)?;
    }
    for (part, file) in manifest.parts.iter().zip(files) {
        let mut content = File::open(&file.path)?;
        tar::write_part(&mut archive, &part.name, part.length, &mut content)?;
    }
    tar::write_end(&mut archive)?;
    archive.flush()?;
    archive.get_ref().sync_all()?;
    Ok(manifest)
}

fn describe(file: &PartFile) -> io::Result<Part> {
    let PartDigest { length, sha256 } = digest::copy(&mut File::open(&file.path)?, &mut io::sink())?;
    Ok(Part { name: file.name.to_owned(), length, sha256 })
}
