//! Backups that a server makes by itself, at an interval, into one folder.

use std::fmt::Display;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_service::App;
use causeway_service::runtime::timers;
use causeway_store::{Error, Tx, alerts};
use serde_json::json;
use tokio::sync::watch;

use crate::config::{BackupSchedule, Config};
use crate::database_maintenance::{StorageError, make_backup};

/// The actor that is shown for alerts closed here.
const BY: &str = "the service";
/// Name of the file that a server locks while it makes a backup.
const LOCK: &str = ".causeway-backup.lock";
/// Beginning and end of the names of archives, around their time.
const PREFIX: &str = "causeway-";
const SUFFIX: &str = ".tar";
/// Ending of the name of a temporary folder.
const PARTIAL: &str = ".partial";

/// The result of one look at the folder.
enum Round {
    /// The newest backup is recent, or a new one was made.
    Recent,
    /// A backup is due, and another server is making it.
    Awaited {
        /// Time of the newest backup; `None` if there is none.
        newest: Option<Time>,
    },
}

/// Makes a backup whenever the newest one in the folder is older than the interval, until stopped. Servers that
/// share the folder make one backup between them.
pub(super) async fn keep_backing_up(
    app: Arc<App>,
    config: Config,
    schedule: BackupSchedule,
    mut stop: watch::Receiver<bool>,
) {
    let subject = schedule.folder.display().to_string();
    loop {
        let outcome = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            outcome = look(&app, &config, &schedule) => outcome,
        };
        let pause = if outcome.is_ok() { timers::BACKUP_POLL } else { timers::BACKUP_RETRY };
        if let Err(error) = report(&app, &schedule, &subject, outcome).await {
            tracing::error!(%error, "failed to raise or close the alert about backups");
        }
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            () = timers::pause(pause) => {}
        }
    }
}

/// Makes a backup if it is due, and deletes old ones once it is complete.
async fn look(app: &App, config: &Config, schedule: &BackupSchedule) -> Result<Round, StorageError> {
    let folder = &schedule.folder;
    let failed = |error| StorageError::File { path: folder.clone(), error };
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    let now = app.clock.now();
    let newest = newest_in(folder, now).map_err(failed)?;
    if newest.is_some_and(|newest| now.since(newest) < schedule.interval) {
        return Ok(Round::Recent);
    }
    let Some(_lock) = lock(folder).map_err(failed)? else { return Ok(Round::Awaited { newest }) };
    // Another server may have made it since.
    let newest = newest_in(folder, now).map_err(failed)?;
    if newest.is_none_or(|newest| now.since(newest) >= schedule.interval) {
        let outcome = make_backup(config, &folder.join(name_of(now)), false).await?;
        tracing::info!(file = %outcome.file.display(), bytes = outcome.bytes, "backup made");
    }
    prune(folder, schedule.keep).map_err(failed)?;
    Ok(Round::Recent)
}

/// Returns the instant of the newest backup. One from the future, made while the clock was wrong, does not count.
fn newest_in(folder: &Path, now: Time) -> io::Result<Option<Time>> {
    Ok(backups_in(folder)?.iter().map(|(at, _)| *at).filter(|at| *at <= now).max())
}

/// Raises an alert if the backup has failed or is overdue, and closes it once there is a recent one.
async fn report(
    app: &Arc<App>,
    schedule: &BackupSchedule,
    subject: &str,
    outcome: Result<Round, StorageError>,
) -> Result<(), Error> {
    match outcome {
        Ok(Round::Recent) => close(app, subject).await,
        Ok(Round::Awaited { newest })
            if newest.is_none_or(|at| app.clock.now().since(at) < 2 * schedule.interval) =>
        {
            Ok(())
        }
        Ok(Round::Awaited { .. }) => {
            raise(app, subject, &"another server has been making it for longer than the interval").await
        }
        Err(error) => {
            tracing::error!(%error, "backup failed; it is tried again");
            raise(app, subject, &error).await
        }
    }
}

async fn raise(app: &Arc<App>, subject: &str, reason: &impl Display) -> Result<(), Error> {
    let detail = json!({ "reason": reason.to_string(), "commands": ["causeway backup FILE"] });
    let shared = Arc::clone(app);
    let subject = subject.to_owned();
    let write = move |tx: &mut Tx<'_>| {
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, None, alert, AlertKind::BackupFailed, &subject, &detail)
    };
    app.store.write(&[], write).await
}

