//! Orders: their submission and lookup.

use causeway_domain::ids::Id;
use serde_json::Value as Json;

use super::exchange::{Access, ApiResponse, id_of, part};
use super::provider::Brale;
use super::{body, transfer};
use crate::ports::{OrderAnswer, ProviderError, ProviderOrder, ProviderTransfer};

impl Brale {
    pub(super) async fn order(&self, order: &ProviderOrder) -> Result<OrderAnswer, ProviderError> {
        let parties = body::parties(order)?;
        let access = self.0.log_in(&order.login).await?;
        let listed = self.addresses(&access, order).await.map_err(before_the_order)?;
        let mut ids = [None, None];
        for (id, party) in ids.iter_mut().zip(&parties) {
            *id = match self.address(&access, order, &listed, party).await {
                Ok(id) => id,
                Err(None) => return Ok(OrderAnswer::Refused),
                Err(Some(error)) => return Err(before_the_order(error)),
            };
        }
        let transfer = body::transfer(order, ids)?;
        match self.post(&access, transfers(order), &transfer, order.operation.uuid().to_string()).await? {
            ApiResponse::Done(answer) => {
                self.accepted(&access, order, &answer).await.map(OrderAnswer::Accepted)
            }
            ApiResponse::Refused | ApiResponse::Nothing => Ok(OrderAnswer::Refused),
        }
    }

    /// Reads an accepted order; its answer may contain only the transfer's id.
    async fn accepted(
        &self,
        access: &Access,
        order: &ProviderOrder,
        answer: &Json,
    ) -> Result<ProviderTransfer, ProviderError> {
        let id = id_of(answer).ok_or(ProviderError::Unclear)?;
        if answer["status"].is_string() {
            transfer::read(order, &id, answer)
        } else {
            self.known(access, order, &id).await
        }
    }

    /// Asks about a transfer that the provider has accepted.
    async fn known(
        &self,
        access: &Access,
        order: &ProviderOrder,
        id: &str,
    ) -> Result<ProviderTransfer, ProviderError> {
        match self.get(access, format!("{}/{}", transfers(order), part(id))).await? {
            ApiResponse::Done(answer) => transfer::read(order, id, &answer),
            // The provider has accepted the transfer: an answer that there is none does not count.
            ApiResponse::Nothing | ApiResponse::Refused => Err(ProviderError::Unclear),
        }
    }

    /// Finds a transfer by the provider's own id, or, before that is known, by the reference in its note.
    pub(super) async fn find(
        &self,
        order: &ProviderOrder,
    ) -> Result<Option<ProviderTransfer>, ProviderError> {
        let access = self.0.log_in(&order.login).await?;
        match &order.transfer {
            Some(id) => self.known(&access, order, id).await.map(Some),
            None => self.search(&access, order).await,
        }
    }
}

/// Returns the path of the account's transfers.
pub(super) fn transfers(order: &ProviderOrder) -> String {
    format!("/accounts/{}/transfers", part(&order.account))
}

/// Maps errors from before the order: only addresses were registered, so no money can have moved.
const fn before_the_order(error: ProviderError) -> ProviderError {
    match error {
        ProviderError::Unclear | ProviderError::Unreachable => ProviderError::Unreachable,
        ProviderError::CredentialsRejected => ProviderError::CredentialsRejected,
        ProviderError::Revoked => ProviderError::Revoked,
        ProviderError::Unsupported(error) => ProviderError::Unsupported(error),
    }
}
