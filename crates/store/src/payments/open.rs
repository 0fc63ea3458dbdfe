//! Payments that have not come to their end: those that are not final, and those whose money is on its way back.

use causeway_domain::ids::{InternalAccountId, PlatformId, TransactionId};
use uuid::Uuid;

use crate::{Error, Tx, params};

/// Every status that is not final.
const UNDER_WAY: &str = "status IN ('CREATED', 'PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING')";
/// In the words of the index `payment_refunding`; the document is looked into only where there is a refund. Said in
/// the words of `payment_by_refund`, SQLite would walk along every refund that there was.
const REFUNDING: &str = "COALESCE(refund_reference, '') <> '' AND state -> 'refund' ->> 'status' = 'PENDING'";

/// Whether a payment on behalf of a party is open: a customer's UUID, or the platform's.
///
/// # Errors
/// Whatever the database refuses.
pub fn has_open(tx: &mut Tx<'_>, platform: PlatformId, party: Uuid) -> Result<bool, Error> {
    let sql = format!(
        "SELECT transaction_id FROM payment \
         WHERE platform_id = $1 AND customer_id = $2 AND ({UNDER_WAY} OR {REFUNDING}) LIMIT 1"
    );
    Ok(!tx.query(&sql, params![platform, party], |_| Ok(()))?.is_empty())
}

/// Deposits on behalf of a party, a customer's UUID or the platform's, that wait for something before they are credited.
///
/// # Errors
/// Whatever the database refuses.
pub fn waiting_deposits(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    party: Uuid,
) -> Result<Vec<TransactionId>, Error> {
    let sql = "SELECT transaction_id FROM payment WHERE platform_id = $1 AND customer_id = $2 \
               AND status = 'PENDING' AND type = 'INCOMING' \
               AND state -> 'phase' -> 'deposit' ->> 'at' = 'WAITING' \
               ORDER BY created_at, transaction_id";
    tx.query(sql, params![platform, party], |row| row.get("transaction_id"))
}

/// Whether an open payment needs this account: on either of its sides, whoever it is made for, to take the platform's
/// fee, for the coins that are paid in for it, or to get what comes from a UMA address.
///
/// # Errors
/// Whatever the database refuses.
pub fn is_in_use(tx: &mut Tx<'_>, platform: PlatformId, account: InternalAccountId) -> Result<bool, Error> {
    let columns = "source_identifier, destination_identifier, terms";
    let sql = format!(
        "SELECT 1 AS one FROM (SELECT {columns} FROM payment WHERE platform_id = $1 AND {UNDER_WAY} \
             UNION ALL SELECT {columns} FROM payment WHERE platform_id = $1 AND {REFUNDING}) o \
         WHERE o.source_identifier = $2 OR o.destination_identifier = $2 \
             OR o.terms -> 'conversion' ->> 'platform_fee_account' = $2 \
             OR o.terms -> 'funding' ->> 'account' = $2 \
             OR o.terms -> 'uma' -> 'receipt' ->> 'credit' = $2 LIMIT 1"
    );
    Ok(!tx.query(&sql, params![platform, account.to_string()], |_| Ok(()))?.is_empty())
}

#[cfg(test)]
mod tests {
    use causeway_domain::payments::TransactionStatus;

    use super::*;

    #[test]
    fn under_way_is_what_is_not_final() {
        for status in TransactionStatus::EVERY {
            assert_eq!(UNDER_WAY.contains(&format!("'{status}'")), !status.is_final(), "{status}");
        }
    }
}
