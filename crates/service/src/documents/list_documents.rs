//! `GET /documents` (customers 8).

use causeway_store::Tx;
use causeway_store::documents::{self, DocumentWithKey};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::documents::{Document, DocumentFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists documents, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &DocumentFilter,
    paging: &Paging,
) -> Result<Page<Document>, ApiError> {
    let page = paging.page(Order::Descending);
    let (rows, total) = documents::list(tx, context.platform, query.document_holder, &page)?;
    let position = |found: &DocumentWithKey| found.document.position();
    paging.finish(rows, total, position, |found| render::stored(&context.app, &found))
}
