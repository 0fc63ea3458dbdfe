//! A rail that says the opposite of what is known.

use causeway_store::Tx;
use serde_json::json;

use super::order::Payout;
use crate::quotes::alarms::call_operator;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;

/// What has arrived, for all that is known, has not arrived for the rail: the payment stays as it is, and an operator
/// finds out (money 16).
pub(super) fn contradict(
    tx: &mut Tx<'_>,
    context: &Context,
    payout: &Payout,
    pair: &Pair,
) -> Result<(), ApiError> {
    let known = json!({ "quote": payout.quote.to_string(), "rail": payout.order.rail });
    call_operator(tx, context, "PAYOUT_CONTRADICTED", &pair.payment, known)
}
