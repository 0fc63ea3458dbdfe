//! Starting a server under its supervisor, and knowing whether it runs.

use std::fs::{File, OpenOptions, TryLockError};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::Error;
use super::binaries::{Account, Binaries, without_settings};
use crate::wait;

/// A freshly made server answers in a second; a machine at the end of its powers needs much longer.
const START_LIMIT: Duration = Duration::from_secs(120);

const SUPERVISE: &str = include_str!("supervise.sh");

/// What differs from the server's defaults. `fsync` and `synchronous_commit` are not here on purpose.
const SETTINGS: &[(&str, &str)] = &[
    ("listen_addresses", "127.0.0.1"),
    ("max_connections", "500"),
    ("shared_buffers", "64MB"),
    ("checkpoint_timeout", "30min"),
    ("max_wal_size", "4GB"),
    ("log_min_messages", "warning"),
    ("timezone", "UTC"),
];

/// What differs on the shared server alone: others are measured and ill-treated as they are in production. By default a
/// server plans each statement of a connection anew the first five times, and in a test most do not run more often.
const SHARED_SETTINGS: &[(&str, &str)] = &[("plan_cache_mode", "force_generic_plan")];

/// What differs on a server that counts statements: commands of transactions are none, and its log has the changes
/// alone, which are the same each time.
const COUNTING_SETTINGS: &[(&str, &str)] = &[
    ("shared_preload_libraries", "pg_stat_statements"),
    ("pg_stat_statements.track_utility", "off"),
    ("full_page_writes", "off"),
    ("autovacuum", "off"),
];

/// What a start leaves behind in the folder when the server has to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remains {
    /// The locks stay: the next process starts anew in the same folder.
    Locks,
    /// Nothing: the folder belonged to one process.
    Nothing,
}

/// What a server does besides serving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// Whatever it does when it is not told.
    Default,
    /// It keeps a checksum of each page, by which a page shows that it is not the one that was written.
    Checksums,
    /// It counts statements.
    Counts,
}

/// Opens one of the lock files of a cluster's folder.
pub(super) fn lock_file(folder: &Path, name: &str) -> Result<File, Error> {
    let path = folder.join(name);
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|cause| Error::of(format_args!("opening {}", path.display()), cause))
}

/// Whether a supervisor holds this folder.
pub(super) fn is_supervised(folder: &Path) -> Result<bool, Error> {
    match lock_file(folder, "supervisor.lock")?.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(cause)) => Err(Error::of("looking at the supervisor's lock", cause)),
    }
}

/// Makes a new cluster in `folder`, starts it under a supervisor, and returns its port when it is ready.
///
/// The caller holds `start.lock` of a shared folder, and `users.lock` in any case. A start that fails can be tried
/// again: another process may have taken the port.
pub(super) fn start(
    folder: &Path,
    binaries: &Binaries,
    linger: Duration,
    remains: Remains,
    feature: Feature,
) -> Result<u16, Error> {
    remove_old_data(folder)?;
    let data = tempfile::Builder::new()
        .prefix("data-")
        .tempdir_in(folder)
        .map_err(|cause| Error::of("making the cluster's folder", cause))?
        .keep();
    if let Some(Account { uid, gid }) = binaries.account() {
        chown(&data, Some(uid), Some(gid)).map_err(|cause| Error::of("giving the data away", cause))?;
    }
    initialise(folder, &data, binaries, feature)?;
    let port = free_port()?;
    write(&folder.join("port"), &port.to_string())?;
    let (remove, settings): (_, &[_]) = match (remains, feature) {
        (Remains::Locks, _) => (data.as_path(), SHARED_SETTINGS),
        (Remains::Nothing, Feature::Counts) => (folder, COUNTING_SETTINGS),
        (Remains::Nothing, Feature::Default | Feature::Checksums) => (folder, &[]),
    };
    let words = server_words(binaries, &data, port, settings);
    let mut supervisor = supervise(folder, remove, linger, &words)?;
    let ended = || supervisor.try_wait().ok().flatten().is_some();
    wait_for(folder, ended, || says_ready(&data))?;
    Ok(port)
}

/// Reads the file in which a server tells of its start. That its port accepts says less: another program may have taken
/// it.
fn says_ready(data: &Path) -> Result<(), String> {
    let told = std::fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
    if told.lines().any(|line| line.trim() == "ready") { Ok(()) } else { Err("not ready".to_owned()) }
}

