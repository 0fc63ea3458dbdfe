use causeway_wire::table::{Operation, UmaProviders};
use serde_json::Value;

use super::Caller;
use super::area::{Area, learn_cursor};
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::World;

impl Area for UmaProviders {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        let filters = [
            ("hasBlockedProviders", "false".to_owned()),
            ("sortOrder", "asc".to_owned()),
            ("currencyCode", caller.currency().to_owned()),
        ];
        match self {
            Self::GetAvailableUmaProviders => Some(caller.list(Operation::UmaProviders(*self), &filters)),
        }
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        learn_cursor(world, request, body);
        Ok(())
    }
}
