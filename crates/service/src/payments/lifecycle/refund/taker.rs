//! Who takes a refund: always the one who has paid, by the terms of the payment (money 9).

use causeway_domain::ids::{AccountRef, InternalAccountId, PlatformId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::lifecycle::RefundTo;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, external_accounts, internal_accounts};

use crate::payments::checks::accounts::coins_account;

/// The account of the service that takes the refund of a payment. None where it goes back to where it came from
/// outside, and where the account that was to take it is closed.
pub(in crate::payments) fn taker(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<Option<InternalAccountId>, Error> {
    let to = payment.state().refund.as_ref().and_then(|refund| refund.to);
    match (to, payment.terms.source.account()) {
        (None, Some(AccountRef::Internal(account))) => Ok(Some(account)),
        (None, None) => Ok(coins_account(&payment.terms)),
        (Some(RefundTo::OwnersAccount), _) => owners_account(tx, platform, payment),
        (Some(RefundTo::DebitedAccount | RefundTo::Payer), _) | (None, Some(AccountRef::External(_))) => {
            Ok(None)
        }
    }
}

/// The account that the owner of the debited account has here in its currency.
pub(in crate::payments) fn owners_account(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    payment: &PaymentRecord,
) -> Result<Option<InternalAccountId>, Error> {
    let Some(AccountRef::External(source)) = payment.terms.source.account() else { return Ok(None) };
    let debited = external_accounts::find(tx, platform, source)?.ok_or(Error::Missing)?;
    let owner = debited.customer.map_or(Owner::Platform(platform), Owner::Customer);
    let held = internal_accounts::find_of_owner(tx, platform, owner, debited.currency)?;
    Ok(held.map(|held| held.account.id))
}
