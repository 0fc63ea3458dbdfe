//! The result of `rail compare`.

use std::collections::BTreeMap;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_rail_protocol::values::{EndToEndId, OrderKind};
use causeway_store::{Tx, payments};
use serde::Serialize;

use super::{Answer, Money, view};
use crate::payments::lifecycle::alert;
use crate::rails::operate::{Comparison, ForgottenOrder, UnknownOrder};

/// The next step about an unknown order.
const ASK_ABOUT_UNKNOWN: &str = "ask the partner by this reference which payment it was";
/// The next step about a forgotten order, before any command.
const ASK_ABOUT_FORGOTTEN: &str = "ask the partner by these references, and enter its word; submit the order again \
                                   only if the partner has not paid it and never will";

/// Maximum number of payments that are read at once.
const AT_ONCE: usize = 1_000;

/// The differences between the orders of the service and the feed of an adapter.
#[derive(Serialize)]
pub(super) struct ComparisonView {
    /// Number of feed items that the adapter has told.
    items: usize,
    /// `false` if the adapter no longer keeps the beginning of its feed.
    is_whole: bool,
    /// Number of open orders of the service.
    open_orders: usize,
    /// Orders of the adapter that the service does not know: they may have been paid.
    unknown: Vec<UnknownView>,
    /// Open orders that the feed does not name: the adapter has forgotten them, or never got them.
    forgotten: Vec<ForgottenView>,
}

view! {
    struct UnknownView of order: &UnknownOrder {
        transaction: TransactionId = order.transaction,
        kind: &'static str = order.kind.as_str(),
        end_to_end_id: String = end_to_end_id(order.kind, order.transaction),
        state: Option<String> = order.state.clone(),
        /// `None` for an order that was cancelled before it was submitted.
        amount: Option<Money> = order.amount.map(Money::from),
        /// The next step.
        next: &'static str = ASK_ABOUT_UNKNOWN,
    }
}

#[derive(Serialize)]
struct ForgottenView {
    transaction: TransactionId,
    platform: PlatformId,
    kind: &'static str,
    /// References by which the partner knows the order, if it has it.
    end_to_end_id: String,
    uetr: Option<String>,
    short_reference: Option<String>,
    state: &'static str,
    amount: Money,
    /// The step before the commands.
    next: &'static str,
    /// Commands that enter the partner's word, and at last the one that submits the order again; complete.
    commands: Vec<String>,
}

/// Returns a comparison with the commands that each payment allows now.
pub(super) fn comparison(tx: &mut Tx<'_>, found: &Comparison) -> Answer<ComparisonView> {
    let mut decisions = decisions(tx, &found.forgotten)?;
    let forgotten = found.forgotten.iter().map(|order| {
        let decisions = decisions.remove(&order.transaction).unwrap_or_default();
        forgotten_view(order, decisions)
    });
    Ok(ComparisonView {
        items: found.items,
        is_whole: found.is_whole,
        open_orders: found.open,
        unknown: found.unknown.iter().map(UnknownView::from).collect(),
        forgotten: forgotten.collect(),
    })
}

/// Returns the commands that enter the partner's word about the payments of orders.
fn decisions(tx: &mut Tx<'_>, forgotten: &[ForgottenOrder]) -> Answer<BTreeMap<TransactionId, Vec<String>>> {
    let mut ids: BTreeMap<PlatformId, Vec<TransactionId>> = BTreeMap::new();
    for order in forgotten {
        ids.entry(order.platform).or_default().push(order.transaction);
    }
    let mut commands = BTreeMap::new();
    for (platform, ids) in ids {
        for part in ids.chunks(AT_ONCE) {
            let found = payments::among(tx, platform, part)?;
            commands.extend(found.iter().map(|payment| (payment.id, alert::commands(payment))));
        }
    }
    Ok(commands)
}

fn forgotten_view(order: &ForgottenOrder, decisions: Vec<String>) -> ForgottenView {
    let ForgottenOrder { platform, transaction, kind, state, amount, ref references } = *order;
    let resubmit = format!("causeway rail-order resubmit {transaction} --kind {kind} --reason TEXT");
    ForgottenView {
        transaction,
        platform,
        kind: kind.as_str(),
        end_to_end_id: end_to_end_id(kind, transaction),
        uetr: references.as_ref().map(|references| references.uetr.to_string()),
        short_reference: references.as_ref().map(|references| references.short.to_string()),
        state,
        amount: amount.into(),
        next: ASK_ABOUT_FORGOTTEN,
        commands: decisions.into_iter().chain([resubmit]).collect(),
    }
}

fn end_to_end_id(kind: OrderKind, transaction: TransactionId) -> String {
    EndToEndId { kind, transaction }.to_string()
}
