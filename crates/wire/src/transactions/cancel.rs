//! Cancellation of a payment (money 10.7).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::Text;

/// A request to cancel a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelTransactionRequest {
    /// Reason in the platform's own words, kept with the transaction for later investigation.
    pub reason: Option<Text>,
}
