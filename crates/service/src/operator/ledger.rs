//! The ledger (money 2.1).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::ledger::{self, LedgerFault};
use causeway_store::{Error, Tx};
use serde::{Deserialize, Serialize};

use super::argument::{Form, option};
use super::call::Call;
use super::noun::Nothing;
use super::{Noun, OperatorError};
use crate::runtime::anchors::{Occasion, Reading, expected, restored};
use crate::runtime::{hex, upkeep};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Verify {
    #[serde(default)]
    anchors: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
struct Found {
    is_sound: bool,
    platforms: u64,
    blocks: u64,
    entries: u64,
    /// Postings that wait to be sealed.
    unsealed: u64,
    heads: Vec<Head>,
    /// How many heads that were seen earlier the ledgers were held against.
    anchors: usize,
    /// Lines of anchor files whose end is missing.
    torn: usize,
    fault_count: u64,
    faults: Vec<LedgerFault>,
}

#[derive(Debug, Clone, Serialize)]
struct Head {
    platform: PlatformId,
    block: i64,
    /// How many journals are sealed.
    journals: u64,
    /// The root of the Merkle tree over them.
    root: String,
}

#[derive(Debug, Clone, Serialize)]
struct Accepted {
    ledgers: usize,
}

/// The exit code for a ledger that is not sound.
const UNSOUND: u8 = 7;

pub(super) fn noun() -> Noun {
    let about = "A further file of heads that were seen earlier, as another server keeps it; the server's own is read \
                 in any case. May be given several times";
    Noun::new("ledger", "The ledger")
        .act(
            "verify",
            "Reads the whole ledger again and names everything that is wrong with it",
            &[option("anchors", about).form(Form::List)],
            verify,
        )
        .exit_code(|found| if found["is_sound"] == true { 0 } else { UNSOUND })
        .act(
            "accept",
            "Accepts the ledgers as they are, after a copy of the database was put back by other means than restore",
            &[],
            accept,
        )
}

async fn verify(call: Call, verify: Verify) -> Result<Found, OperatorError> {
    let app = Arc::clone(&call.app);
    let mut texts = vec![app.anchors.text().map_err(OperatorError::defect)?];
    for path in &verify.anchors {
        let text = std::fs::read_to_string(path);
        texts.push(text.map_err(|fault| OperatorError::invalid(format!("{path}: {fault}")))?);
    }
    let keys = app.keys();
    let readings: Vec<Reading> = texts.iter().map(|text| Reading::of(text, &keys)).collect();
    let known = expected(&readings);
    let anchors = known.heads.len();
    let read = move |tx: &mut Tx<'_>| ledger::verify(tx, &known);
    let mut report = app.store.read::<_, Error, _>(read).await?;
    report.forged_anchors(readings.iter().map(|reading| reading.forged).sum());
    let heads = report.heads.iter().map(|head| Head {
        platform: head.tree.platform,
        block: head.number,
        journals: head.tree.size,
        root: hex::encode(&head.tree.root),
    });
    Ok(Found {
        is_sound: report.is_sound(),
        platforms: report.platforms,
        blocks: report.blocks,
        entries: report.entries,
        unsealed: report.unsealed,
        heads: heads.collect(),
        anchors,
        torn: readings.iter().map(|reading| reading.torn).sum(),
        fault_count: report.fault_count,
        faults: report.faults,
    })
}

async fn accept(call: Call, _: Nothing) -> Result<Accepted, OperatorError> {
    let app = Arc::clone(&call.app);
    let heads = app.store.read::<_, Error, _>(ledger::heads).await?;
    let accepted = restored(&heads, &app.anchors.newest());
    let ledgers = accepted.len();
    let by = call.audit.actor.clone();
    call.change_deployment(|_, _| Ok((None, ()))).await?;
    upkeep::record_heads(&app, accepted.into_iter(), Occasion::Restored).await?;
    // Not before: until the line is there, the alert is raised again.
    let closed = app.store.write(&[], move |tx: &mut Tx<'_>| upkeep::close_rolled_back(tx, &by));
    closed.await.map_err(|error: Error| error)?;
    Ok(Accepted { ledgers })
}
