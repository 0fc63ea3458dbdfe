//! The file that a process appends the heads to which it sees.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;

use super::note::{Checkpoint, Occasion, origin, signature_line};
use super::reading::{Reading, expected};
use crate::runtime::keys::Keyring;

/// Where a process keeps the heads that it has seen; in memory where there is no file.
pub struct AnchorFile {
    path: Option<PathBuf>,
    newest: Mutex<BTreeMap<PlatformId, TreeHead>>,
}

impl AnchorFile {
    /// Reads what the file has, where it exists.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: PathBuf, keyring: &Keyring) -> io::Result<Self> {
        let known = expected(&[Reading::of(&text_of(&path)?, keyring)]);
        let mut newest: BTreeMap<PlatformId, TreeHead> = BTreeMap::new();
        for head in known.heads {
            let last = newest.entry(head.platform).or_insert(head);
            if head.size >= last.size {
                *last = head;
            }
        }
        Ok(Self { path: Some(path), newest: Mutex::new(newest) })
    }

    /// For a process that is to leave nothing behind.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self { path: None, newest: Mutex::new(BTreeMap::new()) }
    }

    /// Whether there is a file.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        self.path.is_some()
    }

    /// What the file has.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn text(&self) -> io::Result<String> {
        self.path.as_deref().map_or_else(|| Ok(String::new()), text_of)
    }

    /// The newest heads that were seen.
    #[must_use]
    pub fn newest(&self) -> Vec<TreeHead> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).values().copied().collect()
    }

    /// Appends checkpoints, signed by the newest key; those of a rotation by the one before it too. They are on the disk
    /// when it returns. Blocks until then.
    ///
    /// # Errors
    /// When the file cannot be written; none of them counts as seen then.
    pub fn append(&self, checkpoints: &[Checkpoint], keyring: &Keyring) -> io::Result<()> {
        if checkpoints.is_empty() {
            return Ok(());
        }
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &self.path {
            let notes: String = checkpoints.iter().map(|checkpoint| signed(checkpoint, keyring)).collect();
            write_at_the_end(path, &notes)?;
        }
        newest.extend(checkpoints.iter().map(|checkpoint| (checkpoint.head.platform, checkpoint.head)));
        Ok(())
    }
}

fn text_of(path: &Path) -> io::Result<String> {
    match fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(fault) => Err(fault),
    }
}

/// The note, and an empty line that parts it from the next.
fn signed(checkpoint: &Checkpoint, keyring: &Keyring) -> String {
    let (text, name) = (checkpoint.text(), origin(checkpoint.head.platform));
    let before = keyring.numbers().filter(|number| *number < keyring.newest()).max();
    let further = before.filter(|_| matches!(checkpoint.occasion, Occasion::Rotated(_)));
    let signatures = [keyring.newest()].into_iter().chain(further).filter_map(|number| {
        let key = keyring.checkpoint_key(number)?;
        Some(signature_line(&name, &key.sign(&name, &text)))
    });
    format!("{text}\n{}\n", signatures.collect::<String>())
}

/// Behind what a process left that was stopped while it wrote, a new line is begun.
fn write_at_the_end(path: &Path, notes: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    let begin = if last == [b'\n'] { "" } else { "\n\n" };
    file.write_all(format!("{begin}{notes}").as_bytes())?;
    file.sync_data()
}

impl fmt::Debug for AnchorFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnchorFile({:?})", self.path)
    }
}
