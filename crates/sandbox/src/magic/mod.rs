//! The magic values of the sandbox (money 13.1, customers 11, stablecoins 9.1, cards 10): one table,
//! consulted for sandbox platforms only.

mod areas;
mod card_transactions;
mod cards;
mod checks;
mod fixed_values;
mod payments;
mod stablecoins;
mod table;
mod uma;

pub use areas::AREAS;
pub use card_transactions::{
    MerchantScenario, PullScenario, SLOW_CONFIRMATION, merchant_scenario, pull_scenario,
};
pub use cards::{CardScenario, SLOW_CARD, card_scenario, last_four, refused_source};
pub use checks::*;
pub use fixed_values::{CONTACT_CODE, PAGE_TOKEN_PREFIX, SAMPLE_SIGNATURE};
pub use payments::*;
pub use stablecoins::{
    ClientScenario, TokenScenario, bank_debit_scenario, bank_payout_scenario, client_scenario,
    gives_no_answer, token_scenario, wallet_scenario,
};
pub use table::{MagicArea, MagicRow, MagicTable};
pub use uma::*;

#[cfg(test)]
mod tests;
