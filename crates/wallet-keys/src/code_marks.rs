//! Marks of used one-time codes and of wrong attempts. They survive a row that is restored from a backup
//! (wallet 1.2).
//!
//! A mark is needed for a day at most, so each day (UTC) has a file of its own, beside the tombstone log, and
//! old files are deleted. The processes of one database share the files and lock them in turn.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use causeway_domain::Time;
use causeway_service::runtime::tombstones::Tombstones;
use uuid::Uuid;

/// A day in milliseconds.
pub(crate) const DAY_MILLIS: i64 = 86_400_000;

/// The marks of today and yesterday, in files or in memory.
pub struct CodeMarks {
    /// Prefix of the daily files' names; `None` if the marks are in memory.
    prefix: Option<PathBuf>,
    days: Mutex<BTreeMap<i64, Tombstones>>,
}

/// An exclusive lock on the marks: no other attempt runs meanwhile, in any process.
pub(crate) struct CodeMarksGuard<'a> {
    days: MutexGuard<'a, BTreeMap<i64, Tombstones>>,
    today: i64,
    _lock: Option<File>,
}

impl CodeMarks {
    /// Keeps marks in files beside the tombstone log.
    #[must_use]
    pub fn beside(tombstones: &Path) -> Self {
        let mut prefix = tombstones.as_os_str().to_owned();
        prefix.push("-codes-");
        Self { prefix: Some(prefix.into()), days: Mutex::default() }
    }

    /// Keeps marks in memory, for a process that must not leave files behind.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { prefix: None, days: Mutex::default() }
    }

    /// Locks the marks, and reads those of other processes.
    pub(crate) fn lock(&self, now: Time) -> io::Result<CodeMarksGuard<'_>> {
        let mut days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
        let today = now.millis().div_euclid(DAY_MILLIS);
        if !days.contains_key(&today) {
            self.open_day(&mut days, today)?;
        }
        let file = match self.path(today) {
            Some(path) => {
                let file = File::open(path)?;
                file.lock()?;
                Some(file)
            }
            None => None,
        };
        let guard = CodeMarksGuard { days, today, _lock: file };
        guard.recent_days().try_for_each(Tombstones::refresh)?;
        Ok(guard)
    }

    /// Opens the files of a day and of the day before, and deletes older ones, except one that a process with
    /// a slow clock may still read.
    fn open_day(&self, days: &mut BTreeMap<i64, Tombstones>, today: i64) -> io::Result<()> {
        let yesterday = today - 1;
        days.retain(|day, _| *day >= yesterday);
        for day in [yesterday, today] {
            if let Entry::Vacant(place) = days.entry(day) {
                let path = self.path(day);
                place.insert(path.map_or_else(|| Ok(Tombstones::in_memory()), Tombstones::create)?);
            }
        }
        self.delete_before(yesterday - 1)
    }

    fn delete_before(&self, day: i64) -> io::Result<()> {
        let named =
            |path: &PathBuf| Some((path.parent()?.to_owned(), path.file_name()?.to_str()?.to_owned()));
        let Some((folder, prefix)) = self.prefix.as_ref().and_then(named) else { return Ok(()) };
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let of = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.parse::<i64>().ok());
            if of.is_some_and(|of| of < day) {
                match fs::remove_file(entry.path()) {
                    // `NotFound`: another process has deleted it.
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    Err(_) | Ok(()) => {}
                }
            }
        }
        Ok(())
    }

    fn path(&self, day: i64) -> Option<PathBuf> {
        let mut name = self.prefix.as_ref()?.as_os_str().to_owned();
        name.push(day.to_string());
        Some(name.into())
    }
}

impl CodeMarksGuard<'_> {
    /// Returns `true` if this mark was set today or yesterday.
    pub(crate) fn has(&self, mark: Uuid) -> bool {
        self.recent_days().any(|day| day.has(mark))
    }

    /// Sets marks. They survive the end of this process, but possibly not a crash of the machine.
    pub(crate) fn add(&self, marks: &[Uuid]) -> io::Result<()> {
        self.days.get(&self.today).map_or(Ok(()), |today| today.note(marks))
    }

    fn recent_days(&self) -> impl Iterator<Item = &Tombstones> {
        [self.today - 1, self.today].into_iter().filter_map(|day| self.days.get(&day))
    }
}

impl fmt::Debug for CodeMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CodeMarks({:?})", self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(day: i64) -> Time {
        Time::from_millis(day * DAY_MILLIS + 5)
    }

    #[test]
    fn marks_are_shared_by_all_processes_until_the_next_day() {
        let folder = std::env::temp_dir().join(format!("causeway-code-marks-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let revoked = folder.join("revoked");
        let [one, other] = [CodeMarks::beside(&revoked), CodeMarks::beside(&revoked)];
        let [first, second] = [1, 2].map(Uuid::from_u128);
        assert!(!one.lock(on(7)).unwrap().has(first));
        one.lock(on(7)).unwrap().add(&[first]).unwrap();
        assert!(other.lock(on(7)).unwrap().has(first));
        other.lock(on(8)).unwrap().add(&[second]).unwrap();
        for marks in [&one, &other, &CodeMarks::beside(&revoked)] {
            let guard = marks.lock(on(8)).unwrap();
            assert!(guard.has(first) && guard.has(second));
        }
        let guard = other.lock(on(9)).unwrap();
        assert!(!guard.has(first) && guard.has(second));
        drop(guard);
        let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["revoked-codes-7", "revoked-codes-8", "revoked-codes-9"]);
        assert!(one.lock(on(8)).unwrap().has(second), "its clock is behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn marks_in_memory_end_with_the_process() {
        let marks = CodeMarks::in_memory();
        marks.lock(on(7)).unwrap().add(&[Uuid::from_u128(1)]).unwrap();
        assert!(marks.lock(on(8)).unwrap().has(Uuid::from_u128(1)));
        assert!(!marks.lock(on(9)).unwrap().has(Uuid::from_u128(1)));
    }
}
