//! A transaction (money 10.1).

use schemars::JsonSchema;
use serde::Serialize;

use super::card::CardTransaction;
use super::{
    IncomingFailureReason, OutgoingFailureReason, PendingReason, RefundReason, RefundStatus,
    TransactionDestination, TransactionDirection, TransactionSource, TransactionStatus,
};
use crate::counterparty::PartyFacts;
use crate::money::CurrencyAmount;
use crate::payment_instructions::PaymentInstructions;
use crate::platform::CounterpartyField;
use crate::quotes::OutgoingRateDetails;
use crate::rails::{PaymentRail, RailSelectionMode};
use crate::scalar::{
    AgentId, DateTime, ExchangeRate, FeeRate, MinorUnits, Multiplier, Name, Nullable, PartyId, QuoteId, Text,
    TransactionId, UmaAddress,
};

/// A movement of money as the platform sees it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Transaction {
    /// Money that comes in.
    Incoming(Box<IncomingTransaction>),
    /// Money that goes out.
    Outgoing(Box<OutgoingTransaction>),
    /// What was paid by card, or credited to one.
    Card(Box<CardTransaction>),
}

/// Money that comes in.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomingTransaction {
    /// Its id.
    pub id: TransactionId,
    /// Where it stands.
    pub status: TransactionStatus,
    /// What it waits for, while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// Into the account or out of it.
    pub direction: TransactionDirection,
    /// Where the money came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<TransactionSource>,
    /// Where it went.
    pub destination: TransactionDestination,
    /// On whose behalf the money moved.
    pub customer_id: PartyId,
    /// The platform's own identifier for the same.
    pub platform_customer_id: Name,
    /// When it was settled, or will be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// When the platform reported that the receipt was delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivery_confirmed_at: Option<DateTime>,
    /// The agent that asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<AgentId>,
    /// The platform's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// What was sent, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_amount: Option<CurrencyAmount>,
    /// What arrived.
    pub received_amount: CurrencyAmount,
    /// What was taken, in the receiving currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<MinorUnits>,
    /// Sending over receiving units, net of fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_rate: Option<ExchangeRate>,
    /// The quote that priced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<QuoteId>,
    /// The money's way back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// What the other side said about its party.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterparty_information: Option<PartyFacts>,
    /// The sender's address, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_uma_address: Option<UmaAddress>,
    /// The receiver's address, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver_uma_address: Option<UmaAddress>,
    /// What to find the payment by in bank statements and on chains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconciliation_instructions: Option<ReconciliationInstructions>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<IncomingFailureReason>,
    /// What the sender's provider asks about the receiver; only in the event that asks for a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requested_receiver_customer_info_fields: Option<Vec<CounterpartyField>>,
    /// How the rate came about; on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<IncomingRateDetails>,
}

/// Money that goes out.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingTransaction {
    /// Its id.
    pub id: TransactionId,
    /// Where it stands.
    pub status: TransactionStatus,
    /// What it waits for, while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// Into the account or out of it.
    pub direction: TransactionDirection,
    /// Where the money came from.
    pub source: TransactionSource,
    /// Where it went.
    pub destination: TransactionDestination,
    /// On whose behalf the money moved.
    pub customer_id: PartyId,
    /// The platform's own identifier for the same.
    pub platform_customer_id: Name,
    /// When it was settled, or will be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime>,
    /// When it was created.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
    /// When the platform reported that the receipt was delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivery_confirmed_at: Option<DateTime>,
    /// The agent that asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<AgentId>,
    /// The platform's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// What was sent.
    pub sent_amount: CurrencyAmount,
    /// What arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_amount: Option<CurrencyAmount>,
    /// All fees, in the sending currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<MinorUnits>,
    /// The platform's part of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fees: Option<MinorUnits>,
    /// Sending over receiving units, net of fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_rate: Option<ExchangeRate>,
    /// The quote that priced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<QuoteId>,
    /// The money's way back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// What the other side said about its party.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterparty_information: Option<PartyFacts>,
    /// The sender's address, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_uma_address: Option<UmaAddress>,
    /// The receiver's address, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver_uma_address: Option<UmaAddress>,
    /// What to find the payment by in bank statements and on chains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconciliation_instructions: Option<ReconciliationInstructions>,
    /// How to pay in for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_instructions: Option<Vec<PaymentInstructions>>,
    /// How the rate came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<OutgoingRateDetails>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<OutgoingFailureReason>,
    /// The rail it takes; `null` where there is none, or none yet.
    pub payment_rail: Nullable<PaymentRail>,
    /// Who chose the rail.
    pub rail_selection_mode: Nullable<RailSelectionMode>,
    /// When it should arrive; `null` on instant rails.
    pub expected_settlement_at: Nullable<DateTime>,
    /// The same as seconds from its creation.
    pub settlement_timeline_seconds: Nullable<i64>,
}

/// What to find a payment by in bank statements and on chains.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReconciliationInstructions {
    /// The reference that travels with the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Name>,
    /// The hash of the transfer on a chain that funded it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_hash: Option<Name>,
}

/// How the rate of an incoming payment came about (money 6.2).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomingRateDetails {
    /// From the reference unit to the receiving currency, net of the variable fee.
    pub svc_api_multiplier: Multiplier,
    /// The service's fixed fee, in the receiving currency.
    pub svc_api_fixed_fee: MinorUnits,
    /// The service's variable fee as a fraction.
    pub svc_api_variable_fee_rate: FeeRate,
    /// The same as an amount, in the receiving currency.
    pub svc_api_variable_fee_amount: MinorUnits,
}

/// Money on its way back (money 9).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// The transaction's reference with `-REFUND`.
    pub reference: Name,
    /// When it began.
    pub initiated_at: DateTime,
    /// When the money was back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime>,
    /// Where it stands.
    pub status: RefundStatus,
    /// Why it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RefundReason>,
}
