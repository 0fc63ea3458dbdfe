//! Recording ledger heads outside of the database, and detecting that one went back.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::{CompactRange, TreeHead};
use causeway_store::{Error, Tx, alerts, ledger};
use serde_json::json;

use crate::runtime::anchors::{Checkpoint, CheckpointReason};
use crate::runtime::app::App;
use crate::runtime::hex;

/// The text of that alert and of its log message.
const ROLLED_BACK: &str =
    "the ledger is no longer the one that was seen: it was cut off, rewritten, or rolled back";

/// Logs the newest head of each ledger unless already seen, and appends it to the anchor file, whichever
/// process has sealed it; returns their number. A head that went back raises an alert, and is not appended.
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub async fn follow_heads(app: &Arc<App>) -> Result<usize, Error> {
    let heads: Vec<TreeHead> = app.store.read(ledger::heads).await?;
    let anchored: BTreeMap<PlatformId, TreeHead> =
        app.anchors.newest().into_iter().map(|head| (head.platform, head)).collect();
    let mut found: BTreeMap<PlatformId, TreeHead> = heads.iter().map(|head| (head.platform, *head)).collect();
    for last in anchored.values() {
        let now = found.get(&last.platform).copied().unwrap_or_else(|| empty_head(last.platform));
        if now.size < last.size || (now.size == last.size && now.root != last.root) {
            report_rolled_back(app, *last, now).await?;
            found.remove(&last.platform);
        }
    }
    found.retain(|platform, head| anchored.get(platform) != Some(head));
    for TreeHead { platform, size, root } in found.values() {
        tracing::info!(%platform, journals = size, root = hex::encode(root), "the head of a ledger");
    }
    record_heads(app, found.values().copied(), CheckpointReason::Seen).await?;
    Ok(found.len())
}

/// Appends heads to the anchor file.
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub async fn record_heads(
    app: &Arc<App>,
    heads: impl Iterator<Item = TreeHead>,
    occasion: CheckpointReason,
) -> Result<(), Error> {
    let at = app.clock.now();
    let checkpoints: Vec<Checkpoint> = heads.map(|head| Checkpoint { head, at, occasion }).collect();
    if checkpoints.is_empty() {
        return Ok(());
    }
    let keys = app.keys();
    let failed = |error: io::Error| Error::Io(format!("cannot access the anchor file: {error}"));
    if !app.anchors.is_file() {
        return app.anchors.append(&checkpoints, &keys).map_err(failed);
    }
    let shared = Arc::clone(app);
    let appended = tokio::task::spawn_blocking(move || shared.anchors.append(&checkpoints, &keys)).await;
    appended.unwrap_or_else(|error| Err(io::Error::other(error))).map_err(failed)
}

/// Returns the head of a ledger without journals.
#[must_use]
pub fn empty_head(platform: PlatformId) -> TreeHead {
    TreeHead { platform, size: 0, root: CompactRange::new().root() }
}

/// Closes the alerts about ledgers that went back, once an operator has accepted them; returns their number.
/// A server that has seen more than was accepted raises its alert again.
pub fn close_rolled_back(tx: &mut Tx<'_>, by: &str) -> Result<u64, Error> {
    alerts::close_all(tx, AlertKind::LedgerRolledBack, by)
}

async fn report_rolled_back(app: &Arc<App>, anchored: TreeHead, now: TreeHead) -> Result<(), Error> {
    let platform = anchored.platform;
    tracing::error!(%platform, seen = anchored.size, now = now.size, "{ROLLED_BACK}");
    let detail = json!({
        "what": ROLLED_BACK,
        "seen": { "journals": anchored.size, "root": hex::encode(&anchored.root) },
        "now": { "journals": now.size, "root": hex::encode(&now.root) },
        "commands": ["causeway ledger verify", "causeway ledger accept --reason TEXT"],
    });
    let shared = Arc::clone(app);
    let raise = move |tx: &mut Tx<'_>| {
        let alert = shared.ids.next(tx.wall());
        alerts::raise(tx, Some(platform), alert, AlertKind::LedgerRolledBack, &platform.to_string(), &detail)
    };
    app.store.write(&[], raise).await
}
