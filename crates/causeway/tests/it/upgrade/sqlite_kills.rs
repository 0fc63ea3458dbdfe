//! A migration of SQLite that is killed in its system calls: the database starts, and nothing is lost.

use std::process::Command;

use super::site::{Site, present};
use super::small_database::{read_and_verify, restored_on_sqlite};

/// The system calls that write the copy and the database: their name, and the distance between two kills. Pages are
/// written in hundreds, files are synchronised a few times.
const CALLS: [(&str, usize); 5] =
    [("pwrite64", 67), ("fdatasync", 1), ("fsync", 1), ("ftruncate", 1), ("unlink", 1)];

/// Minimum number of kills.
const KILLS_AT_LEAST: usize = 8;

#[tokio::test]
async fn a_killed_migration_leaves_a_database_that_starts() {
    let mut killed = 0;
    for (call, distance) in CALLS {
        for count in (1..).step_by(distance) {
            let site = restored_on_sqlite();
            let has_ended = migrate_up_to(&site, call, count);
            read_and_verify(&site, site.serve(present())).await;
            if has_ended {
                break;
            }
            killed += 1;
        }
    }
    assert!(killed >= KILLS_AT_LEAST, "only {killed} calls were killed");
}

/// Kills a migration in this call of a kind. Returns `true` if it has ended before: it makes fewer calls.
fn migrate_up_to(site: &Site, call: &str, count: usize) -> bool {
    let migrate = site.command(present(), &["migrate"]);
    let mut traced = Command::new("strace");
    let inject = format!("inject={call}:signal=KILL:when={count}");
    let trace = format!("trace={call}");
    traced.args(["-f", "-qq", "-o", "/dev/null", "-e", &trace, "-e", &inject]);
    traced.arg(migrate.get_program()).args(migrate.get_args());
    for (name, value) in migrate.get_envs() {
        match value {
            Some(value) => traced.env(name, value),
            None => traced.env_remove(name),
        };
    }
    let output = traced.output().expect("strace is missing: install it (Debian: apt-get install strace)");
    let is_killed = output.status.code().is_none_or(|code| code > 128);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(is_killed || output.status.success(), "the migration failed: {}\n{errors}", output.status);
    !is_killed
}
