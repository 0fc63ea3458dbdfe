//! The one outbound HTTP client.
//!
//! Its target addresses come from outside, so it trusts none of them: it resolves names itself, refuses
//! internal addresses (private, loopback, link-local and their disguises), connects to exactly the address it
//! checked, follows no redirect, uses no proxy, and reads bounded responses in bounded time.

mod address;
mod address_range;
mod client;
mod connection;
mod dial;
mod idle;
mod request;
mod target;

pub use address::Reach;
pub use address_range::{AddressRange, InvalidAddressRange};
pub use client::Client;
pub use dial::Stream;
pub(crate) use dial::{Dialer, open_stream, resolve};
pub use request::{Failure, MAX_BODY, OutboundRequest, OutboundResponse, Transport};
pub(crate) use target::port_of;
pub use target::{Host, Scheme, Target, TargetError};

#[cfg(test)]
mod tests;
