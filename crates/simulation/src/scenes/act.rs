//! Calls that succeed: nothing goes wrong before a run begins.

use std::sync::Arc;
use std::time::Duration;

use causeway_service::runtime::jobs;
use causeway_wire::table::Operation;
use serde_json::Value;

use crate::areas::area_of;
use crate::requests::Request;
use crate::violation::{Checked, ensure};
use crate::world::{World, send};

/// Rounds of jobs after which everything that is due has been done.
const ROUNDS: usize = 3;
const BATCH: u32 = 64;

/// A call of a platform.
pub(super) fn call(world: &World, tenant: usize, operation: Operation) -> Request {
    Request::new(tenant, operation, world.tenants[tenant].first_token())
}

/// Has a call carried out, and takes in what its caller learns; the answer.
pub(super) fn carry_out(world: &mut World, request: &Request) -> Checked<Value> {
    let answer = send(world, request)?;
    ensure(answer.is_success(), || {
        format!("{} {} to begin with: {} {}", request.method, request.path, answer.status, answer.text())
    })?;
    let body = answer.json();
    area_of(&request.operation).learn(world, request, &body)?;
    Ok(body)
}

/// Everything that is due is done.
pub(super) fn work(world: &World) -> Checked {
    for _ in 0..ROUNDS {
        let app = Arc::clone(&world.process.app);
        world.run(jobs::run_due(&app, None, BATCH))?;
        world.pass(Duration::from_secs(1));
    }
    Ok(())
}
