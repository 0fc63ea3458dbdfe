//! The parts of the page of a payment, which are links.

use super::timeline::TimelineFilter;
use crate::screens::tabs::Tab;
use crate::urls;

/// A part of the page of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PaymentTab {
    Price,
    Postings,
    Rail,
    Webhooks,
    History,
    Json,
}

impl PaymentTab {
    pub(super) const ALL: [Self; 6] =
        [Self::Price, Self::Postings, Self::Rail, Self::Webhooks, Self::History, Self::Json];

    /// Returns the last segment of the address.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::Postings => "postings",
            Self::Rail => "rail",
            Self::Webhooks => "webhooks",
            Self::History => "history",
            Self::Json => "json",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Price => "Price",
            Self::Postings => "Postings",
            Self::Rail => "Rail",
            Self::Webhooks => "Webhooks",
            Self::History => "History",
            Self::Json => "JSON",
        }
    }

    /// Returns the links to all parts of a page, which keep the filter of the timeline. This part is the current one.
    pub(super) fn links(self, page: &str, filter: TimelineFilter) -> Vec<Tab> {
        let link = |tab: Self| Tab {
            label: tab.label(),
            href: filter.on(&urls::tab(page, tab.name())),
            is_current: tab == self,
        };
        Self::ALL.into_iter().map(link).collect()
    }
}
