//! Providers of UMA addresses outside this deployment (uma 5, 6): queried about an address and asked for
//! invoices.
//!
//! Messages of the protocol go to [`UmaPeers::exchange`]. The queries beside it answer without messages.

use causeway_domain::customers::UmaAddress;
use causeway_domain::platforms::CounterpartyField;
use causeway_domain::{Amount, Time};
use causeway_store::lookups::Receivable;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Map, Value as Json};

use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse};

/// A provider's answer about one of its customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaReceiver {
    /// The currencies that the customer receives, in order of preference; never empty.
    pub currencies: Vec<Receivable>,
    /// The compliance fields that the provider requires about the payer.
    pub payer_fields: Vec<CounterpartyField>,
}

/// A request to pay the holder of an address (uma 6.1). It moves no money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaPayRequest {
    pub receiver: UmaAddress,
    /// The payer's address; `None` if a platform pays for itself.
    pub sender: Option<String>,
    /// The amount to arrive.
    pub amount: Amount,
    /// The payer's data that the provider requires, as far as known.
    pub payer: Map<String, Json>,
    /// The compliance fields that the payer's side requires about the receiver.
    pub payee_fields: Vec<CounterpartyField>,
    /// The current time on the platform's clock.
    pub now: Time,
}

/// A provider's answer to a pay request (uma 6.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaInvoice {
    /// The payment request, in the format of the settlement layer.
    pub pay_request: String,
    /// The amount that arrives.
    pub amount: Amount,
    /// Expiry, on the platform's clock.
    pub expires_at: Time,
    /// The provider's data about the receiver.
    pub payee: Map<String, Json>,
}

/// The reason why a query about an address failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaPeerError {
    UnknownUser,
    /// The provider cannot be reached, or does not answer.
    Unreachable,
}

/// The UMA providers outside this deployment.
pub trait UmaPeers: Send + Sync {
    /// Answers a message to a host that is simulated in process, or returns `None`: the message then goes to
    /// the outbound client.
    fn exchange<'a>(
        &'a self,
        _: &'a OutboundRequest,
    ) -> Option<BoxFuture<'a, Result<OutboundResponse, Failure>>> {
        None
    }

    /// Queries the provider of the address about the holder's currencies and required data.
    fn look_up<'a>(&'a self, address: &'a UmaAddress) -> BoxFuture<'a, Result<UmaReceiver, UmaPeerError>>;

    /// Requests an invoice from the provider.
    fn request<'a>(&'a self, request: &'a UmaPayRequest) -> BoxFuture<'a, Result<UmaInvoice, UmaPeerError>>;
}

/// The adapter of a deployment that reaches no UMA providers.
#[derive(Debug, Clone, Copy)]
pub struct NoUmaPeers;

impl UmaPeers for NoUmaPeers {
    fn look_up<'a>(&'a self, _: &'a UmaAddress) -> BoxFuture<'a, Result<UmaReceiver, UmaPeerError>> {
        Box::pin(ready(Err(UmaPeerError::Unreachable)))
    }

    fn request<'a>(&'a self, _: &'a UmaPayRequest) -> BoxFuture<'a, Result<UmaInvoice, UmaPeerError>> {
        Box::pin(ready(Err(UmaPeerError::Unreachable)))
    }
}
