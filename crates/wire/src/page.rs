//! Lists (conventions 8).

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
    /// Whether more items follow.
    pub has_more: bool,
    /// Where the next page begins; only when more items follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<Cursor>,
    /// How many items match the filters on all pages together; left out when there are more than 10 000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0))]
    pub total_count: Option<i64>,
}

/// A list without pages: all items in one answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct List<T> {
    /// The items.
    pub data: Vec<T>,
}

named! {
    /// The order of a list, by what the list is sorted by.
    pub enum SortOrder { Ascending = "asc", Descending = "desc" }
}

impl Default for SortOrder {
    /// Newest first, or from the last name to the first (conventions 8).
    fn default() -> Self {
        Self::Descending
    }
}
