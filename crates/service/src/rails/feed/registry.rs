//! Capabilities against the registries of the service (rails 6).

use causeway_domain::currency;
use causeway_domain::external_accounts::PaymentRail;
use causeway_rail_protocol::messages::{Capabilities, CorridorCapabilities, RailAccount};
use causeway_wire::external_accounts::AccountType;

/// Checks that the service has the currencies with their decimals, the account types and the payment rails that an
/// adapter names, and a version of the protocol in common with it.
///
/// # Errors
/// The first defect, in words.
pub(in crate::rails) fn check(told: &Capabilities) -> Result<(), String> {
    if told.common_version().is_none() {
        return Err("protocol has no version that this service speaks".to_owned());
    }
    told.accounts.iter().try_for_each(check_account)?;
    let lists = [("payouts", &told.payouts), ("collections", &told.collections)];
    for (list, corridors) in lists {
        for corridor in corridors {
            check_corridor(corridor)
                .map_err(|defect| format!("{list} {}: {defect}", corridor.corridor.as_str()))?;
        }
    }
    Ok(())
}

fn check_account(account: &RailAccount) -> Result<(), String> {
    let id = account.id.as_str();
    let Some(known) = currency::find(account.currency) else {
        return Err(format!("account {id}: the service has no currency {}", account.currency));
    };
    if account.decimals.get() == u64::from(known.decimals) {
        return Ok(());
    }
    Err(format!("account {id}: {} has {} decimals", account.currency, known.decimals))
}

fn check_corridor(corridor: &CorridorCapabilities) -> Result<(), String> {
    let name = corridor.account_type.as_str();
    let Some(known) = AccountType::find(name).filter(|known| known.account_type == name) else {
        return Err(format!("the service has no account type {name}"));
    };
    let currency = corridor.currency.to_string();
    if !known.currencies.is_empty() && !known.currencies.contains(&currency.as_str()) {
        return Err(format!("accounts of the type {name} are not in {currency}"));
    }
    let rails = || known.methods.iter().flat_map(|method| method.rails);
    match corridor.rail.as_ref().map(|rail| rail.as_str()) {
        None if rails().next().is_none() => Ok(()),
        None => Err(format!("accounts of the type {name} are paid by a rail, and the corridor names none")),
        Some(rail) => {
            let named: Option<PaymentRail> = rail.parse().ok();
            if named.is_some_and(|named| rails().any(|known| *known == named)) {
                return Ok(());
            }
            Err(format!("accounts of the type {name} are not paid by the rail {rail}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use causeway_rail_protocol::Message;
    use serde_json::{Value, json};

    use super::*;

    /// Returns capabilities with one corridor, whose members the test replaces.
    fn capabilities_with(pointer: &str, value: Value) -> Capabilities {
        let mut told = json!({
            "protocol": ["1.0"], "adapter": { "name": "a", "version": "1" }, "mode": "LIVE",
            "memory": { "id": "00000000-0000-4000-8000-000000000001", "sequence": 0 },
            "services": ["PAYOUT"],
            "accounts": [{ "id": "main", "currency": "USD", "decimals": 2, "identifiers": {} }],
            "payouts": [{
                "corridor": "rtp", "accountType": "USD_ACCOUNT", "rail": "RTP", "currency": "USD",
                "account": "main", "countries": ["*"], "minimum": 1, "maximum": 100,
                "confirmation": "POSITIVE", "cancel": "NEVER", "needs": [], "precheck": "LOCAL",
            }],
            "collections": [], "limits": {}, "push": false,
        });
        if let Some(member) = told.pointer_mut(pointer) {
            *member = value;
        }
        Capabilities::parse(told.to_string().as_bytes()).unwrap()
    }

    /// Checks that each member is compared with its registry.
    #[test]
    fn capabilities_name_only_what_the_service_has() {
        assert_eq!(check(&capabilities_with("/push", json!(true))), Ok(()));
        for (pointer, value, defect) in [
            ("/protocol/0", json!("2.0"), "protocol"),
            ("/accounts/0/decimals", json!(3), "USD has 2 decimals"),
            ("/payouts/0/accountType", json!("MOON_ACCOUNT"), "MOON_ACCOUNT"),
            ("/payouts/0/accountType", json!("EUR_ACCOUNT"), "not in USD"),
            ("/payouts/0/rail", json!("SEPA"), "not paid by the rail SEPA"),
            ("/payouts/0/rail", Value::Null, "names none"),
        ] {
            let error = check(&capabilities_with(pointer, value)).unwrap_err();
            assert!(error.contains(defect), "{pointer}: {error}");
        }
    }
}
