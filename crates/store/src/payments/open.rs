//! Open payments: those under way, and those with a pending refund. A payment in status `CREATED` holds
//! nothing: a discovery made it, and strangers make discoveries.

use causeway_domain::ids::{InternalAccountId, PlatformId, TransactionId};
use uuid::Uuid;

use crate::{Error, Tx, params};

/// Condition for every status that is not final, except `CREATED`.
const UNDER_WAY: &str = "status IN ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING')";
/// Condition for pending refunds. It repeats the condition of the index `payment_state_refunding`, so
/// that documents are read only for payments with a refund. With the condition of `payment_state_by_refund`,
/// SQLite would scan all refunds ever made.
const REFUNDING: &str = "COALESCE(refund_reference, '') <> '' AND state -> 'refund' ->> 'status' = 'PENDING'";

/// Condition that joins the two rows of a payment.
const SAME: &str = "payment.platform_id = payment_state.platform_id \
    AND payment.transaction_id = payment_state.transaction_id";

/// Returns `true` if a payment on behalf of the party (the UUID of a customer or of the platform) is open.
pub fn has_open(tx: &mut Tx<'_>, platform: PlatformId, party: Uuid) -> Result<bool, Error> {
    let sql = format!(
        "SELECT payment.transaction_id \
         FROM payment /* INDEXED BY payment_by_customer */ CROSS JOIN payment_state \
         WHERE payment.platform_id = $1 AND payment.customer_id = $2 AND {SAME} \
             AND ({UNDER_WAY} OR {REFUNDING}) LIMIT 1"
    );
    Ok(!tx.query(&sql, params![platform, party], |_| Ok(()))?.is_empty())
}

/// Returns the deposits on behalf of the party (the UUID of a customer or of the platform) that wait before
/// they are credited, oldest first.
pub fn waiting_deposits(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    party: Uuid,
) -> Result<Vec<TransactionId>, Error> {
    let sql = format!(
        "SELECT payment.transaction_id \
         FROM payment_state /* INDEXED BY payment_state_by_status */ CROSS JOIN payment \
         WHERE payment_state.platform_id = $1 AND payment_state.status = 'PENDING' AND {SAME} \
             AND payment.customer_id = $2 AND payment.type = 'INCOMING' \
             AND payment_state.state -> 'phase' -> 'deposit' ->> 'at' = 'WAITING' \
         ORDER BY payment_state.created_at, payment_state.transaction_id"
    );
    tx.query(&sql, params![platform, party], |row| row.get("transaction_id"))
}

/// Returns `true` if an open payment of any owner needs this account: on either side, for the platform's fee,
/// for crypto paid in, or for the credit of an incoming UMA payment.
pub fn is_in_use(tx: &mut Tx<'_>, platform: PlatformId, account: InternalAccountId) -> Result<bool, Error> {
    let columns = "source_identifier, destination_identifier, terms";
    let of_platform =
        format!("FROM payment_state CROSS JOIN payment WHERE payment_state.platform_id = $1 AND {SAME}");
    let sql = format!(
        "SELECT 1 AS one FROM (SELECT {columns} {of_platform} AND {UNDER_WAY} \
             UNION ALL SELECT {columns} {of_platform} AND {REFUNDING}) o \
         WHERE o.source_identifier = $2 OR o.destination_identifier = $2 \
             OR o.terms -> 'conversion' ->> 'platform_fee_account' = $2 \
             OR o.terms -> 'funding' ->> 'account' = $2 \
             OR o.terms -> 'uma' -> 'incoming_uma' ->> 'credit' = $2 LIMIT 1"
    );
    Ok(!tx.query(&sql, params![platform, account.to_string()], |_| Ok(()))?.is_empty())
}

#[cfg(test)]
mod tests {
    use causeway_domain::payments::TransactionStatus;

    use super::*;

    #[test]
    fn every_status_that_holds_something_is_under_way() {
        for status in TransactionStatus::ALL {
            let holds = !status.is_final() && *status != TransactionStatus::Created;
            assert_eq!(UNDER_WAY.contains(&format!("'{status}'")), holds, "{status}");
        }
    }
}
