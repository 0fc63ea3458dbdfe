//! The client of a request.

use std::net::IpAddr;

/// The client address of a request, set by the server of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub IpAddr);
