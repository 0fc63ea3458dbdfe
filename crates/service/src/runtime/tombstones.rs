//! The tombstone log: permanent revocations, and the wallets that have had their keys. The file only grows
//! and outlives a restored database (wallet 1.2).
//!
//! Each entry is 16 bytes: the id of a credential, session or delegated key, or a hash that represents
//! another fact. Processes of one database share the file, so each looks for the entries that others have
//! added.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use uuid::Uuid;

const ENTRY_BYTES: u64 = 16;

/// The tombstone log; in memory if there is no file.
pub struct Tombstones {
    path: Option<PathBuf>,
    known: Mutex<TombstoneEntries>,
}

#[derive(Default)]
struct TombstoneEntries {
    revoked: HashSet<Uuid>,
    /// Number of bytes read from the file.
    read: u64,
}

impl Tombstones {
    /// Opens and reads the file.
    ///
    /// # Errors
    /// If the file is missing or cannot be read: without it, revoked credentials would be valid again.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let tombstones = Self { path: Some(path), known: Mutex::default() };
        tombstones.refresh()?;
        Ok(tombstones)
    }

    /// Creates the file, for its owner only, for a deployment without revocations; reads it if it exists.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn create(path: PathBuf) -> io::Result<Self> {
        let mut options = fs::OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?.sync_all()?;
        Self::open(path)
    }

    /// Creates a log without a file, for a process that is to leave no trace.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { path: None, known: Mutex::default() }
    }

    /// Returns `true` if this id was revoked, as far as the file was read.
    #[must_use]
    pub fn has(&self, id: Uuid) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).revoked.contains(&id)
    }

    /// Returns `true` if there is no entry, as far as the file was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).revoked.is_empty()
    }

    /// Reads the entries added since.
    ///
    /// # Errors
    /// If the file cannot be read, or has become shorter.
    pub fn refresh(&self) -> io::Result<()> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.path {
            Some(path) => read_new_entries(&File::open(path)?, &mut known),
            None => Ok(()),
        }
    }

    /// Adds the entries that are not there yet. Blocks until they are on disk.
    ///
    /// # Errors
    /// If the file cannot be written; none of the entries counts as revoked then.
    pub fn add(&self, revoked: &[Uuid]) -> io::Result<()> {
        self.write(revoked, File::sync_data)
    }

    /// Adds entries without waiting for the disk: they survive the end of this process, but perhaps not a
    /// failure of the machine.
    ///
    /// # Errors
    /// If the file cannot be written; none of the entries counts then.
    pub fn note(&self, ids: &[Uuid]) -> io::Result<()> {
        self.write(ids, |_| Ok(()))
    }

    fn write(&self, revoked: &[Uuid], sync: fn(&File) -> io::Result<()>) -> io::Result<()> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(path) = &self.path else {
            known.revoked.extend(revoked);
            return Ok(());
        };
        let mut file = fs::OpenOptions::new().read(true).append(true).open(path)?;
        read_new_entries(&file, &mut known)?;
        let new: BTreeSet<Uuid> = revoked.iter().copied().filter(|id| !known.revoked.contains(id)).collect();
        if !new.is_empty() {
            // Zeros complete the partial entry of a process that was stopped while writing.
            let torn = file.metadata()?.len() % ENTRY_BYTES;
            let mut bytes: Vec<u8> = (torn..ENTRY_BYTES).filter(|_| torn > 0).map(|_| 0).collect();
            bytes.extend(new.iter().flat_map(|id| *id.as_bytes()));
            file.write_all(&bytes)?;
            sync(&file)?;
        }
        read_new_entries(&file, &mut known)
    }
}

impl Tombstones {
    /// Imports the entries of another tombstone log: a copy of this log, or of a lost log.
    ///
    /// # Errors
    /// If either log cannot be read, or this log cannot be written.
    pub fn import(&self, other: &Path) -> io::Result<()> {
        let other = Self::open(other.to_owned())?;
        let revoked: Vec<Uuid> = {
            let known = other.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.revoked.iter().copied().collect()
        };
        self.add(&revoked)
    }
}

/// Reads the complete entries after those already read.
fn read_new_entries(mut file: &File, known: &mut TombstoneEntries) -> io::Result<()> {
    let length = file.metadata()?.len();
    if length < known.read {
        return Err(io::Error::other("the tombstone log has become shorter"));
    }
    let new_bytes = (length - known.read) / ENTRY_BYTES * ENTRY_BYTES;
    if new_bytes == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::Start(known.read))?;
    let mut bytes = Vec::new();
    file.take(new_bytes).read_to_end(&mut bytes)?;
    let (entries, _) = bytes.as_chunks::<16>();
    known.revoked.extend(entries.iter().copied().map(Uuid::from_bytes));
    known.read += new_bytes;
    Ok(())
}

impl fmt::Debug for Tombstones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tombstones({:?})", self.path)
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    fn scratch(name: &str) -> PathBuf {
        env::temp_dir().join(format!("causeway-tombstones-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_tombstone_is_seen_by_every_process_and_after_a_torn_write() {
        let path = scratch("shared");
        let [one, other, last] = [1, 2, 3].map(Uuid::from_u128);
        let first = Tombstones::create(path.clone()).unwrap();
        let second = Tombstones::open(path.clone()).unwrap();
        first.add(&[one, one]).unwrap();
        assert!(first.has(one) && !second.has(one));
        second.refresh().unwrap();
        assert!(second.has(one));
        second.add(&[one, other]).unwrap();
        fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"torn").unwrap();
        first.add(&[last]).unwrap();
        assert!(first.has(other) && first.has(last));
        assert_eq!(fs::metadata(&path).unwrap().len(), 4 * ENTRY_BYTES);
        assert!(Tombstones::open(path.clone()).unwrap().has(last));
        fs::write(&path, b"").unwrap();
        assert!(first.refresh().is_err(), "it never becomes shorter");
        fs::remove_file(&path).unwrap();
        assert!(Tombstones::open(path).is_err(), "a file that is gone is not made anew");
    }
}
