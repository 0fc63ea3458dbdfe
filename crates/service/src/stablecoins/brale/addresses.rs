//! Addresses of an account: its own, in the provider's custody, and those registered for it.

use causeway_domain::ids::Id;
use serde_json::Value as Json;

use super::exchange::{Access, ApiResponse, encode_path_segment, parse_id};
use super::provider::Brale;
use crate::ports::{ProviderError, ProviderOrder};

/// A party of a transfer, as the provider knows it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Party {
    /// A payer that is not named in advance.
    Unnamed,
    /// The account's own address on a chain.
    Custodial(&'static str),
    /// A wallet on a chain.
    Wallet(Registration),
    /// A bank account.
    Bank(Registration),
}

/// Error of the registration or lookup of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressError {
    /// The provider refuses the address.
    Refused,
    Provider(ProviderError),
}

impl From<ProviderError> for AddressError {
    fn from(error: ProviderError) -> Self {
        Self::Provider(error)
    }
}

/// An address to be registered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Registration {
    /// The suffix of the operation's idempotency key.
    pub(super) role: &'static str,
    pub(super) body: Json,
}

impl Brale {
    /// Lists the addresses of an order's account.
    pub(super) async fn addresses(
        &self,
        access: &Access,
        order: &ProviderOrder,
    ) -> Result<Vec<Json>, ProviderError> {
        let path = format!("/accounts/{}/addresses", encode_path_segment(&order.account));
        match self.get(access, path).await? {
            ApiResponse::Success(response) => {
                response["addresses"].as_array().cloned().ok_or(ProviderError::OutcomeUnknown)
            }
            ApiResponse::Refused | ApiResponse::NotFound => Err(ProviderError::OutcomeUnknown),
        }
    }

    /// Returns the provider's id of a party, which is registered if it is not listed.
    pub(super) async fn address(
        &self,
        access: &Access,
        order: &ProviderOrder,
        listed: &[Json],
        party: &Party,
    ) -> Result<Option<String>, AddressError> {
        match party {
            Party::Unnamed => Ok(None),
            Party::Custodial(chain) => custodial(listed, chain).map(Some).ok_or(AddressError::Refused),
            Party::Wallet(registration) => match registered(listed, &registration.body) {
                Some(id) => Ok(Some(id)),
                None => self.register(access, order, registration).await.map(Some),
            },
            Party::Bank(registration) => self.register(access, order, registration).await.map(Some),
        }
    }

    async fn register(
        &self,
        access: &Access,
        order: &ProviderOrder,
        registration: &Registration,
    ) -> Result<String, AddressError> {
        let path = format!("/accounts/{}/addresses/external", encode_path_segment(&order.account));
        let key = format!("{}-{}", order.operation.uuid(), registration.role);
        match self.post(access, path, &registration.body, key).await? {
            ApiResponse::Success(response) => {
                parse_id(&response).ok_or(AddressError::Provider(ProviderError::OutcomeUnknown))
            }
            ApiResponse::Refused | ApiResponse::NotFound => Err(AddressError::Refused),
        }
    }
}

/// Returns the address of the account itself on a chain. If addresses have no type, registered wallets are
/// recognized by their name, which equals their address.
fn custodial(listed: &[Json], chain: &str) -> Option<String> {
    let own = |one: &&Json| match one["type"].as_str() {
        Some(named) => named == "internal",
        None => one["name"] != one["address"],
    };
    first(listed.iter().filter(own).filter(|one| one["status"] == "active"), chain)
}

/// Returns the address that was registered for a wallet.
fn registered(listed: &[Json], body: &Json) -> Option<String> {
    let is_same = |one: &&Json| one["address"] == body["address"] && one["type"] != "internal";
    let chain = body["transfer_types"][0].as_str()?;
    first(listed.iter().filter(is_same).filter(|one| one["status"] != "archived"), chain)
}

/// Returns the smallest id among the addresses that a chain reaches, so that a repeated order names the same
/// one.
fn first<'a>(addresses: impl Iterator<Item = &'a Json>, chain: &str) -> Option<String> {
    let is_on_chain = |one: &&Json| {
        one["transfer_types"].as_array().is_some_and(|types| types.iter().any(|named| named == chain))
    };
    addresses.filter(is_on_chain).filter_map(parse_id).min()
}
