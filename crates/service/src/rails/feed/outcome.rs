//! Outcomes of reading a feed.

/// The outcome of one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rails) enum PageOutcome {
    /// There are items behind the page.
    More,
    /// The feed was read to its end.
    AtEnd,
    /// An item is missing, or the page ends too early: it is asked for again soon.
    Gap,
    /// Another process or another page has moved the cursor meanwhile.
    Overtaken,
    /// The adapter has lost memory. The rail is suspended, and its feed is not applied.
    Lost,
    /// The adapter has not answered, or its answer is no page.
    Silence,
}

/// The outcome of reading several pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rails) struct FeedOutcome {
    pub(in crate::rails) last: PageOutcome,
    /// `true` if an item says that the capabilities have changed.
    pub(in crate::rails) has_new_capabilities: bool,
}

impl FeedOutcome {
    /// Returns the outcome of a page without items.
    pub(super) const fn without_items(last: PageOutcome) -> Self {
        Self { last, has_new_capabilities: false }
    }
}
