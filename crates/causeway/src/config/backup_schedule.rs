//! The schedule of the backups that a server makes.

use std::path::PathBuf;
use std::time::Duration;

use super::{Layers, Value};

/// Default interval between two backups, in hours.
const HOURS: u32 = 24;
/// Default number of backups that are kept.
const KEEP: u32 = 7;

/// The schedule of the backups that a server makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSchedule {
    /// Folder of the archives.
    pub folder: PathBuf,
    /// Interval between two backups.
    pub interval: Duration,
    /// Number of archives that are kept, the newest ones.
    pub keep: usize,
}

/// Takes the schedule; `None` if the server makes no backups.
pub(super) fn backup_schedule(from: &mut Layers) -> Option<BackupSchedule> {
    let folder: Option<PathBuf> = from.take_optional("backup_folder");
    let hours = from.take_read("backup_every_hours", HOURS, at_least_one, u32::show);
    let keep = from.take_read("backup_keep", KEEP, at_least_one, u32::show);
    let keep = usize::try_from(keep).unwrap_or(usize::MAX);
    folder.map(|folder| BackupSchedule { folder, interval: Duration::from_hours(hours.into()), keep })
}

fn at_least_one(text: &str) -> Result<u32, String> {
    match u32::read(text) {
        Ok(0) | Err(_) => Err("must be a whole number from 1 to 4294967295".to_owned()),
        Ok(number) => Ok(number),
    }
}
