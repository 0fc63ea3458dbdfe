//! A rail that says the opposite of what is known of a pull.

use causeway_domain::collections::CollectionStatus;
use causeway_store::Tx;
use causeway_store::transactions::RefundTo;
use serde_json::json;

use crate::quotes::alarms::call_operator;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;

/// Holds what the rail says of a pull that has ended against the end that is known. Where they differ everything
/// stays as it is, and an operator finds out (money 16).
pub(super) fn hold_against(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &Pair,
    said: CollectionStatus,
) -> Result<(), ApiError> {
    let known = pair.payment.doc.collection.map(|collection| collection.status);
    if known == Some(said) || went_back(pair) {
        return Ok(());
    }
    let detail = json!({ "quote": pair.quote.id.to_string(), "rail_says": said });
    call_operator(tx, context, "COLLECTION_CONTRADICTED", &pair.payment, detail)
}

/// What was pulled goes back where it came from: for the rail, that is its end.
fn went_back(pair: &Pair) -> bool {
    pair.payment.doc.refund.as_ref().is_some_and(|refund| refund.to == Some(RefundTo::PulledAccount))
}
