//! Providers of UMA addresses outside this deployment (uma 5, 6): asked what the holder of an address takes, and sent
//! what it is to be paid.

use causeway_domain::customers::UmaAddress;
use causeway_domain::platform::CounterpartyField;
use causeway_domain::{Amount, Time};
use causeway_store::lookups::Receivable;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Map, Value as Json};

/// What a provider says of one of its customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaReceiver {
    /// What the customer takes, in its order of preference; never empty.
    pub currencies: Vec<Receivable>,
    /// What the provider wants to know about the payer.
    pub payer_fields: Vec<CounterpartyField>,
}

/// What the holder of an address is to be paid (uma 6.1). No money moves by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaPayRequest {
    /// The holder.
    pub receiver: UmaAddress,
    /// The payer's address; none where a platform pays for itself.
    pub sender: Option<String>,
    /// What is to arrive.
    pub amount: Amount,
    /// What the provider has asked about the payer, as far as it is known.
    pub payer: Map<String, Json>,
    /// What the payer's side wants to know about the receiver.
    pub payee_fields: Vec<CounterpartyField>,
    /// The platform's instant.
    pub at: Time,
}

/// What a provider answers to a pay request (uma 6.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UmaInvoice {
    /// What is to be paid, in the words of the settlement layer.
    pub pay_request: String,
    /// What arrives by it.
    pub amount: Amount,
    /// From when on it cannot be paid, on the platform's clock.
    pub expires_at: Time,
    /// What the provider says about the receiver.
    pub payee: Map<String, Json>,
}

/// Why nothing was learned of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaPeerError {
    /// The provider has no such customer.
    UnknownUser,
    /// The provider cannot be reached, or does not answer.
    Unreachable,
}

/// The providers.
pub trait UmaPeers: Send + Sync {
    /// Asks the provider of the address what its holder takes.
    fn look_up<'a>(&'a self, address: &'a UmaAddress) -> BoxFuture<'a, Result<UmaReceiver, UmaPeerError>>;

    /// Asks the provider for an invoice.
    fn request<'a>(&'a self, wanted: &'a UmaPayRequest) -> BoxFuture<'a, Result<UmaInvoice, UmaPeerError>>;
}

/// Nobody can be reached.
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
