//! The accounts of a payment.

use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_store::Error;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{PaymentTerms, Side};

/// The internal accounts whose balances change when a payment is carried out or undone, each once, in the order in
/// which they are locked.
pub(crate) fn changed(terms: &PaymentTerms) -> Vec<InternalAccountId> {
    let internal = |side: &Side| match side.account() {
        Some(AccountRef::Internal(account)) => Some(account),
        Some(AccountRef::External(_)) | None => None,
    };
    let fee = terms.conversion.and_then(|conversion| conversion.platform_fee_account);
    in_lock_order([internal(&terms.source), fee, internal(&terms.destination)].into_iter().flatten())
}

/// Each of these accounts once, in the order in which they are locked.
pub(super) fn in_lock_order(accounts: impl IntoIterator<Item = InternalAccountId>) -> Vec<InternalAccountId> {
    let mut accounts: Vec<_> = accounts.into_iter().collect();
    accounts.sort_unstable();
    accounts.dedup();
    accounts
}

/// One of the accounts that are locked.
pub(crate) fn locked(held: &[LockedAccount], id: InternalAccountId) -> Result<&LockedAccount, Error> {
    held.iter().find(|held| held.account.id == id).ok_or(Error::Missing)
}

/// Whether an internal account can send or receive now.
pub(crate) fn is_active(held: &LockedAccount) -> bool {
    held.account.doc.state.status() == InternalAccountStatus::Active
}

/// Whether an external account of this status can be paid. How much, where its ownership is not proved, is a question
/// of its quote.
pub(crate) const fn is_payable(status: ExternalAccountStatus) -> bool {
    match status {
        ExternalAccountStatus::Active
        | ExternalAccountStatus::PendingOwnershipVerification
        | ExternalAccountStatus::Unverified => true,
        ExternalAccountStatus::Pending
        | ExternalAccountStatus::UnderReview
        | ExternalAccountStatus::Inactive => false,
    }
}
