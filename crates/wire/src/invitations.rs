//! Invitations to get a UMA address (customers 9).

pub use causeway_vocabulary::invitations::InvitationStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::money::CurrencyAmount;
use crate::scalar::{DateTime, Name, PromisedAmount, UmaAddress, Url, text};

text::texts! {
    /// What an invitation is called: 10 letters and digits.
    InvitationCode { "minLength": 1, "maxLength": 64 }
}

/// An invitation to be made.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaInvitationCreateRequest {
    /// The UMA address of the customer who invites.
    pub inviter_uma: UmaAddress,
    /// The first name of the one who is invited.
    pub first_name: Option<Name>,
    /// What the invited one is promised, in the smallest unit of the first currency of the customer who invites. The service
    /// moves no money for it.
    pub amount_to_send: Option<PromisedAmount>,
    /// From when on it cannot be claimed; without it, it never expires.
    pub expires_at: Option<DateTime>,
}

/// Who claims an invitation.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaInvitationClaimRequest {
    /// The UMA address of the customer who was invited.
    pub invitee_uma: UmaAddress,
}

/// An invitation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UmaInvitation {
    /// What it is called.
    pub code: InvitationCode,
    /// When it was created.
    pub created_at: DateTime,
    /// When it was claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_at: Option<DateTime>,
    /// The address of the page for the one who is invited.
    pub url: Url,
    /// From when on it cannot be claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime>,
    /// The UMA address of the customer who invites.
    pub inviter_uma: UmaAddress,
    /// The UMA address of the one who claimed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitee_uma: Option<UmaAddress>,
    /// Where it stands.
    pub status: InvitationStatus,
    /// The first name of the one who is invited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<Name>,
    /// What the invited one is promised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_to_send: Option<CurrencyAmount>,
}
