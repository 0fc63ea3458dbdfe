//! The permission that an alert asks for (conventions 2.1).

use causeway_domain::alerts::AlertKind;

use super::permission::Permission;

/// Returns the permission for the commands that end an alert of this kind; that to close it by hand if it has none.
pub(super) const fn permission_of(kind: AlertKind) -> Permission {
    use AlertKind as K;
    match kind {
        K::PayoutStuck
        | K::PayoutContradicted
        | K::DebitStuck
        | K::DebitContradicted
        | K::RefundStuck
        | K::RefundFailed
        | K::DepositSuspended
        | K::DepositUnmatched
        | K::StablecoinOperationUnresolved
        | K::RailContradiction
        | K::RailRefundHeld => Permission::Money,
        K::DepositReview | K::ReviewWaiting => Permission::Comply,
        K::SinkFailing
        | K::DatabaseDamaged
        | K::LedgerRolledBack
        | K::BackupFailed
        | K::RailMemoryLost
        | K::RailUnknownOrder
        | K::RailPaused
        | K::RailNoRoute
        | K::RailLimitReached => Permission::Administer,
        K::PaymentNotAuthentic
        | K::JobPoisoned
        | K::EndpointFailing
        | K::EndpointGaveUp
        | K::PayoutArrivedAnyway
        | K::SettlementUnderpaid
        | K::DebitReturned
        | K::StablecoinContradiction
        | K::CardIssuerUnanswered
        | K::CardEventRefused
        | K::MessageNotSent
        | K::IntegrityFault
        | K::RowNotAuthentic
        | K::LedgerJournalNotAuthentic
        | K::LedgerNotSealed
        | K::OlderStateRestored
        | K::ClockWentBack
        | K::RailDegraded
        | K::RailFeedStale
        | K::RailFeedSkipped
        | K::RailCapabilitiesInvalid
        | K::RailUnknownValue
        | K::RailOutOfFunds
        | K::RailPaymentRefused
        | K::RailOrderRefused
        | K::RailNotAuthenticated => Permission::Support,
    }
}
