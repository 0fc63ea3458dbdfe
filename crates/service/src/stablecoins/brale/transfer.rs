//! What the provider says of a transfer, held against what it was asked (stablecoins 7.3).

use causeway_domain::stablecoins::{ProviderReport, StablecoinFailureReason as Reason, StablecoinSourceType};
use causeway_store::stablecoins::Instructions;
use serde_json::{Value as Json, json};

use super::body::{decimal, needs_funding};
use crate::ports::{AskAgain, ProviderError, ProviderOrder, ProviderTransfer};

/// The longest id that is taken.
const ID_MAX: usize = 128;

/// A transfer as the port describes it.
///
/// # Errors
/// [`ProviderError::Unclear`] for an answer about something else, or one that makes no sense.
pub(super) fn read(order: &ProviderOrder, answer: &Json) -> Result<ProviderTransfer, ProviderError> {
    let id = answer["id"].as_str().filter(|id| !id.is_empty() && id.len() <= ID_MAX);
    let id = id.ok_or(ProviderError::Unclear)?;
    let is_known = order.transfer.as_deref().is_none_or(|known| known == id);
    let amount = &answer["amount"];
    let is_same_amount = amount["value"].as_str().is_some_and(|value| is_same(value, order.cents));
    let is_same_currency = amount["currency"].as_str() == Some(&order.base_currency);
    if !is_known || !is_same_amount || !is_same_currency {
        return Err(ProviderError::Unclear);
    }
    let status = answer["status"].as_str().ok_or(ProviderError::Unclear)?;
    let is_funded = answer["funded_at"].is_string() || !needs_funding(order);
    let report = match status {
        "pending" if !is_funded => ProviderReport::AwaitingFunds,
        "pending" => ProviderReport::Pending,
        "processing" => ProviderReport::Processing,
        "complete" => ProviderReport::Complete,
        "canceled" => ProviderReport::Failed(Reason::ProviderTransferCanceled),
        "failed" => ProviderReport::Failed(reason(&answer["failure_reason"])),
        _ => return Err(ProviderError::Unclear),
    };
    let instructions = instructions(order, answer);
    // Nobody could fund it.
    if report == ProviderReport::AwaitingFunds && instructions.is_none() {
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

/// `100`, `100.0` and `100.00` are the same.
fn is_same(value: &str, cents: u128) -> bool {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let fraction = fraction.trim_end_matches('0');
    fraction.len() <= 2 && format!("{whole}.{fraction:0<2}") == decimal(cents)
}

fn reason(code: &Json) -> Reason {
    match code.as_str().unwrap_or_default() {
        "insufficient_funds" => Reason::InsufficientFunds,
        "invalid_account" | "account_closed" => Reason::ExternalAccountInvalid,
        "bank_rejected" | "returned" => Reason::BankRejected,
        "destination_rejected" => Reason::DestinationRejected,
        _ => Reason::ProviderTransferFailed,
    }
}

/// Where to send funds; none where nobody has to, or where the answer does not say all of it.
fn instructions(order: &ProviderOrder, answer: &Json) -> Option<Instructions> {
    let members = match order.source {
        StablecoinSourceType::Wire => {
            let wire = &answer["wire_instructions"];
            let text = |name: &str| wire[name].as_str().filter(|text| !text.is_empty());
            json!({
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
            })
        }
        StablecoinSourceType::ExternalAccount => json!({
            "rail": order.network,
            "network": order.network,
            "address": answer["deposit_address"].as_str().filter(|address| !address.is_empty())?,
            "valueType": order.token,
        }),
        StablecoinSourceType::AchDebit
        | StablecoinSourceType::SameDayAchDebit
        | StablecoinSourceType::SvcInternalAccount
        | StablecoinSourceType::ProviderInternalBalance => return None,
    };
    members.as_object().cloned()
}
