//! Feeds: read to their end, one process per rail, and applied to the payments (rails 8.1).

mod apply;
mod capabilities;
mod continuity;
mod contradicted;
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
pub(in crate::rails) use continuity::{check_memory, position, report_loss};
pub(in crate::rails) use contradicted::{ChangedCopy, report_changed_copy};
pub(in crate::rails) use items::{FeedPlace, is_same, record_of};
pub(in crate::rails) use news::{has_contest, read_news};
pub(in crate::rails) use outcome::PageOutcome;
pub(in crate::rails) use read::read_feed;
pub(in crate::rails) use registry::check as check_registry;
pub(in crate::rails) use suspend::{pause_after_contradictions, suspend};
pub(in crate::rails) use values::report_unknown_value;
pub(in crate::rails) use wake::{WakeRequest, hasten_waiting, wake};
pub(in crate::rails) use watch::{WatchDepth, watch};

#[cfg(test)]
pub(crate) mod tests;
