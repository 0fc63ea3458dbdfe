//! The approval of payments from UMA addresses (conventions 12).
//!
//! The platform is asked by an event that is sent once, and has five seconds of real time from its sending on: it decides
//! by its answer, or by a call. Whatever comes first counts: each decision locks the payment and finds it undecided, or
//! changes nothing. A window that ends without a decision is ended by whoever sees it first: the answer that came too
//! late, the job on the platform's clock, which an advanced clock reaches early, or a look at what is overdue in real
//! time, which finds it on a frozen clock too, and after a crash.

mod answer;
pub mod approve_pending_payment;
mod ask;
mod decide;
mod end;
mod facts;
pub mod reject_pending_payment;
mod window;

pub use answer::{Answer, answered};
pub(crate) use ask::{ask, cannot_ask};
pub use end::{end_overdue, keep_ending, run};
