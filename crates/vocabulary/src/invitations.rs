//! Status of invitations.

use crate::named;

named! {
    /// Status of an invitation (customers 9).
    pub enum InvitationStatus {
        /// Open for claiming.
        Pending = "PENDING",
        /// Claimed with the UMA address of the invited person.
        Claimed = "CLAIMED",
        /// Not claimed in time.
        Expired = "EXPIRED",
        /// Cancelled by its platform.
        Cancelled = "CANCELLED",
    }
}
