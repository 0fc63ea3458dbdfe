use causeway_wire::table::{Operation, Rates};
use serde_json::Value;

use super::Caller;
use super::area::Area;
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Rates {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        match self {
            Self::GetExchangeRates => Some(rates(caller)),
        }
    }

    fn learn(&self, _: &mut World, _: &Request, _: &Value) -> CheckResult {
        Ok(())
    }
}

fn rates(caller: &Caller<'_>) -> Request {
    let request = caller.request(Operation::Rates(Rates::GetExchangeRates));
    let request =
        if caller.rng.percent(70) { request.query("sourceCurrency", caller.currency()) } else { request };
    if caller.rng.percent(50) {
        request.query("sendingAmount", caller.rng.between(0, 1_000_000))
    } else {
        request
    }
}
