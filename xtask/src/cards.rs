//! `cargo xtask cards`: random events of card networks against their models, more often than among the tests.

use crate::part::cargo;
use crate::watch::succeed;

/// Sequences, where the command does not say.
const SEQUENCES: &str = "100000";
/// What sets how many the tests run; they know it by the same name.
const VARIABLE: &str = "CARD_SEQUENCES";

/// Runs so many sequences against the rules alone, and so many through the entry point of the service on SQLite, with a part of
/// them on PostgreSQL.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let sequences = match arguments {
        [] => SEQUENCES,
        [name, count] if name == "--sequences" && count.parse::<u32>().is_ok_and(|count| count > 0) => count,
        _ => return Err("cargo xtask cards [--sequences N]".to_owned()),
    };
    let filter = "any_order_of_events_agrees_with_the_model";
    let mut command =
        cargo(&["test", "--locked", "--workspace", "--lib", "--test", "it", "--", filter, "--nocapture"]);
    succeed(command.env(VARIABLE, sequences))
}
