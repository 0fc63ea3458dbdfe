//! That a receipt has been delivered (money 10.6).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::DateTime;

/// When the platform has delivered the receipt of a transaction.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmReceiptDeliveryRequest {
    /// When it was delivered: now, where it is left out; at most five minutes from now.
    pub receipt_delivery_confirmed_at: Option<DateTime>,
}
