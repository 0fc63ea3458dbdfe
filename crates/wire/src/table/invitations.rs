//! Operations on invitations. `super::row` explains the grammar.

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
    CreateInvitation = Post "/invitations", Manage, key Honoured,
        body UmaInvitationCreateRequest = invitation_example()
        => 201 one UmaInvitation;

    /// Returns an invitation.
    ///
    /// Invitations of all platforms in the same environment can be read.
    GetInvitation = Get "/invitations/{invitationCode}", Any => 200 one UmaInvitation;

    /// Claims an invitation for a customer of the calling platform.
    ///
    /// Any platform in the environment can have created the invitation. Fails with 400 if the invitation was
    /// already claimed, was cancelled or has expired.
    ClaimInvitation = Post "/invitations/{invitationCode}/claim", Manage, key Honoured,
        body UmaInvitationClaimRequest = json!({ "inviteeUma": INVITEE }) => 200 one UmaInvitation;

    /// Cancels an invitation that the calling platform created.
    ///
    /// Fails with 403 if another platform created it, and with 400 if it was claimed, was already cancelled
    /// or has expired.
    CancelInvitation = Post "/invitations/{invitationCode}/cancel", Manage, key Honoured => 200 one UmaInvitation;
}

fn invitation_example() -> Value {
    json!({ "inviterUma": INVITER, "firstName": "Ada", "amountToSend": 5_000 })
}
