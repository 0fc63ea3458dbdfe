//! Outcomes of card transactions, selected by magic values (cards 10.3, 10.4).

use std::time::Duration;

use causeway_domain::card_transactions::CardDeclineReason;
use causeway_domain::ids::CardTransactionId;
use causeway_service::ports::{CardScenarios, Confirmation};

use crate::magic::{MerchantScenario, PullScenario, SLOW_CONFIRMATION, merchant_scenario, pull_scenario};

/// Card scenarios selected by the suffix of the merchant's descriptor or of the transaction's id.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CardsBySuffix;

const SLOW: Confirmation = Confirmation { after: SLOW_CONFIRMATION, succeeds: true };
const NEVER: Confirmation = Confirmation { after: Duration::ZERO, succeeds: false };

fn at_merchant(descriptor: &str) -> Confirmation {
    match merchant_scenario(descriptor) {
        MerchantScenario::Slow => SLOW,
        MerchantScenario::Unconfirmed => NEVER,
        MerchantScenario::Declined(_) | MerchantScenario::Named(_) | MerchantScenario::Real => {
            Confirmation::GOOD
        }
    }
}

impl CardScenarios for CardsBySuffix {
    fn decline(&self, descriptor: &str) -> Option<CardDeclineReason> {
        match merchant_scenario(descriptor) {
            MerchantScenario::Declined(reason) => Some(reason),
            MerchantScenario::Slow
            | MerchantScenario::Unconfirmed
            | MerchantScenario::Named(_)
            | MerchantScenario::Real => None,
        }
    }

    fn id_suffix(&self, descriptor: &str) -> Option<&'static str> {
        match merchant_scenario(descriptor) {
            MerchantScenario::Named(suffix) => Some(suffix),
            MerchantScenario::Slow
            | MerchantScenario::Unconfirmed
            | MerchantScenario::Declined(_)
            | MerchantScenario::Real => None,
        }
    }

    fn first_pull(&self, descriptor: &str) -> Confirmation {
        at_merchant(descriptor)
    }

    fn later_pull(&self, transaction: CardTransactionId) -> Option<Confirmation> {
        match pull_scenario(&transaction.to_string()) {
            PullScenario::Failed => None,
            PullScenario::Slow => Some(SLOW),
            PullScenario::Unconfirmed => Some(NEVER),
            PullScenario::Real => Some(Confirmation::GOOD),
        }
    }

    fn credit(&self, descriptor: &str) -> Confirmation {
        at_merchant(descriptor)
    }
}
