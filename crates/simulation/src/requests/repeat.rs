//! Keyed requests once more.

use serde_json::json;

use super::Expects;
use super::kit::Kit;
use super::shot::Shot;
use crate::world::World;

/// A keyed request that was answered, again: with any token that may send it.
pub(crate) fn repeat(world: &World, tenant: usize) -> Option<Shot> {
    let kit = Kit::new(world, tenant);
    let remembered = kit.dice.pick(&kit.tenant.remembered)?;
    let mut shot = remembered.shot.clone();
    shot.authorization = Some(kit.tenant.first_token().authorization());
    Some(shot.expecting(Expects::Replay { status: remembered.status, body: remembered.body.clone() }))
}

/// The key of a request that was answered, with another request at the same path.
pub(crate) fn reuse_key(world: &World, tenant: usize) -> Option<Shot> {
    let kit = Kit::new(world, tenant);
    let mut shot = kit.dice.pick(&kit.tenant.remembered)?.shot.clone();
    let mut body = shot.sent();
    body.as_object_mut()?.insert("somethingElse".to_owned(), json!(kit.dice.between(0, 999)));
    shot.authorization = Some(kit.tenant.first_token().authorization());
    Some(shot.json(body).expecting(Expects::KeyReused))
}
