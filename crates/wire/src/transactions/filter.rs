//! Filters for lists of transactions (money 10.9).

use causeway_vocabulary::card_transactions::CardTransactionStatus;
use causeway_vocabulary::named;
use causeway_vocabulary::payments::{TransactionStatus, TransactionType};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::page::SortOrder;
use crate::scalar::{CardId, Cursor, DateTime, IdentifierFilter, PageLimit, PartyFilter};

/// Filters for the list of transactions, combined with AND (money 10.9).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionFilter {
    /// Customer or platform on whose behalf the money moves. The filter also selects payouts to the
    /// customer's external accounts.
    pub customer_id: Option<PartyFilter>,
    /// As `customerId`, by the platform's own identifier of the customer.
    pub platform_customer_id: Option<IdentifierFilter>,
    /// Account id or UMA address on either side.
    pub account_identifier: Option<IdentifierFilter>,
    /// Account id or UMA address on the sending side.
    pub sender_account_identifier: Option<IdentifierFilter>,
    /// Account id or UMA address on the receiving side.
    pub receiver_account_identifier: Option<IdentifierFilter>,
    /// Status of the transaction. Transactions in status `CREATED` are listed only if this filter asks for
    /// them.
    pub status: Option<TransactionStatusFilter>,
    /// Type of the transaction.
    #[serde(rename = "type")]
    pub kind: Option<TransactionTypeFilter>,
    /// Card of a card transaction.
    pub card_id: Option<CardId>,
    /// Exact reference of the payment, of its payment instructions or of its refund.
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

named! {
    /// A type of transactions in a filter.
    pub enum TransactionTypeFilter { Incoming = "INCOMING", Outgoing = "OUTGOING", Card = "CARD" }

    /// A status in a filter, of payments or of card transactions.
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
    /// Returns the payment type that the filter selects, or `None` if it selects card transactions.
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
    /// Returns the payment status that the filter selects, or `None` if only card transactions have it.
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

    /// Returns the card transaction status that the filter selects, or `None` if only payments have it.
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
        for filter in TransactionStatusFilter::ALL {
            let payments = filter.of_payments().map(TransactionStatus::as_str);
            let cards = filter.of_card_transactions().map(CardTransactionStatus::as_str);
            assert!(payments.or(cards).is_some(), "{filter}");
            assert!(payments.into_iter().chain(cards).all(|name| name == filter.as_str()), "{filter}");
        }
        let reached = |name: &str| TransactionStatusFilter::ALL.iter().any(|filter| filter.as_str() == name);
        assert!(TransactionStatus::ALL.iter().all(|status| reached(status.as_str())));
        assert!(CardTransactionStatus::ALL.iter().all(|status| reached(status.as_str())));
        for filter in TransactionTypeFilter::ALL {
            let name = filter.of_payments().map_or("CARD", TransactionType::as_str);
            assert_eq!(name, filter.as_str());
        }
    }
}
