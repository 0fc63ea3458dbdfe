//! A payment that is to be stopped (money 10.7).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::Text;

/// Why a transaction is to be cancelled.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelTransactionRequest {
    /// The platform's own words, kept with the transaction for those who look into it later.
    pub reason: Option<Text>,
}
