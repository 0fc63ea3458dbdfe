//! The root key.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;
use causeway_store::row_counts::{self, CountedTable};
use causeway_store::{
    Error, Tx, agent_device_codes, agents, card_transactions, cards, delegated_keys, external_accounts,
    funding_identifiers, internal_accounts, ledger, lightning_invoices, lookups, payments, platforms, quotes,
    rails, stablecoins as stablecoin_rows, uma_requests, unmatched_deposits, webhook_keys,
};
use tokio::sync::OwnedMutexGuard;

use super::dry_run::Forecast;
use super::recorded_work::carry_out;
use super::{Answer, Call, NoArguments, OperatorError, noun};
use crate::runtime::anchors::CheckpointReason;
use crate::runtime::app::App;
use crate::runtime::keys::{Keyring, stored};
use crate::runtime::{upkeep, uploads};
use crate::{customers, sca, stablecoins, uma};

/// Rows per transaction: few enough that other transactions do not wait long.
const AT_ONCE: u32 = 500;

noun! {
    /// Root key
    "keys" {
        /// Re-encrypt all secrets under a new root key; tokens and ledger blocks still need the older keys
        "rotate": Administer => act(preview_rotate, rotate).irreversible(),
    }
}

#[derive(serde::Serialize)]
struct RotationOutcome {
    /// The number of the current root key.
    root_key: u32,
    /// The number of secrets encrypted again.
    reencrypted: usize,
}

/// Rotates the root key, one rotation at a time.
async fn rotate(call: Call, _: NoArguments) -> Answer<RotationOutcome> {
    let app = Arc::clone(&call.app);
    check_key(&app.keys())?;
    let turn = begin_rotation(&app)?;
    let work = async move {
        let _turn = turn;
        rotate_root_key(&app).await
    };
    carry_out(call, work).await
}

/// Begins a rotation of keys of this process.
///
/// # Errors
/// If another one is running.
pub(super) fn begin_rotation(app: &App) -> Answer<OwnedMutexGuard<()>> {
    Arc::clone(&app.rotating).try_lock_owned().map_err(|_| {
        OperatorError::refused("keys are being rotated already")
            .remedy("see its progress: causeway audit list; then repeat the command")
    })
}

/// Makes the next root key and encrypts everything under it.
///
/// The new key is on disk before any data is encrypted with it, so a process that dies in between leaves all
/// data readable. If several servers share a root key, none of them can distribute a new one: the operator
/// adds it to every server first, and this action only re-encrypts.
async fn rotate_root_key(app: &Arc<App>) -> Answer<RotationOutcome> {
    let present = app.keys();
    if present.is_own() {
        let fresh = present.with_fresh_key(&app.ids).map_err(OperatorError::defect)?;
        app.replace_keys(fresh);
    }
    let keys = app.keys();
    let root_key = keys.newest();
    let numbers = customers::reencrypt_all(app, AT_ONCE).await?;
    let files = uploads::rewrap_all(app, AT_ONCE).await?;
    let credentials = stablecoins::reencrypt_all(app).await?;
    let profiles = sca::reencrypt::reencrypt_all(app, AT_ONCE).await?;
    let travel_rule_data = uma::travel_rule::reencrypt_all(app, AT_ONCE).await?;
    replace_in_ledgers(app, root_key).await?;
    let ids = app.ids.clone();
    let stored_keys = app.store.write(&[], move |tx| stored::rewrap_all(tx, &keys, &ids)).await?;
    let reencrypted = stored_keys + numbers + files + credentials + profiles + travel_rule_data;
    Ok(RotationOutcome { root_key, reencrypted })
}

/// Checks that this process may make a new root key, or has one that others have too.
fn check_key(present: &Keyring) -> Answer<()> {
    if present.is_own() || present.numbers().count() > 1 {
        return Ok(());
    }
    let message = "this server's root key is shared with others, so it cannot make a new one by itself";
    Err(OperatorError::refused(message).remedy(
        "add a line with the next number to the root key of every server: \
         echo \"2:$(openssl rand -hex 32)\", restart them, then repeat this command",
    ))
}

