//! The platform itself.

use axum::extract::{Path, RawQuery};
use axum::response::Response;
use serde_json::{Map, Value};

use super::lists::PLATFORMS;
use super::show::{ShownEntry, ShownResource, answer};
use crate::entry::Entry;
use crate::failure::Failure;
use crate::operator::Operator;

/// The segment of the page.
pub(super) const SEGMENT: &str = "platform";

/// Serves the page of a platform.
pub(super) async fn show(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry = Entry::new("platform", "show").with("platform", platform.as_str());
    let shown = ShownEntry { list: &PLATFORMS, entry, next };
    let resource = ShownResource { platform: Some(platform.clone()), id: platform, query };
    answer(&operator, shown, resource).await
}

/// Returns the changes of a platform.
fn next(members: &Map<String, Value>) -> Vec<String> {
    let is_disabled = members.get("is_disabled").and_then(Value::as_bool).unwrap_or_default();
    let switch = if is_disabled { "enable" } else { "disable" };
    ["set", switch].map(|verb| format!("causeway platform {verb}")).into()
}
