//! The immutable terms of a payment, written before any money moves.

use causeway_domain::external_accounts::{CryptoNetwork, PaymentRail};
use causeway_domain::ids::{AccountRef, AgentId, CustomerId, InternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, InternalInvoice, LayerName};
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::rates::{Decimal, Price, RateDetails};
use causeway_domain::{Amount, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::internal_accounts::FundingInstruction;

/// The terms of a payment, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PaymentTerms {
    pub v: u32,
    /// Credit or debit of the account.
    pub direction: Direction,
    pub source: Side,
    pub destination: Side,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Amount>,
    /// All fees in minor units: of the sending currency on outgoing payments, of the receiving currency on
    /// incoming ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<i64>,
    /// The platform's share of `fees`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fees: Option<i64>,
    /// Sending over receiving units, net of fees, as shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_rate: Option<Decimal>,
    /// Breakdown of the rate, as shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<RateDetails>,
    /// Terms of the conversion postings, if a quote priced the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<ConversionTerms>,
    /// Real-time funding terms, if the payment is push-funded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub funding: Option<FundingTerms>,
    /// `None` if no rail carries the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<ChosenRail>,
    /// Passed on to the receiver's bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remittance_information: Option<String>,
    /// In the interface's spelling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose_of_payment: Option<String>,
    /// The platform's own text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The on-chain transfer by which it arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_chain: Option<OnChainTransfer>,
    /// UMA-specific terms, if one side is at a UMA provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uma: Option<UmaTerms>,
    /// The Lightning invoice paid, if the destination is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice: Option<InvoiceTerms>,
    /// The requesting agent, or `None` if the platform requested the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentId>,
}

/// The Lightning invoice paid by a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceTerms {
    /// The same for all payments of the invoice.
    pub id: String,
    /// `true` if the invoice fixes the received amount.
    pub fixes_amount: bool,
    /// `true` for a sample, which no node has made.
    pub is_sample: bool,
}

impl PaymentTerms {
    /// Creates the terms of a movement between two sides, without any other data.
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

    /// Returns the internal invoice of a UMA payment between two addresses of this deployment, which this
    /// payment pays or is paid by.
    #[must_use]
    pub fn internal_invoice(&self) -> Option<InternalInvoice> {
        self.uma.as_ref()?.pay_request.as_ref()?.parse().ok()
    }

    /// Returns the settlement layer of a UMA payment with another provider. Terms without one are of the
    /// sandbox.
    #[must_use]
    pub fn layer(&self) -> LayerName {
        self.uma.as_ref().and_then(|uma| uma.layer).unwrap_or(LayerName::Sandbox)
    }
}

/// One end of a payment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// An internal or external account.
    Account {
        account: AccountRef,
        /// Currency of the debit or credit.
        currency: CurrencyCode,
    },
    /// An external payer.
    Funding {
        /// The customer on whose behalf the money is paid in.
        customer: Option<CustomerId>,
        /// Currency paid in.
        currency: CurrencyCode,
        /// Data about the payer reported by the rail.
        originator: Originator,
    },
    /// A party at a UMA provider.
    Uma {
        /// In lower case.
        address: String,
        /// Currency sent to or received from the address.
        currency: CurrencyCode,
    },
}

impl Side {
    /// Returns the account, or `None` if this side is none.
    #[must_use]
    pub const fn account(&self) -> Option<AccountRef> {
        match self {
            Self::Account { account, .. } => Some(*account),
            Self::Funding { .. } | Self::Uma { .. } => None,
        }
    }

    /// Returns the account's id in its public spelling, or the UMA address. Payments are found by it.
    #[must_use]
    pub fn identifier(&self) -> Option<String> {
        match self {
            Self::Account { account, .. } => Some(account.to_string()),
            Self::Uma { address, .. } => Some(address.clone()),
            Self::Funding { .. } => None,
        }
    }
}

/// An external payer's data as passed on by the rail (money 3.5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Originator {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_holder_name: Option<String>,
    /// Masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_identifier: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_identifier: Option<String>,
    /// The rail by which the money arrived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rail: Option<PaymentRail>,
    /// The payer's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remittance_information: Option<String>,
    /// The payer's own reference, passed on by the rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_to_end_id: Option<String>,
    /// The rail's own reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_number: Option<String>,
}

/// The price of a payment and the accounts that its conversion needs besides source and destination.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ConversionTerms {
    /// All amounts and the rate.
    pub price: Price,
    /// Currency of the sending amounts.
    pub sending: CurrencyCode,
    /// Currency of the receiving amounts.
    pub receiving: CurrencyCode,
    /// The platform's account credited with its fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fee_account: Option<InternalAccountId>,
}

impl ConversionTerms {
    /// Returns the amount sent, fees included.
    #[must_use]
    pub const fn total(&self) -> Amount {
        Amount::new(self.price.total_sending, self.sending)
    }
}

/// Real-time funding of an outgoing payment (money 8.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FundingTerms {
    /// Alternative accounts to pay into; any one of them is sufficient.
    pub instructions: Vec<FundingInstruction>,
    /// The internal account that crypto passes through and to which it is refunded; `None` if the money comes
    /// from a bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account: Option<InternalAccountId>,
    /// The network named by the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The payer, if the request names it by UMA address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payer: Option<NamedPayer>,
}

/// A payer named in the request by UMA address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedPayer {
    pub uma_address: String,
    /// `None` if the request names none.
    pub currency: Option<CurrencyCode>,
}

/// UMA-specific terms of a payment besides its sides and amounts (uma 6, money 10.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UmaTerms {
    /// The sender's address; `None` if a platform pays for itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender: Option<String>,
    /// The receiver's address.
    pub receiver: String,
    /// The payment request of the receiver's provider in the form of the settlement layer; never shown. For
    /// an incoming payment, set only if another platform of this deployment pays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay_request: Option<String>,
    /// The other side's data about its party, keyed by field name.
    pub counterparty: Map<String, Json>,
    /// The settlement layer; `None` if the money stays within this deployment, and in the sandbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<LayerName>,
    /// Terms of the settlement over a foreign layer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settlement: Option<SettlementTerms>,
    /// Terms of the credit, for incoming payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incoming_uma: Option<IncomingUmaTerms>,
}

/// Agreed terms of a settlement between providers (uma 6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettlementTerms {
    /// The asset that moves between the providers.
    pub asset: CurrencyCode,
    /// The amount that the ledger counts, in smallest units of the asset.
    pub amount: i64,
    /// The amount of the payment request, in units of the layer (millisatoshis on Lightning).
    pub exact: i64,
    /// Units of the layer per smallest unit of the receiving currency.
    pub multiplier: Decimal,
    /// The receiving side's fee, in units of the layer.
    pub fee: i64,
    /// Expiry of the payment request, in wall time.
    pub invoice_expires_at: Time,
    /// The rate from the sending currency to the asset, for outgoing payments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_to_asset: Option<Decimal>,
}

/// Agreed terms of an incoming UMA payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomingUmaTerms {
    /// The credited internal account, or the external account of the payout.
    pub credit: AccountRef,
    /// Fields about the receiver that the sender's provider requests beyond those known at the time of the
    /// request.
    pub payee_fields: Vec<CounterpartyField>,
}

/// The rail of an outgoing payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenRail {
    pub rail: PaymentRail,
    /// `true` if the request named the rail.
    pub is_manual: bool,
}

/// An on-chain transfer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnChainTransfer {
    pub network: CryptoNetwork,
    /// Transaction hash on the chain.
    pub hash: String,
}
