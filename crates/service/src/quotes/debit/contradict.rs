//! A rail that says the opposite of what is known of a debit.

use causeway_domain::payments::DebitStatus;
use causeway_store::Tx;
use causeway_store::transactions::RefundTo;
use serde_json::json;

use crate::quotes::alarms::call_operator;
use crate::quotes::steps::Pair;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::Context;

/// Holds what the rail says of a debit that has ended against the end that is known. Where they differ everything
/// stays as it is, and an operator finds out (money 16).
pub(super) fn hold_against(
    tx: &mut Tx<'_>,
    context: &Context,
    pair: &Pair,
    said: DebitStatus,
) -> Result<(), ApiError> {
    let known = pair.payment.doc.debit.map(|debit| debit.status);
    if known == Some(said) || went_back(pair) {
        return Ok(());
    }
    let detail = json!({ "quote": pair.quote.id.to_string(), "rail_says": said });
    call_operator(tx, context, "DEBIT_CONTRADICTED", &pair.payment, detail)
}

/// What was debited goes back where it came from: for the rail, that is its end.
fn went_back(pair: &Pair) -> bool {
    pair.payment.doc.refund.as_ref().is_some_and(|refund| refund.to == Some(RefundTo::DebitedAccount))
}
