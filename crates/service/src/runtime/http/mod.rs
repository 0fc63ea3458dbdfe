//! From an HTTP request to an operation and back.
//!
//! One request passes these stages in this order, and the first failure is the answer (conventions 3.3):
//! path and method, credentials, rate limit, permission, content type and parse, idempotency, fields. Then
//! the operation itself looks at resources, states and business rules.

mod answer;
mod authenticate;
mod bodies;
mod body;
mod call;
mod checked;
mod composed;
mod credentials;
mod edge;
mod form;
mod idempotency;
mod path;
mod places;
mod query;
mod route;
mod signature;
mod single;
mod unambiguous;
mod unread;
mod whole_numbers;

pub use answer::Answer;
pub use bodies::Bodies;
pub use body::too_large;
pub use call::{Apply, ApplyRead, Call, Reading, Writing};
pub(crate) use checked::checked;
pub(crate) use composed::composed;
pub use credentials::Credentials;
pub use edge::{HEADERS_MAX, fallback_method, head_too_large, no_such_path, wrap};
pub use form::{ArrivedForm, PageForm, SentFile};
pub use path::PathValues;
pub use places::Places;
pub use route::{Open, Request, Route, handle, open, read, write};
pub use signature::SentSignature;
