//! `cargo xtask bench`, `cargo xtask cost`, `cargo xtask seed`, `cargo xtask operator-times` and
//! `cargo xtask failover`: the measurements of `bench/`, a store to try searches on, and failovers under load.

use std::process::Command;

use crate::part::cargo;
use crate::tools;
use crate::watch::succeed;

/// The data folder of a seed, unless one is named.
const SEED_FOLDER: &str = "causeway-seed";

/// Builds the program and the bench in the release profile, and measures.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    measure("release", "release", arguments)
}

/// Counts the database statements and bytes of a payment. Speed does not matter, so it is built in the tests'
/// profile.
pub(crate) fn cost() -> Result<(), String> {
    measure("dev", "debug", &["cost".to_owned()])
}

/// Fails the primary of a PostgreSQL cluster under load, and checks what was acknowledged.
pub(crate) fn failover(arguments: &[String]) -> Result<(), String> {
    tools::install_for_failover()?;
    measure("dev", "debug", &[&["failover".to_owned()], arguments].concat())
}

/// Fills a store with customers and payments, in a folder that may be named first.
pub(crate) fn seed(arguments: &[String]) -> Result<(), String> {
    on_seed("seed", arguments)
}

/// Measures operators' actions on a seeded store, on whose folder a server runs.
pub(crate) fn operator_times(arguments: &[String]) -> Result<(), String> {
    on_seed("operator-times", arguments)
}

fn on_seed(task: &str, arguments: &[String]) -> Result<(), String> {
    let mut all = vec![task.to_owned()];
    if arguments.first().is_none_or(|first| first.starts_with("--")) {
        all.push(SEED_FOLDER.to_owned());
    }
    all.extend_from_slice(arguments);
    measure("release", "release", &all)
}

/// Builds in a profile of cargo, whose programs are in this folder, and measures.
fn measure(profile: &str, folder: &str, arguments: &[String]) -> Result<(), String> {
    let packages = ["-p", "causeway", "-p", "causeway-bench"];
    succeed(cargo(&["build", "--locked", "--profile", profile]).args(packages))?;
    let here =
        std::env::current_exe().map_err(|cause| format!("cannot find the path of this program: {cause}"))?;
    let target = here.ancestors().nth(2).ok_or("this program is not in a build folder")?;
    let program = target.join(folder).join(format!("causeway-bench{}", std::env::consts::EXE_SUFFIX));
    succeed(Command::new(program).args(arguments))
}
