//! What the provider is sent: addresses and transfers in its own words.

use causeway_domain::stablecoins::{StablecoinBurnRail, StablecoinNetwork, StablecoinSourceType};
use serde_json::{Value as Json, json};

use crate::ports::{ProviderCounterparty, ProviderOrder};

/// Dollars and cents.
pub(super) fn decimal(cents: u128) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

const fn of_network(network: StablecoinNetwork) -> &'static str {
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

/// How the source moves; none where nothing does, because the provider holds it.
pub(super) const fn of_source(order: &ProviderOrder) -> Option<&'static str> {
    match order.source {
        StablecoinSourceType::Wire => Some("wire"),
        StablecoinSourceType::AchDebit => Some("ach_debit"),
        StablecoinSourceType::SameDayAchDebit => Some("same_day_ach_debit"),
        StablecoinSourceType::ExternalAccount => Some(of_network(order.network)),
        StablecoinSourceType::ProviderInternalBalance | StablecoinSourceType::SvcInternalAccount => None,
    }
}

/// Whether somebody outside must send something first.
pub(super) const fn needs_funding(order: &ProviderOrder) -> bool {
    matches!(order.source, StablecoinSourceType::Wire | StablecoinSourceType::ExternalAccount)
}

/// How the destination is reached.
pub(super) fn of_destination(order: &ProviderOrder) -> &'static str {
    order.rail.map_or(of_network(order.network), of_rail)
}

/// An account outside, to be registered as an address.
pub(super) fn address(account: &ProviderCounterparty, transfer_type: &str) -> Json {
    let detail = |name: &str| account.details.get(name).cloned().unwrap_or_default();
    if account.account_type == "USD_ACCOUNT" {
        let beneficiary = account.details.get("beneficiary");
        let owner = ["fullName", "legalName"].into_iter().find_map(|name| beneficiary?.get(name).cloned());
        json!({
            "name": owner,
            "owner": owner,
            "account_number": detail("accountNumber"),
            "routing_number": detail("routingNumber"),
            "transfer_types": [transfer_type],
        })
    } else {
        json!({ "name": account.identifier, "wallet_address": account.identifier, "transfer_types": [transfer_type] })
    }
}

/// The transfer itself, between addresses that the provider knows.
pub(super) fn transfer(order: &ProviderOrder, debited: Option<&str>, destination: &str) -> Json {
    let is_burn = order.rail.is_some();
    let (from, to) = if is_burn {
        (order.token.as_str(), order.base_currency.as_str())
    } else {
        (order.base_currency.as_str(), order.token.as_str())
    };
    let mut source = json!({ "value_type": from });
    if let Some(transfer_type) = of_source(order) {
        source["transfer_type"] = json!(transfer_type);
    }
    if let Some(address) = debited {
        source["address_id"] = json!(address);
    }
    json!({
        "amount": { "value": decimal(order.cents), "currency": order.base_currency },
        "source": source,
        "destination": { "address_id": destination, "value_type": to, "transfer_type": of_destination(order) },
        "note": order.description,
    })
}
