//! Limits of discoveries per receiver and per provider (uma 12).

use std::time::Duration;

use causeway_domain::ids::CustomerId;
use causeway_store::Tx;
use causeway_store::uma_requests::{self, RequestsOf};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{Settings, UMA_VELOCITY_LIMITS};

/// Checks that one more discovery of a receiver by a provider is within the limits: those of both, and those of each.
/// Concurrent discoveries may exceed them by their number.
///
/// # Errors
/// `INTERNAL_ERROR` for a setting that cannot be read.
pub(in crate::uma) fn is_within_limits(
    tx: &mut Tx<'_>,
    context: &Context,
    receiver: CustomerId,
    peer: &str,
) -> Result<bool, ApiError> {
    let limits = Settings::of(tx, context)?.get(&UMA_VELOCITY_LIMITS)?;
    for (of, limit) in [
        (RequestsOf::Both(receiver, peer), limits.customer_and_domain),
        (RequestsOf::Customer(receiver), limits.customer),
        (RequestsOf::Domain(peer), limits.domain),
    ] {
        let since = context.now.minus(Duration::from_hours(limit.hours.into()));
        let count = uma_requests::count_since(tx, context.platform, of, since, limit.count)?;
        if count >= i64::from(limit.count) {
            return Ok(false);
        }
    }
    Ok(true)
}
