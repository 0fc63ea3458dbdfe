//! Repeated keyed requests.

use serde_json::json;

use crate::areas::Caller;
use crate::requests::{Expectation, Request};
use crate::world::World;

/// Repeats a keyed request that was answered, with the platform's first token.
pub(crate) fn repeat(world: &World, tenant: usize) -> Option<Request> {
    let caller = Caller::new(world, tenant);
    let remembered = caller.rng.pick(&caller.tenant.remembered)?;
    let mut request = remembered.request.clone();
    request.authorization = Some(caller.tenant.first_token().authorization());
    Some(request.expecting(Expectation::Replay { status: remembered.status, body: remembered.body.clone() }))
}

/// Reuses the key of an answered request with a different body at the same path.
pub(crate) fn reuse_key(world: &World, tenant: usize) -> Option<Request> {
    let caller = Caller::new(world, tenant);
    let mut request = caller.rng.pick(&caller.tenant.remembered)?.request.clone();
    let mut body = request.sent();
    body.as_object_mut()?.insert("somethingElse".to_owned(), json!(caller.rng.between(0, 999)));
    request.authorization = Some(caller.tenant.first_token().authorization());
    Some(request.json(body).expecting(Expectation::KeyReused))
}
