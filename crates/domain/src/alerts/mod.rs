//! Alerts for operators (conventions 2.1): their kinds, and when receivers are told of them.

mod kind;
mod notice;
mod severity;

pub use kind::{AlertFacts, AlertKind};
pub use notice::{NoticeKind, SinkChannel, retry_delay};
pub use severity::Severity;
