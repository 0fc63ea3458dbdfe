//! Reading of archives: nothing of an archive is used before all of it was compared with its manifest.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use causeway_service::runtime::hex;
use causeway_service::runtime::keys::{Keyring, Purpose};

use super::fault::ArchiveFault;
use super::manifest::{Manifest, Part};
use super::{digest, tar};

/// Name of the manifest in an archive, the first entry.
pub(super) const MANIFEST: &str = "manifest.json";
/// Name of the authentication code of the manifest, the second entry.
pub(super) const CODE: &str = "manifest.mac";

/// Maximum length of an entry that is read into memory.
const MAX_TEXT: u64 = 1024 * 1024;

/// An archive on disk.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    manifest: Manifest,
    /// The manifest as it was authenticated.
    text: Vec<u8>,
    code: Vec<u8>,
}

impl Archive {
    /// Opens an archive and reads its manifest, which is not authenticated yet.
    pub(crate) fn open(path: &Path) -> Result<Self, ArchiveFault> {
        let mut from = BufReader::new(File::open(path)?);
        let text = read_front(&mut from, MANIFEST)?;
        let code = read_front(&mut from, CODE)?;
        Ok(Self { path: path.to_owned(), manifest: Manifest::read(&text)?, text, code })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Checks that one of these root keys has authenticated the manifest, and that all parts are as it says.
    pub(crate) fn check(&self, keyring: &Keyring) -> Result<(), ArchiveFault> {
        if !self.is_authentic(keyring) {
            return Err(ArchiveFault::NotAuthentic);
        }
        self.read_parts(|_| Ok(None::<UnpackedFile<'_>>))
    }

    /// Writes the wanted parts into a folder, each for its owner only, and compares all parts again. Blocks until they
    /// are on disk, or the command is cancelled.
    pub(crate) fn unpack(
        &self,
        folder: &Path,
        is_wanted: impl Fn(&str) -> bool,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<(), ArchiveFault> {
        self.read_parts(|part| {
            if !is_wanted(&part.name) {
                return Ok(None);
            }
            let path = folder.join(&part.name);
            let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
            Ok(Some(UnpackedFile { file, is_cancelled }))
        })
    }

    /// Returns the content of a short part, or `None` if the archive does not have it.
    pub(crate) fn text(&self, name: &str) -> Result<Option<String>, ArchiveFault> {
        let Some(wanted) = self.manifest.parts.iter().position(|part| part.name == name) else {
            return Ok(None);
        };
        let mut from = self.parts()?;
        for part in &self.manifest.parts[..wanted] {
            read_part(&mut from, part, &mut io::sink())?;
        }
        let mut content = Vec::new();
        if self.manifest.parts[wanted].length > MAX_TEXT {
            return Err(ArchiveFault::Altered(name.to_owned()));
        }
        read_part(&mut from, &self.manifest.parts[wanted], &mut content)?;
        String::from_utf8(content).map(Some).map_err(|_| ArchiveFault::Altered(name.to_owned()))
    }

    fn is_authentic(&self, keyring: &Keyring) -> bool {
        let code = str::from_utf8(&self.code).ok().and_then(hex::decode);
        // Only one spelling of the code counts.
        let code = code.filter(|code| hex::encode(code).as_bytes() == self.code);
        keyring.keyed_hash_fits(Purpose::BackupManifests, &[&self.text], code.as_deref())
    }

    /// Opens the archive behind the manifest, which must be the same as before.
    fn parts(&self) -> Result<BufReader<File>, ArchiveFault> {
        let mut from = BufReader::new(File::open(&self.path)?);
        let text = read_front(&mut from, MANIFEST)?;
        let code = read_front(&mut from, CODE)?;
        if text == self.text && code == self.code {
            Ok(from)
        } else {
            Err(ArchiveFault::Altered("its manifest".to_owned()))
        }
    }

    /// Reads all parts up to the end of the archive, and writes those into files for which `file_of` opens
    /// one.
    fn read_parts<'a>(
        &self,
        mut file_of: impl FnMut(&Part) -> io::Result<Option<UnpackedFile<'a>>>,
    ) -> Result<(), ArchiveFault> {
        let mut from = self.parts()?;
        for part in &self.manifest.parts {
            match file_of(part)? {
                Some(mut file) => {
                    read_part(&mut from, part, &mut file)?;
                    file.file.sync_all()?;
                }
                None => read_part(&mut from, part, &mut io::sink())?,
            }
        }
        match tar::read_header(&mut from)? {
            None => Ok(()),
            Some(entry) => Err(ArchiveFault::Altered(entry.name)),
        }
    }
}

/// A file of a part, which is written until the command is cancelled.
struct UnpackedFile<'a> {
    file: File,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl Write for UnpackedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.is_cancelled)() {
            return Err(io::Error::other("the command was cancelled"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Reads one of the two entries before the parts.
fn read_front(from: &mut impl Read, name: &str) -> Result<Vec<u8>, ArchiveFault> {
    let entry = match tar::read_header(from) {
        Ok(Some(entry)) if entry.name == name && entry.length <= MAX_TEXT => entry,
        Err(ArchiveFault::Io(error)) => return Err(ArchiveFault::Io(error)),
        _ => return Err(ArchiveFault::NotAnArchive),
    };
    let mut content = Vec::new();
    from.by_ref().take(entry.length).read_to_end(&mut content)?;
    if u64::try_from(content.len()) != Ok(entry.length) {
        return Err(ArchiveFault::Truncated);
    }
    tar::read_padding(from, entry.length)?;
    Ok(content)
}

/// Reads a part, copies it, and compares it with the manifest.
fn read_part(from: &mut impl Read, part: &Part, to: &mut impl Write) -> Result<(), ArchiveFault> {
    let altered = || ArchiveFault::Altered(part.name.clone());
    match tar::read_header(from)? {
        Some(entry) if entry.name != part.name => return Err(ArchiveFault::Missing(part.name.clone())),
        Some(entry) if entry.length != part.length => return Err(altered()),
        Some(_) => {}
        None => return Err(ArchiveFault::Missing(part.name.clone())),
    }
    let copied = digest::copy(&mut from.by_ref().take(part.length), to)?;
    if copied.length != part.length {
        return Err(ArchiveFault::Truncated);
    }
    if copied.sha256 != part.sha256 {
        return Err(altered());
    }
    tar::read_padding(from, part.length)
}
