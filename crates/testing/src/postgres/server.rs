//! Starting a server under its supervisor, and detecting if it runs.

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

/// Time limit of a start: usually a second, much longer on an overloaded machine.
const START_LIMIT: Duration = Duration::from_secs(120);

const SUPERVISE: &str = include_str!("supervise.sh");

/// Settings that differ from the server's defaults. `fsync` and `synchronous_commit` are left unchanged on
/// purpose.
const SETTINGS: &[(&str, &str)] = &[
    ("listen_addresses", "127.0.0.1"),
    ("max_connections", "500"),
    ("shared_buffers", "64MB"),
    ("checkpoint_timeout", "30min"),
    ("max_wal_size", "4GB"),
    ("log_min_messages", "warning"),
    ("timezone", "UTC"),
];

/// Further settings of the shared server; private ones are measured and damaged with production's settings.
/// By default a server plans a statement anew for its first five executions on a connection, and in a test
/// most are not executed more often.
const SHARED_SETTINGS: &[(&str, &str)] = &[("plan_cache_mode", "force_generic_plan")];

/// Further settings of a server that counts statements: transaction commands are not counted, and its log
/// contains only the changes, so that its size is reproducible.
const COUNTING_SETTINGS: &[(&str, &str)] = &[
    ("shared_preload_libraries", "pg_stat_statements"),
    ("pg_stat_statements.track_utility", "off"),
    ("full_page_writes", "off"),
    ("autovacuum", "off"),
];

/// The files that remain in the folder when the server stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderRemains {
    /// The locks remain: the next process starts a server in the same folder.
    Locks,
    /// No files remain: the folder belonged to one process.
    Nothing,
}

/// An optional feature of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    Default,
    /// Page checksums, which reveal a page that differs from the written one.
    Checksums,
    /// Statement counts.
    Counts,
}

/// Opens one of the lock files of a cluster's folder.
pub(super) fn lock_file(folder: &Path, name: &str) -> Result<File, Error> {
    let path = folder.join(name);
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|cause| Error::of(format_args!("cannot open {}", path.display()), cause))
}

/// Returns `true` if a supervisor holds the lock of this folder.
pub(super) fn is_supervised(folder: &Path) -> Result<bool, Error> {
    match lock_file(folder, "supervisor.lock")?.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(cause)) => Err(Error::of("cannot check the supervisor's lock", cause)),
    }
}

/// Creates a new cluster in `folder`, starts it under a supervisor, and returns its port when it is ready.
///
/// The caller holds `start.lock` of a shared folder, and `users.lock` in any case. A failed start can be
/// retried: another process may have taken the port.
pub(super) fn start(
    folder: &Path,
    binaries: &Binaries,
    linger: Duration,
    remains: FolderRemains,
    feature: Feature,
) -> Result<u16, Error> {
    remove_old_data(folder)?;
    let data = tempfile::Builder::new()
        .prefix("data-")
        .tempdir_in(folder)
        .map_err(|cause| Error::of("cannot create the cluster's folder", cause))?
        .keep();
    if let Some(Account { uid, gid }) = binaries.account() {
        chown(&data, Some(uid), Some(gid))
            .map_err(|cause| Error::of("cannot change the owner of the data", cause))?;
    }
    initialise(folder, &data, binaries, feature)?;
    let port = free_port()?;
    write(&folder.join("port"), &port.to_string())?;
    let (remove, settings): (_, &[_]) = match (remains, feature) {
        (FolderRemains::Locks, _) => (data.as_path(), SHARED_SETTINGS),
        (FolderRemains::Nothing, Feature::Counts) => (folder, COUNTING_SETTINGS),
        (FolderRemains::Nothing, Feature::Default | Feature::Checksums) => (folder, &[]),
    };
    let words = server_command(binaries, &data, port, settings);
    let mut supervisor = supervise(folder, remove, linger, &words)?;
    let ended = || supervisor.try_wait().ok().flatten().is_some();
    wait_for(folder, ended, || is_ready(&data))?;
    Ok(port)
}

