//! The root key.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;
use causeway_store::{
    Error, Tx, agent_device_codes, agents, card_transactions, cards, delegated_keys, external_accounts,
    funding_identifiers, internal_accounts, ledger, payments, platforms, quotes, stablecoins as coins,
    unmatched_deposits,
};

use super::{Answer, Call, Nothing, OperatorError, noun};
use crate::runtime::anchors::Occasion;
use crate::runtime::app::App;
use crate::runtime::keys::stored;
use crate::runtime::{upkeep, uploads};
use crate::{customers, sca, stablecoins};

/// Rows that are sealed or authenticated anew in one transaction: few enough that nobody waits for it for long.
const AT_ONCE: u32 = 500;

noun! {
    /// The root key
    "keys" {
        /// Seals every secret with a new root key. Older ones stay: tokens and ledger blocks still need them
        "rotate" => act(rotate),
    }
}

#[derive(serde::Serialize)]
struct Rotated {
    /// The number of the root key that seals new values now.
    root_key: u32,
    /// How many secrets were sealed anew.
    sealed: usize,
}

/// The new key is on the disk before anything is sealed with it, so that a process that dies in between leaves
/// nothing unreadable. Where several servers share a root key, none of them can give the others a new one: the
/// operator adds it everywhere first, and this only seals anew.
async fn rotate(call: Call, _: Nothing) -> Answer<Rotated> {
    let app = Arc::clone(&call.app);
    let present = app.keys();
    if present.is_own() {
        let fresh = present.with_fresh_key(&app.ids).map_err(OperatorError::defect)?;
        app.replace_keys(fresh);
    } else if present.numbers().count() == 1 {
        let message = "this server's root key is shared with others, so it cannot make a new one by itself";
        return Err(OperatorError::refused(message).remedy(
            "add a line with the next number to the root key of every server: \
             echo \"2:$(openssl rand -hex 32)\", restart them, then repeat this command",
        ));
    }
    let keys = app.keys();
    let root_key = keys.newest();
    let numbers = customers::reseal_all(&app, AT_ONCE).await?;
    let files = uploads::rewrap_all(&app, AT_ONCE).await?;
    let credentials = stablecoins::reseal_all(&app).await?;
    let profiles = sca::reseal::reseal_all(&app, AT_ONCE).await?;
    replace_in_ledgers(&app, root_key).await?;
    let rewrap = call.change_deployment(move |tx, call| {
        let sealed = stored::rewrap_all(tx, &keys, &call.app.ids)?;
        Ok((None, Rotated { root_key, sealed: sealed + numbers + files + credentials + profiles }))
    });
    rewrap.await
}

/// From here on only the newest key counts in the ledgers: all that was booked with older ones is sealed, balances and
/// terms are authenticated anew, and the anchor file says how far the older keys count.
async fn replace_in_ledgers(app: &Arc<App>, root_key: u32) -> Answer<()> {
    upkeep::seal_ledger(app).await?;
    let all = app.store.read::<_, Error, _>(platforms::list).await?;
    for platform in all.iter().map(|platform| platform.id) {
        renew(app, platform, platforms::authenticate_anew).await?;
        renew(app, platform, internal_accounts::authenticate_anew).await?;
        renew(app, platform, funding_identifiers::authenticate_anew).await?;
        renew(app, platform, ledger::authenticate_anew).await?;
        renew(app, platform, quotes::authenticate_anew).await?;
        renew(app, platform, payments::authenticate_anew).await?;
        renew(app, platform, unmatched_deposits::authenticate_anew).await?;
        renew(app, platform, external_accounts::authenticate_anew).await?;
        renew(app, platform, coins::authenticate_links_anew).await?;
        renew(app, platform, coins::authenticate_coins_anew).await?;
        renew(app, platform, coins::authenticate_operations_anew).await?;
        renew(app, platform, coins::authenticate_quotes_anew).await?;
        renew(app, platform, agents::authenticate_anew).await?;
        renew(app, platform, agent_device_codes::authenticate_anew).await?;
        renew(app, platform, cards::authenticate_anew).await?;
        renew(app, platform, delegated_keys::authenticate_anew).await?;
        renew(app, platform, card_transactions::authenticate_anew).await?;
        renew(app, platform, card_transactions::authenticate_pulls_anew).await?;
        renew(app, platform, card_transactions::authenticate_returns_anew).await?;
    }
    let heads = app.store.read::<_, Error, _>(ledger::heads).await?;
    let without = all.iter().map(|platform| platform.id);
    let without = without.filter(|id| heads.iter().all(|head| head.platform != *id)).map(upkeep::nothing);
    let every: Vec<TreeHead> = heads.iter().copied().chain(without).collect();
    Ok(upkeep::record_heads(app, every.into_iter(), Occasion::Rotated(root_key)).await?)
}

/// Authenticates up to so many rows of a platform behind one anew; the last of them.
type Renew<I> = fn(&mut Tx<'_>, PlatformId, Option<I>, u32) -> Result<Option<I>, Error>;

async fn renew<I: Clone + Send + 'static>(
    app: &Arc<App>,
    platform: PlatformId,
    rows: Renew<I>,
) -> Result<(), Error> {
    let mut after = None;
    loop {
        after = app.store.write(&[], move |tx| rows(tx, platform, after.clone(), AT_ONCE)).await?;
        if after.is_none() {
            return Ok(());
        }
    }
}
