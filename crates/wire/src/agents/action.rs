//! Agent actions: the money movements that agents request (agents A5).

pub use causeway_vocabulary::agents::{AgentActionStatus, AgentActionType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quotes::Quote;
use crate::scalar::{
    AccountRef, AgentActionId, AgentId, CurrencyCode, CustomerId, DateTime, MinorUnits, Name,
};
use crate::transactions::Transaction;

/// A money movement that an agent has requested.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentAction {
    /// Agent action id, `AgentAction:<uuid>`.
    pub id: AgentActionId,
    /// The agent that made the request.
    pub agent_id: AgentId,
    /// The customer for whom the agent acts.
    pub customer_id: CustomerId,
    /// The platform's own identifier of that customer.
    pub platform_customer_id: Name,
    /// Approval status. `APPROVED` means that the payment was started; the status becomes `FAILED` if the
    /// payment does not succeed.
    pub status: AgentActionStatus,
    /// Kind of money movement.
    #[serde(rename = "type")]
    pub kind: AgentActionType,
    /// The quote to execute, in its current state. Only for `EXECUTE_QUOTE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<Box<Quote>>,
    /// The requested transfer. Only for `TRANSFER_OUT` and `TRANSFER_IN`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfer_details: Option<AgentTransferDetails>,
    /// The resulting payment, once its execution has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<Transaction>,
    /// Reason for the rejection, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<String>,
    /// Time of the request (UTC).
    pub created_at: DateTime,
    /// Time of the last change.
    pub updated_at: DateTime,
}

/// A transfer that an agent has requested.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentTransferDetails {
    /// Amount in the smallest unit of `currency`.
    pub amount: MinorUnits,
    /// Currency of both accounts.
    pub currency: CurrencyCode,
    /// Account to debit: internal for `TRANSFER_OUT`, external for `TRANSFER_IN`.
    pub source_account_id: AccountRef,
    /// Account to credit: external for `TRANSFER_OUT`, internal for `TRANSFER_IN`.
    pub destination_account_id: AccountRef,
}

/// The rejection of an agent's action.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentActionRejectRequest {
    /// Reason in the platform's own words, which the agent can read.
    #[schemars(length(max = 500))]
    pub reason: Option<String>,
}
