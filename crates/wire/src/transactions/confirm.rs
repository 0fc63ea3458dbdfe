//! Confirmation that a receipt was delivered (money 10.6).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::DateTime;

/// A request to record that the platform delivered the receipt of a transaction.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmReceiptDeliveryRequest {
    /// Time of delivery, at most five minutes in the future. If absent, the current time.
    pub receipt_delivery_confirmed_at: Option<DateTime>,
}
