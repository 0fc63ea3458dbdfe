//! The recipient of a refund: always the payer, by the terms of the payment (money 9).

use causeway_domain::ids::{AccountRef, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::lifecycle::RefundDestination;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use crate::payments::checks::accounts::crypto_account;

/// Returns the internal account that takes the refund of a payment, or `None` if the money goes back outside
/// the service, or the account that was to take it is closed.
pub(in crate::payments) fn taker(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<Option<InternalAccountId>, Error> {
    let to = payment.state().refund.as_ref().and_then(|refund| refund.to);
    match (to, payment.terms.source.account()) {
        (None, Some(AccountRef::Internal(account))) => Ok(Some(account)),
        (None, None) => Ok(crypto_account(&payment.terms)),
        (Some(RefundDestination::OwnersAccount), _) => owners_account(tx, platform, payment),
        (Some(RefundDestination::DebitedAccount | RefundDestination::Payer), _)
        | (None, Some(AccountRef::External(_))) => Ok(None),
    }
}

/// Returns the internal account of the debited account's owner in its currency.
pub(in crate::payments) fn owners_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<Option<InternalAccountId>, Error> {
    let Some(AccountRef::External(source)) = payment.terms.source.account() else { return Ok(None) };
    let debited = external_accounts::find(tx, platform, source)?.ok_or(Error::Missing)?;
    let owner = debited.customer.map_or(Owner::Platform(platform), Owner::Customer);
    let account = internal_accounts::find_by_owner(tx, platform, owner, debited.currency)?;
    Ok(account.map(|account| account.account.id))
}
