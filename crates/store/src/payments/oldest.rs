//! The oldest unfinished payments of all platforms, for the measurements of the service.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::payments::RefundStatus;

use super::open::REFUNDING;
use super::record::{PaymentRecord, STATUS, columns, read_unchecked};
use crate::platforms::Environment;
use crate::{Error, Row, Tx, params};

/// The number of payments of a platform in one status that are read.
pub const MAX_OLDEST: u32 = 50;
/// The number of pairs of a platform and a status that are read, those of production first.
const MAX_GROUPS: u32 = 3_000;
/// The number of pending refunds that are read.
const MAX_REFUNDS: u32 = 1_000;

/// An unfinished payment with its age. Its MAC is not verified.
#[derive(Debug, Clone, PartialEq)]
pub struct UnfinishedPayment {
    pub environment: Environment,
    pub payment: PaymentRecord,
    /// Time since the creation, or since the beginning of a pending refund, on the platform's clock.
    pub age_millis: i64,
}

/// Returns the oldest payments under way, and pending refunds. Platforms with more than [`MAX_OLDEST`] payments
/// in a status have newer ones that are left out.
pub fn oldest_unfinished(tx: &mut Tx<'_>) -> Result<Vec<UnfinishedPayment>, Error> {
    let wall = tx.wall();
    let columns = columns(STATUS);
    // The limit of the subquery keeps PostgreSQL from evaluating it for each payment.
    let sql = format!(
        "SELECT /* all platforms */ {columns}, payment.platform_id AS platform_id, environment, platform_now
         FROM (SELECT p.platform_id AS owner_id, p.environment, s.status AS of_status,
                   COALESCE(p.frozen_at, $1 + p.lead_millis) AS platform_now,
                   (SELECT cut.created_at FROM payment_state cut
                    WHERE cut.platform_id = p.platform_id AND cut.status = s.status
                    ORDER BY cut.created_at, cut.transaction_id LIMIT 1 OFFSET $2) AS last_at
               FROM platform p CROSS JOIN (SELECT 'PENDING' AS status UNION ALL
                   SELECT 'PENDING_AUTHORIZATION' AS status UNION ALL SELECT 'PROCESSING' AS status) s
               ORDER BY p.environment, p.platform_id LIMIT $3) oldest
         CROSS JOIN payment_state /* INDEXED BY payment_state_by_status */ CROSS JOIN payment
         WHERE payment_state.platform_id = owner_id AND payment_state.status = of_status
             AND payment_state.status IN ('PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING')
             AND payment_state.created_at <= COALESCE(last_at, 9223372036854775807)
             AND payment.platform_id = payment_state.platform_id
             AND payment.transaction_id = payment_state.transaction_id"
    );
    let mut found = tx.query(&sql, params![wall, MAX_OLDEST, MAX_GROUPS], unfinished)?;
    let sql = format!(
        "SELECT /* all platforms */ {columns}, payment.platform_id AS platform_id, p.environment AS environment,
             COALESCE(p.frozen_at, $1 + p.lead_millis) AS platform_now
         FROM platform p CROSS JOIN payment_state /* INDEXED BY payment_state_refunding */ CROSS JOIN payment
         WHERE payment_state.platform_id = p.platform_id AND {REFUNDING}
             AND payment.platform_id = payment_state.platform_id
             AND payment.transaction_id = payment_state.transaction_id
         LIMIT $2"
    );
    found.extend(tx.query(&sql, params![wall, MAX_REFUNDS], unfinished)?);
    Ok(found)
}

fn unfinished(row: &Row<'_>) -> Result<UnfinishedPayment, Error> {
    let platform: PlatformId = row.get("platform_id")?;
    let payment = read_unchecked(platform)(row)?;
    let now: Time = row.get("platform_now")?;
    let refund = payment.state.refund.as_ref().filter(|refund| refund.status == RefundStatus::Pending);
    let since = refund.map_or(payment.created_at, |refund| refund.initiated_at);
    let age_millis = (now.millis() - since.millis()).max(0);
    Ok(UnfinishedPayment { environment: row.parsed("environment")?, payment, age_millis })
}
