//! `cargo xtask bench`: the measurements of `bench/`.

use std::process::Command;

use crate::part::cargo;
use crate::watch::succeed;

/// Builds the program and its measurement as they are shipped, and measures.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    succeed(&mut cargo(&["build", "--release", "--locked", "-p", "causeway", "-p", "causeway-bench"]))?;
    let here = std::env::current_exe().map_err(|cause| format!("this program's place: {cause}"))?;
    let target = here.ancestors().nth(2).ok_or("this program lies in no build folder")?;
    let program = target.join("release").join(format!("causeway-bench{}", std::env::consts::EXE_SUFFIX));
    succeed(Command::new(program).args(arguments))
}
