//! Which one-time codes were used, and how often codes were wrong: marks that outlive a row that is put back (wallet 1.2).
//!
//! Nobody asks for a mark for longer than a day, so each day (UTC) has a file of its own beside that of what was revoked, and
//! old ones go. Processes of one database share them, and take turns.

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

/// A day, in milliseconds.
pub(crate) const DAY_MILLIS: i64 = 86_400_000;

/// The marks of today and yesterday; in memory where there is no file.
pub struct CodeMarks {
    /// What the name of each day's file begins with.
    beginning: Option<PathBuf>,
    days: Mutex<BTreeMap<i64, Tombstones>>,
}

/// Nobody else tries a code meanwhile, in whichever process.
pub(crate) struct Turn<'a> {
    days: MutexGuard<'a, BTreeMap<i64, Tombstones>>,
    today: i64,
    _lock: Option<File>,
}

impl CodeMarks {
    /// In files beside that of what was revoked.
    #[must_use]
    pub fn beside(tombstones: &Path) -> Self {
        let mut beginning = tombstones.as_os_str().to_owned();
        beginning.push("-codes-");
        Self { beginning: Some(beginning.into()), days: Mutex::default() }
    }

    /// For a process that is to leave nothing behind.
    #[must_use]
    pub fn in_memory() -> Self {
        Self { beginning: None, days: Mutex::default() }
    }

    /// Waits for its turn, and reads what others have marked.
    pub(crate) fn turn(&self, now: Time) -> io::Result<Turn<'_>> {
        let mut days = self.days.lock().unwrap_or_else(PoisonError::into_inner);
        let today = now.millis().div_euclid(DAY_MILLIS);
        if !days.contains_key(&today) {
            self.begin(&mut days, today)?;
        }
        let lock = match self.path(today) {
            Some(path) => {
                let file = File::open(path)?;
                file.lock()?;
                Some(file)
            }
            None => None,
        };
        let turn = Turn { days, today, _lock: lock };
        turn.lately().try_for_each(Tombstones::refresh)?;
        Ok(turn)
    }

    /// Opens the files of a day and of the one before, and deletes older ones; but one that is still read where a clock is
    /// behind.
    fn begin(&self, days: &mut BTreeMap<i64, Tombstones>, today: i64) -> io::Result<()> {
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
        let Some((folder, beginning)) = self.beginning.as_ref().and_then(named) else { return Ok(()) };
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let of = name.to_str().and_then(|name| name.strip_prefix(&beginning)?.parse::<i64>().ok());
            if of.is_some_and(|of| of < day) {
                match fs::remove_file(entry.path()) {
                    // Another process was faster.
                    Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
                    Err(_) | Ok(()) => {}
                }
            }
        }
        Ok(())
    }

    fn path(&self, day: i64) -> Option<PathBuf> {
        let mut name = self.beginning.as_ref()?.as_os_str().to_owned();
        name.push(day.to_string());
        Some(name.into())
    }
}

impl Turn<'_> {
    /// Whether there is this mark, of today or yesterday.
    pub(crate) fn has(&self, mark: Uuid) -> bool {
        self.lately().any(|day| day.has(mark))
    }

    /// Leaves marks. The end of this process does not remove them; a failure of the machine may.
    pub(crate) fn add(&self, marks: &[Uuid]) -> io::Result<()> {
        self.days.get(&self.today).map_or(Ok(()), |today| today.note(marks))
    }

    fn lately(&self) -> impl Iterator<Item = &Tombstones> {
        [self.today - 1, self.today].into_iter().filter_map(|day| self.days.get(&day))
    }
}

impl fmt::Debug for CodeMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CodeMarks({:?})", self.beginning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(day: i64) -> Time {
        Time::from_millis(day * DAY_MILLIS + 5)
    }

    #[test]
    fn marks_are_everybodys_until_the_day_after() {
        let folder = std::env::temp_dir().join(format!("causeway-code-marks-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let revoked = folder.join("revoked");
        let [one, other] = [CodeMarks::beside(&revoked), CodeMarks::beside(&revoked)];
        let [first, second] = [1, 2].map(Uuid::from_u128);
        assert!(!one.turn(on(7)).unwrap().has(first));
        one.turn(on(7)).unwrap().add(&[first]).unwrap();
        assert!(other.turn(on(7)).unwrap().has(first));
        other.turn(on(8)).unwrap().add(&[second]).unwrap();
        for marks in [&one, &other, &CodeMarks::beside(&revoked)] {
            let turn = marks.turn(on(8)).unwrap();
            assert!(turn.has(first) && turn.has(second));
        }
        let turn = other.turn(on(9)).unwrap();
        assert!(!turn.has(first) && turn.has(second));
        drop(turn);
        let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["revoked-codes-7", "revoked-codes-8", "revoked-codes-9"]);
        assert!(one.turn(on(8)).unwrap().has(second), "its clock is behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn marks_in_memory_go_with_the_process() {
        let marks = CodeMarks::in_memory();
        marks.turn(on(7)).unwrap().add(&[Uuid::from_u128(1)]).unwrap();
        assert!(marks.turn(on(8)).unwrap().has(Uuid::from_u128(1)));
        assert!(!marks.turn(on(9)).unwrap().has(Uuid::from_u128(1)));
    }
}
