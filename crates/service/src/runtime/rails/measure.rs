//! Measurements of exchanges (rails 16). Their labels name no payment.

use std::time::Duration;

use super::exchange::Exchange;

/// Counts an exchange by its outcome, and records its length.
pub(super) fn count(exchange: &Exchange<'_>, outcome: &'static str, length: Duration) {
    let rail = &exchange.rail.record.name;
    let operation = exchange.call.operation().name();
    metrics::counter!("causeway_rail_exchanges_total",
        "rail" => rail.clone(), "operation" => operation, "outcome" => outcome)
    .increment(1);
    metrics::histogram!("causeway_rail_exchange_seconds", "rail" => rail.clone(), "operation" => operation)
        .record(length.as_secs_f64());
}

/// Returns the outcome of an answer in metrics.
pub(super) const fn outcome(status: u16) -> &'static str {
    match status {
        200..=299 => "ok",
        400..=499 => "refused",
        _ => "failed",
    }
}
