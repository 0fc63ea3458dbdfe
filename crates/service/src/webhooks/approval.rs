//! Events that ask the platform for a decision: sending one opens the approval window, and the response is
//! the decision (conventions 12).

use std::sync::Arc;

use causeway_domain::ids::TransactionId;
use causeway_store::approvals::{self, ApprovalWindow};
use causeway_store::outbox::DeliveryRecord;
use causeway_store::{Error, Tx, platforms};

use super::attempt_outcome::AttemptOutcome;
use crate::payments::incoming::approval::{EndpointResponse, process_response};
use crate::runtime::app::App;
use crate::runtime::outbound::Failure;
use crate::runtime::timers;

/// Opens the approval window of an event that is about to be sent.
pub(super) fn open_window(tx: &mut Tx<'_>, delivery: &DeliveryRecord) -> Result<(), Error> {
    let clock = platforms::get_clock(tx, delivery.platform)?;
    let window = ApprovalWindow {
        asked_at: clock.at(tx.wall()),
        decide_by: tx.database_time()?.plus(timers::APPROVAL),
    };
    approvals::open(tx, delivery.platform, delivery.id, window)
}

/// Passes on the platform's response. If that fails, the window expires.
pub(super) async fn pass_on(app: &Arc<App>, delivery: &DeliveryRecord, ended: &AttemptOutcome) {
    let Ok(transaction) = delivery.resource.parse::<TransactionId>() else {
        tracing::error!(id = %delivery.id, resource = delivery.resource, "approval event does not name a payment");
        return;
    };
    if let Err(error) = process_response(app, delivery.platform, transaction, answer(ended)).await {
        tracing::warn!(%transaction, ?error, "failed to process the approval response");
    }
}

fn answer(ended: &AttemptOutcome) -> EndpointResponse {
    match ended {
        AttemptOutcome::Answered(response) => {
            EndpointResponse::Replied { status: response.status, body: response.body.to_vec() }
        }
        // A timeout is no sign of a broken endpoint; and an event sent by an earlier process may have been
        // answered.
        AttemptOutcome::Failed(Failure::Timeout) | AttemptOutcome::Abandoned => EndpointResponse::TooLate,
        AttemptOutcome::Failed(_) | AttemptOutcome::Blocked(_) | AttemptOutcome::Unaddressed => {
            EndpointResponse::Unreachable
        }
    }
}
