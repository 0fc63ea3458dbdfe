//! A list that an entry answers: its rows, its sums, its next page, or the refusal of its filters.

use axum::http::StatusCode;
use causeway_service::operator::{Kind, OperatorError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::parts::{Filters, Money, Pager};

answer! {
    /// The sum of the amounts of a page in one currency.
    struct AmountSum {
        count: u64,
        amount: Option<Money>,
    }
}

/// A page of a list as the answer has it.
#[derive(Debug, Deserialize)]
struct ListAnswer<R, S> {
    #[serde(default)]
    next: Option<String>,
    #[serde(default)]
    searched_only: Option<i64>,
    rows: Vec<R>,
    /// Left out by lists without amounts.
    #[serde(default = "Vec::new")]
    sums: Vec<S>,
    #[serde(default)]
    not_authentic: Vec<String>,
}

/// A page of a list. One whose filters were refused has no rows.
#[derive(Debug)]
pub(super) struct Listing<R, S> {
    pub(super) rows: Vec<R>,
    pub(super) sums: Vec<S>,
    pub(super) error: Option<OperatorError>,
    /// Rows that the service did not write.
    pub(super) not_authentic: Vec<String>,
    next: Option<String>,
    searched_only: Option<i64>,
}

impl<R: DeserializeOwned, S: DeserializeOwned> Listing<R, S> {
    /// Calls the entry of a list.
    pub(super) async fn read(operator: &Operator, entry: &Entry) -> Result<Self, Failure> {
        Ok(match read_refusable::<ListAnswer<R, S>>(operator, entry).await? {
            Ok(ListAnswer { next, searched_only, rows, sums, not_authentic }) => {
                Self { rows, sums, error: None, not_authentic, next, searched_only }
            }
            Err(error) => Self {
                rows: Vec::new(),
                sums: Vec::new(),
                error: Some(error),
                not_authentic: Vec::new(),
                next: None,
                searched_only: None,
            },
        })
    }

    /// Returns the way to the next page.
    pub(super) fn pager(&self, filters: &Filters) -> Pager {
        Pager::new(&filters.path, &filters.pairs(), self.next.as_deref(), self.searched_only)
    }

    /// Returns the status of the response.
    pub(super) fn status(&self) -> StatusCode {
        status_of(self.error.as_ref())
    }
}

/// Calls the entry of a list. The inner error is the refusal of a filter, such as of an unknown customer, which the page
/// shows beside the filters.
pub(super) async fn read_refusable<T: DeserializeOwned>(
    operator: &Operator,
    entry: &Entry,
) -> Result<Result<T, OperatorError>, Failure> {
    let may_list = operator.may(entry.noun, entry.verb);
    match operator.try_read(entry).await {
        Ok(answer) => Ok(Ok(answer)),
        Err(error) if may_list && matches!(error.kind, Kind::Invalid | Kind::NotFound) => Ok(Err(error)),
        Err(error) => Err(error.into()),
    }
}

/// Returns the status of a list whose filters were read or refused.
pub(super) fn status_of(refusal: Option<&OperatorError>) -> StatusCode {
    refusal.map_or(StatusCode::OK, |error| {
        StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::BAD_REQUEST)
    })
}

impl AmountSum {
    /// Returns the sum in words; `None` beyond 64 bits.
    pub(super) fn text(&self) -> Option<String> {
        self.amount.as_ref().map(|amount| format!("{} ({})", amount.text(), self.count))
    }
}
