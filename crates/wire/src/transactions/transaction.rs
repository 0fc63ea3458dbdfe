//! Transactions in responses and events (money 10.1).

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
use crate::platforms::CounterpartyField;
use crate::quotes::OutgoingRateDetails;
use crate::rails::{PaymentRail, RailSelectionMode};
use crate::scalar::{
    AgentId, DateTime, ExchangeRate, FeeRate, MinorUnits, Multiplier, Name, Nullable, PartyId, QuoteId, Text,
    TransactionId, UmaAddress,
};

/// A movement of money of the platform or its customers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Transaction {
    /// An incoming payment.
    Incoming(Box<IncomingTransaction>),
    /// An outgoing payment.
    Outgoing(Box<OutgoingTransaction>),
    /// A card payment, or a credit to a card.
    Card(Box<CardTransaction>),
}

/// An incoming payment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomingTransaction {
    /// Transaction id, `Transaction:<uuid>`.
    pub id: TransactionId,
    /// Status of the transaction.
    pub status: TransactionStatus,
    /// Reason for which the transaction waits; present only while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// Direction: `CREDIT` adds money to the account, `DEBIT` takes money from it.
    pub direction: TransactionDirection,
    /// Source of the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<TransactionSource>,
    /// Destination of the money.
    pub destination: TransactionDestination,
    /// Customer or platform on whose behalf the money moves.
    pub customer_id: PartyId,
    /// The platform's own identifier of `customerId`.
    pub platform_customer_id: Name,
    /// Time of settlement. Until then the expected time, if a bank brings the money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Delivery time of the receipt, as reported by the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivery_confirmed_at: Option<DateTime>,
    /// Agent that requested the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<AgentId>,
    /// Description in the platform's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Amount that the sender sent, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent_amount: Option<CurrencyAmount>,
    /// Amount that arrives.
    pub received_amount: CurrencyAmount,
    /// Fees, in the smallest unit of the receiving currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<MinorUnits>,
    /// Sending units per receiving unit, in major units, net of fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_rate: Option<ExchangeRate>,
    /// Quote that priced the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<QuoteId>,
    /// Refund of the payment, if it was debited or funded and then failed or was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// Data that the sender's provider gave about the sender, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterparty_information: Option<PartyFacts>,
    /// UMA address of the sender, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_uma_address: Option<UmaAddress>,
    /// UMA address of the receiver, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver_uma_address: Option<UmaAddress>,
    /// Identifiers for finding the payment on bank statements and chains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconciliation_instructions: Option<ReconciliationInstructions>,
    /// Reason of the failure; present only if `status` is `FAILED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<IncomingFailureReason>,
    /// Data about the receiver that the sender's provider asks for; present only in the event that asks for a
    /// decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requested_receiver_customer_info_fields: Option<Vec<CounterpartyField>>,
    /// Components of the rate, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<IncomingRateDetails>,
}

/// An outgoing payment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingTransaction {
    /// Transaction id, `Transaction:<uuid>`.
    pub id: TransactionId,
    /// Status of the transaction.
    pub status: TransactionStatus,
    /// Reason for which the transaction waits; present only while it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending_reason: Option<PendingReason>,
    /// Direction: `CREDIT` adds money to the account, `DEBIT` takes money from it.
    pub direction: TransactionDirection,
    /// Source of the money.
    pub source: TransactionSource,
    /// Destination of the money.
    pub destination: TransactionDestination,
    /// Customer or platform on whose behalf the money moves.
    pub customer_id: PartyId,
    /// The platform's own identifier of `customerId`.
    pub platform_customer_id: Name,
    /// Time of settlement. The expected time is in `expectedSettlementAt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime>,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
    /// Delivery time of the receipt, as reported by the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_delivery_confirmed_at: Option<DateTime>,
    /// Agent that requested the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<AgentId>,
    /// Description in the platform's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Text>,
    /// Amount that the sender pays, fees included.
    pub sent_amount: CurrencyAmount,
    /// Amount that arrives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received_amount: Option<CurrencyAmount>,
    /// All fees, in the smallest unit of the sending currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<MinorUnits>,
    /// Part of the fees that goes to the platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform_fees: Option<MinorUnits>,
    /// Sending units per receiving unit, in major units, net of fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange_rate: Option<ExchangeRate>,
    /// Quote that priced the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote_id: Option<QuoteId>,
    /// Refund of the payment, if it was debited or funded and then failed or was cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Refund>,
    /// Data that the receiver's provider gave about the receiver, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterparty_information: Option<PartyFacts>,
    /// UMA address of the sender, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sender_uma_address: Option<UmaAddress>,
    /// UMA address of the receiver, on UMA payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receiver_uma_address: Option<UmaAddress>,
    /// Identifiers for finding the payment on bank statements and chains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconciliation_instructions: Option<ReconciliationInstructions>,
    /// Instructions for funding the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_instructions: Option<Vec<PaymentInstructions>>,
    /// Components of the rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_details: Option<OutgoingRateDetails>,
    /// Reason of the failure; present only if `status` is `FAILED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<OutgoingFailureReason>,
    /// Rail of the payment; `null` if it has none, or none yet.
    pub payment_rail: Nullable<PaymentRail>,
    /// Origin of the rail; `null` together with `paymentRail`.
    pub rail_selection_mode: Nullable<RailSelectionMode>,
    /// Expected time of settlement; `null` on instant rails.
    pub expected_settlement_at: Nullable<DateTime>,
    /// Seconds from creation to the expected settlement; `null` on instant rails.
    pub settlement_timeline_seconds: Nullable<i64>,
}

/// Identifiers for finding a payment on bank statements and chains.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReconciliationInstructions {
    /// Reference that is sent with the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Name>,
    /// Hash of the on-chain transfer that funded the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_hash: Option<Name>,
}

/// Components of the rate of an incoming payment (money 6.2).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomingRateDetails {
    /// Factor from the reference unit (milli-satoshi) to the receiving currency, net of the variable fee.
    pub svc_api_multiplier: Multiplier,
    /// Fixed fee of the service, in the smallest unit of the receiving currency.
    pub svc_api_fixed_fee: MinorUnits,
    /// Variable fee of the service as a fraction: 0.005 is 0.5 %.
    pub svc_api_variable_fee_rate: FeeRate,
    /// Variable fee of the service as an amount, in the smallest unit of the receiving currency.
    pub svc_api_variable_fee_amount: MinorUnits,
}

/// A refund of a payment (money 9).
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// The transaction's reference with `-REFUND` appended.
    pub reference: Name,
    /// Time at which the refund started.
    pub initiated_at: DateTime,
    /// Time at which the refund completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_at: Option<DateTime>,
    /// Status of the refund.
    pub status: RefundStatus,
    /// Reason of the refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RefundReason>,
}
