//! One request to an adapter.

use std::time::Duration;

use bytes::Bytes;
use causeway_rail_protocol::operations::Call;

use super::table::KnownRail;

/// One request to an adapter. It is made outside of transactions.
#[derive(Debug, Clone)]
pub struct Exchange<'a> {
    pub rail: &'a KnownRail,
    pub call: Call,
    /// Empty if the operation has no body.
    pub body: Bytes,
    /// Timeout, from the connection to the last byte of the answer.
    pub limit: Duration,
    /// Maximum length of the answer's body in bytes. A longer one is no answer.
    pub body_max: usize,
}
