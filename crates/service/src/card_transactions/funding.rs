//! The funding source of a card transaction, as the domain rules see it (cards 8.3, 8.4).

use causeway_domain::card_transactions::{Funds, Source, Units};
use causeway_domain::ids::{CardId, Id, InternalAccountId};
use causeway_domain::internal_accounts::{InternalAccountStatus, InternalAccountType};
use causeway_store::delegated_keys::{self, DelegatedKeyRecord};
use causeway_store::internal_accounts::{self as accounts, LockedAccount};
use causeway_store::{Error, Tx};

use crate::runtime::context::Context;
use crate::runtime::wallets::is_revoked;

/// Returns `true` if a card can only debit the account with a delegated key.
pub(super) fn needs_key(account: &LockedAccount) -> bool {
    account.account.account_type == InternalAccountType::EmbeddedWallet
}

pub(super) fn status(account: &LockedAccount) -> InternalAccountStatus {
    account.account.doc.state.status()
}

/// Builds the source as a decision sees it.
pub(super) fn source(account: &LockedAccount, units: Units, has_active_key: bool) -> Source {
    Source {
        is_active: status(account) == InternalAccountStatus::Active,
        lacks_key: needs_key(account) && !has_active_key,
        spendable: units.covers(account.balance.available),
    }
}

/// Returns the source's ability to fund a further pull; `may_pull` is `true` if no sandbox scenario prevents
/// it.
pub(super) fn funds(
    tx: &mut Tx<'_>,
    context: &Context,
    card: CardId,
    account: &LockedAccount,
    units: Units,
    may_pull: bool,
) -> Result<Funds, Error> {
    let is_keyed = |tx: &mut Tx<'_>| -> Result<bool, Error> {
        let keys = delegated_keys::active_of_card(tx, context.platform, card)?;
        let is_usable = |key: &DelegatedKeyRecord| {
            key.account == account.account.id && !is_revoked(context, key.id.uuid())
        };
        Ok(keys.iter().any(is_usable))
    };
    let is_active = status(account) == InternalAccountStatus::Active;
    let is_usable = is_active && may_pull && (!needs_key(account) || is_keyed(tx)?);
    Ok(Funds {
        is_usable,
        spendable: units.covers(account.balance.available),
        accepts_credit: status(account) != InternalAccountStatus::Closed,
    })
}

/// Locks the account.
pub(super) fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    id: InternalAccountId,
) -> Result<LockedAccount, Error> {
    accounts::lock(tx, context.platform, id)?.ok_or(Error::Missing)
}
