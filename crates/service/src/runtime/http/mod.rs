//! From an HTTP request to an operation and back.
//!
//! One request passes these stages in this order, and the first failure is the answer (conventions 3.3):
//! path and method, credentials, rate limit, permission, content type and parse, idempotency, fields. Then
//! the operation itself looks at resources, states and business rules.

mod answer;
mod authenticate;
mod body;
mod call;
mod composed;
mod credentials;
mod edge;
mod idempotency;
mod paging;
mod path;
mod query;
mod rate_limit;
mod route;
mod unambiguous;

pub use answer::Answer;
pub use authenticate::{Caller, authenticate};
pub use call::{Call, Context, ReadCall};
pub use credentials::Credentials;
pub use edge::{fallback_method, fallback_path, wrap};
pub use paging::Paging;
pub use path::PathValues;
pub use rate_limit::RateLimit;
pub use route::{Request, Route, Rules, read, write};
