//! `cargo xtask bench` and `cargo xtask cost`: the measurements of `bench/`.

use std::process::Command;

use crate::part::cargo;
use crate::watch::succeed;

/// Builds the program and the bench in the release profile, and measures.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    measure("release", "release", arguments)
}

/// Counts the database statements and bytes of a payment. Speed does not matter, so it is built in the tests'
/// profile.
pub(crate) fn cost() -> Result<(), String> {
    measure("dev", "debug", &["cost".to_owned()])
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