/// Checks the server's status file for readiness. An open port would not suffice: another program may have
/// taken it.
fn is_ready(data: &Path) -> Result<(), String> {
    let status = std::fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
    if status.lines().any(|line| line.trim() == "ready") { Ok(()) } else { Err("not ready".to_owned()) }
}

/// Waits until the server of a supervised folder responds, and returns its port.
pub(super) fn join(folder: &Path) -> Result<u16, Error> {
    let path = folder.join("port");
    let port = std::fs::read_to_string(&path)
        .map_err(|cause| Error::of(format_args!("cannot read {}", path.display()), cause))?;
    let port =
        port.parse().map_err(|cause| Error::of(format_args!("the port {port:?} is not a number"), cause))?;
    let accepts = || match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    wait_for(folder, || !is_supervised(folder).unwrap_or(false), accepts)?;
    Ok(port)
}

/// Removes the data of servers that were killed together with their supervisor, for instance by a reboot:
/// without a holder of the supervisor's lock, the data is unused.
fn remove_old_data(folder: &Path) -> Result<(), Error> {
    let entries = std::fs::read_dir(folder)
        .map_err(|cause| Error::of(format_args!("cannot read {}", folder.display()), cause))?;
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with("data-") {
            std::fs::remove_dir_all(entry.path()).map_err(|cause| {
                Error::of(format_args!("cannot remove {}", entry.path().display()), cause)
            })?;
        }
    }
    Ok(())
}

fn initialise(folder: &Path, data: &Path, binaries: &Binaries, feature: Feature) -> Result<(), Error> {
    let summed: &[&str] = if feature == Feature::Checksums { &["--data-checksums"] } else { &[] };
    let output = binaries
        .command("initdb", folder)
        .arg("--pgdata")
        .arg(data)
        .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"])
        .args(summed)
        .stdin(Stdio::null())
        .output()
        .map_err(|cause| Error::of("cannot run initdb", cause))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::of("initdb failed", String::from_utf8_lossy(&output.stderr)))
}

fn server_command(binaries: &Binaries, data: &Path, port: u16, further: &[(&str, &str)]) -> Vec<String> {
    let mut words = binaries.command_line("postgres");
    words.extend(["-D".to_owned(), data.display().to_string(), "-p".to_owned(), port.to_string()]);
    let socket = data.display().to_string();
    for (name, value) in SETTINGS.iter().chain(further).chain(&[("unix_socket_directories", socket.as_str())])
    {
        words.extend(["-c".to_owned(), format!("{name}={value}")]);
    }
    words
}

/// Starts the supervisor in its own process group, so that an interrupt at the terminal does not stop the
/// server of other tests.
fn supervise(folder: &Path, remove: &Path, linger: Duration, server: &[String]) -> Result<Child, Error> {
    let script = folder.join("supervise.sh");
    write(&script, SUPERVISE)?;
    let log = File::create(folder.join("log")).map_err(|cause| Error::of("cannot create the log", cause))?;
    let log_too = log.try_clone().map_err(|cause| Error::of("cannot create the log", cause))?;
    let mut command = Command::new("sh");
    command.arg(&script).arg(folder).arg(remove).arg(linger.as_secs().to_string()).args(server);
    command.current_dir(folder).process_group(0);
    command.stdin(Stdio::null()).stdout(log).stderr(log_too);
    without_settings(&mut command);
    command.spawn().map_err(|cause| Error::of("cannot start the supervisor", cause))
}

/// Waits until the server responds, or has ended.
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
    let reason = match answered {
        Ok(true) => return Ok(()),
        Ok(false) => "the PostgreSQL server of the tests ended at its start".to_owned(),
        Err(cause) => format!("the PostgreSQL server of the tests does not answer ({cause})"),
    };
    Err(Error::of(reason, std::fs::read_to_string(folder.join("log")).unwrap_or_default()))
}

/// Returns a free port. Another program may take it before the server does: then the server fails to start,
/// and the caller retries with another port.
fn free_port() -> Result<u16, Error> {
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|socket| socket.local_addr());
    address.map(|address| address.port()).map_err(|cause| Error::of("cannot find a free port", cause))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text)
        .map_err(|cause| Error::of(format_args!("cannot write {}", path.display()), cause))
}
