//! Invitations to get a UMA address (customers 9).

pub use causeway_vocabulary::invitations::InvitationStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::CurrencyAmount;
use crate::scalar::{DateTime, Name, PromisedAmount, UmaAddress, Url, text};

text::texts! {
    /// The code of an invitation: 10 letters and digits.
    InvitationCode { "minLength": 1, "maxLength": 64 }
}

/// An invitation to create.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaInvitationCreateRequest {
    /// UMA address of the inviting customer.
    pub inviter_uma: UmaAddress,
    /// First name of the invited person.
    pub first_name: Option<Name>,
    /// Amount promised to the invited person, in the smallest unit of the inviting customer's first currency.
    /// The service itself moves no money.
    pub amount_to_send: Option<PromisedAmount>,
    /// Time from which the invitation can no longer be claimed. If absent, it never expires.
    pub expires_at: Option<DateTime>,
}

/// The claim of an invitation.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaInvitationClaimRequest {
    /// UMA address of the invited customer.
    pub invitee_uma: UmaAddress,
}

/// An invitation to get a UMA address.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaInvitation {
    /// Code that identifies the invitation.
    pub code: InvitationCode,
    /// Creation time.
    pub created_at: DateTime,
    /// Time of the claim (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_at: Option<DateTime>,
    /// URL of the page for the invited person.
    pub url: Url,
    /// Time from which the invitation can no longer be claimed (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime>,
    /// UMA address of the inviting customer.
    pub inviter_uma: UmaAddress,
    /// UMA address of the customer that claimed the invitation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitee_uma: Option<UmaAddress>,
    /// Current status of the invitation.
    pub status: InvitationStatus,
    /// First name of the invited person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<Name>,
    /// Amount promised to the invited person. The service itself moves no money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_to_send: Option<CurrencyAmount>,
}
