//! A response.

use serde_json::Value;

use super::Request;
use crate::violation::{CheckResult, ensure};

#[derive(Debug, Clone)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// `true` if the response says that it repeats an earlier one.
    pub(crate) is_replayed: bool,
}

impl Response {
    pub(crate) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// Returns `true` if the service failed. Status 501, for an operation that is not offered, is no failure.
    pub(crate) const fn is_failure(&self) -> bool {
        self.status >= 500 && self.status != 501
    }

    /// Returns the body, or null if it is not JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the error code, or an empty text if there is none.
    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn expect_status(&self, status: u16, request: &Request) -> CheckResult {
        ensure(self.status == status, || {
            format!(
                "{} {} must be {status}, and is {}: {}",
                request.method,
                request.path,
                self.status,
                self.text()
            )
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
