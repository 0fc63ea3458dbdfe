//! The plan of a check.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use causeway_domain::{Clock, Ids};
use causeway_rail_protocol::RailId;
use causeway_rail_protocol::messages::Capabilities;
use causeway_rail_protocol::signing::{SigningKey, VerifyingKey};
use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite};

/// A connected byte stream, encrypted for `https`.
pub trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// Opens connections to the adapter.
pub trait Dial: fmt::Debug + Send + Sync {
    /// Opens a connection of its own for each exchange.
    fn open(&self) -> BoxFuture<'_, io::Result<Box<dyn Stream>>>;
}

/// An adapter, and what to try.
#[derive(Debug, Clone)]
pub struct CheckPlan {
    /// Host and port for the header `Host`.
    pub authority: String,
    /// Path of the rail's base URL; empty if it has none.
    pub base_path: String,
    /// Opens connections to the adapter.
    pub dial: Arc<dyn Dial>,
    /// Id of the rail.
    pub rail: RailId,
    /// The service's key for the rail.
    pub signer: Arc<SigningKey>,
    /// The adapter's keys that count.
    pub adapter_keys: Vec<VerifyingKey>,
    /// Wall clock of signatures.
    pub clock: Clock,
    /// Source of random bytes.
    pub ids: Ids,
    /// Compares capabilities with the registries of the service; the error names the first difference.
    pub registry: fn(&Capabilities) -> Result<(), String>,
    /// `true` to submit orders, which needs an adapter in the mode `TEST`.
    pub with_orders: bool,
    /// Shell command that does with the adapter what its variable `CRP_STEP` says (rails 18).
    pub restart: Option<String>,
    /// File of the adapter's log, which must hold no personal data.
    pub adapter_log: Option<PathBuf>,
    /// Address at which the kit takes the adapter's pushes.
    pub listen: Option<SocketAddr>,
    /// Numbers of the cases.
    pub cases: RangeInclusive<u32>,
}
