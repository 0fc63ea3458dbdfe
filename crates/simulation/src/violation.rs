//! The violation that ends a run.

use std::fmt;

/// A violated invariant, in words.
#[derive(Debug)]
pub(crate) struct Violation(pub(crate) String);

/// The result of most functions of the simulation.
pub(crate) type CheckResult<T = ()> = Result<T, Violation>;

pub(crate) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(Violation(otherwise())) }
}

/// Turns errors of the service and of libraries into violations, for places where no error is allowed.
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
    causeway_domain::ids::InvalidId,
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
