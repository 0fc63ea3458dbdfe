//! Backups that a server makes by itself, at an interval, into one folder.

use std::fmt::Display;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_service::App;
use causeway_service::runtime::timers;
use causeway_store::{Error, Tx, alerts};
use serde_json::json;
use tokio::sync::watch;

use crate::config::{BackupSchedule, Config};
use crate::database_maintenance::{BackupRequest, StorageError, blocking, make_backup};

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

/// The result of a first look at the folder.
enum Turn {
    /// The newest backup is recent.
    Done,
    /// A backup is due, and another server is making it.
    Other {
        /// Time of the newest backup; `None` if there is none.
        newest: Option<Time>,
    },
    /// A backup is due, and this server makes it while it holds the lock.
    Own(File),
}

/// Makes a backup whenever the newest one in the folder is older than the interval, until stopped. Servers that
/// share the folder make one backup between them.
pub(super) async fn keep_backing_up(
    app: Arc<App>,
    config: Config,
    schedule: BackupSchedule,
    mut stop: watch::Receiver<bool>,
) {
    let subject = subject(&machine(), &schedule.folder);
    let limit = schedule.interval.min(timers::BACKUP_LIMIT);
    loop {
        let round = watched(limit, look(&app, &config, &schedule), report_overrun(&app, &subject, limit));
        let outcome = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            outcome = round => outcome,
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

/// Returns the subject of the alert. Servers on two machines may have a folder of the same path each.
fn subject(machine: &str, folder: &Path) -> String {
    format!("{machine}:{}", folder.display())
}

/// Returns the name of this machine; of a container, its own one.
fn machine() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Awaits work to its end. Work that takes longer than the limit is reported meanwhile: a thread that hangs in the
/// file system cannot be ended.
async fn watched<T>(limit: Duration, work: impl Future<Output = T>, report: impl Future<Output = ()>) -> T {
    let mut work = pin!(work);
    if let Ok(outcome) = timers::within(limit, work.as_mut()).await {
        return outcome;
    }
    report.await;
    work.await
}

/// Makes a backup if it is due, and deletes old ones once it is complete.
async fn look(app: &App, config: &Config, schedule: &BackupSchedule) -> Result<Round, StorageError> {
    let folder = schedule.folder.clone();
    let failed = move |error| StorageError::File { path: folder, error };
    let now = app.clock.now();
    let asked = schedule.clone();
    let refused = failed.clone();
    let lock = match blocking(move || turn(&asked, now).map_err(refused)).await? {
        Turn::Done => return Ok(Round::Recent),
        Turn::Other { newest } => return Ok(Round::Awaited { newest }),
        Turn::Own(lock) => lock,
    };
    let request = BackupRequest {
        to: schedule.folder.join(name_of(now)),
        with_keys: false,
        // It is alerted before: a large database may take so long.
        dump_limit: Some(schedule.interval.max(timers::BACKUP_LIMIT)),
    };
    let outcome = make_backup(config, request).await?;
    tracing::info!(file = %outcome.file.display(), bytes = outcome.bytes, "backup made");
    let asked = schedule.clone();
    blocking(move || {
        let pruned = prune(&asked.folder, asked.keep, now).map_err(failed);
        drop(lock);
        pruned
    })
    .await?;
    Ok(Round::Recent)
}

/// Creates the folder, and locks it if a backup is due. Blocks.
fn turn(schedule: &BackupSchedule, now: Time) -> io::Result<Turn> {
    let folder = &schedule.folder;
    let is_recent = |newest: Option<Time>| newest.is_some_and(|newest| now.since(newest) < schedule.interval);
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let newest = newest_in(folder, now)?;
    if is_recent(newest) {
        return Ok(Turn::Done);
    }
    let Some(lock) = lock(folder)? else { return Ok(Turn::Other { newest }) };
    // Another server may have made it since.
    if is_recent(newest_in(folder, now)?) {
        return Ok(Turn::Done);
    }
    Ok(Turn::Own(lock))
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

/// Raises an alert about a backup that has taken longer than the limit.
async fn report_overrun(app: &Arc<App>, subject: &str, limit: Duration) {
    let reason = format!("the backup has not ended after {} minutes", limit.as_secs() / 60);
    tracing::error!(reason, "backup hangs");
    if let Err(error) = raise(app, subject, &reason).await {
        tracing::error!(%error, "failed to raise the alert about backups");
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

/// Deletes all backups but the newest ones, and what killed processes have left of others. Backups from the future are
/// left alone and do not count.
fn prune(folder: &Path, keep: usize, now: Time) -> io::Result<()> {
    let mut backups = backups_in(folder)?;
    backups.retain(|(at, _)| *at <= now);
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
        prune(scratch.path(), 2, at(3)).unwrap();
        let left: Vec<Time> = backups_in(scratch.path()).unwrap().into_iter().map(|(at, _)| at).collect();
        assert_eq!(left, [at(2), at(3)]);
        assert!(scratch.path().join("copy.tar").exists());
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3);
        prune(scratch.path(), 9, at(3)).unwrap();
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
        prune(scratch.path(), 1, at(2)).unwrap();
        assert_eq!(
            backups_in(scratch.path()).unwrap().len(),
            2,
            "the one of today and the one of the future"
        );
    }

    #[test]
    fn a_folder_has_a_subject_on_each_machine() {
        let folder = Path::new("/var/backups/causeway");
        assert_eq!(subject("one", folder), "one:/var/backups/causeway");
        assert_ne!(subject("one", folder), subject("two", folder));
        assert_ne!(machine(), "");
    }

    #[test]
    fn a_backup_is_due_once_the_newest_one_is_older_than_the_interval() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("backups");
        let schedule = BackupSchedule { folder, interval: Duration::from_hours(24), keep: 2 };
        let first = turn(&schedule, at(1)).unwrap();
        assert!(matches!(first, Turn::Own(_)), "the folder is empty");
        assert!(
            matches!(turn(&schedule, at(1)).unwrap(), Turn::Other { newest: None }),
            "the other one makes it"
        );
        fs::write(schedule.folder.join(name_of(at(1))), "").unwrap();
        assert!(matches!(turn(&schedule, at(1)).unwrap(), Turn::Done), "it is there");
        assert!(
            matches!(turn(&schedule, at(2)).unwrap(), Turn::Other { newest: Some(_) }),
            "the next one is due"
        );
    }

    /// Checks that a backup that hangs is reported, and is awaited nevertheless: the report is what ends it here.
    #[tokio::test]
    async fn a_backup_that_hangs_is_reported_before_it_ends() {
        let (end, ended) = tokio::sync::oneshot::channel();
        let report = async move { end.send("ended late").unwrap() };
        let outcome = watched(Duration::from_millis(1), async { ended.await.unwrap() }, report).await;
        assert_eq!(outcome, "ended late");
        let report = async { panic!("nothing is late") };
        assert_eq!(watched(Duration::from_mins(1), async { "ended" }, report).await, "ended");
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
