//! What ends a run: something that must hold does not.

use std::fmt;

/// Something that must hold does not, in words.
#[derive(Debug)]
pub(crate) struct Violation(pub(crate) String);

/// What most of the simulation returns.
pub(crate) type Checked<T = ()> = Result<T, Violation>;

/// Ends the run unless `holds`.
pub(crate) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Violation(otherwise())) }
}

/// Errors of the service and of libraries where none may come.
macro_rules! violations_by {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for Violation {
            fn from(error: $error) -> Self {
                Self(format!("unexpected error: {error}"))
            }
        }
    )+};
}

violations_by! {
    causeway_store::Error,
    causeway_service::ApiError,
    causeway_service::runtime::clock::ClockError,
    causeway_domain::ids::NotAnId,
    causeway_wire::ContractError,
    axum::Error,
    axum::http::Error,
    serde_json::Error,
    std::io::Error,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
