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
mod path;
mod query;
mod route;
mod unambiguous;

pub use answer::Answer;
pub use call::{Apply, ApplyRead, Call, Reading, Writing};
pub use credentials::Credentials;
pub use edge::{fallback_method, no_such_path, wrap};
pub use path::PathValues;
pub use route::{Request, Route, handle, read, write};
