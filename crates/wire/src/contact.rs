//! Contact verification (customers 4).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::text;

text::secret_texts! {
    /// The one-time code sent to the end user.
    ContactCode { "minLength": 1, "maxLength": 64 }
}

/// The confirmation of an e-mail address or phone number.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
pub struct ContactVerificationConfirmRequest {
    /// The code that the end user has received.
    pub code: ContactCode,
}
