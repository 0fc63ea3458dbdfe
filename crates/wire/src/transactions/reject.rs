//! Rejecting a payment that waits for the platform (money 10.5).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::Text;

/// The rejection of a payment that waits for the platform.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
pub struct RejectPaymentRequest {
    /// Why; kept for the platform, and not passed on to the sender.
    pub reason: Option<Text>,
}
