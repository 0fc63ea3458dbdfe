//! The search for a transfer by the reference in its note: the provider's lists cannot be filtered by it.

use std::time::Duration;

use causeway_domain::Time;
use serde_json::Value as Json;

use super::body;
use super::exchange::{Access, ApiResponse, encode_path_segment, parse_id};
use super::order::transfers_path;
use super::provider::Brale;
use super::transfer;
use crate::ports::{ProviderError, ProviderOrder, ProviderTransfer};

/// Transfers per page: the most that the provider returns.
const PAGE_SIZE: usize = 100;
/// Pages that are searched for one transfer.
const MAX_PAGES: usize = 40;
/// How much older than its operation a transfer may seem to be: the clocks of provider and service differ.
const CLOCK_DIFFERENCE: Duration = Duration::from_hours(24);

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

/// The times of the transfers that were listed so far.
struct ListedTimes {
    /// Creation of the transfer that was listed last.
    last: Option<Time>,
    /// Every transfer has a time, and none is newer than the one before it.
    are_ordered: bool,
}

impl Brale {
    /// Searches the list, newest first, down to transfers that are older than the operation.
    pub(super) async fn search(
        &self,
        access: &Access,
        order: &ProviderOrder,
    ) -> Result<Option<ProviderTransfer>, ProviderError> {
        let first = format!(
            "{}?value_type={}&page%5Bsize%5D={PAGE_SIZE}",
            transfers_path(order),
            encode_path_segment(&order.token)
        );
        let reference = body::reference(order);
        let mut times = ListedTimes { last: None, are_ordered: true };
        let oldest = order.created_at.minus(CLOCK_DIFFERENCE);
        let mut path = first.clone();
        for _ in 0..MAX_PAGES {
            let ApiResponse::Success(response) = self.get(access, path).await? else {
                return Err(ProviderError::OutcomeUnknown);
            };
            let page = page(&response).ok_or(ProviderError::OutcomeUnknown)?;
            times.add(page.transfers);
            let own: Vec<&Json> =
                page.transfers.iter().filter(|one| one["note"] == reference.as_str()).collect();
            match (&own[..], page.rest) {
                ([only], _) => {
                    let id = parse_id(only).ok_or(ProviderError::OutcomeUnknown)?;
                    return transfer::read(order, &id, only).map(Some);
                }
                ([], NextPage::Nothing) => return Ok(None),
                ([], _) if times.are_before(oldest) => return Ok(None),
                ([], NextPage::Next(cursor)) => {
                    path = format!("{first}&page%5Bnext%5D={}", encode_path_segment(&cursor));
                }
                ([], NextPage::Unknown) | ([_, _, ..], _) => return Err(ProviderError::OutcomeUnknown),
            }
        }
        Err(ProviderError::OutcomeUnknown)
    }
}

impl ListedTimes {
    /// Adds the transfers of a page.
    fn add(&mut self, transfers: &[Json]) {
        for transfer in transfers {
            let created = transfer["created_at"].as_str().and_then(|text| text.parse::<Time>().ok());
            self.are_ordered &= created.is_some_and(|created| self.last.is_none_or(|last| created <= last));
            self.last = created;
        }
    }

    /// Returns `true` if the list is ordered, newest first, and has come to transfers before an instant: all
    /// further ones are older still.
    fn are_before(&self, instant: Time) -> bool {
        self.are_ordered && self.last.is_some_and(|last| last < instant)
    }
}

/// Reads a page: a list with cursors, or a bare list.
fn page(response: &Json) -> Option<Page<'_>> {
    if let Some(bare) = response.as_array() {
        let is_full = !bare.is_empty() && bare.len().is_multiple_of(PAGE_SIZE);
        let rest = if is_full { NextPage::Unknown } else { NextPage::Nothing };
        return Some(Page { transfers: bare, rest });
    }
    let next = response["pagination"].as_object()?.get("next").and_then(Json::as_str);
    let rest = next
        .filter(|cursor| !cursor.is_empty())
        .map_or(NextPage::Nothing, |next| NextPage::Next(next.to_owned()));
    Some(Page { transfers: response["transfers"].as_array()?, rest })
}
