//! The ledger (money 2.1).

use causeway_domain::ids::PlatformId;
use causeway_store::Tx;
use causeway_store::ledger::{self, LedgerFault};
use serde::{Deserialize, Serialize};

use super::argument::{Form, option};
use super::call::Call;
use super::{Noun, OperatorError};
use crate::runtime::{hex, upkeep};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Verify {
    #[serde(default)]
    anchor: Vec<String>,
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
    fault_count: u64,
    faults: Vec<LedgerFault>,
}

#[derive(Debug, Clone, Serialize)]
struct Head {
    platform: PlatformId,
    block: i64,
    hash: String,
}

/// The exit code for a ledger that is not sound.
const UNSOUND: u8 = 7;

pub(super) fn noun() -> Noun {
    let about = "The hash of a head that was printed earlier; proves that it still stands; may be given several \
                 times";
    Noun::new("ledger", "The ledger")
        .read_deployment(
            "verify",
            "Reads the whole ledger again and names everything that is wrong with it",
            &[option("anchor", about).form(Form::List)],
            verify,
        )
        .exit_code(|found| if found["is_sound"] == true { 0 } else { UNSOUND })
}

fn verify(tx: &mut Tx<'_>, call: &Call, verify: &Verify) -> Result<Found, OperatorError> {
    let anchors: Vec<[u8; 32]> = verify.anchor.iter().map(|text| anchor(text)).collect::<Result<_, _>>()?;
    let report = ledger::verify(tx, &upkeep::seal_keys(&call.app), &anchors)?;
    let heads = report.heads.iter().map(|head| Head {
        platform: head.platform,
        block: head.number,
        hash: hex::encode(&head.hash),
    });
    Ok(Found {
        is_sound: report.is_sound(),
        platforms: report.platforms,
        blocks: report.blocks,
        entries: report.entries,
        unsealed: report.unsealed,
        heads: heads.collect(),
        fault_count: report.fault_count,
        faults: report.faults,
    })
}

fn anchor(text: &str) -> Result<[u8; 32], OperatorError> {
    let bytes = hex::decode(text).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| OperatorError::invalid(format!("{text} is no hash: 64 hexadecimal digits")))
}
