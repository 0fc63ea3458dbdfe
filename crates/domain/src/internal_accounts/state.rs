//! The status of an internal account (money 3.2).

use serde::{Deserialize, Serialize};

use crate::machine::TransitionRefused;
use crate::named::{events, named};

pub use causeway_vocabulary::internal_accounts::InternalAccountStatus;

named! {
    /// The status that a frozen account returns to when it is released.
    pub enum BeforeFreeze {
        Pending = "PENDING",
        Active = "ACTIVE",
        Failed = "FAILED",
    }
}

/// The state of an internal account: its status and, if it is frozen, the status that it returns to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "status", content = "before", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InternalAccountState {
    /// Not provisioned yet.
    Pending,
    Active,
    Failed,
    /// Stopped by an operator.
    Frozen(BeforeFreeze),
    Closed,
}

events! {
    /// An event of an internal account after its creation. A move that changes the status sends
    /// `INTERNAL_ACCOUNT.STATUS_UPDATED`.
    pub enum InternalAccountEvent {
        /// provisioned, and the customer is transactable
        BecameUsable,
        /// provisioning is impossible
        ProvisioningFailed,
        /// operator has the provisioning tried again
        Retried,
        /// compliance or fraud signal, or customer revoked
        Frozen,
        /// operator releases the freeze
        Released,
        /// closed while empty
        Closed,
    }
}

impl InternalAccountState {
    pub const ALL: &'static [Self] = &[
        Self::Pending,
        Self::Active,
        Self::Failed,
        Self::Frozen(BeforeFreeze::Pending),
        Self::Frozen(BeforeFreeze::Active),
        Self::Frozen(BeforeFreeze::Failed),
        Self::Closed,
    ];

    /// Returns the status that clients see.
    #[must_use]
    pub const fn status(self) -> InternalAccountStatus {
        match self {
            Self::Pending => InternalAccountStatus::Pending,
            Self::Active => InternalAccountStatus::Active,
            Self::Failed => InternalAccountStatus::Failed,
            Self::Frozen(_) => InternalAccountStatus::Frozen,
            Self::Closed => InternalAccountStatus::Closed,
        }
    }
}

/// Returns the state after an event. The caller checks with [`super::may_close`] that an account to be closed
/// is empty.
///
/// # Errors
/// [`TransitionRefused`] if the account cannot make this move.
pub fn next(
    state: InternalAccountState,
    event: InternalAccountEvent,
) -> Result<InternalAccountState, TransitionRefused<InternalAccountState, InternalAccountEvent>> {
    use InternalAccountEvent as E;
    use InternalAccountState as S;
    match (state, event) {
        (S::Pending, E::BecameUsable) => Ok(S::Active),
        (S::Pending, E::ProvisioningFailed) => Ok(S::Failed),
        (S::Failed, E::Retried) => Ok(S::Pending),

        (S::Pending, E::Frozen) => Ok(S::Frozen(BeforeFreeze::Pending)),
        (S::Active, E::Frozen) => Ok(S::Frozen(BeforeFreeze::Active)),
        (S::Failed, E::Frozen) => Ok(S::Frozen(BeforeFreeze::Failed)),

        // Provisioning continues during a freeze. Clients see its result after the release.
        (S::Frozen(BeforeFreeze::Pending), E::BecameUsable) => Ok(S::Frozen(BeforeFreeze::Active)),
        (S::Frozen(BeforeFreeze::Pending), E::ProvisioningFailed) => Ok(S::Frozen(BeforeFreeze::Failed)),
        (S::Frozen(BeforeFreeze::Pending), E::Released) => Ok(S::Pending),
        (S::Frozen(BeforeFreeze::Active), E::Released) => Ok(S::Active),
        (S::Frozen(BeforeFreeze::Failed), E::Released) => Ok(S::Failed),

        (S::Pending | S::Active | S::Failed | S::Frozen(_), E::Closed) => Ok(S::Closed),

        (S::Pending, E::Retried | E::Released)
        | (S::Active, E::BecameUsable | E::ProvisioningFailed | E::Retried | E::Released)
        | (S::Failed, E::BecameUsable | E::ProvisioningFailed | E::Released)
        | (S::Frozen(_), E::Retried | E::Frozen)
        | (S::Frozen(BeforeFreeze::Active | BeforeFreeze::Failed), E::BecameUsable | E::ProvisioningFailed)
        | (
            S::Closed,
            E::BecameUsable | E::ProvisioningFailed | E::Retried | E::Frozen | E::Released | E::Closed,
        ) => Err(TransitionRefused { state, event }),
    }
}
