//! The bindings of accounts to cards. The authoritative list is in the card's row, which is authenticated;
//! these rows find the cards of an account and keep the history of bindings.

use causeway_domain::Time;
use causeway_domain::ids::{CardFundingSourceId, CardId, DelegatedKeyId, InternalAccountId, PlatformId};

use super::record::{CardRecord, CardSource};
use crate::{Error, Tx, delegated_keys, params};

/// An account that funds a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FundingSource {
    pub binding: CardFundingSourceId,
    pub account: InternalAccountId,
    /// The delegated key that signs when the card is used; only wallets need one.
    pub active_key: Option<DelegatedKeyId>,
}

/// Returns the funding sources of a card in order of priority; none for a closed card. The caller locked the
/// card or read it in the same snapshot.
///
/// # Errors
/// [`Error::NotAuthentic`] for a key that this service did not write.
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

/// Inserts the `attached` bindings with their position in the card's list.
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

/// Applies the new source list of a card, given its `former` list. Sources in both lists keep their binding.
/// The caller must hold the card's row lock.
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
    for (source, position) in card.sources.iter().zip(1_i64..).filter(|(source, _)| former.contains(source)) {
        tx.execute(
            "UPDATE card_funding_source SET position = $3 WHERE platform_id = $1 AND binding_id = $2",
            params![platform, source.binding, position],
        )?;
    }
    let added: Vec<CardSource> =
        card.sources.iter().filter(|source| !former.contains(source)).copied().collect();
    attach(tx, platform, card, &added, at)
}

/// Ends the bindings of a closed card. They stay listed, because a closed card still shows its last list. The
/// caller must hold the card's row lock.
pub fn detach_all(tx: &mut Tx<'_>, platform: PlatformId, card: CardId, at: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE card_funding_source SET detached_at = $3 \
         WHERE platform_id = $1 AND card_id = $2 AND detached_at IS NULL",
        params![platform, card, at],
    )
}
