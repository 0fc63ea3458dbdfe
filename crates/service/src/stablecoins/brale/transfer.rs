//! What the provider says of a transfer, held against what it was asked (stablecoins 7.3).

use causeway_domain::stablecoins::{ProviderReport, StablecoinFailureReason as Reason};
use causeway_store::stablecoins::Instructions;
use serde_json::{Value as Json, json};

use super::body::{decimal, needs_funding, reference, values};
use crate::ports::{AskAgain, ProviderError, ProviderOrder, ProviderTransfer};

/// Reads a transfer with this id as the port describes it.
///
/// # Errors
/// [`ProviderError::Unclear`] for an answer about something else, or one that makes no sense.
pub(super) fn read(
    order: &ProviderOrder,
    id: &str,
    answer: &Json,
) -> Result<ProviderTransfer, ProviderError> {
    if !is_about(order, id, answer) {
        return Err(ProviderError::Unclear);
    }
    let status = answer["status"].as_str().ok_or(ProviderError::Unclear)?;
    // What arrived by wire is described once it has.
    let is_funded = answer["source"]["payment_details"].is_object() || !needs_funding(order);
    let failure = &answer["failure"];
    let report = match status {
        "pending" if !is_funded => ProviderReport::AwaitingFunds,
        "pending" => ProviderReport::Pending,
        "processing" => ProviderReport::Processing,
        "complete" => ProviderReport::Complete,
        "canceled" => ProviderReport::Failed(Reason::ProviderTransferCanceled),
        // The provider tries again by itself.
        "failed" if failure["retriable"] == true => ProviderReport::Processing,
        "failed" => ProviderReport::Failed(reason(failure)),
        _ => return Err(ProviderError::Unclear),
    };
    let instructions = if needs_funding(order) { instructions(order, answer) } else { None };
    // Nobody could fund it.
    let is_accepted = order.transfer.is_some();
    if report == ProviderReport::AwaitingFunds && instructions.is_none() && !is_accepted {
        return Err(ProviderError::Unclear);
    }
    Ok(ProviderTransfer {
        id: id.to_owned(),
        report,
        status: status.to_owned(),
        instructions,
        ask: AskAgain::Unsaid,
    })
}

/// Returns true if an answer is about the transfer that was ordered. Members that the provider may leave out must fit
/// where they are there.
fn is_about(order: &ProviderOrder, id: &str, answer: &Json) -> bool {
    let fits = |member: &Json, wanted: &str| member.is_null() || member == wanted;
    let amount = &answer["amount"];
    let [given, got] = values(order);
    fits(&answer["id"], id)
        && order.transfer.as_deref().is_none_or(|known| known == id)
        && fits(&answer["note"], &reference(order))
        && fits(&answer["source"]["value_type"], given)
        && fits(&answer["destination"]["value_type"], got)
        && amount["value"].as_str().is_some_and(|value| is_same(value, order.cents))
        && amount["currency"].as_str() == Some(&order.base_currency)
}

/// `100`, `100.0` and `100.00` are the same.
fn is_same(value: &str, cents: u128) -> bool {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let fraction = fraction.trim_end_matches('0');
    fraction.len() <= 2 && format!("{whole}.{fraction:0<2}") == decimal(cents)
}

/// Returns why a transfer has failed, by the code of the bank that returned it.
fn reason(failure: &Json) -> Reason {
    let code = |named: &str| failure[named]["code"].as_str();
    match (code("ach_return"), code("wire_return")) {
        (Some("R01" | "R09"), _) => Reason::InsufficientFunds,
        (Some("R02" | "R03" | "R04" | "R12" | "R13" | "R20"), _) | (_, Some("AC01" | "AC04")) => {
            Reason::ExternalAccountInvalid
        }
        (Some(_), _) | (_, Some(_)) => Reason::BankRejected,
        (None, None) => Reason::ProviderTransferFailed,
    }
}

/// Returns where to send funds; `None` if the answer does not say all of it.
fn instructions(order: &ProviderOrder, answer: &Json) -> Option<Instructions> {
    let wire = &answer["wire_instructions"];
    let text = |name: &str| wire[name].as_str().filter(|text| !text.is_empty());
    let members = json!({
        "rail": "WIRE",
        "beneficiaryName": text("beneficiary_name")?,
        "beneficiaryAddress": text("beneficiary_address")?,
        "bankName": text("bank_name")?,
        "bankAddress": text("bank_address")?,
        "accountNumber": text("account_number")?,
        "routingNumber": text("routing_number")?,
        "reference": text("memo")?,
        "amount": order.cents.to_string(),
        "currency": order.base_currency,
    });
    members.as_object().cloned()
}
