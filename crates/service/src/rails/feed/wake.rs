//! The jobs of payments about whose orders a feed has news.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::values::OrderKind;
use causeway_store::Tx;
use causeway_store::jobs::{self as job_rows, JobRecord, JobState};
use causeway_store::rails::OrderName;

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Kinds of jobs that learn the state of a payout.
const ASKING_PAYOUT: &[&str] = &["SUBMIT_PAYOUT", "ASK_PAYOUT", "REFUND_PAYMENT"];
/// Kinds of jobs that learn the state of a debit. A refund may ask for the payout alone.
const ASKING_DEBIT: &[&str] = &["SUBMIT_DEBIT", "ASK_DEBIT"];

/// The order whose payment is to look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rails) struct WakeRequest {
    pub(in crate::rails) platform: PlatformId,
    pub(in crate::rails) order: OrderName,
}

/// Schedules a question about an order that has ended here, and of which the feed tells something else: no job of its
/// payment asks any more. The signed answer is the contradiction.
pub(in crate::rails) fn ask_about_ended(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    request: WakeRequest,
) -> Result<(), ApiError> {
    let WakeRequest { platform, order: OrderName { transaction, kind } } = request;
    let work = Work::AskEndedOrder { transaction, order: kind };
    let context = Context::read(tx, app, platform)?;
    let resource = transaction.to_string();
    let waits = |job: &JobRecord| {
        job.state == JobState::Waiting && Work::from_payload(&job.payload).is_ok_and(|known| known == work)
    };
    let known = job_rows::of_resources(tx, platform, std::slice::from_ref(&resource))?;
    if known.iter().any(waits) {
        job_rows::hasten(tx, platform, &resource, context.now)?;
        return Ok(());
    }
    jobs::schedule(tx, &context, &work, &transaction, context.now)
}

/// Makes a payment ask for its order now: its waiting jobs come forward, and a new one is scheduled unless one of them asks
/// for this order. A payment can have both a payout and a debit.
pub(in crate::rails) fn wake(tx: &mut Tx<'_>, app: &Arc<App>, request: WakeRequest) -> Result<(), ApiError> {
    let WakeRequest { platform, order: OrderName { transaction, kind } } = request;
    let (work, asking) = match kind {
        OrderKind::Payout => (Work::AskPayout { transaction }, ASKING_PAYOUT),
        OrderKind::Collection => (Work::AskDebit { transaction }, ASKING_DEBIT),
        // Deposits enter by no rail, and so are not refunded by one.
        OrderKind::Refund => return Ok(()),
    };
    let context = Context::read(tx, app, platform)?;
    let resource = transaction.to_string();
    let waits = |job: &JobRecord| job.state == JobState::Waiting && asking.contains(&job.kind.as_str());
    let known = job_rows::of_resources(tx, platform, std::slice::from_ref(&resource))?;
    job_rows::hasten(tx, platform, &resource, context.now)?;
    if known.iter().any(waits) {
        return Ok(());
    }
    jobs::schedule(tx, &context, &work, &transaction, context.now)
}
