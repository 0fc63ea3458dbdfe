//! The anchor file, to which a process appends the ledger heads that it sees.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;

use super::anchor_log::{AnchorLog, expected_anchors};
use super::note::{Checkpoint, CheckpointReason, origin, signature_line};
use crate::runtime::keys::Keyring;

/// The ledger heads that a process has seen; in memory if there is no file.
pub struct AnchorFile {
    path: Option<PathBuf>,
    newest: Mutex<BTreeMap<PlatformId, TreeHead>>,
}

impl AnchorFile {
    /// Reads the file, if it exists.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: PathBuf, keyring: &Keyring) -> io::Result<Self> {
        let known = expected_anchors(&[AnchorLog::of(&text_of(&path)?, keyring)]);
        let mut newest: BTreeMap<PlatformId, TreeHead> = BTreeMap::new();
        for head in known.heads {
            let last = newest.entry(head.platform).or_insert(head);
            if head.size >= last.size {
                *last = head;
            }
        }
        Ok(Self { path: Some(path), newest: Mutex::new(newest) })
    }

    /// Creates an anchor record without a file, for a process that is to leave no trace.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self { path: None, newest: Mutex::new(BTreeMap::new()) }
    }

    /// Returns `true` if the heads are kept in a file.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        self.path.is_some()
    }

    /// Returns the content of the file, empty if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn text(&self) -> io::Result<String> {
        self.path.as_deref().map_or_else(|| Ok(String::new()), text_of)
    }

    /// Returns the newest head seen of each platform.
    #[must_use]
    pub fn newest(&self) -> Vec<TreeHead> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).values().copied().collect()
    }

    /// Appends checkpoints, signed by the newest key; those of a rotation also by the key before it. Blocks
    /// until they are on disk.
    ///
    /// # Errors
    /// If the file cannot be written; none of the heads counts as seen then.
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
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

/// Returns the signed note, with an empty line that separates it from the next.
fn signed(checkpoint: &Checkpoint, keyring: &Keyring) -> String {
    let text = checkpoint.text();
    let name = origin(checkpoint.head.platform);
    let before = keyring.numbers().filter(|number| *number < keyring.newest()).max();
    let further = before.filter(|_| matches!(checkpoint.occasion, CheckpointReason::Rotated(_)));
    let signatures = [keyring.newest()].into_iter().chain(further).filter_map(|number| {
        let key = keyring.checkpoint_key(number)?;
        Some(signature_line(&name, &key.sign(&name, &text)))
    });
    format!("{text}\n{}\n", signatures.collect::<String>())
}

/// Appends notes to the file. Begins a new line after the partial note of a process that was stopped while
/// writing.
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
