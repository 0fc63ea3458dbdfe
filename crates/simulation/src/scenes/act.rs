//! Calls that must succeed: no fault occurs before a run begins.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::runtime::jobs;
use causeway_wire::table::Operation;
use serde_json::Value;

use crate::areas::area_of;
use crate::requests::Request;
use crate::violation::{CheckResult, ensure};
use crate::world::{World, send};

/// Rounds of jobs after which no due job is left.
const ROUNDS: usize = 3;
/// Maximum number of jobs in a round.
const BATCH: u32 = 64;

/// Creates a request of a platform.
pub(super) fn call(world: &World, tenant: usize, operation: Operation) -> Request {
    Request::new(tenant, operation, world.tenants[tenant].first_token())
}

/// Sends a request, records its effects, and returns the response body.
pub(super) fn perform(world: &mut World, request: &Request) -> CheckResult<Value> {
    let response = send(world, request)?;
    ensure(response.is_success(), || {
        format!("{} {} during set-up: {} {}", request.method, request.path, response.status, response.text())
    })?;
    let body = response.json();
    area_of(&request.operation).learn(world, request, &body)?;
    Ok(body)
}

/// Runs all due jobs.
pub(super) fn work(world: &World) -> CheckResult {
    for _ in 0..ROUNDS {
        let app = Arc::clone(&world.process.app);
        world.run(jobs::run_due(&app, None, BATCH))?;
        world.pass(Duration::from_secs(1));
    }
    Ok(())
}
