//! Request bodies for the provider: addresses and transfers.

use causeway_domain::stablecoins::{StablecoinBurnRail, StablecoinNetwork, StablecoinSourceType};
use serde_json::{Map, Value as Json, json};

use super::addresses::{Party, Registration};
use crate::ports::{OrderError, ProviderCounterparty, ProviderError, ProviderOrder};

/// Formats dollars and cents.
pub(super) fn decimal(cents: u128) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Returns the reference that identifies the transfer of an operation.
pub(super) fn reference(order: &ProviderOrder) -> String {
    order.operation.to_string()
}

/// Returns the provider's name of a chain.
pub(super) const fn of_network(network: StablecoinNetwork) -> &'static str {
    match network {
        StablecoinNetwork::Spark => "spark",
    }
}

const fn of_rail(rail: StablecoinBurnRail) -> &'static str {
    match rail {
        StablecoinBurnRail::Wire => "wire",
        StablecoinBurnRail::AchCredit => "ach_credit",
        StablecoinBurnRail::SameDayAchCredit => "same_day_ach_credit",
        StablecoinBurnRail::RtpCredit => "rtp_credit",
    }
}

/// Returns the transfer type of the source.
///
/// # Errors
/// [`ProviderError::Unsupported`]: the provider names no deposit address for a single burn, and only takes
/// tokens in its own custody.
const fn of_source(order: &ProviderOrder) -> Result<&'static str, ProviderError> {
    match order.source {
        StablecoinSourceType::Wire => Ok("wire"),
        StablecoinSourceType::AchDebit => Ok("ach_debit"),
        StablecoinSourceType::SameDayAchDebit => Ok("same_day_ach_debit"),
        StablecoinSourceType::ProviderInternalBalance => Ok(of_network(order.network)),
        StablecoinSourceType::ExternalAccount | StablecoinSourceType::SvcInternalAccount => {
            Err(ProviderError::Unsupported(OrderError::Source))
        }
    }
}

/// Returns `true` if money must arrive from outside first.
pub(super) fn needs_funding(order: &ProviderOrder) -> bool {
    order.source == StablecoinSourceType::Wire
}

fn of_destination(order: &ProviderOrder) -> &'static str {
    order.rail.map_or(of_network(order.network), of_rail)
}

/// Returns the payer and the payee.
///
/// # Errors
/// [`ProviderError::Unsupported`] if the provider requires more about one of them than is known.
pub(super) fn parties(order: &ProviderOrder) -> Result<[Party; 2], ProviderError> {
    let rail = of_source(order)?;
    let source = match (order.source, &order.debited) {
        (StablecoinSourceType::ProviderInternalBalance, _) => Party::Custodial(rail),
        (_, Some(account)) => bank(account, "source", rail)?,
        (_, None) => Party::Unnamed,
    };
    let reached_by = of_destination(order);
    let destination = match order.rail {
        Some(_) => bank(&order.destination, "destination", reached_by)?,
        None => wallet(&order.destination, reached_by),
    };
    Ok([source, destination])
}

fn wallet(account: &ProviderCounterparty, chain: &str) -> Party {
    let address = &account.identifier;
    let body = json!({ "name": address, "address": address, "transfer_types": [chain] });
    Party::Wallet(Registration { role: "destination", body })
}

fn bank(account: &ProviderCounterparty, role: &'static str, rail: &str) -> Result<Party, ProviderError> {
    let missing = |missing_part| ProviderError::Unsupported(OrderError::BankAccount(missing_part));
    let empty = Json::Null;
    let beneficiary = account.details.get("beneficiary").unwrap_or(&empty);
    let owner = ["fullName", "legalName"].into_iter().find_map(|name| beneficiary[name].as_str());
    let text = |name| account.details.get(name).and_then(Json::as_str);
    let account_type = match text("bankAccountType") {
        Some("CHECKING") => "checking",
        Some("SAVINGS") => "savings",
        Some(_) | None => return Err(missing("bankAccountType")),
    };
    let held_at = account.bank_address.as_ref().ok_or(missing("the address of its bank"))?;
    let mut body = json!({
        "owner": owner.ok_or(missing("beneficiary"))?,
        "account_number": text("accountNumber").ok_or(missing("accountNumber"))?,
        "routing_number": text("routingNumber").ok_or(missing("routingNumber"))?,
        "account_type": account_type,
        "bank_address": street([
            ("street_line_1", Some(held_at.line1.as_str())),
            ("street_line_2", held_at.line2.as_deref()),
            ("city", Some(held_at.city.as_str())),
            ("state", Some(held_at.state.as_str())),
            ("zip", Some(held_at.postal_code.as_str())),
        ]),
        "beneficiary_address": us_address(&beneficiary["address"]).ok_or(missing("beneficiary.address"))?,
        "transfer_types": [rail],
    });
    if let Some(name) = text("bankName") {
        body["name"] = json!(name);
    }
    Ok(Party::Bank(Registration { role, body }))
}

/// Returns a complete address in the United States; the provider accepts no others.
fn us_address(address: &Json) -> Option<Json> {
    let text = |name: &str| address[name].as_str().filter(|text| !text.is_empty());
    if text("country") != Some("US") {
        return None;
    }
    Some(street([
        ("street_line_1", Some(text("line1")?)),
        ("street_line_2", text("line2")),
        ("city", Some(text("city")?)),
        ("state", Some(text("state")?)),
        ("zip", Some(text("postalCode")?)),
    ]))
}

fn street<'a>(members: impl IntoIterator<Item = (&'static str, Option<&'a str>)>) -> Json {
    let known = members.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text?))));
    Json::Object(known.collect::<Map<_, _>>())
}

/// Returns the value types of source and destination: dollars and tokens, or the reverse.
pub(super) fn values(order: &ProviderOrder) -> [&str; 2] {
    let of_mint = [order.base_currency.as_str(), order.token.as_str()];
    let [source, destination] = of_mint;
    if order.rail.is_some() { [destination, source] } else { of_mint }
}

/// Builds the transfer between addresses that the provider knows.
pub(super) fn transfer(order: &ProviderOrder, addresses: [Option<String>; 2]) -> Result<Json, ProviderError> {
    let [from, to] = addresses;
    let [source_value, destination_value] = values(order);
    let end = |address: Option<String>, value: &str, moved_by: &str| {
        let mut end = json!({ "value_type": value, "transfer_type": moved_by });
        if let Some(address) = address {
            end["address_id"] = json!(address);
        }
        end
    };
    Ok(json!({
        "amount": { "value": decimal(order.cents), "currency": order.base_currency },
        "source": end(from, source_value, of_source(order)?),
        "destination": end(to, destination_value, of_destination(order)),
        "note": reference(order),
    }))
}
