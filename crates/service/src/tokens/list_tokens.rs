//! `GET /tokens` (customers 10).

use causeway_domain::Time;
use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::tokens::{self, Filter, TokenRecord};
use causeway_wire::DateTime;
use causeway_wire::Page;
use causeway_wire::table::ListTokens;
use causeway_wire::tokens::{ApiToken, TokenFilter};

use super::render;
use crate::http::ReadCall;
use crate::refusal::Refusal;

/// Lists the platform's tokens, newest first, the calling one included.
///
/// # Errors
/// None of its own.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<ListTokens>) -> Result<Page<ApiToken>, Refusal> {
    let (platform, filter) = (call.platform(), filter(&call.query));
    let rows = tokens::list(tx, platform, &filter, &call.paging.page(Order::Descending))?;
    let total = tokens::count(tx, platform, &filter)?;
    call.page(rows, total, TokenRecord::position, render::token)
}

/// Tokens never change, so both ranges are about the instant of their creation.
fn filter(wanted: &TokenFilter) -> Filter<'_> {
    let later = [&wanted.created_after, &wanted.updated_after].into_iter().filter_map(read);
    let earlier = [&wanted.created_before, &wanted.updated_before].into_iter().filter_map(read);
    Filter {
        name: wanted.name.as_ref().map(AsRef::as_ref),
        created_after: later.max(),
        created_before: earlier.min(),
    }
}

/// The validator has let only instants pass.
fn read(at: &Option<DateTime>) -> Option<Time> {
    at.as_ref()?.as_str().parse().ok()
}
