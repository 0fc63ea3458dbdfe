//! Measures Causeway against floors: the minimal programs that run the same captured statements with the same
//! bytes. The relevant figure is the ratio of interleaved pairs; see README.md.

mod capture;
mod cases;
mod error;
mod failover;
mod floor;
mod history;
mod load;
mod options;
mod pgbench;
mod report;
mod seed;
mod service;
mod stats;

use std::io::Write;
use std::process::ExitCode;

use error::Result;
use options::Options;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The error cannot be shown if standard error is closed.
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    use tokio::runtime::Builder;
    if let [first, kind, plan, database] = arguments
        && first == "floor"
    {
        return Builder::new_multi_thread()
            .enable_all()
            .build()?
            .block_on(floor::serve(kind, plan, database));
    }
    if let Some((first, rest)) = arguments.split_first()
        && first == "seed"
    {
        return Builder::new_multi_thread().enable_all().build()?.block_on(seed::run(rest));
    }
    if let Some((first, rest)) = arguments.split_first()
        && first == "operator-times"
    {
        return Builder::new_current_thread().enable_all().build()?.block_on(seed::measure(rest));
    }
    if let Some((first, rest)) = arguments.split_first()
        && first == "failover"
    {
        // Its programs end with the thread that has started them, so there is one.
        return Builder::new_current_thread().enable_all().build()?.block_on(failover::run(rest));
    }
    let options = Options::read(arguments)?;
    // The load generator uses one thread, to take less of the cores from the measured processes.
    Builder::new_current_thread().enable_all().build()?.block_on(cases::run(&options))
}
