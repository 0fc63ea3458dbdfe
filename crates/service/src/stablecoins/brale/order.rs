//! Orders: their submission and lookup.

use causeway_domain::ids::Id;
use serde_json::Value as Json;

use super::addresses::AddressError;
use super::exchange::{Access, ApiResponse, encode_path_segment, parse_id};
use super::provider::Brale;
use super::{body, transfer};
use crate::ports::{OrderAnswer, ProviderError, ProviderOrder, ProviderTransfer};

impl Brale {
    pub(super) async fn submit_order(&self, order: &ProviderOrder) -> Result<OrderAnswer, ProviderError> {
        let parties = body::parties(order)?;
        let access = self.0.log_in(&order.login).await?;
        let listed = self.addresses(&access, order).await.map_err(as_not_executed)?;
        let mut ids = [None, None];
        for (id, party) in ids.iter_mut().zip(&parties) {
            *id = match self.address(&access, order, &listed, party).await {
                Ok(id) => id,
                Err(AddressError::Refused) => return Ok(OrderAnswer::Refused),
                Err(AddressError::Provider(error)) => return Err(as_not_executed(error)),
            };
        }
        let transfer = body::transfer(order, ids)?;
        match self.post(&access, transfers_path(order), &transfer, order.operation.uuid().to_string()).await?
        {
            ApiResponse::Success(response) => {
                self.read_accepted_transfer(&access, order, &response).await.map(OrderAnswer::Accepted)
            }
            ApiResponse::Refused | ApiResponse::NotFound => Ok(OrderAnswer::Refused),
        }
    }

    /// Reads an accepted order; its response may contain only the transfer's id.
    async fn read_accepted_transfer(
        &self,
        access: &Access,
        order: &ProviderOrder,
        response: &Json,
    ) -> Result<ProviderTransfer, ProviderError> {
        let id = parse_id(response).ok_or(ProviderError::OutcomeUnknown)?;
        if response["status"].is_string() {
            transfer::read(order, &id, response)
        } else {
            self.fetch_transfer(access, order, &id).await
        }
    }

    /// Asks about a transfer that the provider has accepted.
    async fn fetch_transfer(
        &self,
        access: &Access,
        order: &ProviderOrder,
        id: &str,
    ) -> Result<ProviderTransfer, ProviderError> {
        match self.get(access, format!("{}/{}", transfers_path(order), encode_path_segment(id))).await? {
            ApiResponse::Success(response) => transfer::read(order, id, &response),
            // The provider has accepted the transfer: a response that there is none does not count.
            ApiResponse::NotFound | ApiResponse::Refused => Err(ProviderError::OutcomeUnknown),
        }
    }

    /// Finds a transfer by the provider's own id, or, before that is known, by the reference in its note.
    pub(super) async fn find(
        &self,
        order: &ProviderOrder,
    ) -> Result<Option<ProviderTransfer>, ProviderError> {
        let access = self.0.log_in(&order.login).await?;
        match &order.transfer {
            Some(id) => self.fetch_transfer(&access, order, id).await.map(Some),
            None => self.search(&access, order).await,
        }
    }
}

/// Returns the path of the account's transfers.
pub(super) fn transfers_path(order: &ProviderOrder) -> String {
    format!("/accounts/{}/transfers", encode_path_segment(&order.account))
}

/// Maps errors from before the order: only addresses were registered, so no money can have moved.
const fn as_not_executed(error: ProviderError) -> ProviderError {
    match error {
        ProviderError::OutcomeUnknown | ProviderError::NotExecuted => ProviderError::NotExecuted,
        ProviderError::CredentialsRejected => ProviderError::CredentialsRejected,
        ProviderError::Revoked => ProviderError::Revoked,
        ProviderError::Unsupported(error) => ProviderError::Unsupported(error),
    }
}
