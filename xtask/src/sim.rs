//! `cargo xtask sim`: the deterministic simulation.

use crate::part::{bounded, cargo, succeed};

/// How long the simulation runs among the tests.
const SECONDS: &str = "180";

/// Builds the simulation as the tests are built, so that nothing is compiled twice, and runs it.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    succeed(&mut cargo(&["test", "--quiet", "--locked", "--workspace", "--test", "simulation", "--no-run"]))?;
    let here = std::env::current_exe().map_err(|cause| format!("this program's place: {cause}"))?;
    let program = here.with_file_name(format!("causeway-simulation{}", std::env::consts::EXE_SUFFIX));
    succeed(bounded(program).args(arguments))
}

/// The simulation as a part of the tests.
pub(crate) fn for_some_time() -> Result<(), String> {
    run(&["--seconds", SECONDS].map(str::to_owned))
}
