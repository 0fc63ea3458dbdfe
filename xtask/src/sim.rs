//! `cargo xtask sim`: the deterministic simulation.

use std::process::Command;

use crate::part::cargo;
use crate::watch::succeed;

/// How many seeds the simulation runs among the tests: some three minutes on two cores. A number and not a time, so that
/// every machine runs the same.
const RUNS: &str = "240";

/// Builds the simulation as the tests are built, so that nothing is compiled twice, and runs it.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    succeed(&mut cargo(&["test", "--quiet", "--locked", "--workspace", "--test", "simulation", "--no-run"]))?;
    let here = std::env::current_exe().map_err(|cause| format!("this program's place: {cause}"))?;
    let program = here.with_file_name(format!("causeway-simulation{}", std::env::consts::EXE_SUFFIX));
    succeed(Command::new(program).args(arguments))
}

/// The simulation as a part of the tests: from the same seed each time, so that a change is judged by what it
/// changed. Seeds that nobody has tried are for the one who runs the simulation by hand.
pub(crate) fn known_seeds() -> Result<(), String> {
    run(&["--runs", RUNS, "--seed", "1"].map(str::to_owned))
}
