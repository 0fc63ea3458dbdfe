//! Webhooks: delivery of events to the platforms (conventions 11).
//!
//! An event is a row in the outbox, written in the transaction of its change. A delivery is a series of
//! attempts to send exactly its bytes to the platform's current endpoint, signed with its current key, until
//! the receiver accepts it or seven days have passed. Any process may make an attempt: it claims the event
//! with a lease, and its outcome counts only while the lease holds.

mod altered_body;
mod approval;
mod attempt;
mod attempt_outcome;
mod deliver;
mod endpoint;
mod endpoint_queues;
pub(crate) mod key_ring;
pub mod key_set;
pub mod keys;
mod outcome;
mod route;
pub mod send_test_webhook;
mod sender;
pub(crate) mod signature_check;
mod test_event;

pub use deliver::deliver_due;
pub use endpoint::EndpointRule;
pub use sender::run_sender;

#[cfg(test)]
mod tests;
