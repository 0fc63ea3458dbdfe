//! Archives that are incomplete, altered or those of another deployment are refused before anything is written;
//! backups and restores that are killed leave nothing half.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::process::Signal;
use serde_json::{Value, json};

use super::anchored::{AnchoredFolder, fund};
use super::archive_parts::{altered, entries};
use super::process::{Folder, command, output_of, refused, send_signal, succeeded, utf8};
use crate::harness::Setup;

/// Checks each part, cut off, removed and changed in each class of its bytes. The archive has the keys, so that
/// a missing key is no reason to refuse it.
async fn an_altered_archive_is_refused_before_anything_is_written(setup: Setup) {
    let anchored = AnchoredFolder::on(setup).await;
    let mut server = anchored.start();
    fund(&server, &server.credentials()).await;
    server.stop();
    anchored.seal();
    let archive = anchored.folder.beside("copy.tar");
    succeeded(anchored.command(&["backup", utf8(&archive), "--with-keys"]));
    let whole = fs::read(&archive).unwrap();
    let names: Vec<String> = entries(&whole).into_iter().map(|entry| entry.name).collect();
    let database = if setup == Setup::Sqlite { "causeway.db" } else { "database.dump" };
    for name in ["manifest.json", "manifest.mac", "root.key", "anchors", database] {
        assert!(names.iter().any(|one| one == name), "{name} is not in {names:?}");
    }

    let other = AnchoredFolder::on(setup).await;
    for change in altered(&whole) {
        let file = other.folder.beside("altered.tar");
        fs::write(&file, &change.bytes).unwrap();
        let (code, complaint) = refused(&mut other.command(&["restore", utf8(&file)]));
        assert_eq!(code, 1, "{}: {complaint}", change.change);
        assert!(complaint.contains("nothing was restored"), "{}: {complaint}", change.change);
        assert!(!other.folder.data().exists() && !other.anchors.exists(), "{}", change.change);
        if let Some(database) = other.database() {
            let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
            assert_eq!(database.number(tables).await.unwrap(), 0, "{}", change.change);
        }
    }
    // The same steps with the unchanged archive succeed.
    let text = succeeded(other.command(&["restore", utf8(&archive)]));
    let names_other_servers = text.contains("on each other server of this database");
    assert_eq!(names_other_servers, setup == Setup::Postgres, "{text}");
    assert_eq!(other.verify().code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_altered_archive_is_refused_before_anything_is_written_on_sqlite() {
    an_altered_archive_is_refused_before_anything_is_written(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_altered_archive_is_refused_before_anything_is_written_on_postgres() {
    an_altered_archive_is_refused_before_anything_is_written(Setup::Postgres).await;
}

#[test]
fn the_archive_of_another_deployment_is_refused() {
    let [one, other] = [Folder::new(), Folder::new()];
    for folder in [&one, &other] {
        folder.start().stop();
    }
    let archive = one.beside("copy.tar");
    output_of(&["backup", utf8(&archive), "--with-keys", "--data", utf8(&one.data())]);
    let data = other.data();
    let restore = ["restore", utf8(&archive), "--replace", "--data", utf8(&data)];
    let before = fs::read(other.data().join("causeway.db")).unwrap();
    let (_, complaint) = refused(&mut command(&restore));
    assert!(complaint.contains("was not made with this root key"), "{complaint}");
    assert_eq!(fs::read(other.data().join("causeway.db")).unwrap(), before);
    // The planted fault: without a root key of its own, the folder takes the one of the archive.
    let fresh = other.beside("fresh");
    output_of(&["restore", utf8(&archive), "--data", utf8(&fresh)]);
    assert!(fresh.join("causeway.db").exists());
}

/// Starts a program, and kills it as soon as a path exists; returns `false` if it has ended before.
fn kill_once_there(arguments: &[&str], path: &Path) -> bool {
    let mut started = command(arguments);
    let mut process: Child = started.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !path.exists() {
        if process.try_wait().unwrap().is_some() {
            return false;
        }
    }
    process.kill().unwrap();
    process.wait().unwrap();
    true
}

/// Returns a stopped deployment with an archive of it, which contains the keys.
fn with_archive() -> Folder {
    let folder = Folder::new();
    folder.start().stop();
    let archive = folder.beside("copy.tar");
    output_of(&["backup", utf8(&archive), "--with-keys", "--data", utf8(&folder.data())]);
    folder
}

#[test]
fn a_backup_that_is_killed_leaves_no_half_archive() {
    let folder = with_archive();
    let data = folder.data();
    let mut killed = 0;
    for (number, path) in ["", "causeway.db.partial", "causeway.db", "archive"].iter().enumerate() {
        let archive = folder.beside(&format!("killed-{number}.tar"));
        let partial = folder.beside(&format!("killed-{number}.tar.partial"));
        let backup = ["backup", utf8(&archive), "--data", utf8(&data)];
        killed += usize::from(kill_once_there(&backup, &partial.join(path)));
        if !archive.exists() {
            output_of(&backup);
            assert!(!partial.exists(), "what the killed process has left is removed");
        }
        let check = ["restore", utf8(&archive), "--check", "--json", "--data", utf8(&data)];
        let report: Value = serde_json::from_str(&output_of(&check)).unwrap();
        assert_eq!(report["key_state"], "fits", "{report}");
    }
    assert!(killed > 0, "no process was killed in time");
}

/// A rehearsal of an archive with keys, in a data folder that does not exist.
struct Rehearsal {
    folder: Folder,
    /// Folder of temporary files.
    temporary: tempfile::TempDir,
}

impl Rehearsal {
    fn new() -> Self {
        Self { folder: with_archive(), temporary: tempfile::tempdir().unwrap() }
    }

    /// Returns the names of the files in the folder that the command has made; `None` if there is no such folder.
    fn files(&self) -> Option<Vec<String>> {
        let made = fs::read_dir(self.temporary.path()).unwrap().next()?.unwrap().path();
        let entries = fs::read_dir(made).ok()?;
        Some(entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect())
    }

    /// Starts the command, and returns it once it has written a part of the database; `None` if it has ended before.
    fn start(&self) -> Option<Child> {
        let archive = self.folder.beside("copy.tar");
        let data = self.folder.beside("none");
        let mut check = command(&["restore", utf8(&archive), "--check", "--json", "--data", utf8(&data)]);
        check.env("TMPDIR", self.temporary.path()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = check.spawn().unwrap();
        while !self.files().is_some_and(|files| files.iter().any(|name| name == "causeway.db")) {
            if process.try_wait().unwrap().is_some() {
                return None;
            }
        }
        Some(process)
    }
}

/// Times that a rehearsal is started until a signal reaches it in time.
const ATTEMPTS: usize = 20;

#[test]
fn a_rehearsal_that_is_interrupted_removes_its_files() {
    for signal in [Signal::TERM, Signal::INT] {
        let rehearsal = Rehearsal::new();
        let is_interrupted = (0..ATTEMPTS).any(|_| {
            let Some(process) = rehearsal.start() else { return false };
            send_signal(&process, signal);
            let ended = process.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(rehearsal.files(), None, "{said}");
            assert!(!rehearsal.folder.beside("none").exists(), "{said}");
            // A signal at the very end comes too late.
            assert!(ended.status.success() || said.contains("interrupted by a signal"), "{said}");
            !ended.status.success()
        });
        assert!(is_interrupted, "no rehearsal was interrupted in time");
    }
}

/// Checks that a rehearsal names the keys that a restore would write, and writes none of them.
#[test]
fn a_rehearsal_writes_no_keys() {
    let rehearsal = Rehearsal::new();
    let archive = rehearsal.folder.beside("copy.tar");
    let data = rehearsal.folder.beside("none");
    let check = ["restore", utf8(&archive), "--check", "--json", "--data", utf8(&data)];
    let report: Value = serde_json::from_str(&output_of(&check)).unwrap();
    for name in ["causeway.db", "root.key", "wallet.keys"] {
        assert!(report["files"].as_array().unwrap().contains(&json!(name)), "{name}: {report}");
    }

    let mut process = (0..ATTEMPTS).find_map(|_| rehearsal.start()).expect("no process was killed in time");
    process.kill().unwrap();
    process.wait().unwrap();
    let left = rehearsal.files().unwrap();
    for name in ["root.key", "wallet.keys", "causeway.toml"] {
        assert!(!left.contains(&name.to_owned()), "{name} was written: {left:?}");
    }
}

#[test]
fn a_restore_that_is_killed_leaves_nothing_or_all_of_it() {
    let folder = with_archive();
    let archive = folder.beside("copy.tar");
    let mut killed = 0;
    for (number, path) in
        ["restoring", "restoring/causeway.db", "restored", "anchors", "causeway.db"].iter().enumerate()
    {
        let data = folder.beside(&format!("killed-{number}"));
        let restore = ["restore", utf8(&archive), "--data", utf8(&data)];
        killed += usize::from(kill_once_there(&restore, &data.join(path)));
        let is_whole = data.join("restored").exists() || data.join("causeway.db").exists();
        if !is_whole {
            for name in ["root.key", "wallet.keys", "anchors", "wallet-tombstones"] {
                assert!(!data.join(name).exists(), "{name} alone, killed at {path}");
            }
            output_of(&restore);
        }
        let report = output_of(&["ledger", "verify", "--json", "--data", utf8(&data)]);
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["is_sound"], json!(true), "killed at {path}: {report}");
        assert!(!data.join("restoring").exists() && !data.join("restored").exists());
    }
    assert!(killed > 0, "no process was killed in time");
}
