//! The queue of verifications that wait for a reviewer (customers 5.2).

use std::collections::HashMap;

use causeway_domain::country::Country;
use causeway_domain::ids::{CustomerId, VerificationId};
use causeway_domain::verifications::VerificationStatus;
use causeway_domain::{RangeStart, Time};
use causeway_store::platforms::PlatformRecord;
use causeway_store::verifications::{self, QueueFilter, VerificationRecord};
use causeway_store::{Tx, submitted_documents};
use serde::Serialize;

use super::duration::HumanDuration;
use super::list_page::{BEFORE, LIMIT, ListPage, SINCE, UNTIL, list_page, page};
use super::{Answer, arguments, default_number, option, several};

/// The statuses of verifications that wait for a reviewer.
pub(super) const WAITING: [VerificationStatus; 2] =
    [VerificationStatus::PendingManualReview, VerificationStatus::InProgress];

arguments! {
    pub(super) struct ListRequest {
        #[serde(default)]
        status: Vec<VerificationStatus> =
            several("Only in these statuses [default: PENDING_MANUAL_REVIEW,IN_PROGRESS]"),
        region: Option<Country> = option("Only of customers in this country, such as DE"),
        older_than: Option<HumanDuration> = option("Only submitted first this long ago or earlier, such as 2d"),
        since: Option<RangeStart> = SINCE,
        until: Option<Time> = UNTIL,
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
    }
}

/// A verification in the queue. It has no personal data.
#[derive(Serialize)]
pub(super) struct QueueRow {
    verification: VerificationId,
    customer: CustomerId,
    status: VerificationStatus,
    /// The first submission, by which the queue is ordered.
    created_at: Time,
    /// The last submission without problems.
    submitted_at: Option<Time>,
    documents: i64,
    times_returned: u32,
}

/// Lists verifications, the one that was submitted first at the beginning.
pub(super) fn list(
    tx: &mut Tx<'_>,
    platform: PlatformRecord,
    request: &ListRequest,
) -> Answer<ListPage<QueueRow>> {
    let now = platform.clock.at(tx.wall());
    let asked = page(request.limit, request.before.as_deref())?;
    let statuses: &[VerificationStatus] = match request.status.as_slice() {
        [] => &WAITING,
        named => named,
    };
    let oldest = request.older_than.map(|age| now.minus(age.duration()));
    let filter = QueueFilter {
        statuses: VerificationStatus::ALL.iter().copied().filter(|one| statuses.contains(one)).collect(),
        region: request.region,
        since: request.since.map(|RangeStart(first)| first),
        until: [request.until, oldest].into_iter().flatten().min(),
    };
    let found = verifications::queue(tx, platform.id, &filter, asked.after, asked.limit)?;
    let ids: Vec<VerificationId> = found.rows.iter().map(|record| record.id).collect();
    let counts: HashMap<VerificationId, i64> =
        submitted_documents::counts(tx, platform.id, &ids)?.into_iter().collect();
    let row = |record: VerificationRecord| QueueRow {
        verification: record.id,
        customer: record.customer,
        status: record.doc.state.status(),
        created_at: record.created_at,
        submitted_at: record.doc.submitted_at,
        documents: counts.get(&record.id).copied().unwrap_or(0),
        times_returned: record.doc.times_returned,
    };
    Ok(list_page(found, request.limit, VerificationRecord::position, row))
}
