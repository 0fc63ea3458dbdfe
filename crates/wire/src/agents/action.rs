//! What agents ask for (agents A5).

pub use causeway_vocabulary::agents::{AgentActionStatus, AgentActionType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quotes::Quote;
use crate::scalar::{
    AccountRef, AgentActionId, AgentId, CurrencyCode, CustomerId, DateTime, MinorUnits, Name,
};
use crate::transactions::Transaction;

/// A movement of money that an agent has asked for.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAction {
    /// Its id.
    pub id: AgentActionId,
    /// Who asked for it.
    pub agent_id: AgentId,
    /// On whose behalf.
    pub customer_id: CustomerId,
    /// The platform's own identifier for the same customer.
    pub platform_customer_id: Name,
    /// Where it stands.
    pub status: AgentActionStatus,
    /// What was asked for.
    #[serde(rename = "type")]
    pub kind: AgentActionType,
    /// The quote to be executed, as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<Box<Quote>>,
    /// The transfer to be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfer_details: Option<AgentTransferDetails>,
    /// The payment, once it was begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<Transaction>,
    /// Why the platform does not want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    /// When it was asked for.
    pub created_at: DateTime,
    /// When it last changed.
    pub updated_at: DateTime,
}

/// A transfer that an agent has asked for.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentTransferDetails {
    /// How much, in the smallest unit of the currency.
    pub amount: MinorUnits,
    /// The currency of both accounts.
    pub currency: CurrencyCode,
    /// Where it comes from.
    pub source_account_id: AccountRef,
    /// Where it goes.
    pub destination_account_id: AccountRef,
}

/// Why the platform does not want it.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentActionRejectRequest {
    /// In its own words; the agent sees them.
    #[schemars(length(max = 500))]
    pub reason: Option<String>,
}
