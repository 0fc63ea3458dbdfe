//! Open payments: those under way, and those with a pending refund. A payment in status `CREATED` holds
//! nothing: a discovery made it, and strangers make discoveries.

use causeway_domain::ids::{InternalAccountId, PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionType;
use uuid::Uuid;

use super::record::{PaymentRecord, STATUS, columns, read};
use crate::{Error, Tx, params};

/// Condition for every status that is not final, except `CREATED`.
const UNDER_WAY: &str = "status IN ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING')";
/// Condition for pending refunds. It repeats the condition of the index `payment_state_refunding`, so
/// that documents are read only for payments with a refund. With the condition of `payment_state_by_refund`,
/// SQLite would scan all refunds ever made.
pub(super) const REFUNDING: &str =
    "COALESCE(refund_reference, '') <> '' AND state -> 'refund' ->> 'status' = 'PENDING'";

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

/// Returns the newest open payments on behalf of the party (the UUID of a customer or of the platform): up to
/// `limit` of them.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the terms of one of them.
pub fn open_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    party: Uuid,
    limit: u32,
) -> Result<Vec<PaymentRecord>, Error> {
    let columns = columns(STATUS);
    let sql = format!(
        "SELECT {columns} FROM payment /* INDEXED BY payment_by_customer */ CROSS JOIN payment_state \
         WHERE payment.platform_id = $1 AND payment.customer_id = $2 AND {SAME} \
             AND ({UNDER_WAY} OR {REFUNDING}) \
         ORDER BY payment.created_at DESC, payment.transaction_id DESC LIMIT $3"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, party, limit], read)
}

/// The payments of a party in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartyTotal {
    pub kind: TransactionType,
    pub currency: CurrencyCode,
    pub payments: i64,
    /// Sum in smallest units; `None` if it is too large for an amount.
    pub amount: Option<i64>,
}

/// Amounts are summed in two parts, because a sum of them may exceed 64 bits.
const PART: i64 = 1_000_000_000;

/// Maximum number of payments that totals are made of.
pub const MAX_SUMMED: u32 = 10_000;

/// Sums the completed ones of the newest [`MAX_SUMMED`] payments on behalf of the party, by type and currency:
/// the amounts sent by outgoing payments, and received by incoming ones.
pub fn totals_of(tx: &mut Tx<'_>, platform: PlatformId, party: Uuid) -> Result<Vec<PartyTotal>, Error> {
    let amount =
        "CASE WHEN newest.type = 'OUTGOING' THEN newest.terms -> 'sent' ELSE newest.terms -> 'received' END";
    let sql = format!(
        "SELECT type, currency, COUNT(*) AS payments, \
             CAST(SUM(minor / {PART}) AS BIGINT) AS parts, CAST(SUM(minor % {PART}) AS BIGINT) AS rest FROM (\
         SELECT newest.type AS type, {amount} ->> 'currency' AS currency, \
             CAST({amount} ->> 'minor' AS BIGINT) AS minor \
         FROM (SELECT payment.platform_id, payment.transaction_id, payment.type, payment.terms \
             FROM payment /* INDEXED BY payment_by_customer */ \
             WHERE payment.platform_id = $1 AND payment.customer_id = $2 \
             ORDER BY payment.created_at DESC, payment.transaction_id DESC LIMIT $3) AS newest \
         JOIN payment_state ON payment_state.platform_id = newest.platform_id \
             AND payment_state.transaction_id = newest.transaction_id \
         WHERE payment_state.status = 'COMPLETED') AS summed \
         WHERE currency IS NOT NULL GROUP BY type, currency ORDER BY type, currency"
    );
    tx.query(&sql, params![platform, party, MAX_SUMMED], |row| {
        let sum =
            i128::from(row.get::<i64>("parts")?) * i128::from(PART) + i128::from(row.get::<i64>("rest")?);
        Ok(PartyTotal {
            kind: row.parsed("type")?,
            currency: row.get("currency")?,
            payments: row.get("payments")?,
            amount: i64::try_from(sum).ok(),
        })
    })
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

/// Returns up to `limit` deposits of a platform that wait before they are credited, oldest first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the terms of one of them.
pub fn waiting(tx: &mut Tx<'_>, platform: PlatformId, limit: u32) -> Result<Vec<PaymentRecord>, Error> {
    let columns = columns(STATUS);
    let sql = format!(
        "SELECT {columns} FROM payment_state /* INDEXED BY payment_state_by_status */ CROSS JOIN payment \
         WHERE payment_state.platform_id = $1 AND payment_state.status = 'PENDING' AND {SAME} \
             AND payment.type = 'INCOMING' AND payment_state.state -> 'phase' -> 'deposit' ->> 'at' = 'WAITING' \
         ORDER BY payment_state.created_at, payment_state.transaction_id LIMIT $2"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, limit], read)
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
