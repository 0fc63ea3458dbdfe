use causeway_wire::table::{Operation, Platforms};
use serde_json::{Value, json};

use super::area::{Area, ReadBack};
use super::{Caller, learn_accounts};
use crate::requests::{Expectation, Request};
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Platforms {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let request = caller.request(Operation::Platforms(*self));
        Some(match self {
            Self::GetPlatformConfig => request.expecting(Expectation::Success),
            Self::UpdatePlatformConfig => request.json(changes(caller)),
        })
    }

    fn learn(&self, world: &mut World, request: &Request, _: &Value) -> CheckResult {
        match self {
            Self::GetPlatformConfig => Ok(()),
            // A new currency creates an account.
            Self::UpdatePlatformConfig => learn_accounts(world, request.tenant, None),
        }
    }

    fn verify(&self, request: &Request, _: &Value) -> Option<ReadBack> {
        let read_back = ReadBack::Same(request.another(Operation::Platforms(Self::GetPlatformConfig)));
        (*self == Self::UpdatePlatformConfig).then_some(read_back)
    }

    fn resolve(&self, world: &mut World, request: &Request) -> CheckResult {
        match self {
            Self::GetPlatformConfig => Ok(()),
            Self::UpdatePlatformConfig => learn_accounts(world, request.tenant, None),
        }
    }
}

fn changes(caller: &Caller<'_>) -> Value {
    let mut body = json!({});
    let fixed = json!({ "amount": caller.rng.between(0, 200), "currency": "USD" });
    let fee = json!([{ "feeType": "CROSS_CURRENCY_TRANSACTION", "sourceCurrency": "USD",
        "variableFeeBps": caller.rng.between(0, 100), "fixedFee": fixed }]);
    caller.sometimes(60, &mut body, "feeConfigs", fee);
    let other = if caller.rng.percent(85) { "events" } else { "elsewhere" };
    let url = format!("http://{}/{other}", caller.tenant.authority);
    caller.sometimes(20, &mut body, "webhookEndpoint", url);
    caller.sometimes(3, &mut body, "webhookEndpoint", "");
    caller.sometimes(
        20,
        &mut body,
        "embeddedWalletConfig",
        json!({ "otpLength": caller.rng.between(4, 12) }),
    );
    let listed = caller.tenant.currencies.iter().map(|code| supported(caller, code)).collect::<Vec<_>>();
    caller.sometimes(15, &mut body, "supportedCurrencies", listed);
    body
}

fn supported(caller: &Caller<'_>, code: &str) -> Value {
    json!({ "currencyCode": code, "minAmount": caller.rng.between(1, 50), "maxAmount": 100_000_000_000_i64,
        "requiredCounterpartyFields": [], "enabledTransactionTypes": ["INCOMING", "OUTGOING"] })
}
