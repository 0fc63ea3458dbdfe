//! The way from an HTTP request to an operation and back.
//!
//! A request passes these stages in this order, and the first failure is the answer (conventions 3.3): path
//! and method, credentials, rate limit, permission, content type and parsing, idempotency, fields. Then the
//! operation itself checks resources, states and business rules.

mod answer;
mod authenticate;
mod bodies;
mod body;
mod call;
mod credentials;
mod edge;
mod form;
mod idempotency;
mod ignored;
mod nfc;
mod outdated;
mod page_body;
mod path;
mod permits;
mod query;
mod route;
mod signature;
mod single;
mod unambiguous;
mod unparsed;
mod whole_numbers;

pub use answer::Answer;
pub use bodies::Bodies;
pub use body::too_large;
pub use call::{Apply, ApplyRead, Call, ReadRequest, WriteRequest};
pub use credentials::Credentials;
pub use edge::{
    Edge, HEALTH, MAX_HEADERS, READINESS, RequestId, fallback_method, head_too_large, no_such_path, wrap,
};
pub use form::{PageForm, ReceivedForm, SentFile};
pub(crate) use nfc::to_nfc;
pub(crate) use outdated::repeat_outdated;
pub(crate) use page_body::check_page_body;
pub use path::PathValues;
pub use permits::RequestPermits;
pub use query::pairs;
pub use route::{Open, Request, Route, handle, open, read, write};
pub use signature::SentSignature;
