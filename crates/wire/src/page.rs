//! Pages and lists (conventions 8).

use causeway_vocabulary::named;
use schemars::JsonSchema;
use serde::Serialize;

use crate::scalar::Cursor;

/// One page of a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "{T}Page")]
pub struct Page<T> {
    /// The items of this page.
    pub data: Vec<T>,
    /// `true` if more items follow.
    pub has_more: bool,
    /// Cursor of the next page; present only if more items follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<Cursor>,
    /// Number of items that match the filters, on all pages together; absent above 10 000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub total_count: Option<i64>,
}

/// A list without pages: all items in one response.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct List<T> {
    /// The items.
    pub data: Vec<T>,
}

named! {
    /// The order of a list by its sort key.
    pub enum SortOrder { Ascending = "asc", Descending = "desc" }
}

impl Default for SortOrder {
    /// Returns the descending order: newest first, or names from last to first (conventions 8).
    fn default() -> Self {
        Self::Descending
    }
}
