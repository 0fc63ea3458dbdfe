//! Open payments: those under way, and those with a pending refund. A payment in status `CREATED` holds
//! nothing: a discovery made it, and strangers make discoveries.

use causeway_domain::Time;
use causeway_domain::ids::{InternalAccountId, PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::TransactionType;
use uuid::Uuid;

use super::record::{PaymentRecord, STATUS, columns, read};
use crate::database::listing::MAX_SCANNED;
use crate::database::migrations::Dialect;
use crate::database::row_lookup::RowLookup;
use crate::{Error, Tx, params};

/// Condition for every status that is not final, except `CREATED`.
const UNDER_WAY: &str = "status IN ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING')";
/// Condition for pending refunds. It repeats the condition of the index `payment_state_refunding`, so
/// that documents are read only for payments with a refund. With the condition of `payment_state_by_refund`,
/// SQLite would scan all refunds ever made.
pub(super) const REFUNDING: &str =
    "COALESCE(refund_reference, '') <> '' AND state -> 'refund' ->> 'status' = 'PENDING'";

/// Number of the latest payments of a party.
const LATEST: i64 = 10;

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

/// The progress of each payment.
const PROGRESS: RowLookup =
    RowLookup { of: "payment", table: "payment_state", key: "transaction_id", is_optional: false };

/// Returns the source of the newest [`MAX_SCANNED`] payments on behalf of a party, with both rows of each.
fn newest_of_party(dialect: Dialect) -> String {
    format!(
        "FROM (SELECT payment.* FROM payment /* INDEXED BY payment_by_customer */ \
         WHERE payment.platform_id = $1 AND payment.customer_id = $2 \
         ORDER BY payment.created_at DESC, payment.transaction_id DESC LIMIT {MAX_SCANNED}) AS payment {}",
        PROGRESS.join(dialect)
    )
}

/// A payment of a party that is open, or one of the latest.
#[derive(Debug, Clone, PartialEq)]
pub struct PartyPayment {
    pub payment: PaymentRecord,
    pub is_open: bool,
    pub is_latest: bool,
}

/// Returns the open and the ten latest ones of the newest [`MAX_SCANNED`] payments on behalf of the party (the UUID of
/// a customer or of the platform), newest first, up to `limit`.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the terms of one of them.
pub fn open_or_latest_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    party: Uuid,
    limit: u32,
) -> Result<Vec<PartyPayment>, Error> {
    let columns = columns(STATUS);
    let newest = newest_of_party(tx.dialect());
    let sql = format!(
        "SELECT * FROM (SELECT {columns}, \
             CASE WHEN {UNDER_WAY} OR ({REFUNDING}) THEN TRUE ELSE FALSE END AS is_open, \
             ROW_NUMBER() OVER (ORDER BY payment.created_at DESC, payment.transaction_id DESC) AS place {newest}) \
             AS numbered \
         WHERE is_open OR place <= {LATEST} ORDER BY place LIMIT $3"
    );
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, party, limit], |row| {
        let is_latest = row.get::<i64>("place")? <= LATEST;
        Ok(PartyPayment { payment: read(row)?, is_open: row.get("is_open")?, is_latest })
    })
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

/// The payments of a party by type and currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartyTotals {
    pub totals: Vec<PartyTotal>,
    /// `true` if the party may have older payments, which are not in the totals.
    pub is_cut: bool,
}

/// Amounts are summed in two parts, because a sum of them may exceed 64 bits.
const PART: i64 = 1_000_000_000;

/// Sums the completed ones of the newest [`MAX_SCANNED`] payments on behalf of the party, by type and currency:
/// the amounts sent by outgoing payments, and received by incoming ones.
pub fn totals_of(tx: &mut Tx<'_>, platform: PlatformId, party: Uuid) -> Result<PartyTotals, Error> {
    let amount = "CASE WHEN payment.type = 'OUTGOING' THEN payment.terms -> 'sent' ELSE payment.terms -> 'received' END";
    let newest = newest_of_party(tx.dialect());
    let sql = format!(
        "SELECT type, currency, is_completed, COUNT(*) AS payments, \
             CAST(SUM(minor / {PART}) AS BIGINT) AS parts, CAST(SUM(minor % {PART}) AS BIGINT) AS rest FROM (\
         SELECT payment.type AS type, {amount} ->> 'currency' AS currency, \
             CAST({amount} ->> 'minor' AS BIGINT) AS minor, {STATUS} = 'COMPLETED' AS is_completed {newest}) AS summed \
         GROUP BY type, currency, is_completed ORDER BY type, currency"
    );
    let groups = tx.query(&sql, params![platform, party], |row| {
        let payments: i64 = row.get("payments")?;
        let is_completed: bool = row.get("is_completed")?;
        let currency: Option<CurrencyCode> = row.get("currency")?;
        let Some(currency) = currency.filter(|_| is_completed) else { return Ok((payments, None)) };
        let sum =
            i128::from(row.get::<i64>("parts")?) * i128::from(PART) + i128::from(row.get::<i64>("rest")?);
        let amount = i64::try_from(sum).ok();
        Ok((payments, Some(PartyTotal { kind: row.parsed("type")?, currency, payments, amount })))
    })?;
    let read: i64 = groups.iter().map(|(payments, _)| payments).sum();
    let totals = groups.into_iter().filter_map(|(_, total)| total).collect();
    Ok(PartyTotals { totals, is_cut: read >= MAX_SCANNED })
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
    let sql = pending_deposits("'WAITING'", "");
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, limit], read)
}

/// Returns up to `limit` deposits of a platform that were announced at `until` or before and have not arrived, oldest
/// first.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write the terms of one of them.
pub fn announced(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    until: Time,
    limit: u32,
) -> Result<Vec<PaymentRecord>, Error> {
    let sql = pending_deposits("'EXPECTED'", "AND payment_state.created_at <= $3");
    let read = read(platform, tx.macs());
    tx.query(&sql, params![platform, limit, until], read)
}

/// Returns the statement for the pending deposits of a platform in a phase, oldest first.
fn pending_deposits(phase: &str, condition: &str) -> String {
    let columns = columns(STATUS);
    format!(
        "SELECT {columns} FROM payment_state /* INDEXED BY payment_state_by_status */ CROSS JOIN payment \
         WHERE payment_state.platform_id = $1 AND payment_state.status = 'PENDING' AND {SAME} \
             AND payment.type = 'INCOMING' AND payment_state.state -> 'phase' -> 'deposit' ->> 'at' = {phase} \
             {condition} ORDER BY payment_state.created_at, payment_state.transaction_id LIMIT $2"
    )
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
