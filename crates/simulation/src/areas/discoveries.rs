use causeway_wire::table::{Discoveries, Operation};
use serde_json::Value;

use super::Caller;
use super::area::Area;
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Discoveries {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let request = caller.request(Operation::Discoveries(*self));
        Some(match (self, caller.rng.pick(&["PH", "NG", "CN", "XX"])) {
            (Self::GetDiscoveries, Some(country)) if caller.rng.percent(60) => {
                request.query("country", country)
            }
            (Self::GetDiscoveries, _) => request,
        })
    }

    fn learn(&self, _: &mut World, _: &Request, _: &Value) -> CheckResult {
        Ok(())
    }
}
