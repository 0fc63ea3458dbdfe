//! The state machine of a mint or burn (stablecoins 7.1).

use causeway_vocabulary::stablecoins::{StablecoinFailureReason, StablecoinOperationStatus};

use crate::machine::TransitionRefused;
use crate::named::events;

/// The state of a mint or burn: its status, with the reason if it has failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperationState {
    /// Stored; the provider has not confirmed it.
    Created,
    /// Waiting for money or tokens from outside.
    PendingFunding,
    /// Confirmed by the provider, which has not started yet.
    PendingProvider,
    /// In progress at the provider.
    Processing,
    Completed,
    /// Not done, and will not be.
    Failed(StablecoinFailureReason),
    /// Not funded in time.
    Expired,
}

events! {
    /// An event of a mint or burn. If the provider refuses the operation, it is removed without a trace
    /// instead.
    pub enum OperationEvent {
        /// provider accepted, external funding needed
        AcceptedUnfunded,
        /// provider accepted, no funding needed
        Accepted,
        /// provider reports full funds received
        Funded,
        /// `expiresAt` reached without funds
        WindowEnded,
        /// provider starts
        Started,
        /// provider completed
        Completed,
        /// provider cancels, rejects or fails
        Failed(StablecoinFailureReason = StablecoinFailureReason::ProviderTransferFailed),
        /// an operator gives up an operation that the provider has never confirmed
        GivenUp,
    }
}

impl OperationState {
    /// Every state, with a sample of the reason.
    pub const ALL: &'static [Self] = &[
        Self::Created,
        Self::PendingFunding,
        Self::PendingProvider,
        Self::Processing,
        Self::Completed,
        Self::Failed(StablecoinFailureReason::ProviderTransferFailed),
        Self::Expired,
    ];

    /// Returns the state with this status and reason, or `None` for a failure without a reason.
    #[must_use]
    pub fn of(status: StablecoinOperationStatus, reason: Option<StablecoinFailureReason>) -> Option<Self> {
        Some(match status {
            StablecoinOperationStatus::Created => Self::Created,
            StablecoinOperationStatus::PendingFunding => Self::PendingFunding,
            StablecoinOperationStatus::PendingProvider => Self::PendingProvider,
            StablecoinOperationStatus::Processing => Self::Processing,
            StablecoinOperationStatus::Completed => Self::Completed,
            StablecoinOperationStatus::Failed => Self::Failed(reason?),
            StablecoinOperationStatus::Expired => Self::Expired,
        })
    }

    #[must_use]
    pub const fn status(self) -> StablecoinOperationStatus {
        match self {
            Self::Created => StablecoinOperationStatus::Created,
            Self::PendingFunding => StablecoinOperationStatus::PendingFunding,
            Self::PendingProvider => StablecoinOperationStatus::PendingProvider,
            Self::Processing => StablecoinOperationStatus::Processing,
            Self::Completed => StablecoinOperationStatus::Completed,
            Self::Failed(_) => StablecoinOperationStatus::Failed,
            Self::Expired => StablecoinOperationStatus::Expired,
        }
    }

    /// Returns the reason of the failure, or `None` if it has not failed.
    #[must_use]
    pub const fn reason(self) -> Option<StablecoinFailureReason> {
        match self {
            Self::Failed(reason) => Some(reason),
            Self::Created
            | Self::PendingFunding
            | Self::PendingProvider
            | Self::Processing
            | Self::Completed
            | Self::Expired => None,
        }
    }

    /// Returns `true` if no event can follow.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed(_) | Self::Expired)
    }
}

/// Returns the state of a new operation.
#[must_use]
pub const fn created() -> OperationState {
    OperationState::Created
}

/// Returns the state after an event.
///
/// # Errors
/// [`TransitionRefused`] if the operation cannot make this move.
pub fn next(
    state: OperationState,
    event: OperationEvent,
) -> Result<OperationState, TransitionRefused<OperationState, OperationEvent>> {
    use OperationEvent as E;
    use OperationState::{Completed, Created, Expired, Failed, PendingFunding, PendingProvider, Processing};
    match (state, event) {
        (Created, E::AcceptedUnfunded) => Ok(PendingFunding),
        (Created, E::Accepted) => Ok(PendingProvider),
        (PendingFunding, E::Funded) | (PendingProvider, E::Started) => Ok(Processing),
        (PendingFunding, E::WindowEnded) => Ok(Expired),
        (PendingProvider | Processing, E::Completed) => Ok(Completed),
        (PendingFunding | PendingProvider | Processing, E::Failed(reason)) => Ok(Failed(reason)),
        (Created, E::GivenUp) => Ok(Failed(StablecoinFailureReason::ProviderTransferFailed)),

        (Created, E::Funded | E::WindowEnded | E::Started | E::Completed | E::Failed(_))
        | (PendingFunding, E::AcceptedUnfunded | E::Accepted | E::Started | E::Completed | E::GivenUp)
        | (PendingProvider, E::AcceptedUnfunded | E::Accepted | E::Funded | E::WindowEnded | E::GivenUp)
        | (
            Processing,
            E::AcceptedUnfunded | E::Accepted | E::Funded | E::WindowEnded | E::Started | E::GivenUp,
        )
        | (
            Completed | Failed(_) | Expired,
            E::AcceptedUnfunded
            | E::Accepted
            | E::Funded
            | E::WindowEnded
            | E::Started
            | E::Completed
            | E::Failed(_)
            | E::GivenUp,
        ) => Err(TransitionRefused { state, event }),
    }
}
