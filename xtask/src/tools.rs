//! What the tests need beside the Rust toolchain, installed from Debian's packages when it is missing.

use std::path::Path;
use std::process::Command;

use crate::part::{succeed, succeeds};

const REMEDY: &str = "PostgreSQL's server programs are missing and could not be installed: \
                      as root, apt-get install postgresql";

/// Installs PostgreSQL's programs when this machine has none. The tests run a server of their own from
/// them; one that the package may have started is not touched.
pub(crate) fn install() -> Result<(), String> {
    if has_postgres() {
        println!("PostgreSQL's server programs are here");
        return Ok(());
    }
    let apt = |words: &[&str]| {
        let mut command = as_root("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        succeed(&mut command).map_err(|cause| format!("{cause}\n{REMEDY}"))
    };
    apt(&["update"])?;
    apt(&["install", "--yes", "--no-install-recommends", "postgresql"])?;
    if has_postgres() { Ok(()) } else { Err(REMEDY.to_owned()) }
}

fn has_postgres() -> bool {
    let complete = |folder: &Path| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let packaged = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    packaged
        .map(|version| version.path().join("bin"))
        .chain(std::env::split_paths(&path))
        .any(|f| complete(&f))
}

/// The program itself when this is root, else through sudo without asking for a password.
fn as_root(program: &str) -> Command {
    let root = Command::new("id").arg("-u").output().is_ok_and(|told| told.stdout.trim_ascii() == b"0");
    if root || !succeeds(Command::new("sudo").args(["--non-interactive", "true"])) {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["--non-interactive", "--preserve-env=DEBIAN_FRONTEND", program]);
    command
}
