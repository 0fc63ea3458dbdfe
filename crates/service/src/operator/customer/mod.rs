//! Customers and their verification (customers 5.1).

mod verdicts;

pub use verdicts::{Approve, Hold, Reject, Release};
