//! Events that ask the platform for a decision: their sending opens the window, and their answer is a decision
//! (conventions 12).

use std::sync::Arc;

use causeway_domain::ids::TransactionId;
use causeway_store::approvals::{self, ApprovalWindow};
use causeway_store::outbox::DeliveryRecord;
use causeway_store::{Error, Tx, platforms};

use super::ended::Ended;
use crate::payments::incoming::approval::{Answer, answered};
use crate::runtime::app::App;
use crate::runtime::outbound::Failure;
use crate::runtime::timers;

/// The event is about to be sent: from now on the platform may take its time.
pub(super) fn open_window(tx: &mut Tx<'_>, delivery: &DeliveryRecord) -> Result<(), Error> {
    let clock = platforms::get_clock(tx, delivery.platform)?;
    let window = ApprovalWindow {
        asked_at: clock.at(tx.wall()),
        decide_by: tx.database_time()?.plus(timers::APPROVAL),
    };
    approvals::open(tx, delivery.platform, delivery.id, window)
}

/// Passes on how the platform has answered. Should that fail, the window ends by itself.
pub(super) async fn pass_on(app: &Arc<App>, delivery: &DeliveryRecord, ended: &Ended) {
    let Ok(transaction) = delivery.resource.parse::<TransactionId>() else {
        tracing::error!(id = %delivery.id, resource = delivery.resource, "asks about something that is not a payment");
        return;
    };
    if let Err(refused) = answered(app, delivery.platform, transaction, answer(ended)).await {
        tracing::warn!(%transaction, ?refused, "the answer of a platform could not be taken in");
    }
}

fn answer(ended: &Ended) -> Answer {
    match ended {
        Ended::Answered(reply) => Answer::Replied { status: reply.status, body: reply.body.to_vec() },
        // Slow is not broken; and what an earlier process has sent may have been answered.
        Ended::Failed(Failure::Timeout) | Ended::Abandoned => Answer::TooLate,
        Ended::Failed(_) | Ended::Blocked(_) | Ended::Unaddressed => Answer::Unreachable,
    }
}
