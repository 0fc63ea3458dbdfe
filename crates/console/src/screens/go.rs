//! The way from an id to its page: alerts and logs name ids.

use axum::extract::Path;
use axum::response::Response;
use serde_json::json;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::operator::Operator;
use crate::page::see_other;
use crate::screens::hit::page_of;

answer! {
    struct Hit {
        id: String,
        platform: Option<String>,
        next: Option<String>,
    }
}

/// Leads to the page of the resource with this id.
pub(super) async fn lead(operator: Operator, Path(id): Path<String>) -> Result<Response, Failure> {
    let hits: Vec<Hit> = operator.read(&Entry::new("find", "text").with("text", json!([id]))).await?;
    let page = hits.first().and_then(|hit| page_of(hit.platform.as_deref(), &hit.id, hit.next.as_deref()));
    page.map(|page| see_other(&page)).ok_or_else(Failure::no_page)
}
