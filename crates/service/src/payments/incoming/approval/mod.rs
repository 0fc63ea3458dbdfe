//! The approval of payments from UMA addresses (conventions 12).
//!
//! The platform is asked by an event that is sent once, and has five seconds of real time from then on: it
//! decides by its response, or by a call. The first decision counts: each takes the payment lock and is a
//! no-op if the payment is already decided. The first observer expires a window that ended without a
//! decision: a response that came too late, the job on the platform's clock, which an advanced clock reaches
//! early, or the scan for windows that are overdue in real time, which works on a frozen clock and after a
//! crash.

mod answer;
pub mod approve_pending_payment;
mod ask;
mod decide;
mod end;
mod facts;
pub mod reject_pending_payment;
mod window;

pub use answer::{EndpointResponse, process_response};
pub(crate) use ask::{ask, fail_unasked};
pub use end::{expire_overdue, keep_expiring, run};
