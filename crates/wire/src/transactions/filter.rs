//! Which transactions to list (money 10.9).

use causeway_vocabulary::named;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::page::SortOrder;
use crate::scalar::{CardId, Cursor, DateTime, Name, PageLimit, PartyFilter};

/// Which transactions to list. All that is given must hold (money 10.9).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionFilter {
    /// Of this customer or of the platform; also payouts to the customer's external accounts.
    pub customer_id: Option<PartyFilter>,
    /// The same by the platform's own identifier.
    pub platform_customer_id: Option<Name>,
    /// With this account or UMA address on either side.
    pub account_identifier: Option<Name>,
    /// With this account or UMA address on the sending side.
    pub sender_account_identifier: Option<Name>,
    /// With this account or UMA address on the receiving side.
    pub receiver_account_identifier: Option<Name>,
    /// In this status. Those in status `CREATED` are only listed when asked for.
    pub status: Option<TransactionStatusFilter>,
    /// Of this type.
    #[serde(rename = "type")]
    pub kind: Option<TransactionTypeFilter>,
    /// Of this card.
    pub card_id: Option<CardId>,
    /// With exactly this reference of a payment, its instructions or its refund.
    pub reference: Option<Name>,
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

named! {
    /// A type of transactions to list.
    pub enum TransactionTypeFilter { Incoming = "INCOMING", Outgoing = "OUTGOING", Card = "CARD" }

    /// A status of transactions to list: of payments, or of card transactions.
    pub enum TransactionStatusFilter {
        Created = "CREATED",
        Pending = "PENDING",
        PendingAuthorization = "PENDING_AUTHORIZATION",
        Processing = "PROCESSING",
        Completed = "COMPLETED",
        Rejected = "REJECTED",
        Failed = "FAILED",
        Refunded = "REFUNDED",
        Expired = "EXPIRED",
        Authorized = "AUTHORIZED",
        PartiallySettled = "PARTIALLY_SETTLED",
        Settled = "SETTLED",
        Exception = "EXCEPTION",
    }
}
