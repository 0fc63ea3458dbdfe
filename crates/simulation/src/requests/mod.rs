//! Requests: made up so that they could succeed, repeated, and spoiled.

mod answer;
mod kit;
mod mutate;
mod repeat;
mod shot;
mod sound;

pub(crate) use answer::{Answer, send, send_together};
pub(crate) use mutate::spoil;
pub(crate) use repeat::{repeat, reuse_key};
pub(crate) use shot::{Expects, Shot};
pub(crate) use sound::{any_operation, sound};
