//! Deciding about a payment that waits for the platform (money 10.5).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::counterparty::PartyFacts;
use crate::scalar::Text;

/// The approval of a payment that waits for the platform.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovePaymentRequest {
    /// Facts about the receiver that the sender's provider asks for.
    pub receiver_customer_info: Option<PartyFacts>,
}

/// The rejection of a payment that waits for the platform.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
pub struct RejectPaymentRequest {
    /// Why; kept for the platform, and not passed on to the sender.
    pub reason: Option<Text>,
}
