//! The table of metrics.
//!
//! The number of series is limited: a label is a closed list of the program (operations, classes of status, error
//! codes, kinds of jobs and alerts, rails, statuses, parties), a currency, one of at most 20 platforms, one of the rails
//! that operators have added, or a version.

mod all;
mod deployment;
mod payments;
mod rails;
mod requests;
mod section;
mod store;
mod work;

pub use all::{SECTIONS, alert_rules, metrics};
pub use section::Section;
