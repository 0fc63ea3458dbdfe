//! What a payment is: written once, before anything moves.

use causeway_domain::Amount;
use causeway_domain::external_accounts::{CryptoNetwork, Rail};
use causeway_domain::ids::{AccountRef, CustomerId, InternalAccountId};
use causeway_domain::money::Currency;
use causeway_domain::payments::Direction;
use causeway_domain::rates::{Decimal, Price, RateDetails};
use serde::{Deserialize, Serialize};

/// The terms of a payment, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PaymentTerms {
    /// Version of this document's form.
    pub v: u32,
    /// Into the account or out of it.
    pub direction: Direction,
    /// Where the money comes from.
    pub source: Side,
    /// Where it goes.
    pub destination: Side,
    /// What is sent.
    pub sent: Option<Amount>,
    /// What arrives.
    pub received: Option<Amount>,
    /// All fees: in the sending currency on outgoing, in the receiving one on incoming payments.
    pub fees: Option<i64>,
    /// The platform's part of them.
    pub platform_fees: Option<i64>,
    /// Sending over receiving units, net of fees, as shown.
    pub exchange_rate: Option<Decimal>,
    /// How the rate came about, as shown.
    pub rate_details: Option<RateDetails>,
    /// What its postings are made from, where a quote has priced it.
    pub conversion: Option<ConversionTerms>,
    /// The rail that carries it; none where it has none.
    pub rail: Option<ChosenRail>,
    /// Passed on to the receiver's bank.
    pub remittance_information: Option<String>,
    /// Why the money is sent, in the interface's spelling.
    pub purpose_of_payment: Option<String>,
    /// The platform's own words.
    pub description: Option<String>,
    /// The transfer on a chain by which it came.
    pub on_chain: Option<OnChainTransfer>,
}

impl PaymentTerms {
    /// A movement between two sides of which nothing else is known.
    #[must_use]
    pub const fn between(direction: Direction, source: Side, destination: Side) -> Self {
        Self {
            v: 1,
            direction,
            source,
            destination,
            sent: None,
            received: None,
            fees: None,
            platform_fees: None,
            exchange_rate: None,
            rate_details: None,
            conversion: None,
            rail: None,
            remittance_information: None,
            purpose_of_payment: None,
            description: None,
            on_chain: None,
        }
    }
}

/// One end of a payment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "side", rename_all = "snake_case")]
pub enum Side {
    /// An account.
    Account {
        /// Which one.
        account: AccountRef,
        /// What leaves it or arrives in it.
        currency: Currency,
    },
    /// Somebody who pays in.
    Funding {
        /// On whose behalf.
        customer: Option<CustomerId>,
        /// What is paid in.
        currency: Currency,
        /// What the rail told of the payer.
        originator: Originator,
    },
}

impl Side {
    /// The account, where it is one.
    #[must_use]
    pub const fn account(&self) -> Option<AccountRef> {
        match self {
            Self::Account { account, .. } => Some(*account),
            Self::Funding { .. } => None,
        }
    }

    /// The account's id in its public spelling, by which payments are found.
    pub(super) fn identifier(&self) -> Option<String> {
        self.account().map(|account| account.to_string())
    }
}

/// What is known of somebody who paid in (money 3.5): whatever the rail passed on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Originator {
    /// The payer's name.
    pub account_holder_name: Option<String>,
    /// The payer's account, masked.
    pub account_identifier: Option<String>,
    /// The payer's bank.
    pub bank_name: Option<String>,
    /// The bank's code.
    pub bank_identifier: Option<String>,
    /// The rail that the money came by.
    pub rail: Option<Rail>,
    /// What the payer wrote.
    pub remittance_information: Option<String>,
    /// The payer's own reference, as passed on by the rail.
    pub end_to_end_id: Option<String>,
    /// The rail's own reference.
    pub trace_number: Option<String>,
}

/// The price of a payment, with the accounts that it needs besides source and destination.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ConversionTerms {
    /// All amounts, and the rate.
    pub price: Price,
    /// The currency of the sending amounts.
    pub sending: Currency,
    /// The currency of the receiving amounts.
    pub receiving: Currency,
    /// The platform's account that takes its fee.
    pub platform_fee_account: Option<InternalAccountId>,
}

/// The rail of an outgoing payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenRail {
    /// Which one.
    pub rail: Rail,
    /// Whether the request named it.
    pub is_manual: bool,
}

/// A transfer on a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnChainTransfer {
    /// The chain.
    pub network: CryptoNetwork,
    /// What the chain calls it.
    pub hash: String,
}
