//! Tabs: links to the pages about one thing.

/// A link to a page beside the present one.
#[derive(Debug)]
pub(super) struct Tab {
    pub(super) label: &'static str,
    pub(super) href: String,
    pub(super) is_current: bool,
}
