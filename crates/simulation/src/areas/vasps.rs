use causeway_wire::table::{Operation, Vasps};
use serde_json::Value;

use super::Caller;
use super::area::{Area, learn_cursor};
use crate::requests::Request;
use crate::violation::CheckResult;
use crate::world::World;

impl Area for Vasps {
    fn request(&self, caller: &Caller<'_>) -> Option<Request> {
        match self {
            Self::ListVasps => Some(caller.list(Operation::Vasps(*self), &[])),
        }
    }

    fn learn(&self, world: &mut World, request: &Request, body: &Value) -> CheckResult {
        learn_cursor(world, request, body);
        Ok(())
    }
}
