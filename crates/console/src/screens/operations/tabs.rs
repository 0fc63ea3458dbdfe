//! The tabs of the page, each an address of its own.

use crate::operator::Operator;
use crate::screens::tabs::Tab;
use crate::urls;

/// A page of the operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperationsTab {
    Jobs,
    Processes,
    Settings,
    Actions,
}

impl OperationsTab {
    const ALL: [Self; 4] = [Self::Jobs, Self::Processes, Self::Settings, Self::Actions];

    const fn label(self) -> &'static str {
        match self {
            Self::Jobs => "Jobs",
            Self::Processes => "Processes",
            Self::Settings => "Settings",
            Self::Actions => "All actions",
        }
    }

    /// Returns the address. That of the settings is a page of platforms, too.
    pub(super) fn href(self) -> String {
        let segment = match self {
            Self::Jobs => "operations",
            Self::Processes => "operations/processes",
            Self::Settings => "settings",
            Self::Actions => "operations/actions",
        };
        urls::section(None, segment)
    }

    /// Returns the tabs that the operator's roles have.
    pub(super) fn links(self, operator: &Operator) -> Vec<Tab> {
        let may_see = |tab: &Self| *tab != Self::Processes || operator.may("process", "list");
        let link = |tab: Self| Tab { label: tab.label(), href: tab.href(), is_current: tab == self };
        Self::ALL.into_iter().filter(may_see).map(link).collect()
    }
}
