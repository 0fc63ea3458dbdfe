//! Backups that a server makes by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use causeway_testing::postgres;
use causeway_testing::wait;
use serde_json::Value;

use super::process::{Folder, Server, command, output_of, succeeded, utf8};

/// Names of backups from long ago, oldest first.
const OLD: [&str; 3] = [
    "causeway-2025-01-01T00-00-00.000Z.tar",
    "causeway-2025-01-02T00-00-00.000Z.tar",
    "causeway-2025-01-03T00-00-00.000Z.tar",
];

/// Returns the archives in a folder, oldest first.
fn archives(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut archives: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "tar")).collect();
    archives.sort();
    archives
}

/// Creates a folder with backups from long ago.
fn old_backups(folder: &Path) {
    fs::create_dir(folder).unwrap();
    for name in OLD {
        fs::write(folder.join(name), "old").unwrap();
    }
}

/// Adds the schedule to the command of a server.
fn with_schedule(mut serve: Command, backups: &Path) -> Command {
    serve.env("SVC_BACKUP_FOLDER", backups).env("SVC_BACKUP_KEEP", "2");
    serve
}

/// Returns the open alerts about backups.
fn backup_alerts(mut list: Command) -> Vec<Value> {
    list.args(["alert", "list", "--json"]);
    let all: Vec<Value> = serde_json::from_str(&succeeded(list)).unwrap();
    all.into_iter().filter(|alert| alert["kind"] == "BACKUP_FAILED").collect()
}

/// Waits until an alert about backups is open, and returns it.
fn wait_for_alert(list: impl Fn() -> Command) -> Value {
    let raised = wait::blocking(wait::PATIENCE, || backup_alerts(list()).pop().ok_or("no alert is open"));
    raised.unwrap()
}

#[test]
fn a_server_backs_up_by_itself_and_keeps_the_newest() {
    let folder = Folder::new();
    let backups = folder.beside("backups");
    old_backups(&backups);
    let mut server = Server::start(with_schedule(folder.serve(), &backups));
    let kept = wait::blocking(wait::PATIENCE, || {
        let kept = archives(&backups);
        if kept.len() == 2 { Ok(kept) } else { Err(format!("{kept:?}\n{}", server.log())) }
    });
    let kept = kept.unwrap();
    assert!(kept[0].ends_with(OLD[2]), "the older ones are deleted: {kept:?}");
    server.stop();
    let data = folder.data();
    let check = ["restore", utf8(&kept[1]), "--check", "--json", "--data", utf8(&data)];
    let report: Value = serde_json::from_str(&output_of(&check)).unwrap();
    assert_eq!(report["key_state"], "fits", "{report}");
    let mark = fs::read_to_string(folder.data().join("last-backup")).unwrap();
    assert_eq!(mark.trim_end(), utf8(&kept[1]));

    // A recent backup is enough.
    let mut server = Server::start(with_schedule(folder.serve(), &backups));
    server.stop();
    assert_eq!(archives(&backups), kept);
}

#[test]
fn a_failing_backup_is_alerted_until_one_is_complete() {
    let folder = Folder::new();
    let backups = folder.beside("backups");
    fs::write(&backups, "a file in the place of the folder").unwrap();
    let list = || {
        let mut list = command(&[]);
        list.env("SVC_DATA", folder.data());
        list
    };
    let mut server = Server::start(with_schedule(folder.serve(), &backups));
    let alert = wait_for_alert(list);
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    assert_eq!(alert["subject"], format!("{}:{}", machine.trim_end(), utf8(&backups)), "{alert}");
    assert!(alert["detail"]["reason"].as_str().unwrap().contains("backups"), "{alert}");
    server.stop();

    fs::remove_file(&backups).unwrap();
    let _server = Server::start(with_schedule(folder.serve(), &backups));
    let closed = wait::blocking(wait::PATIENCE, || match backup_alerts(list()) {
        open if open.is_empty() => Ok(()),
        open => Err(format!("{open:?}")),
    });
    closed.unwrap();
    assert_eq!(archives(&backups).len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_backups_are_kept_as_long_as_new_ones_fail() {
    let database = postgres::database().await.unwrap();
    let folder = Folder::new();
    let backups = folder.beside("backups");
    old_backups(&backups);
    let with_database = |mut command: Command| {
        command.env("SVC_DATABASE", &database.url).env("SVC_ROOT_KEY", format!("1:{}", "5a".repeat(32)));
        command.env("SVC_DATA", folder.data()).env("PATH", folder.beside("no-programs"));
        command
    };
    let mut server = Server::start(with_database(with_schedule(folder.serve(), &backups)));
    let alert = wait_for_alert(|| with_database(command(&[])));
    assert!(alert["detail"]["reason"].as_str().unwrap().contains("pg_dump"), "{alert}");
    let names: Vec<PathBuf> = OLD.iter().map(|name| backups.join(name)).collect();
    assert_eq!(archives(&backups), names);
    assert_eq!(
        fs::read_dir(&backups).unwrap().count(),
        OLD.len() + 1,
        "nothing half is left beside the lock"
    );
    server.stop();
}
