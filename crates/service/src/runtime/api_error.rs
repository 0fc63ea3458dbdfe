//! The error of a request: one code, one status, one body (conventions 7).

use std::sync::Arc;

use causeway_store as store;
use causeway_wire::{Code, FieldError, code_of};
use serde_json::{Map, Value, json};

/// An error that becomes the response body and rolls back everything the operation wrote.
#[derive(Debug, Clone)]
pub struct ApiError {
    /// Also decides the status.
    pub code: Code,
    /// English prose for humans; not stable.
    pub message: String,
    /// Machine-readable details: `errors`, `reason`, `field`, … Boxed, so that results stay small.
    details: Option<Box<Map<String, Value>>>,
    /// Value of `WWW-Authenticate`.
    pub challenge: Option<&'static str>,
    /// Value of `Retry-After`, in whole seconds.
    pub retry_after_seconds: Option<u64>,
    /// The write found that the preflight no longer fits: the operation may run again.
    is_outdated: bool,
    /// The real cause, logged at the edge and never sent.
    internal: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl ApiError {
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: None,
            challenge: None,
            retry_after_seconds: None,
            is_outdated: false,
            internal: None,
        }
    }

    /// Returns a 400 that lists every bad field (conventions 7.2). The code is `INVALID_INPUT`, or the one
    /// code that all of them share; then the details also name the first field and the value sent (money
    /// 1.5).
    #[must_use]
    pub fn fields(errors: Vec<FieldError>) -> Self {
        let names: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        let message = format!("The request has invalid fields: {}.", names.join(", "));
        let code = code_of(&errors);
        let mut refusal = Self::new(code, message);
        if let Some(first) = errors.first().filter(|_| code != Code::InvalidInput) {
            refusal = refusal.with("field", first.field.clone());
            refusal = match &first.value {
                Some(sent) => refusal.with("value", sent.clone()),
                None => refusal,
            };
        }
        refusal.field_errors(errors)
    }

    /// Returns `INVALID_INPUT` for one bad field.
    #[must_use]
    pub fn field(field: &str, message: impl Into<String>) -> Self {
        Self::fields(vec![FieldError::new(field, message)])
    }

    /// Returns `INTERNAL_ERROR`. The cause goes to the log only.
    #[must_use]
    pub fn internal(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        let mut refusal = Self::new(Code::InternalError, "The service failed; nothing was done.");
        refusal.internal = Some(Arc::new(cause));
        refusal
    }

    /// Returns `UNAUTHORIZED`, with the scheme that the operation takes and the form of its credentials. The
    /// answer is the same for every defect, so that a caller cannot probe for existing credentials
    /// (conventions 3.2).
    #[must_use]
    pub fn unauthorized(challenge: &'static str, credentials: &str) -> Self {
        let message = format!(
            "The credentials are missing, not of this operation's scheme, or not valid: send Authorization: \
             {credentials}."
        );
        Self { challenge: Some(challenge), ..Self::new(Code::Unauthorized, message) }
    }

    /// Returns `SERVICE_UNAVAILABLE` with a `Retry-After` of one second.
    fn busy(message: &str) -> Self {
        Self::new(Code::ServiceUnavailable, message).retry_after(1)
    }

    /// Returns `INTERNAL_ERROR` for a request that may have taken effect.
    fn outcome_unknown(cause: store::Error) -> Self {
        let message = "Outcome unknown. Retry with the same Idempotency-Key, or read the resource.";
        let mut refusal = Self::new(Code::InternalError, message);
        refusal.internal = Some(Arc::new(cause));
        refusal
    }

    /// Turns a lock timeout into [`Self::idempotency_in_progress`], for a request whose `Idempotency-Key` is
    /// already in use by another one: most likely that one holds the lock (conventions 9).
    #[must_use]
    pub(crate) fn of_twin(self) -> Self {
        let cause = self.internal.as_deref().and_then(|cause| cause.downcast_ref());
        if cause == Some(&store::Error::LockTimeout) { Self::idempotency_in_progress() } else { self }
    }

    /// Returns the record that failed authentication, if that is the cause: this service did not write it.
    pub(crate) fn not_authentic(&self) -> Option<&str> {
        match self.internal.as_deref()?.downcast_ref()? {
            store::Error::NotAuthentic(what) => Some(what),
            _ => None,
        }
    }

    /// Adds one entry to the details.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.details.get_or_insert_default().insert(key.to_owned(), value.into());
        self
    }

    #[must_use]
    pub fn details(&self) -> Option<&Map<String, Value>> {
        self.details.as_deref()
    }

    /// Returns `true` if the details give this reason.
    pub(crate) fn has_reason(&self, reason: &str) -> bool {
        self.details().and_then(|details| details.get("reason")).is_some_and(|found| found == reason)
    }

    /// Adds the upper-case slug that distinguishes the cases of a generic code.
    #[must_use]
    pub fn reason(self, reason: &'static str) -> Self {
        self.with("reason", reason)
    }

    /// Adds `details.errors`.
    #[must_use]
    pub fn field_errors(self, errors: Vec<FieldError>) -> Self {
        let errors: Vec<Value> = errors.into_iter().map(|error| json!(error)).collect();
        self.with("errors", errors)
    }

    /// Sets `Retry-After`.
    #[must_use]
    pub const fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// Returns `true` if repeating the request cannot help (conventions 7.4).
    #[must_use]
    pub fn forbids_retry(&self) -> bool {
        self.code.forbids_retry() && !self.has_reason(IDEMPOTENCY_IN_PROGRESS)
    }

    /// Returns `SERVICE_UNAVAILABLE` for a preflight that a concurrent change has made outdated. The edge of the
    /// operation repeats preflight and write a few times before the caller sees it
    /// ([`repeat_outdated`](crate::runtime::http::repeat_outdated)).
    #[must_use]
    pub(crate) fn outdated(message: &str) -> Self {
        Self { is_outdated: true, ..Self::busy(message) }
    }

    /// Returns `true` for a failure of the service itself: it says nothing about the request, which may be repeated
    /// as it is.
    #[must_use]
    pub const fn is_service_failure(&self) -> bool {
        matches!(self.code, Code::InternalError | Code::ServiceUnavailable)
    }

    /// Returns `true` for [`Self::outdated`].
    pub(crate) const fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// Logs the cause of an internal error.
    pub(crate) fn log_cause(&self) {
        if let Some(cause) = &self.internal {
            tracing::error!(%cause, code = self.code.as_str(), "request failed");
        }
    }

    /// Returns `true` if a keyed request that ends with this error is remembered under its idempotency key
    /// (conventions 9).
    #[must_use]
    pub fn is_remembered(&self) -> bool {
        let about_the_key =
            self.has_reason(IDEMPOTENCY_IN_PROGRESS) || self.has_reason(IDEMPOTENCY_KEY_REUSED);
        !self.code.leaves_key_free() && !about_the_key
    }

    /// Returns the error for a key that was used with another request (conventions 9).
    #[must_use]
    pub fn idempotency_key_reused() -> Self {
        let message =
            "This Idempotency-Key was used with a different request; use a new key for a new request.";
        Self::new(Code::Conflict, message).reason(IDEMPOTENCY_KEY_REUSED)
    }

    /// Returns the error for a key whose first request has not ended in time (conventions 9).
    #[must_use]
    pub fn idempotency_in_progress() -> Self {
        let message = "A request with this Idempotency-Key is still running; repeat it.";
        Self::new(Code::Conflict, message).reason(IDEMPOTENCY_IN_PROGRESS).retry_after(1)
    }
}

