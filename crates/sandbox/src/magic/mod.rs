//! The magic values of the sandbox (money 13.1, customers 11, stablecoins 9.1, cards 10): one table,
//! consulted for sandbox platforms only.

mod card_transactions;
mod cards;
mod payments;
mod stablecoins;

pub use card_transactions::{
    MerchantScenario, PullScenario, SLOW_CONFIRMATION, merchant_scenario, pull_scenario,
};
use cards::last_three;
pub use cards::{CardScenario, SLOW_CARD, card_scenario, last_four, refused_source};
pub use payments::*;
pub use stablecoins::{
    ClientScenario, TokenScenario, bank_debit_scenario, bank_payout_scenario, client_scenario,
    gives_no_answer, token_scenario, wallet_scenario,
};
