//! References by which partners know orders (rails 5.2).

use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::Submission;
use causeway_rail_protocol::values::References;
use causeway_store::rails::RailOrderRecord;

/// Returns the references in the stored bytes of an order; `None` if it was cancelled before it was stored.
#[must_use]
pub fn references_of(order: &RailOrderRecord) -> Option<References> {
    let pinned = order.pinned.as_ref()?;
    let submission = Submission::parse(&pinned.body).ok()?;
    Some(submission.references().clone())
}