/// For logs and operators: includes the cause that callers do not see.
impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code.as_str(), self.message)?;
        match &self.internal {
            Some(cause) => write!(f, " ({cause})"),
            None => Ok(()),
        }
    }
}

const IDEMPOTENCY_KEY_REUSED: &str = "IDEMPOTENCY_KEY_REUSED";
/// The reason of the only 409 that a client should repeat unchanged.
const IDEMPOTENCY_IN_PROGRESS: &str = "IDEMPOTENCY_IN_PROGRESS";

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> Self {
        let message = match &error {
            store::Error::Overloaded => {
                return Self::busy("The service is at its limit; repeat the request.");
            }
            store::Error::LockTimeout | store::Error::Conflict => {
                "Other requests hold the locks that this one needs; nothing was done. Retry the request."
            }
            store::Error::StatementTimeout => {
                "The database took too long; nothing was done. Repeat the request later."
            }
            store::Error::Full => "The disk is full; repeat the request later.",
            store::Error::Damaged(_) => {
                "The database is damaged and takes no changes; nothing was done. Repeat the request later."
            }
            store::Error::Unavailable(_) | store::Error::Closed => {
                "The database cannot be reached at the moment; repeat the request later."
            }
            store::Error::InDoubt => return Self::outcome_unknown(error),
            _ => return Self::internal(error),
        };
        let mut refusal = Self::busy(message);
        refusal.internal = Some(Arc::new(error));
        refusal
    }
}
