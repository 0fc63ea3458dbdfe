//! Filters of the lists of agents, actions, transactions and accounts (agents A2, A6).

use schemars::JsonSchema;
use serde::Deserialize;

use super::action::AgentActionStatus;
use crate::internal_accounts::InternalAccountType;
use crate::page::SortOrder;
use crate::scalar::{AgentId, CurrencyCode, Cursor, CustomerId, DateTime, IdentifierFilter, PageLimit};
use crate::transactions::{TransactionStatusFilter, TransactionTypeFilter};

/// Filters for the list of agents, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentFilter {
    /// Only agents that act for this customer.
    pub customer_id: Option<CustomerId>,
    /// `true` for paused agents only, `false` for the others only.
    pub is_paused: Option<bool>,
    /// `true` for agents with installed software only, `false` for the others only.
    pub is_connected: Option<bool>,
    /// Created at or after this instant.
    pub created_after: Option<DateTime>,
    /// Created at or before this instant.
    pub created_before: Option<DateTime>,
    /// Last changed at or after this instant.
    pub updated_after: Option<DateTime>,
    /// Last changed at or before this instant.
    pub updated_before: Option<DateTime>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}

/// Filters for the list of actions that await a decision, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentApprovalFilter {
    /// Only actions of this agent.
    pub agent_id: Option<AgentId>,
    /// Only actions on behalf of this customer.
    pub customer_id: Option<CustomerId>,
    /// Requested at or after this instant.
    pub start_date: Option<DateTime>,
    /// Requested at or before this instant.
    pub end_date: Option<DateTime>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
    /// Order by `createdAt`; newest first by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}

/// Filters for the list of an agent's own actions.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentActionFilter {
    /// Only actions in this status.
    pub status: Option<AgentActionStatus>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}

/// Filters for the list of the transactions of the agent's customer, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentTransactionFilter {
    /// Only transactions with this account or UMA address on either side.
    pub account_identifier: Option<IdentifierFilter>,
    /// Only transactions with this account or UMA address on the sending side.
    pub sender_account_identifier: Option<IdentifierFilter>,
    /// Only transactions with this account or UMA address on the receiving side.
    pub receiver_account_identifier: Option<IdentifierFilter>,
    /// Only transactions in this status. Transactions in status `CREATED` are listed only if they are
    /// requested here.
    pub status: Option<TransactionStatusFilter>,
    /// Only transactions of this type.
    #[serde(rename = "type")]
    pub kind: Option<TransactionTypeFilter>,
    /// Only transactions with exactly this reference on the payment, its instructions or its refund.
    pub reference: Option<IdentifierFilter>,
    /// Created at or after this instant.
    pub start_date: Option<DateTime>,
    /// Created at or before this instant.
    pub end_date: Option<DateTime>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
    /// Order by `createdAt`; newest first by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}

/// Filters for the list of the internal accounts of the agent's customer, combined with AND.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentInternalAccountFilter {
    /// Only accounts in this currency.
    pub currency: Option<CurrencyCode>,
    /// Only accounts of this type.
    #[serde(rename = "type")]
    pub kind: Option<InternalAccountType>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}

/// Filters for the list of the external accounts of the agent's customer.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentExternalAccountFilter {
    /// Only accounts in this currency.
    pub currency: Option<CurrencyCode>,
    /// Maximum number of items per page.
    #[serde(default)]
    pub limit: PageLimit,
    /// The `nextCursor` of the previous page; absent for the first page.
    pub cursor: Option<Cursor>,
}
