//! The wait for the platform's decision about a payment (uma 6.2).

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::IncomingFailure;
use causeway_domain::payments::lifecycle::{IncomingUmaPhase, Phase};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};
use causeway_uma::errors::WireCode;

use super::message::WireError;
use crate::runtime::app::App;
use crate::runtime::timers;

/// The decision about a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    Open,
    Approved,
    /// Rejected, for lack of these fields about the payer if there are any.
    Rejected(Vec<String>),
    PayeeDataMissing,
    Failed,
}

/// Returns the decision about a payment.
pub(super) fn decision(payment: &PaymentRecord) -> Decision {
    let Phase::IncomingUma(phase) = payment.phase() else { return Decision::Failed };
    match phase {
        IncomingUmaPhase::Created | IncomingUmaPhase::AwaitingDecision => Decision::Open,
        IncomingUmaPhase::Approved => Decision::Approved,
        IncomingUmaPhase::Rejected => {
            let incoming_uma = payment.state().incoming_uma.as_ref();
            Decision::Rejected(
                incoming_uma.map(|incoming_uma| incoming_uma.wants.clone()).unwrap_or_default(),
            )
        }
        IncomingUmaPhase::Failed { reason: IncomingFailure::MissingMandatoryPayeeData, .. } => {
            Decision::PayeeDataMissing
        }
        IncomingUmaPhase::Received
        | IncomingUmaPhase::PayingOut
        | IncomingUmaPhase::Credited
        | IncomingUmaPhase::Failed { .. } => Decision::Failed,
    }
}

/// Waits until the payment is decided, and returns it; after the timeout, in its current state. Equal requests wait in
/// turn, so that one of them asks the database.
///
/// # Errors
/// `INTERNAL_ERROR` if too many requests wait for the payment.
pub(super) async fn wait(
    app: &Arc<App>,
    to: PlatformId,
    id: TransactionId,
) -> Result<PaymentRecord, WireError> {
    let Some(place) = app.decision_waits.enter(id) else { return Err(too_many()) };
    let deciding = async {
        let _turn = place.turn().await;
        let mut interval = timers::PAY_REQUEST_POLL_INTERVAL;
        loop {
            let payment = fetch_payment(app, to, id).await?;
            if !matches!(decision(&payment), Decision::Open) {
                return Ok(payment);
            }
            timers::pause(interval).await;
            interval = (interval * 2).min(timers::PAY_REQUEST_POLL_INTERVAL_MAX);
        }
    };
    match timers::within(timers::PAY_REQUEST, deciding).await {
        Ok(decided) => decided,
        Err(timers::Timeout) => fetch_payment(app, to, id).await,
    }
}

fn too_many() -> WireError {
    let reason = "Equal requests wait for the decision of the receiver's platform; repeat this one later.";
    WireError::refused(WireCode::InternalError, reason)
}

async fn fetch_payment(
    app: &Arc<App>,
    to: PlatformId,
    id: TransactionId,
) -> Result<PaymentRecord, WireError> {
    let read = move |tx: &mut Tx<'_>| Ok(payments::find(tx, to, id)?.ok_or(Error::Missing)?);
    app.store.read(read).await
}
