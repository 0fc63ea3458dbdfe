//! Which agents, actions, transactions and accounts to list (agents A2, A6).

use schemars::JsonSchema;
use serde::Deserialize;

use super::action::AgentActionStatus;
use crate::internal_accounts::InternalAccountType;
use crate::page::SortOrder;
use crate::scalar::{AgentId, CurrencyCode, Cursor, CustomerId, DateTime, IdentifierFilter, PageLimit};
use crate::transactions::{TransactionStatusFilter, TransactionTypeFilter};

/// Which agents to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentFilter {
    /// Those that act for this customer.
    pub customer_id: Option<CustomerId>,
    /// Those that are paused, or those that are not.
    pub is_paused: Option<bool>,
    /// Those that are installed, or those that are not.
    pub is_connected: Option<bool>,
    /// Made at or after this instant.
    pub created_after: Option<DateTime>,
    /// Made at or before this instant.
    pub created_before: Option<DateTime>,
    /// Last changed at or after this instant.
    pub updated_after: Option<DateTime>,
    /// Last changed at or before this instant.
    pub updated_before: Option<DateTime>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}

/// Which actions that wait for a decision to list. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentApprovalFilter {
    /// Asked for by this agent.
    pub agent_id: Option<AgentId>,
    /// Asked for on behalf of this customer.
    pub customer_id: Option<CustomerId>,
    /// Asked for at or after this instant.
    pub start_date: Option<DateTime>,
    /// Asked for at or before this instant.
    pub end_date: Option<DateTime>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
    /// Newest first by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}

/// Which of its own actions an agent lists.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentActionFilter {
    /// In this status.
    pub status: Option<AgentActionStatus>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}

/// Which of its customer's transactions an agent lists. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentTransactionFilter {
    /// With this account or UMA address on either side.
    pub account_identifier: Option<IdentifierFilter>,
    /// With this account or UMA address on the sending side.
    pub sender_account_identifier: Option<IdentifierFilter>,
    /// With this account or UMA address on the receiving side.
    pub receiver_account_identifier: Option<IdentifierFilter>,
    /// In this status. Those in status `CREATED` are only listed when asked for.
    pub status: Option<TransactionStatusFilter>,
    /// Of this type.
    #[serde(rename = "type")]
    pub kind: Option<TransactionTypeFilter>,
    /// With exactly this reference of a payment, its instructions or its refund.
    pub reference: Option<IdentifierFilter>,
    /// Created at or after this instant.
    pub start_date: Option<DateTime>,
    /// Created at or before this instant.
    pub end_date: Option<DateTime>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
    /// Newest first by default.
    #[serde(default)]
    pub sort_order: SortOrder,
}

/// Which of its customer's internal accounts an agent lists. All that is given must hold.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentInternalAccountFilter {
    /// Of this currency.
    pub currency: Option<CurrencyCode>,
    /// Of this kind.
    #[serde(rename = "type")]
    pub kind: Option<InternalAccountType>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}

/// Which of its customer's external accounts an agent lists.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentExternalAccountFilter {
    /// Of this currency.
    pub currency: Option<CurrencyCode>,
    /// How many items a page holds.
    #[serde(default)]
    pub limit: PageLimit,
    /// Where the page begins.
    pub cursor: Option<Cursor>,
}
