//! The accounts of a payment.

use causeway_domain::external_accounts::{ExternalAccountStatus, debit_rail};
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::{Amount, Time};
use causeway_store::Error;
use causeway_store::customers::CustomerRecord;
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{PaymentTerms, Side};

use super::invoice;
use crate::customers::readiness;
use crate::payments::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::settings::Settings;

/// Returns the internal accounts whose balances change when a payment is executed or undone, each once, in
/// lock order.
pub(crate) fn changed(terms: &PaymentTerms) -> Vec<InternalAccountId> {
    let internal = |side: &Side| match side.account() {
        Some(AccountRef::Internal(account)) => Some(account),
        Some(AccountRef::External(_)) | None => None,
    };
    let crypto = crypto_account(terms);
    let incoming_uma = terms.uma.as_ref().and_then(|uma| uma.incoming_uma.as_ref());
    let credit = incoming_uma.and_then(|incoming_uma| match incoming_uma.credit {
        AccountRef::Internal(account) => Some(account),
        AccountRef::External(_) => None,
    });
    let fee = terms.conversion.and_then(|conversion| conversion.platform_fee_account);
    let sides = [internal(&terms.source), internal(&terms.destination)];
    in_lock_order(sides.into_iter().chain([crypto, fee, credit]).flatten())
}

/// Returns the internal account that crypto for a payment passes through, or `None` if the payment is not
/// funded in crypto.
pub(in crate::payments) fn crypto_account(terms: &PaymentTerms) -> Option<InternalAccountId> {
    terms.funding.as_ref().and_then(|funding| funding.account)
}

/// Sorts and deduplicates accounts into the order in which they are locked.
pub(in crate::payments) fn in_lock_order(
    accounts: impl IntoIterator<Item = InternalAccountId>,
) -> Vec<InternalAccountId> {
    let mut accounts: Vec<_> = accounts.into_iter().collect();
    accounts.sort_unstable();
    accounts.dedup();
    accounts
}

/// Finds an account among the row-locked accounts.
pub(crate) fn locked(accounts: &[LockedAccount], id: InternalAccountId) -> Result<&LockedAccount, Error> {
    accounts.iter().find(|account| account.account.id == id).ok_or(Error::Missing)
}

pub(crate) fn is_active(account: &LockedAccount) -> bool {
    account.account.doc.state.status() == InternalAccountStatus::Active
}

/// Refuses an internal account that cannot send or receive now; `side` is its role in the payment.
///
/// # Errors
/// `INVALID_INPUT` with `ACCOUNT_NOT_ACTIVE`.
pub(crate) fn check_active(side: &str, account: &LockedAccount) -> Result<(), ApiError> {
    if is_active(account) {
        return Ok(());
    }
    Err(errors::account_not_active(side, account.account.doc.state.status().as_str()))
}

/// Refuses an account that is not active, or whose customer is not ready for payments. For an account that is
/// pending only because its customer is not ready, the error is the customer's (customers 2.7).
///
/// # Errors
/// The same as [`check_active`]; `END_USER_TERMS_NOT_ACCEPTED`, `USER_NOT_READY`.
pub(crate) fn check_active_and_ready(
    side: &str,
    settings: &Settings,
    account: &LockedAccount,
    customer: Option<&CustomerRecord>,
) -> Result<(), ApiError> {
    if account.account.doc.state.status() != InternalAccountStatus::Pending {
        check_active(side, account)?;
    }
    if let Some(customer) = customer {
        readiness::check(settings, customer)?;
    }
    check_active(side, account)
}

/// Refuses an external account that cannot be paid now.
///
/// # Errors
/// `INVALID_INPUT` with `EXTERNAL_ACCOUNT_NOT_ACTIVE` or `INVOICE_EXPIRED`.
pub(crate) fn check_payable(account: &ExternalAccountRecord, now: Time) -> Result<(), ApiError> {
    if is_payable(account.status) {
        return if invoice::is_expired(account, now) { Err(errors::invoice_expired()) } else { Ok(()) };
    }
    Err(errors::external_account_not_active("destination", account.status.as_str()))
}

/// Refuses an external account that cannot be debited (money 4.1, 10.2).
///
/// # Errors
/// `INVALID_INPUT` with `NOT_PULLABLE` or `EXTERNAL_ACCOUNT_NOT_ACTIVE`.
pub(crate) fn check_debitable(account: &ExternalAccountRecord) -> Result<(), ApiError> {
    match account.status {
        ExternalAccountStatus::Active if debit_rail(&account.account_type).is_some() => Ok(()),
        ExternalAccountStatus::Active => Err(errors::not_debitable(&account.account_type)),
        ExternalAccountStatus::PendingOwnershipVerification
        | ExternalAccountStatus::Unverified
        | ExternalAccountStatus::Pending
        | ExternalAccountStatus::UnderReview
        | ExternalAccountStatus::Inactive => {
            Err(errors::external_account_not_active("source", account.status.as_str()))
        }
    }
}

/// Returns `true` if an external account of this status can be paid. The limit for unproved ownership is in
/// [`super::ownership`].
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

/// Refuses an account that cannot take money back. The account that paid takes its own money even if frozen;
/// any other one must be able to receive (money 3.2).
pub(crate) fn check_can_take(account: &LockedAccount, has_paid: bool, total: Amount) -> Result<(), ApiError> {
    let status = account.account.doc.state.status();
    let can_take = match status {
        InternalAccountStatus::Active => true,
        InternalAccountStatus::Closed => false,
        InternalAccountStatus::Pending | InternalAccountStatus::Failed | InternalAccountStatus::Frozen => {
            has_paid
        }
    };
    if !can_take {
        return Err(errors::account_not_active("receiving", status.as_str()));
    }
    if account.account.currency == total.currency {
        Ok(())
    } else {
        Err(errors::other_currency(account.account.currency.as_str(), total.currency.as_str()))
    }
}
