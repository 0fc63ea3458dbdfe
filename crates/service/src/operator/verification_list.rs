//! The queue of verifications that wait for a reviewer (customers 5.2).

use causeway_domain::Time;
use causeway_domain::country::Country;
use causeway_domain::ids::{CustomerId, VerificationId};
use causeway_domain::verifications::VerificationStatus;
use causeway_store::platforms::PlatformRecord;
use causeway_store::verifications::{self, QueueFilter, VerificationRecord};
use causeway_store::{Tx, submitted_documents};
use serde::Serialize;

use super::duration::HumanDuration;
use super::{Answer, arguments, default_number, limit, option, several};

arguments! {
    pub(super) struct ListRequest {
        #[serde(default)]
        status: Vec<VerificationStatus> =
            several("Only in these statuses [default: PENDING_MANUAL_REVIEW,IN_PROGRESS]"),
        region: Option<Country> = option("Only of customers in this country, such as DE"),
        older_than: Option<HumanDuration> = option("Only submitted first this long ago or earlier, such as 2d"),
        #[serde(default = "default_number::<100>")]
        limit: u32 = limit(),
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
) -> Answer<Vec<QueueRow>> {
    let now = platform.clock.at(tx.wall());
    let statuses = match request.status.as_slice() {
        [] => vec![VerificationStatus::PendingManualReview, VerificationStatus::InProgress],
        named => named.to_vec(),
    };
    let filter = QueueFilter {
        statuses,
        region: request.region,
        until: request.older_than.map(|age| now.minus(age.duration())),
    };
    let found = verifications::queue(tx, platform.id, &filter, request.limit)?;
    let ids: Vec<VerificationId> = found.iter().map(|record| record.id).collect();
    let counts = submitted_documents::counts(tx, platform.id, &ids)?;
    let row = |record: VerificationRecord| {
        let count = counts.iter().find(|(id, _)| *id == record.id);
        QueueRow {
            verification: record.id,
            customer: record.customer,
            status: record.doc.state.status(),
            created_at: record.created_at,
            submitted_at: record.doc.submitted_at,
            documents: count.map_or(0, |(_, count)| *count),
            times_returned: record.doc.times_returned,
        }
    };
    Ok(found.into_iter().map(row).collect())
}
