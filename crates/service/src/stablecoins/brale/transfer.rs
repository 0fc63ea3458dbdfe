//! The provider's reports about transfers, checked against the order (stablecoins 7.3).

use causeway_domain::stablecoins::{ProviderReport, StablecoinFailureReason as Reason};
use causeway_store::stablecoins::Instructions;
use serde_json::{Value as Json, json};

use super::body::{decimal, needs_funding, reference, values};
use crate::ports::{NextPoll, ProviderError, ProviderOrder, ProviderTransfer};

/// Reads a transfer with this id.
///
/// # Errors
/// [`ProviderError::OutcomeUnknown`] for a response about another transfer, or an inconsistent one.
pub(super) fn read(
    order: &ProviderOrder,
    id: &str,
    response: &Json,
) -> Result<ProviderTransfer, ProviderError> {
    if !is_about(order, id, response) {
        return Err(ProviderError::OutcomeUnknown);
    }
    let status = response["status"].as_str().ok_or(ProviderError::OutcomeUnknown)?;
    // A wire has payment details once it has arrived.
    let is_funded = response["source"]["payment_details"].is_object() || !needs_funding(order);
    let failure = &response["failure"];
    let report = match status {
        "pending" if !is_funded => ProviderReport::AwaitingFunds,
        "pending" => ProviderReport::Pending,
        "processing" => ProviderReport::Processing,
        "complete" => ProviderReport::Complete,
        "canceled" => ProviderReport::Failed(Reason::ProviderTransferCanceled),
        // The provider retries by itself.
        "failed" if failure["retriable"] == true => ProviderReport::Processing,
        "failed" => ProviderReport::Failed(reason(failure)),
        _ => return Err(ProviderError::OutcomeUnknown),
    };
    let instructions = if needs_funding(order) { instructions(order, response) } else { None };
    // Without instructions it could not be funded.
    let is_accepted = order.transfer.is_some();
    if report == ProviderReport::AwaitingFunds && instructions.is_none() && !is_accepted {
        return Err(ProviderError::OutcomeUnknown);
    }
    Ok(ProviderTransfer {
        id: id.to_owned(),
        report,
        status: status.to_owned(),
        instructions,
        ask: NextPoll::Unsaid,
    })
}

/// Returns `true` if a response is about the ordered transfer. Optional members must match if present.
fn is_about(order: &ProviderOrder, id: &str, response: &Json) -> bool {
    let is_absent_or_equal = |member: &Json, expected: &str| member.is_null() || member == expected;
    let amount = &response["amount"];
    let [source_value, destination_value] = values(order);
    is_absent_or_equal(&response["id"], id)
        && order.transfer.as_deref().is_none_or(|known| known == id)
        && is_absent_or_equal(&response["note"], &reference(order))
        && is_absent_or_equal(&response["source"]["value_type"], source_value)
        && is_absent_or_equal(&response["destination"]["value_type"], destination_value)
        && amount["value"].as_str().is_some_and(|value| is_same(value, order.cents))
        && amount["currency"].as_str() == Some(&order.base_currency)
}

/// Compares amounts: `100`, `100.0` and `100.00` are equal.
fn is_same(value: &str, cents: u128) -> bool {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let fraction = fraction.trim_end_matches('0');
    fraction.len() <= 2 && format!("{whole}.{fraction:0<2}") == decimal(cents)
}

/// Returns the reason of a failed transfer, by the code of the bank that returned it.
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

/// Returns the funding instructions; `None` if the response is incomplete.
fn instructions(order: &ProviderOrder, response: &Json) -> Option<Instructions> {
    let wire = &response["wire_instructions"];
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
