//! The wait for the platform's decision about a payment (uma 6.2).

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::IncomingFailure;
use causeway_domain::payments::lifecycle::{IncomingUmaPhase, Phase};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};

use crate::runtime::api_error::ApiError;
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

/// Waits until the payment is decided, and returns it; after the timeout, in its current state.
pub(super) async fn wait(
    app: &Arc<App>,
    to: PlatformId,
    id: TransactionId,
) -> Result<PaymentRecord, ApiError> {
    let deciding = async {
        loop {
            timers::pause(timers::PAY_REQUEST_POLL_INTERVAL).await;
            let payment = fetch_payment(app, to, id).await?;
            if !matches!(decision(&payment), Decision::Open) {
                return Ok(payment);
            }
        }
    };
    match timers::within(timers::PAY_REQUEST, deciding).await {
        Ok(decided) => decided,
        Err(timers::Timeout) => fetch_payment(app, to, id).await,
    }
}

async fn fetch_payment(app: &Arc<App>, to: PlatformId, id: TransactionId) -> Result<PaymentRecord, ApiError> {
    let read = move |tx: &mut Tx<'_>| Ok(payments::find(tx, to, id)?.ok_or(Error::Missing)?);
    app.store.read(read).await
}
