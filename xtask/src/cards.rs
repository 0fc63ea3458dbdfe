//! `cargo xtask cards`: random sequences of card network events against their models, more than among the
//! tests.

use crate::part::cargo;
use crate::watch::succeed;

/// Default number of sequences.
const SEQUENCES: &str = "100000";
/// The environment variable for the number of sequences; the tests read the same name.
const VARIABLE: &str = "CARD_SEQUENCES";

/// Runs this many sequences against the domain rules alone, and as many through the service's entry point on
/// SQLite; a part of them also on PostgreSQL.
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
