//! `cargo xtask kill`: kills servers under load, more often than among the tests.

use crate::part::cargo;
use crate::watch::succeed;

/// Default number of kills on each engine.
const KILLS: &str = "40";
/// The environment variable for the number of kills; the tests read the same name.
const VARIABLE: &str = "CAUSEWAY_KILLS";

/// Runs the tests that kill servers on each engine, with this number of kills.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let kills = match arguments {
        [] => KILLS,
        [name, kills] if name == "--kills" && kills.parse::<u32>().is_ok_and(|kills| kills > 0) => kills,
        _ => return Err("cargo xtask kill [--kills N]".to_owned()),
    };
    let filters = [
        "reliability::kill::sqlite",
        "reliability::kill::postgres",
        "reliability::takeover",
        "stablecoins::kills::each_order_is_carried_out_once",
        "uma::wire::deployment_kills",
        "wallets::kills::no_kill_loses_a_wallet",
    ];
    // A test that takes long says at each kill that it goes on.
    let mut command = cargo(&["test", "--locked", "--workspace", "--test", "it", "--", "--nocapture"]);
    succeed(command.args(filters).env(VARIABLE, kills))
}
