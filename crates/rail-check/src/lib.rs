//! The conformance kit of the rail protocol (`docs/interface/rails.md`): `causeway rail check`.
//!
//! It plays the service before an adapter: it signs, changes what it has signed, repeats, breaks connections off,
//! cancels while it submits, and reads the feed. [`run`] tries the cases of a [`CheckPlan`] one after the other; a
//! [`Report`] has the verdict of each. The kit stores nothing, and has no service: it knows an adapter by its answers,
//! and by what a command of the adapter's author says of the partner's book.
//!
//! `(rails 18)` cites section 18 of `docs/interface/rails.md`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod case;
mod cases;
mod cut;
mod draft;
mod exchange;
mod feed;
mod kit;
mod order;
mod pause;
mod plan;
mod push;
mod report;
mod run;
mod table;
mod verdict;

pub use plan::{CheckPlan, Dial, Stream};
pub use report::{CaseOutcome, Report};
pub use run::run;
pub use verdict::Verdict;