/// Closes the alert if it is open; most looks find none and write nothing.
async fn close(app: &Arc<App>, subject: &str) -> Result<(), Error> {
    let about = subject.to_owned();
    let is_open = move |tx: &mut Tx<'_>| alerts::is_open(tx, AlertKind::BackupFailed, &about);
    if !app.store.read::<_, Error, _>(is_open).await? {
        return Ok(());
    }
    let about = subject.to_owned();
    let close = move |tx: &mut Tx<'_>| alerts::close_about(tx, AlertKind::BackupFailed, &about, BY).map(drop);
    app.store.write(&[], close).await
}

/// Locks the folder for one backup; `None` while another server makes one.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    let file = options.open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Returns the backups in the folder with their times, oldest first. Other files are left alone.
fn backups_in(folder: &Path) -> io::Result<Vec<(Time, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let at = path.file_name().and_then(|name| time_of(name.to_str()?));
        found.extend(at.map(|at| (at, path)));
    }
    found.sort();
    Ok(found)
}

/// Deletes all backups but the newest ones, and what killed processes have left of others.
fn prune(folder: &Path, keep: usize) -> io::Result<()> {
    let backups = backups_in(folder)?;
    let old = backups.len().saturating_sub(keep);
    for (_, path) in &backups[..old] {
        fs::remove_file(path)?;
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(PARTIAL));
        if name.and_then(time_of).is_some() {
            fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}

/// Returns the name of the backup of an instant, such as `causeway-2025-10-03T12-00-00.123Z.tar`.
fn name_of(at: Time) -> String {
    format!("{PREFIX}{}{SUFFIX}", at.to_string().replace(':', "-"))
}

/// Returns the time in the name of a backup; `None` for other names.
fn time_of(name: &str) -> Option<Time> {
    let (date, time) = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('T')?;
    let at = format!("{date}T{}", time.replace('-', ":")).parse().ok()?;
    (name_of(at) == name).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 3_600_000;

    fn at(day: i64) -> Time {
        Time::from_millis(1_700_000_000_123 + day * DAY)
    }

    #[test]
    fn a_name_tells_the_time_and_other_names_tell_none() {
        assert_eq!(name_of(at(0)), "causeway-2023-11-14T22-13-20.123Z.tar");
        assert_eq!(time_of(&name_of(at(0))), Some(at(0)));
        for other in [
            "causeway-2023-11-14T22-13-20.123Z.tar.partial",
            "causeway-2023-11-14T22-13-20Z.tar",
            "causeway-2023-11-14T22:13:20.123Z.tar",
            "causeway-.tar",
            "copy.tar",
        ] {
            assert_eq!(time_of(other), None, "{other}");
        }
    }

    #[test]
    fn the_newest_backups_are_kept_and_other_files_are_left_alone() {
        let scratch = tempfile::tempdir().unwrap();
        for day in [3, 1, 2, 0] {
            fs::write(scratch.path().join(name_of(at(day))), "").unwrap();
        }
        fs::write(scratch.path().join("copy.tar"), "").unwrap();
        fs::create_dir(scratch.path().join(name_of(at(4)) + PARTIAL)).unwrap();
        prune(scratch.path(), 2).unwrap();
        let left: Vec<Time> = backups_in(scratch.path()).unwrap().into_iter().map(|(at, _)| at).collect();
        assert_eq!(left, [at(2), at(3)]);
        assert!(scratch.path().join("copy.tar").exists());
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3);
        prune(scratch.path(), 9).unwrap();
        assert_eq!(backups_in(scratch.path()).unwrap().len(), 2);
    }

    #[test]
    fn a_backup_from_the_future_does_not_count() {
        let scratch = tempfile::tempdir().unwrap();
        assert_eq!(newest_in(scratch.path(), at(2)).unwrap(), None);
        for day in [1, 9] {
            fs::write(scratch.path().join(name_of(at(day))), "").unwrap();
        }
        assert_eq!(newest_in(scratch.path(), at(2)).unwrap(), Some(at(1)));
        assert_eq!(newest_in(scratch.path(), at(0)).unwrap(), None);
    }

    #[test]
    fn one_server_at_a_time_makes_a_backup() {
        let scratch = tempfile::tempdir().unwrap();
        let first = lock(scratch.path()).unwrap();
        assert!(first.is_some() && lock(scratch.path()).unwrap().is_none());
        drop(first);
        assert!(lock(scratch.path()).unwrap().is_some());
    }
}