/// Waits until the server of a supervised folder answers, and gives its port.
pub(super) fn join(folder: &Path) -> Result<u16, Error> {
    let path = folder.join("port");
    let port = std::fs::read_to_string(&path).map_err(|cause| Error::of(path.display(), cause))?;
    let port = port.parse().map_err(|cause| Error::of(format_args!("the port {port:?}"), cause))?;
    let accepts = || match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(refused) => Err(refused.to_string()),
    };
    wait_for(folder, || !is_supervised(folder).unwrap_or(false), accepts)?;
    Ok(port)
}

/// Folders of servers that were killed together with their supervisor, for instance by a restart of the
/// machine: nobody holds the supervisor's lock, so nobody uses them.
fn remove_old_data(folder: &Path) -> Result<(), Error> {
    let entries = std::fs::read_dir(folder).map_err(|cause| Error::of(folder.display(), cause))?;
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with("data-") {
            std::fs::remove_dir_all(entry.path())
                .map_err(|cause| Error::of(format_args!("removing {}", entry.path().display()), cause))?;
        }
    }
    Ok(())
}

fn initialise(folder: &Path, data: &Path, binaries: &Binaries, feature: Feature) -> Result<(), Error> {
    let summed: &[&str] = if feature == Feature::Checksums { &["--data-checksums"] } else { &[] };
    let made = binaries
        .command("initdb", folder)
        .arg("--pgdata")
        .arg(data)
        .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"])
        .args(summed)
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| Error::of("running initdb", cause))?;
    if made.status.success() {
        return Ok(());
    }
    Err(Error::of("initdb failed", String::from_utf8_lossy(&made.stderr)))
}

fn server_words(binaries: &Binaries, data: &Path, port: u16, further: &[(&str, &str)]) -> Vec<String> {
    let mut words = binaries.words("postgres");
    words.extend(["-D".to_owned(), data.display().to_string(), "-p".to_owned(), port.to_string()]);
    let socket = data.display().to_string();
    for (name, value) in SETTINGS.iter().chain(further).chain(&[("unix_socket_directories", socket.as_str())])
    {
        words.extend(["-c".to_owned(), format!("{name}={value}")]);
    }
    words
}

/// A process group of its own keeps an interrupt at the terminal from stopping the server under other tests.
fn supervise(folder: &Path, remove: &Path, linger: Duration, server: &[String]) -> Result<Child, Error> {
    let script = folder.join("supervise.sh");
    write(&script, SUPERVISE)?;
    let log = File::create(folder.join("log")).map_err(|cause| Error::of("making the log", cause))?;
    let log_too = log.try_clone().map_err(|cause| Error::of("making the log", cause))?;
    let mut command = Command::new("sh");
    command.arg(&script).arg(folder).arg(remove).arg(linger.as_secs().to_string()).args(server);
    command.current_dir(folder).process_group(0);
    command.stdin(Stdio::null()).stdout(log).stderr(log_too);
    without_settings(&mut command);
    command.spawn().map_err(|cause| Error::of("starting the supervisor", cause))
}

/// Waits until the server answers, or has ended.
fn wait_for(
    folder: &Path,
    mut ended: impl FnMut() -> bool,
    answers: impl Fn() -> Result<(), String>,
) -> Result<(), Error> {
    let answered = wait::blocking(START_LIMIT, || match answers() {
        Ok(()) => Ok(true),
        Err(_) if ended() => Ok(false),
        Err(cause) => Err(cause),
    });
    let why = match answered {
        Ok(true) => return Ok(()),
        Ok(false) => "the PostgreSQL server of the tests ended at its start".to_owned(),
        Err(cause) => format!("the PostgreSQL server of the tests does not answer ({cause})"),
    };
    Err(Error::of(why, std::fs::read_to_string(folder.join("log")).unwrap_or_default()))
}

/// A port that nobody listens on now. Somebody may take it before the server does: then the server ends at
/// its start, and the caller tries again with another one.
fn free_port() -> Result<u16, Error> {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|socket| socket.local_addr());
    taken.map(|address| address.port()).map_err(|cause| Error::of("finding a free port", cause))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|cause| Error::of(format_args!("writing {}", path.display()), cause))
}
