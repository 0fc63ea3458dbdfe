//! The ledger (money 2.1).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::ledger::{self, LedgerFault};
use causeway_store::{Error, Tx};
use serde_json::Value;

use super::error::{Kind, RESTORE};
use super::{Answer, Call, Nothing, OperatorError, arguments, noun, several, shown};
use crate::runtime::anchors::{Occasion, origin, restored};
use crate::runtime::upkeep::{Anchored, Verified};
use crate::runtime::{hex, upkeep};

/// The exit code for a ledger that is not sound.
const UNSOUND: u8 = 7;

noun! {
    /// The ledger
    "ledger" {
        /// Reads the whole ledger again and names everything that is wrong with it
        "verify" => act(verify).exit_code(exit_code),
        /// Accepts the ledgers as they are, after a copy of the database was put back by other means than restore
        "accept" => act(accept),
    }
}

arguments! {
    struct Verify {
        #[serde(default)]
        anchors: Vec<String> = several(
            "A further file of heads that were seen earlier, as another server keeps it; the server's own is read \
             in any case. May be given several times",
        ),
    }
}

shown! {
    struct Found of (verified, heads, anchored): (Verified, Vec<Head>, Anchored) {
        is_sound: bool = verified.report.is_sound(),
        platforms: u64 = verified.report.platforms,
        blocks: u64 = verified.report.blocks,
        entries: u64 = verified.report.entries,
        /// Postings that wait to be sealed.
        unsealed: u64 = verified.report.unsealed,
        heads: Vec<Head> = heads,
        /// How many heads that were seen earlier the ledgers were held against.
        anchors: usize = anchored.anchors.heads.len(),
        /// Lines of anchor files whose end is missing.
        torn: usize = anchored.torn,
        /// Tables whose files the engine has checked.
        tables: usize = verified.tables,
        /// What could not be checked, and why.
        unchecked: Vec<String> = verified.unchecked,
        fault_count: u64 = verified.report.fault_count,
        faults: Vec<LedgerFault> = verified.report.faults,
        /// That the database is damaged, and what to do about it.
        #[serde(skip_serializing_if = "Option::is_none")]
        damage: Option<String> =
            verified.report.damage.map(|lost| format!("the database is damaged: {lost}; {RESTORE}")),
    }

    struct Head of (head, verifiers): (&ledger::Head, Vec<String>) {
        platform: PlatformId = head.tree.platform,
        block: i64 = head.number,
        /// How many journals are sealed.
        journals: u64 = head.tree.size,
        /// The root of the Merkle tree over them.
        root: String = hex::encode(&head.tree.root),
        /// The keys that check the ledger's checkpoints with other tools, the newest first.
        verifiers: Vec<String> = verifiers,
    }
}

#[derive(serde::Serialize)]
struct Accepted {
    ledgers: usize,
}

fn exit_code(found: &Value) -> u8 {
    match (found["is_sound"] == true, found["damage"].is_string()) {
        (true, _) => 0,
        (false, true) => Kind::Unavailable.exit_code(),
        (false, false) => UNSOUND,
    }
}

async fn verify(call: Call, verify: Verify) -> Answer<Found> {
    let app = Arc::clone(&call.app);
    let mut texts = vec![app.anchors.text().map_err(OperatorError::defect)?];
    for path in &verify.anchors {
        let text = std::fs::read_to_string(path);
        texts.push(text.map_err(|fault| OperatorError::invalid(format!("{path}: {fault}")))?);
    }
    let anchored = Anchored::read(&app, &texts);
    let verified = upkeep::verify_everything(&app, &anchored).await?;
    let keys = app.keys();
    let verifiers = |head: &ledger::Head| keys.checkpoint_verifiers(&origin(head.tree.platform));
    let heads = verified.report.heads.iter().map(|head| Head::from((head, verifiers(head)))).collect();
    Ok((verified, heads, anchored).into())
}

async fn accept(call: Call, _: Nothing) -> Answer<Accepted> {
    let app = Arc::clone(&call.app);
    let heads = app.store.read::<_, Error, _>(ledger::heads).await?;
    let accepted = restored(&heads, &app.anchors.newest());
    let ledgers = accepted.len();
    let by = call.audit.actor.clone();
    call.change_deployment(|_, _| Ok((None, ()))).await?;
    upkeep::record_heads(&app, accepted.into_iter(), Occasion::Restored).await?;
    upkeep::acknowledge_setback(&app).await?;
    // Not before: until the line is there, the alert is raised again.
    let closed = app.store.write(&[], move |tx: &mut Tx<'_>| upkeep::close_rolled_back(tx, &by));
    closed.await.map_err(|error: Error| error)?;
    Ok(Accepted { ledgers })
}
