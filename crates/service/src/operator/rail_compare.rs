//! The result of `rail compare`.

use causeway_domain::ids::{PlatformId, TransactionId};

use super::{Money, view};
use crate::rails::operate::{Comparison, ForgottenOrder, UnknownOrder};

view! {
    /// The differences between the orders of the service and the feed of an adapter.
    pub(super) struct ComparisonView of found: Comparison {
        /// Number of feed items that the adapter has told.
        items: usize = found.items,
        /// `false` if the adapter no longer keeps the beginning of its feed.
        is_whole: bool = found.is_whole,
        /// Number of open orders of the service.
        open_orders: usize = found.open,
        /// Orders of the adapter that the service does not know: they may have been paid.
        unknown: Vec<UnknownView> = found.unknown.into_iter().map(UnknownView::from).collect(),
        /// Open orders that the feed does not name: the adapter has forgotten them, or never got them.
        forgotten: Vec<ForgottenView> = found.forgotten.into_iter().map(ForgottenView::from).collect(),
    }

    struct UnknownView of order: UnknownOrder {
        transaction: TransactionId = order.transaction,
        kind: &'static str = order.kind.as_str(),
        state: Option<String> = order.state,
        /// `None` for an order that was cancelled before it was submitted.
        amount: Option<Money> = order.amount.map(Money::from),
    }

    struct ForgottenView of order: ForgottenOrder {
        transaction: TransactionId = order.transaction,
        platform: PlatformId = order.platform,
        kind: &'static str = order.kind.as_str(),
        state: &'static str = order.state,
        amount: Money = order.amount.into(),
        /// The command that submits it again, complete.
        command: String = format!("causeway rail-order resubmit {} --reason TEXT", order.transaction),
    }
}
