//! A screening of production accounts that decides by the holder's first name.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::ids::ExternalAccountId;
use causeway_service::ports::{RailError, Screening, ScreeningAnswer, ScreeningQuery};
use futures_util::future::{BoxFuture, ready};

/// A screening by first name: `Clean`, `Dubious` and `Refused` get that answer; `Late` is unclear at first
/// and clean at the second query; all others are left to an operator.
#[derive(Debug, Clone, Default)]
pub(super) struct FirstNameScreening {
    queried: Arc<Mutex<HashSet<ExternalAccountId>>>,
}

impl Screening for FirstNameScreening {
    fn screen<'a>(&'a self, query: &'a ScreeningQuery) -> BoxFuture<'a, Result<ScreeningAnswer, RailError>> {
        let is_first = self.queried.lock().unwrap_or_else(PoisonError::into_inner).insert(query.account);
        let name = query.holder.as_deref().and_then(|name| name.split(' ').next()).unwrap_or_default();
        Box::pin(ready(match name {
            "Clean" => Ok(ScreeningAnswer::Clean),
            "Dubious" => Ok(ScreeningAnswer::NeedsReview),
            "Refused" => Ok(ScreeningAnswer::Refused),
            "Late" if is_first => Err(RailError::Unclear),
            "Late" => Ok(ScreeningAnswer::Clean),
            _ => Ok(ScreeningAnswer::LeftToOperator),
        }))
    }
}
