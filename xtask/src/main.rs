//! Developer tasks: `cargo xtask <task>`.
//!
//! Depends on nothing, so that it is there in a second on a machine that has built nothing yet.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod bench;
mod cards;
mod kill;
mod mutants;
mod part;
mod reference_data;
mod sim;
mod test;
mod tools;
mod watch;

use std::process::ExitCode;

const USAGE: &str = "\
Developer tasks of Causeway.

  cargo xtask test [PART|AREA...]
                               everything that must pass, only these parts, or the tests of an area:
                               unit tests, journeys and store tests of that module
  cargo xtask sim [--runs N | --seconds N] [--seed S] [--steps N] [--engine E]
                               the simulation for some seeds or some time, or one seed of it
  cargo xtask kill [--kills N]
                               a server killed 40 times under load on each engine, or so many times
  cargo xtask cards [--sequences N]
                               100000 random sequences of events of card networks against their model, or so many
  cargo xtask mutants [NAME...]
                               each stored fault of mutants/, put into a copy of the program: its tests must fail
  cargo xtask bench [CASE...] [--pairs N] [--seconds N] [--callers N,N,...]
                               the service against floors, on this machine (bench/README.md)
  cargo xtask cost
                               what a payment costs its database: statements by name beside those of its steps,
                               bytes of log, and bytes stored (bench/README.md)
  cargo xtask reference-data [FILE FOLDER DATE]
                               the age of the reference data, or one file made anew from an unpacked package
  cargo xtask tools            install what the tests lack, from Debian's packages
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (task, rest) = arguments.split_first().map_or(("", &[][..]), |(task, rest)| (task.as_str(), rest));
    let outcome = match task {
        "test" => test::run(rest),
        "sim" => sim::run(rest),
        "kill" => kill::run(rest),
        "cards" => cards::run(rest),
        "mutants" => mutants::run(rest),
        "bench" => bench::run(rest),
        "cost" if rest.is_empty() => bench::cost(),
        "reference-data" => reference_data::run(rest),
        "tools" if rest.is_empty() => tools::install(),
        _ => Err(format!("{USAGE}\nParts of test: {}", test::names())),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
