//! What a payment is: written once, before anything moves.

use causeway_domain::Amount;
use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{AccountRef, AgentId, CustomerId, InternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, InternalInvoice};
use causeway_domain::platform::CounterpartyField;
use causeway_domain::rates::{Decimal, Price, RateDetails};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::internal_accounts::FundingInstruction;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Amount>,
    /// What arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Amount>,
    /// All fees: in the sending currency on outgoing, in the receiving one on incoming payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<i64>,
    /// The platform's part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fees: Option<i64>,
    /// Sending over receiving units, net of fees, as shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_rate: Option<Decimal>,
    /// How the rate came about, as shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<RateDetails>,
    /// What its postings are made from, where a quote has priced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<ConversionTerms>,
    /// How it is paid in for, where its source pays by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<FundingTerms>,
    /// The rail that carries it; none where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<ChosenRail>,
    /// Passed on to the receiver's bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remittance_information: Option<String>,
    /// Why the money is sent, in the interface's spelling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_payment: Option<String>,
    /// The platform's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The transfer on a chain by which it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
    /// What it is beside all this, where somebody at a UMA provider takes part in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uma: Option<UmaTerms>,
    /// The invoice that it pays, if its destination is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice: Option<InvoiceTerms>,
    /// The agent that asked for it; none where the platform did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentId>,
}

/// The Lightning invoice that a payment pays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceTerms {
    /// One for all payments of the invoice.
    pub id: String,
    /// Whether the invoice says how much arrives.
    pub fixes_amount: bool,
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
            funding: None,
            rail: None,
            remittance_information: None,
            purpose_of_payment: None,
            description: None,
            on_chain: None,
            uma: None,
            invoice: None,
            agent: None,
        }
    }

    /// What it pays, or is paid for, where both UMA addresses are of this deployment.
    #[must_use]
    pub fn internal_invoice(&self) -> Option<InternalInvoice> {
        self.uma.as_ref()?.pay_request.as_ref()?.parse().ok()
    }
}

/// One end of a payment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// An account.
    Account {
        /// Which one.
        account: AccountRef,
        /// What leaves it or arrives in it.
        currency: CurrencyCode,
    },
    /// Somebody who pays in.
    Funding {
        /// On whose behalf.
        customer: Option<CustomerId>,
        /// What is paid in.
        currency: CurrencyCode,
        /// What the rail reported of the payer.
        originator: Originator,
    },
    /// Somebody at a UMA provider.
    Uma {
        /// The address, in lower case.
        address: String,
        /// What arrives there, or comes from there.
        currency: CurrencyCode,
    },
}

impl Side {
    /// The account, where it is one.
    #[must_use]
    pub const fn account(&self) -> Option<AccountRef> {
        match self {
            Self::Account { account, .. } => Some(*account),
            Self::Funding { .. } | Self::Uma { .. } => None,
        }
    }

    /// The account's id in its public spelling, or the address: by it payments are found.
    #[must_use]
    pub fn identifier(&self) -> Option<String> {
        match self {
            Self::Account { account, .. } => Some(account.to_string()),
            Self::Uma { address, .. } => Some(address.clone()),
            Self::Funding { .. } => None,
        }
    }
}

/// What is known of somebody who paid in (money 3.5): whatever the rail passed on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Originator {
    /// The payer's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_holder_name: Option<String>,
    /// The payer's account, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_identifier: Option<String>,
    /// The payer's bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_name: Option<String>,
    /// The bank's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_identifier: Option<String>,
    /// The rail that the money came by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<PaymentRail>,
    /// What the payer wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remittance_information: Option<String>,
    /// The payer's own reference, as passed on by the rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_to_end_id: Option<String>,
    /// The rail's own reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_number: Option<String>,
}

/// The price of a payment, with the accounts that it needs besides source and destination.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ConversionTerms {
    /// All amounts, and the rate.
    pub price: Price,
    /// The currency of the sending amounts.
    pub sending: CurrencyCode,
    /// The currency of the receiving amounts.
    pub receiving: CurrencyCode,
    /// The platform's account that takes its fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fee_account: Option<InternalAccountId>,
}

impl ConversionTerms {
    /// What is sent, fees included.
    #[must_use]
    pub const fn total(&self) -> Amount {
        Amount::new(self.price.total_sending, self.sending)
    }
}

/// How an outgoing payment is paid in for (money 8.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FundingTerms {
    /// What the payer may pay into. Any one of them is enough.
    pub instructions: Vec<FundingInstruction>,
    /// The internal account that coins pass through, and into which they are refunded; none where a bank brings the
    /// money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<InternalAccountId>,
    /// The network that the request names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The payer, where the request names it by UMA address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payer: Option<NamedPayer>,
}

/// A payer as the request names it by UMA address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedPayer {
    /// Its address.
    pub uma_address: String,
    /// The currency, where the request names one.
    pub currency: Option<CurrencyCode>,
}

/// What a payment with somebody at a UMA provider is beside its sides and amounts (uma 6, money 10.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UmaTerms {
    /// The sender's address; none where a platform pays for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
    /// The receiver's address.
    pub receiver: String,
    /// What the receiver's provider wants to have paid, in the words of the settlement layer; shown to nobody. Of an
    /// incoming payment only where another platform of this deployment pays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay_request: Option<String>,
    /// What the other side says about its party, by the names of the facts.
    pub counterparty: Map<String, Json>,
    /// Where it is credited, where it comes in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<ReceiptTerms>,
}

/// What is agreed on about money that comes from a UMA address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptTerms {
    /// The account that gets it: an internal one, or an external one to which it is paid out.
    pub credit: AccountRef,
    /// What the sender's provider asks about the receiver beyond what was known when it asked.
    pub payee_fields: Vec<CounterpartyField>,
}

/// The rail of an outgoing payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenRail {
    /// Which one.
    pub rail: PaymentRail,
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
