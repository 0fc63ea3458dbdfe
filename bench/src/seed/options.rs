//! The options of a seed, and of the times on it.

use std::path::PathBuf;

use crate::error::Result;

/// The options of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeedOptions {
    /// The data folder.
    pub(super) data: PathBuf,
    /// URL of a PostgreSQL database in place of SQLite in the folder.
    pub(super) database: Option<String>,
    pub(super) customers: u64,
    pub(super) payments: u64,
}

const USAGE: &str = "\
Fills a store with customers and payments, or measures operators' actions on it while a server runs.

  causeway-bench seed DIR [--database URL] [--customers N] [--payments N]
  causeway-bench operator-times DIR [--customers N] [--payments N]";

impl SeedOptions {
    /// Reads the command line; the data folder has no default.
    pub(super) fn read(arguments: &[String]) -> Result<Self> {
        let (data, rest) =
            arguments.split_first().filter(|(data, _)| !data.starts_with("--")).ok_or(USAGE)?;
        let mut options = Self { data: data.into(), database: None, customers: 200_000, payments: 1_000_000 };
        let mut rest = rest.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--database" => options.database = Some(value()?.clone()),
                "--customers" => options.customers = value()?.parse()?,
                "--payments" => options.payments = value()?.parse()?,
                _ => return Err(USAGE.into()),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_and_numbers_are_read() {
        let read = |line: &str| {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            SeedOptions::read(&arguments)
        };
        let options = read("data --customers 20 --payments 30").unwrap();
        assert_eq!((options.customers, options.payments, options.database), (20, 30, None));
        assert_eq!(read("data").unwrap().payments, 1_000_000);
        assert!(
            read("--customers 20").is_err()
                && read("data --rain").is_err()
                && read("data --payments").is_err()
        );
    }
}
