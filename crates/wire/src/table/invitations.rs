use serde_json::{Value, json};

use super::Operation;
use super::example::{INVITEE, INVITER};
use super::row::operations;
use crate::endpoint::Endpoint;
use crate::invitations::{UmaInvitation, UmaInvitationClaimRequest, UmaInvitationCreateRequest};

operations! {
    /// Invitations to get a UMA address. The service moves no money for them.
    Invitations tagged "Invitations";

    /// Invites a person to get a UMA address.
    CreateInvitation = Post "/invitations", Manage, key Honoured, body UmaInvitationCreateRequest = invitation()
        => 201 one UmaInvitation;

    /// Returns an invitation of any platform in the environment.
    GetInvitation = Get "/invitations/{invitationCode}", Any => 200 one UmaInvitation;

    /// Claims an invitation for a customer of the calling platform.
    ClaimInvitation = Post "/invitations/{invitationCode}/claim", Manage, key Honoured,
        body UmaInvitationClaimRequest = json!({ "inviteeUma": INVITEE }) => 200 one UmaInvitation;

    /// Cancels an invitation that the calling platform created.
    CancelInvitation = Post "/invitations/{invitationCode}/cancel", Manage, key Honoured => 200 one UmaInvitation;
}

fn invitation() -> Value {
    json!({ "inviterUma": INVITER, "firstName": "Ada", "amountToSend": 5_000 })
}
