//! Approval and rejection of payments by the platform (money 10.5).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::counterparty::PartyFacts;
use crate::scalar::Text;

/// The platform's approval of a payment.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovePaymentRequest {
    /// Data about the receiver that the sender's provider asked for.
    pub receiver_customer_info: Option<PartyFacts>,
}

/// The platform's rejection of a payment.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
pub struct RejectPaymentRequest {
    /// Reason of the rejection; kept for the platform and not passed on to the sender.
    pub reason: Option<Text>,
}
