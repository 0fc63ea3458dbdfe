//! The options of a measurement.

use std::path::PathBuf;
use std::time::Duration;

use crate::cases::Case;
use crate::error::Result;

/// The options of the command line.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// In the order of measurement.
    pub(crate) cases: Vec<Case>,
    /// Interleaved pairs of each case.
    pub(crate) pairs: usize,
    /// Duration of each half of a pair.
    pub(crate) lasts: Duration,
    /// Numbers of concurrent callers.
    pub(crate) callers: Vec<usize>,
    /// Number of stored payments, for the case that needs them.
    pub(crate) stored: u32,
    /// The program to measure.
    pub(crate) program: PathBuf,
    /// The program of an earlier version to compare with.
    pub(crate) against: Option<PathBuf>,
}

const USAGE: &str = "\
Measures Causeway against floors that run the same captured statements.

  causeway-bench [CASE...] [--pairs N] [--seconds N] [--callers N,N,...] [--stored N]
                 [--program FILE] [--against FILE]

Cases: ";

impl Options {
    /// Reads the command line; every option has a default.
    pub(crate) fn read(arguments: &[String]) -> Result<Self> {
        let mut options = Self {
            cases: Vec::new(),
            pairs: 7,
            lasts: Duration::from_secs(2),
            callers: vec![1, 16, 64, 256],
            stored: 1_000_000,
            program: std::env::current_exe()?.with_file_name("causeway"),
            against: None,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--pairs" => options.pairs = value()?.parse()?,
                "--seconds" => options.lasts = Duration::from_secs_f64(value()?.parse()?),
                "--callers" => {
                    let numbers = value()?.split(',').map(str::parse);
                    options.callers = numbers.collect::<std::result::Result<_, _>>()?;
                }
                "--stored" => options.stored = value()?.parse()?,
                "--program" => options.program = value()?.into(),
                "--against" => options.against = Some(value()?.into()),
                name => options.cases.push(Case::named(name).ok_or_else(usage)?),
            }
        }
        if options.cases.is_empty() {
            let is_possible = |case: &Case| options.against.is_some() || !case.compares_versions();
            options.cases = Case::ALL.iter().copied().filter(is_possible).collect();
        }
        Ok(options)
    }
}

fn usage() -> String {
    let names: Vec<&str> = Case::ALL.iter().map(|case| case.name()).collect();
    format!("{USAGE}{}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_and_bounds_are_read() {
        let line = "funding --pairs 9 --callers 1,64 customer --seconds 0.5 --stored 5000";
        let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let options = Options::read(&arguments).unwrap();
        assert_eq!(options.cases, [Case::Funding, Case::Customer]);
        assert_eq!((options.pairs, options.callers), (9, vec![1, 64]));
        assert_eq!((options.lasts, options.stored), (Duration::from_millis(500), 5_000));
        assert!(Options::read(&["rain".to_owned()]).is_err());
    }
}