/// Counts the rows that would be re-encrypted.
async fn preview_rotate(call: Call, _: NoArguments) -> Answer<Forecast> {
    const TABLES: [CountedTable; 7] = [
        CountedTable::SecretKeys,
        CountedTable::Customers,
        CountedTable::BeneficialOwners,
        CountedTable::Uploads,
        CountedTable::ProviderAccounts,
        CountedTable::ScaProfiles,
        CountedTable::TravelRuleData,
    ];
    let present = call.app.keys();
    check_key(&present)?;
    let root_key = present.newest() + u32::from(present.is_own());
    counted(call, &TABLES, |rows| format!("encrypt the secrets of {rows} under root key {root_key}")).await
}

/// Returns a forecast with a sentence for each table that has rows, made of their number and name.
pub(super) async fn counted(
    call: Call,
    tables: &'static [CountedTable],
    sentence: impl Fn(&str) -> String + Send,
) -> Answer<Forecast> {
    let count = move |tx: &mut Tx<'_>, _: &Call| {
        let mut rows = Vec::new();
        for table in tables {
            let count = row_counts::count(tx, *table)?;
            if count > 0 {
                rows.push(format!("{count} {}", table.noun()));
            }
        }
        Ok(rows)
    };
    let rows: Vec<String> = call.read(count).await?;
    Ok(Forecast::of(rows.iter().map(|rows| sentence(rows)).collect()))
}

/// Makes the newest key the only one that counts in the ledgers: seals all postings booked under older keys,
/// authenticates balances and payment terms again, and records in the anchor file up to which block the older
/// keys count.
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
        renew(app, platform, lookups::authenticate_anew).await?;
        renew(app, platform, uma_requests::authenticate_anew).await?;
        renew(app, platform, lightning_invoices::authenticate_anew).await?;
        renew(app, platform, unmatched_deposits::authenticate_anew).await?;
        renew(app, platform, external_accounts::authenticate_anew).await?;
        renew(app, platform, stablecoin_rows::authenticate_links_anew).await?;
        renew(app, platform, stablecoin_rows::authenticate_coins_anew).await?;
        renew(app, platform, stablecoin_rows::authenticate_operations_anew).await?;
        renew(app, platform, stablecoin_rows::authenticate_quotes_anew).await?;
        renew(app, platform, agents::authenticate_anew).await?;
        renew(app, platform, agent_device_codes::authenticate_anew).await?;
        renew(app, platform, cards::authenticate_anew).await?;
        renew(app, platform, delegated_keys::authenticate_anew).await?;
        renew(app, platform, card_transactions::authenticate_anew).await?;
        renew(app, platform, card_transactions::authenticate_pulls_anew).await?;
        renew(app, platform, card_transactions::authenticate_returns_anew).await?;
        renew(app, platform, webhook_keys::authenticate_anew).await?;
        renew(app, platform, rails::orders::authenticate_anew).await?;
        renew(app, platform, rails::cash::authenticate_anew).await?;
    }
    app.store.write::<_, Error, _>(&[], rails::authenticate_rails_anew).await?;
    let heads = app.store.read::<_, Error, _>(ledger::heads).await?;
    let without = all.iter().map(|platform| platform.id);
    let without = without.filter(|id| heads.iter().all(|head| head.platform != *id)).map(upkeep::empty_head);
    let every: Vec<TreeHead> = heads.iter().copied().chain(without).collect();
    Ok(upkeep::record_heads(app, every.into_iter(), CheckpointReason::Rotated(root_key)).await?)
}

/// A function that authenticates a number of rows of a platform again, after a given row; returns the last of
/// them.
type Renewal<I> = fn(&mut Tx<'_>, PlatformId, Option<I>, u32) -> Result<Option<I>, Error>;

async fn renew<I: Clone + Send + 'static>(
    app: &Arc<App>,
    platform: PlatformId,
    rows: Renewal<I>,
) -> Result<(), Error> {
    let mut after = None;
    loop {
        after = app.store.write(&[], move |tx| rows(tx, platform, after.clone(), AT_ONCE)).await?;
        if after.is_none() {
            return Ok(());
        }
    }
}
