//! The options of a run.

use std::path::PathBuf;

use crate::error::Result;

/// The options of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FailoverOptions {
    /// Rounds of each fault.
    pub(super) rounds: u32,
    /// The program of the service.
    pub(super) program: PathBuf,
}

const USAGE: &str = "\
Fails the primary of a PostgreSQL cluster under load, and checks that nothing acknowledged is lost or doubled.

  causeway-bench failover [--rounds N] [--program FILE]";

impl FailoverOptions {
    /// Reads the command line; every option has a default.
    pub(super) fn read(arguments: &[String]) -> Result<Self> {
        let mut options = Self { rounds: 5, program: std::env::current_exe()?.with_file_name("causeway") };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--rounds" => options.rounds = value()?.parse()?,
                "--program" => options.program = value()?.into(),
                _ => return Err(USAGE.into()),
            }
        }
        if options.rounds == 0 { Err(USAGE.into()) } else { Ok(options) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_and_a_program_are_read() {
        let read = |line: &str| {
            let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            FailoverOptions::read(&arguments)
        };
        assert_eq!(read("").unwrap().rounds, 5);
        let options = read("--rounds 2 --program causeway").unwrap();
        assert_eq!((options.rounds, options.program), (2, PathBuf::from("causeway")));
        assert!(read("--rounds 0").is_err() && read("--rain").is_err() && read("--rounds").is_err());
    }
}
