//! `cargo xtask upgrade` and `cargo xtask old-database`: the first version beside the present one.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::part::cargo;
use crate::watch::succeed;

/// Tag of the first version, and the commit that it names: a copy of the repository may lack tags.
const TAG: &str = "v0.1.0";
const COMMIT: &str = "25bdb7e34db49de01508a10aee13526871a7a13c";

/// The environment variables for the folder of the programs and for new files; the tests read the same names.
const PROGRAMS: &str = "CAUSEWAY_OLD_PROGRAMS";
const MAKE: &str = "CAUSEWAY_MAKE_OLD_DATABASE";

/// Runs two servers of two versions on one database under load, and kills migrations.
pub(crate) fn run() -> Result<(), String> {
    let programs = build()?;
    succeed(test("upgrade::").env(PROGRAMS, programs))
}

/// Makes the small databases among the tests' data with the programs of the first version.
pub(crate) fn old_database() -> Result<(), String> {
    let programs = build()?;
    succeed(test("upgrade::small_database::the_files_are_made").env(PROGRAMS, programs).env(MAKE, "1"))
}

fn test(filter: &str) -> Command {
    cargo(&["test", "--locked", "-p", "causeway", "--test", "it", "--", filter])
}

/// Builds the programs of the first version from its tag, and returns their folder.
fn build() -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("versions").join(TAG);
    let tree = root.join("source");
    let target = root.join("target");
    if tree.exists() {
        succeed(Command::new("git").args(["checkout", "--quiet", "--detach", COMMIT]).current_dir(&tree))?;
    } else {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut add = Command::new("git");
        // A tree whose folder was deleted is still registered.
        add.args(["worktree", "add", "--force", "--detach"]).arg(&tree).arg(COMMIT).current_dir(here);
        succeed(&mut add)?;
    }
    let mut build = cargo(&["build", "--locked", "-p", "causeway", "-p", "causeway-bench"]);
    succeed(build.current_dir(&tree).env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join("debug"))
}
