//! `cargo xtask rails`: payments over rails whose answers are lost, that forget, that are silent and that are killed,
//! more often than among the tests.

use crate::part::cargo;
use crate::watch::succeed;

/// A number that the caller can set.
struct Number {
    option: &'static str,
    /// The environment variable for it; the tests read the same name.
    variable: &'static str,
    default: u32,
}

/// The numbers: 1500 payments are 1050 payouts, of which 150 are cancelled, and 450 debits.
const NUMBERS: [Number; 4] = [
    Number { option: "--payments", variable: "CAUSEWAY_RAIL_PAYMENTS", default: 1500 },
    Number { option: "--memories", variable: "CAUSEWAY_RAIL_MEMORIES", default: 25 },
    Number { option: "--silent", variable: "CAUSEWAY_RAIL_SILENT_ORDERS", default: 1000 },
    Number { option: "--kills", variable: "CAUSEWAY_RAIL_KILLS", default: 200 },
];

/// The tests that read the numbers.
const TESTS: [&str; 4] =
    ["rails::lost_answers::", "rails::memory::", "rails::no_one_waits::", "rails::kills::"];

const USAGE: &str = "cargo xtask rails [--payments N] [--memories N] [--silent N] [--kills N]";

/// Runs the tests of rails that repeat something, each as often as its number says.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let numbers = read(arguments)?;
    let variables = NUMBERS.iter().zip(numbers).map(|(number, value)| (number.variable, value.to_string()));
    // A test that takes long says from time to time that it goes on.
    let mut command = cargo(&["test", "--locked", "--workspace", "--test", "it", "--", "--nocapture"]);
    succeed(command.args(TESTS).envs(variables))
}

/// Returns the numbers of the arguments in the order of [`NUMBERS`], or their defaults.
fn read(arguments: &[String]) -> Result<[u32; NUMBERS.len()], String> {
    let mut numbers = NUMBERS.map(|number| number.default);
    for pair in arguments.chunks(2) {
        let place = NUMBERS.iter().position(|number| number.option == pair[0]);
        let value = pair.get(1).and_then(|value| value.parse::<u32>().ok()).filter(|value| *value > 0);
        let Some((place, value)) = place.zip(value) else { return Err(USAGE.to_owned()) };
        numbers[place] = value;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(words: &[&str]) -> Result<[u32; 4], String> {
        read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn each_number_has_a_default_and_an_option() {
        assert_eq!(read_words(&[]), Ok([1500, 25, 1000, 200]));
        assert_eq!(read_words(&["--kills", "3", "--payments", "9"]), Ok([9, 25, 1000, 3]));
    }

    #[test]
    fn other_arguments_are_refused() {
        for words in [&["--kills"][..], &["--kills", "0"], &["--kills", "many"], &["--tries", "1"]] {
            assert_eq!(read_words(words), Err(USAGE.to_owned()), "{words:?}");
        }
    }
}
