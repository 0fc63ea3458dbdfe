//! Reference data as files, each with its source and its date (`crates/vocabulary/reference`).
//!
//! `cargo xtask reference-data` prints the age of each file.

/// Countries: code and English name.
pub const COUNTRIES: &str = include_str!("../reference/countries.tsv");
/// IBANs by country: code, first letters of its numbers, structure after the check digits, standing.
pub const IBANS: &str = include_str!("../reference/ibans.tsv");
/// Countries with banks in the reach of the SEPA schemes.
pub const SEPA: &str = include_str!("../reference/sepa.tsv");
/// Ranges of the first two digits of American routing numbers.
pub const ABA_DISTRICTS: &str = include_str!("../reference/aba-districts.tsv");
/// Mobile telephone numbers: country, calling code, pattern of the national number.
pub const MOBILE_NUMBERS: &str = include_str!("../reference/mobile-numbers.tsv");
/// Countries without postal codes in addresses.
pub const WITHOUT_POSTAL_CODES: &str = include_str!("../reference/postal-codes.tsv");

/// Returns the rows of a file, split into columns, without notes and heading.
pub fn rows<const N: usize>(file: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count<const N: usize>(file: &'static str) -> usize {
        let lines = file.lines().filter(|line| !line.starts_with('#')).count();
        let read = rows::<N>(file)
            .inspect(|row| assert!(row.iter().all(|cell| !cell.is_empty()), "{row:?}"))
            .count();
        assert_eq!(read + 1, lines, "every line but the heading is a row");
        read
    }

    #[test]
    fn every_line_is_a_row_and_every_file_names_its_source() {
        let counts = [
            count::<2>(COUNTRIES),
            count::<4>(IBANS),
            count::<1>(SEPA),
            count::<3>(ABA_DISTRICTS),
            count::<3>(MOBILE_NUMBERS),
            count::<1>(WITHOUT_POSTAL_CODES),
        ];
        assert_eq!(counts, [250, 127, 43, 4, 22, 71]);
        for file in [COUNTRIES, IBANS, SEPA, ABA_DISTRICTS, MOBILE_NUMBERS, WITHOUT_POSTAL_CODES] {
            let notes: Vec<&str> = file.lines().take_while(|line| line.starts_with('#')).collect();
            for note in ["# source: ", "# date: ", "# made by: "] {
                assert!(notes.iter().any(|line| line.starts_with(note)), "{notes:?}");
            }
        }
    }
}
