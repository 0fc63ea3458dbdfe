//! The jobs of payments about whose orders a feed has news.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_rail_protocol::values::OrderKind;
use causeway_store::jobs::{self as job_rows, JobRecord, JobState};
use causeway_store::rails::OrderName;
use causeway_store::{Error, Tx};

use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Kinds of jobs that learn the state of an order.
const ASKING: [&str; 5] = ["SUBMIT_PAYOUT", "ASK_PAYOUT", "SUBMIT_DEBIT", "ASK_DEBIT", "REFUND_PAYMENT"];

/// Kinds of jobs that wait while a rail takes no orders.
const WAITING: [&str; 5] = ["SUBMIT_PAYOUT", "ASK_PAYOUT", "SUBMIT_DEBIT", "ASK_DEBIT", "ASK_ENDED_ORDER"];
/// Maximum number of jobs that come forward at once; the others run when they are due.
const HASTENED: u32 = 10_000;

/// Brings the jobs forward that may have waited for a rail.
pub(in crate::rails) fn hasten_waiting(tx: &mut Tx<'_>) -> Result<(), Error> {
    job_rows::hasten_kinds(tx, &WAITING, HASTENED).map(drop)
}

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

/// Makes a payment ask for its order now: its waiting job comes forward, or a new one is scheduled.
pub(in crate::rails) fn wake(tx: &mut Tx<'_>, app: &Arc<App>, request: WakeRequest) -> Result<(), ApiError> {
    let WakeRequest { platform, order: OrderName { transaction, kind } } = request;
    let work = match kind {
        OrderKind::Payout => Work::AskPayout { transaction },
        OrderKind::Collection => Work::AskDebit { transaction },
        // Deposits enter by no rail, and so are not refunded by one.
        OrderKind::Refund => return Ok(()),
    };
    let context = Context::read(tx, app, platform)?;
    let resource = transaction.to_string();
    let waits = |job: &JobRecord| job.state == JobState::Waiting && ASKING.contains(&job.kind.as_str());
    let known = job_rows::of_resources(tx, platform, std::slice::from_ref(&resource))?;
    if known.iter().any(waits) {
        job_rows::hasten(tx, platform, &resource, context.now)?;
        return Ok(());
    }
    jobs::schedule(tx, &context, &work, &transaction, context.now)
}
