//! Webhooks: how events reach the platform (conventions 11).
//!
//! An event is a row that stands in the outbox since the transaction of its change. A delivery is one attempt
//! after another to send exactly its bytes to the endpoint that the platform has at that moment, signed with
//! the key that it has at that moment, until the receiver takes it or seven days have passed. Any process may
//! make an attempt: it claims the event for a while, and its outcome counts only while the claim holds.

mod approval;
mod attempt;
mod deliver;
mod ended;
mod endpoint;
pub mod keys;
mod lanes;
mod outcome;
mod route;
pub mod send_test_webhook;
mod sender;
mod test_event;

pub use deliver::deliver_due;
pub use endpoint::EndpointRule;
pub use sender::keep_sending;

#[cfg(test)]
mod tests;
