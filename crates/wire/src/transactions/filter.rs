//! Which transactions to list (money 10.9).

use causeway_vocabulary::card_transactions::CardTransactionStatus;
use causeway_vocabulary::named;
use causeway_vocabulary::payments::{TransactionStatus, TransactionType};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::page::SortOrder;
use crate::scalar::{CardId, Cursor, DateTime, IdentifierFilter, PageLimit, PartyFilter};

/// Which transactions to list. All that is given must hold (money 10.9).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionFilter {
    /// Of this customer or of the platform; also payouts to the customer's external accounts.
    pub customer_id: Option<PartyFilter>,
    /// The same by the platform's own identifier.
    pub platform_customer_id: Option<IdentifierFilter>,
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
    /// Of this card.
    pub card_id: Option<CardId>,
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

impl TransactionTypeFilter {
    /// The type of payments that it lists; none where it lists card transactions.
    #[must_use]
    pub const fn of_payments(self) -> Option<TransactionType> {
        match self {
            Self::Incoming => Some(TransactionType::Incoming),
            Self::Outgoing => Some(TransactionType::Outgoing),
            Self::Card => None,
        }
    }
}

impl TransactionStatusFilter {
    /// The status of payments that it lists; none where only card transactions have it.
    #[must_use]
    pub const fn of_payments(self) -> Option<TransactionStatus> {
        Some(match self {
            Self::Created => TransactionStatus::Created,
            Self::Pending => TransactionStatus::Pending,
            Self::PendingAuthorization => TransactionStatus::PendingAuthorization,
            Self::Processing => TransactionStatus::Processing,
            Self::Completed => TransactionStatus::Completed,
            Self::Rejected => TransactionStatus::Rejected,
            Self::Failed => TransactionStatus::Failed,
            Self::Refunded => TransactionStatus::Refunded,
            Self::Expired => TransactionStatus::Expired,
            Self::Authorized | Self::PartiallySettled | Self::Settled | Self::Exception => return None,
        })
    }

    /// The status of card transactions that it lists; none where only payments have it.
    #[must_use]
    pub const fn of_card_transactions(self) -> Option<CardTransactionStatus> {
        Some(match self {
            Self::Refunded => CardTransactionStatus::Refunded,
            Self::Authorized => CardTransactionStatus::Authorized,
            Self::PartiallySettled => CardTransactionStatus::PartiallySettled,
            Self::Settled => CardTransactionStatus::Settled,
            Self::Exception => CardTransactionStatus::Exception,
            Self::Created
            | Self::Pending
            | Self::PendingAuthorization
            | Self::Processing
            | Self::Completed
            | Self::Rejected
            | Self::Failed
            | Self::Expired => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_and_type_is_listed_under_its_own_name() {
        for filter in TransactionStatusFilter::EVERY {
            let payments = filter.of_payments().map(TransactionStatus::as_str);
            let cards = filter.of_card_transactions().map(CardTransactionStatus::as_str);
            assert!(payments.or(cards).is_some(), "{filter}");
            assert!(payments.into_iter().chain(cards).all(|name| name == filter.as_str()), "{filter}");
        }
        let reached =
            |name: &str| TransactionStatusFilter::EVERY.iter().any(|filter| filter.as_str() == name);
        assert!(TransactionStatus::EVERY.iter().all(|status| reached(status.as_str())));
        assert!(CardTransactionStatus::EVERY.iter().all(|status| reached(status.as_str())));
        for filter in TransactionTypeFilter::EVERY {
            let name = filter.of_payments().map_or("CARD", TransactionType::as_str);
            assert_eq!(name, filter.as_str());
        }
    }
}
