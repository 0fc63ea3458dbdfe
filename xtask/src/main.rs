//! Developer tasks: `cargo xtask <task>`.
//!
//! It has no dependencies, so that it builds within a second on a fresh machine.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod bench;
mod cards;
mod five_minutes;
mod kill;
mod mutants;
mod part;
mod quick_start;
mod rails;
mod reference_data;
mod release;
mod screenshots;
mod sim;
mod test;
mod tools;
mod upgrade;
mod watch;

use std::process::ExitCode;

const USAGE: &str = "\
Developer tasks of Causeway.

  cargo xtask test [PART|AREA...]
                               run all checks and tests, only these parts, or the tests of an area:
                               unit tests, journeys and store tests of that module
  cargo xtask sim [--runs N | --seconds N] [--seed S] [--steps N] [--engine E] [--rails]
                               run the simulation for a number of seeds, for a time, or for one seed; with --rails,
                               all runs have rails
  cargo xtask kill [--kills N]
                               kill a server under load, N times on each engine (default 40)
  cargo xtask rails [--payments N] [--memories N] [--silent N] [--kills N]
                               pay over rails N times while answers are lost (default 1500), lose the memory of an
                               adapter or of the service N times each (default 25), leave N orders to a rail that never
                               answers (default 1000), and kill service, adapter, bank and database N times on each
                               engine (default 200)
  cargo xtask cards [--sequences N]
                               check N random sequences of card network events against the model (default 100000)
  cargo xtask upgrade          run two servers, of 0.1.0 and of this version, on one database under load, and kill
                               migrations in each step
  cargo xtask old-database     make the small databases of 0.1.0 among the tests' data
  cargo xtask mutants [NAME...]
                               insert each mutant of mutants/ into a copy of the program: its tests must fail
  cargo xtask bench [CASE...] [--pairs N] [--seconds N] [--callers N,N,...]
                               measure the service against floors on this machine (bench/README.md)
  cargo xtask cost
                               count the database statements of a payment, by name and compared with its steps,
                               the bytes of write-ahead log, and the bytes stored (bench/README.md)
  cargo xtask seed [FOLDER] [--database URL] [--customers N] [--payments N]
                               fill a store with 200000 customers and 1000000 payments (bench/README.md)
  cargo xtask operator-times [FOLDER] [--customers N] [--payments N]
                               measure operators' searches, lists and shows on a seeded store with a running
                               server (bench/README.md)
  cargo xtask failover [--rounds N]
                               kill, stop and switch over the primary of a PostgreSQL cluster under load, N rounds of
                               each (default 5), and check that nothing acknowledged is lost or doubled
                               (docs/operating/failover.md)
  cargo xtask reference-data [FILE FOLDER DATE]
                               print the age of the reference data, or regenerate a file from an unpacked package
  cargo xtask release          make the artefacts of a release in target/release-artefacts, without network:
                               tarball, Debian package, image for containers
  cargo xtask five-minutes     run the README in a bare Debian without network, from each artefact (as root)
  cargo xtask screenshots      make the pictures of the console in docs/operating/console, in Chromium
  cargo xtask tools            install programs that the tests need from Debian's packages
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (task, rest) = arguments.split_first().map_or(("", &[][..]), |(task, rest)| (task.as_str(), rest));
    let outcome = match task {
        "test" => test::run(rest),
        "sim" => sim::run(rest),
        "kill" => kill::run(rest),
        "rails" => rails::run(rest),
        "cards" => cards::run(rest),
        "upgrade" if rest.is_empty() => upgrade::run(),
        "old-database" if rest.is_empty() => upgrade::old_database(),
        "mutants" => mutants::run(rest),
        "bench" => bench::run(rest),
        "cost" if rest.is_empty() => bench::cost(),
        "seed" => bench::seed(rest),
        "failover" => bench::failover(rest),
        "operator-times" => bench::operator_times(rest),
        "reference-data" => reference_data::run(rest),
        "release" if rest.is_empty() => release::run(),
        "five-minutes" if rest.is_empty() => five_minutes::run(),
        "screenshots" if rest.is_empty() => screenshots::run(),
        "tools" if rest.is_empty() => tools::install(),
        _ => Err(format!("{USAGE}\nParts of test: {}", test::part_names())),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
