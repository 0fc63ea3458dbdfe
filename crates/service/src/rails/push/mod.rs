//! Pushes of adapters (rails 8.2).

mod apply;
mod receive;
mod reply;
mod verify;

pub use receive::receive;
pub use reply::{PushReply, refuse_large, refuse_many};
pub use verify::{IncomingPush, MAX_BODY};

#[cfg(test)]
mod tests;
