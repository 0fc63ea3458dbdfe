//! The bindings of accounts to cards. What funds a card is said by its own row, which is authenticated; these rows find the
//! cards of an account, and keep what was bound when.

use causeway_domain::Time;
use causeway_domain::ids::{CardFundingSourceId, CardId, DelegatedKeyId, InternalAccountId, PlatformId};

use super::record::{CardRecord, CardSource};
use crate::{Error, Tx, delegated_keys, params};

/// One of the accounts that fund a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FundingSource {
    /// The binding.
    pub binding: CardFundingSourceId,
    /// The account.
    pub account: InternalAccountId,
    /// The delegated key that may sign for it when the card is used; only wallets need one.
    pub active_key: Option<DelegatedKeyId>,
}

/// What funds a card, the first before the others; nothing funds a closed one. The card is locked, or was read in the same
/// snapshot.
///
/// # Errors
/// [`Error::NotAuthentic`] for a key that this service did not write; those of the database.
pub fn funding_sources(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    card: &CardRecord,
) -> Result<Vec<FundingSource>, Error> {
    if card.phase.reason().is_some() {
        return Ok(Vec::new());
    }
    let keys = delegated_keys::active_of_card(tx, platform, card.id)?;
    let with_key = |source: &CardSource| {
        let key = keys.iter().find(|key| key.binding == source.binding && key.account == source.account);
        FundingSource { binding: source.binding, account: source.account, active_key: key.map(|key| key.id) }
    };
    Ok(card.sources.iter().map(with_key).collect())
}

/// Stores bindings that the card's list names, each at its place there.
pub(super) fn attach(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    card: &CardRecord,
    attached: &[CardSource],
    at: Time,
) -> Result<(), Error> {
    for (source, position) in card.sources.iter().zip(1_i64..) {
        if attached.contains(source) {
            tx.execute(
                "INSERT INTO card_funding_source (platform_id, binding_id, card_id, account_id, position, \
                 is_listed, attached_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                params![platform, source.binding, card.id, source.account, position, true, at],
            )?;
        }
    }
    Ok(())
}

/// Follows the new list of a locked card: `former` was its list. What is in both keeps its binding.
///
/// # Errors
/// Those of the database.
pub fn replace_sources(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    card: &CardRecord,
    former: &[CardSource],
    at: Time,
) -> Result<(), Error> {
    for removed in former.iter().filter(|source| !card.sources.contains(source)) {
        tx.execute(
            "UPDATE card_funding_source SET is_listed = $3, detached_at = $4 \
             WHERE platform_id = $1 AND binding_id = $2",
            params![platform, removed.binding, false, at],
        )?;
    }
    for (kept, position) in card.sources.iter().zip(1_i64..).filter(|(source, _)| former.contains(source)) {
        tx.execute(
            "UPDATE card_funding_source SET position = $3 WHERE platform_id = $1 AND binding_id = $2",
            params![platform, kept.binding, position],
        )?;
    }
    let added: Vec<CardSource> =
        card.sources.iter().filter(|source| !former.contains(source)).copied().collect();
    attach(tx, platform, card, &added, at)
}

/// Ends the bindings of a locked card that is closed. They stay listed: its last list is still shown.
///
/// # Errors
/// Those of the database.
pub fn detach_all(tx: &mut Tx<'_>, platform: PlatformId, card: CardId, at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE card_funding_source SET detached_at = $3 \
         WHERE platform_id = $1 AND card_id = $2 AND detached_at IS NULL",
        params![platform, card, at],
    )
}
