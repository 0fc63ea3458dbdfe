//! The scratch copy of the sources.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies the files of a git repository through `change`. Unchanged files are not written, so that only
/// changed ones are rebuilt; files that are no longer listed are deleted.
pub(super) fn copy(
    from: &Path,
    to: &Path,
    change: impl Fn(&str, Vec<u8>) -> Result<Vec<u8>, String>,
) -> Result<(), String> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(from).output();
    let output = output.map_err(|cause| format!("cannot run git ls-files: {cause}"))?;
    let mut kept = BTreeSet::new();
    for name in String::from_utf8_lossy(&output.stdout).split_terminator('\0') {
        // Git also lists files whose deletion is not committed.
        let Ok(bytes) = std::fs::read(from.join(name)) else { continue };
        let bytes = change(name, bytes)?;
        let path = to.join(name);
        if std::fs::read(&path).ok().as_ref() != Some(&bytes) {
            let folder = path.parent().unwrap_or(to);
            let outcome = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, &bytes));
            outcome.map_err(|cause| format!("cannot write {}: {cause}", path.display()))?;
        }
        kept.insert(path);
    }
    if kept.is_empty() {
        return Err("git lists no files here".to_owned());
    }
    delete_others(to, &kept)
}

fn delete_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<(), String> {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            delete_others(&path, kept)?;
        } else if !kept.contains(&path) {
            std::fs::remove_file(&path)
                .map_err(|cause| format!("cannot remove {}: {cause}", path.display()))?;
        }
    }
    Ok(())
}
