//! Alerts for operators (conventions 2.1): their kinds, and when receivers are told of them.

mod alert_facts;
mod facts;
mod kind;
mod notice;
mod severity;

pub use alert_facts::AlertFacts;
pub use kind::AlertKind;
pub use notice::{NoticeKind, SinkChannel, retry_delay};
pub use severity::Severity;
