//! The simulated providers of UMA addresses, which answer messages as strangers do (money 13.1, uma 5, 6). They trust
//! the sender's signature.

mod answer;
mod customer;
mod discovery;
mod host;
mod keys;
mod pay_request;
mod reply;
mod signer;

pub(crate) use answer::answer;
pub(crate) use host::SimulatedHost;
