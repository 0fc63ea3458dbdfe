//! Feeds: read to their end, one process per rail, and applied to the payments (rails 8.1).

mod apply;
mod capabilities;
mod changed_copy;
mod continuity;
mod contradictions;
mod evidence;
mod exchange;
mod items;
mod news;
mod outcome;
mod read;
mod registry;
mod restart;
mod suspend;
mod values;
mod wake;
mod watch;

pub(in crate::rails) use apply::report_unknown_orders;
pub(in crate::rails) use capabilities::{CapabilitiesOutcome, refresh};
pub(in crate::rails) use changed_copy::{ItemsMessage, compare_copies};
pub(in crate::rails) use continuity::{check_memory, position, report_loss};
pub(in crate::rails) use contradictions::{
    ContradictedPayment, FoundContradiction, count_in_metrics, report_contradictions,
};
pub(in crate::rails) use evidence::{OrderEvidence, StoredOrderId, claim_of, has_kept, keep_evidence};
pub(in crate::rails) use items::{FeedPlace, record_of};
pub(in crate::rails) use news::{has_contest, read_news};
pub(in crate::rails) use outcome::PageOutcome;
pub(in crate::rails) use read::read_feed;
pub(in crate::rails) use registry::check as check_registry;
pub(in crate::rails) use suspend::set_status;
pub(in crate::rails) use values::report_unknown_value;
pub(in crate::rails) use wake::{WakeRequest, wake};
pub(in crate::rails) use watch::{WatchDepth, watch};

#[cfg(test)]
pub(crate) mod tests;
