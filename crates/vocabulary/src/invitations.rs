//! The status of an invitation.

use crate::named;

named! {
    /// Where an invitation stands (customers 9).
    pub enum InvitationStatus {
        /// Open: it can be claimed.
        Pending = "PENDING",
        /// Somebody got a UMA address by it.
        Claimed = "CLAIMED",
        /// Nobody claimed it in time.
        Expired = "EXPIRED",
        /// Its platform took it back.
        Cancelled = "CANCELLED",
    }
}
