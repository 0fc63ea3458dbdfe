//! `cargo xtask sim`: the deterministic simulation.

use std::process::Command;

use crate::part::cargo;
use crate::watch::succeed;

/// Number of seeds that the simulation runs as a part of the tests: about three minutes on two cores. A
/// number instead of a time, so that every machine runs the same seeds.
const RUNS: &str = "240";

/// Builds the simulation in the tests' profile, so that no crate is compiled twice, and runs it.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    succeed(&mut cargo(&["test", "--quiet", "--locked", "--workspace", "--test", "simulation", "--no-run"]))?;
    let here =
        std::env::current_exe().map_err(|cause| format!("cannot find the path of this program: {cause}"))?;
    let program = here.with_file_name(format!("causeway-simulation{}", std::env::consts::EXE_SUFFIX));
    succeed(Command::new(program).args(arguments))
}

/// Runs the simulation as a part of the tests, always from the same seed, so that a failure is caused by the
/// change. New seeds are tried by running the simulation by hand.
pub(crate) fn known_seeds() -> Result<(), String> {
    run(&["--runs", RUNS, "--seed", "1"].map(str::to_owned))
}
