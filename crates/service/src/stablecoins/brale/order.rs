//! Orders: their submission and lookup.

use causeway_domain::ids::Id;
use serde_json::Value as Json;

use super::exchange::{Access, ApiResponse, id_of, part};
use super::provider::Brale;
use super::{body, transfer};
use crate::ports::{OrderAnswer, ProviderError, ProviderOrder, ProviderTransfer};

/// Transfers per page: far fewer than a bounded answer holds.
const PAGE_SIZE: usize = 25;
/// Pages that are searched for one transfer.
const PAGES_MAX: usize = 40;

/// A page of a list of transfers.
struct Page<'a> {
    transfers: &'a [Json],
    rest: NextPage,
}

/// The continuation after a page.
enum NextPage {
    Nothing,
    Next(String),
    /// The list is cut off, without a cursor.
    Unknown,
}

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
        let wanted = body::transfer(order, ids)?;
        match self.post(&access, transfers(order), &wanted, order.operation.uuid().to_string()).await? {
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
            // It has accepted the transfer: an answer that there is none does not count.
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

    async fn search(
        &self,
        access: &Access,
        order: &ProviderOrder,
    ) -> Result<Option<ProviderTransfer>, ProviderError> {
        let first =
            format!("{}?value_type={}&page%5Bsize%5D={PAGE_SIZE}", transfers(order), part(&order.token));
        let reference = body::reference(order);
        let mut path = first.clone();
        for _ in 0..PAGES_MAX {
            let ApiResponse::Done(answer) = self.get(access, path).await? else {
                return Err(ProviderError::Unclear);
            };
            let page = page(&answer).ok_or(ProviderError::Unclear)?;
            let own: Vec<&Json> =
                page.transfers.iter().filter(|one| one["note"] == reference.as_str()).collect();
            match (&own[..], page.rest) {
                ([only], _) => {
                    let id = id_of(only).ok_or(ProviderError::Unclear)?;
                    return transfer::read(order, &id, only).map(Some);
                }
                ([], NextPage::Nothing) => return Ok(None),
                ([], NextPage::Next(cursor)) => path = format!("{first}&page%5Bnext%5D={}", part(&cursor)),
                ([], NextPage::Unknown) | ([_, _, ..], _) => return Err(ProviderError::Unclear),
            }
        }
        Err(ProviderError::Unclear)
    }
}

fn transfers(order: &ProviderOrder) -> String {
    format!("/accounts/{}/transfers", part(&order.account))
}

/// Reads a page: a list with cursors, or a bare list.
fn page(answer: &Json) -> Option<Page<'_>> {
    if let Some(bare) = answer.as_array() {
        let is_full = !bare.is_empty() && bare.len().is_multiple_of(PAGE_SIZE);
        let rest = if is_full { NextPage::Unknown } else { NextPage::Nothing };
        return Some(Page { transfers: bare, rest });
    }
    let next = answer["pagination"].as_object()?.get("next").and_then(Json::as_str);
    let rest = next
        .filter(|cursor| !cursor.is_empty())
        .map_or(NextPage::Nothing, |next| NextPage::Next(next.to_owned()));
    Some(Page { transfers: answer["transfers"].as_array()?, rest })
}

/// Maps errors from before the order: only addresses were registered, so no money can have moved.
const fn before_the_order(error: ProviderError) -> ProviderError {
    match error {
        ProviderError::Unclear | ProviderError::Unreachable => ProviderError::Unreachable,
        ProviderError::CredentialsRejected => ProviderError::CredentialsRejected,
        ProviderError::Revoked => ProviderError::Revoked,
        ProviderError::Unsupported(fault) => ProviderError::Unsupported(fault),
    }
}
