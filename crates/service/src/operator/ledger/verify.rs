//! `ledger verify`.

use std::fmt;
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::ledger::{self, LedgerFault};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::operator::{Action, Operator, OperatorError, Report};
use crate::runtime::app::App;
use crate::runtime::hex;
use crate::runtime::upkeep;

/// Reads the whole ledger again and names everything that is wrong with it
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Verify {
    /// The hash of a head that was printed earlier; proves that it still stands; may be given several times
    #[arg(long, value_name = "HASH")]
    #[serde(default)]
    anchor: Vec<String>,
}

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct Found {
    /// Whether nothing is wrong.
    is_sound: bool,
    platforms: u64,
    blocks: u64,
    entries: u64,
    /// Journal entries that wait to be sealed.
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

/// The exit code that says that something is wrong with the ledger.
const UNSOUND: u8 = 7;

impl Action for Verify {
    const NOUN: &'static str = "ledger";
    const VERB: &'static str = "verify";
    type Output = Found;

    async fn run(self, app: &Arc<App>, _: &Operator) -> Result<Found, OperatorError> {
        let anchors: Vec<[u8; 32]> = self.anchor.iter().map(|text| anchor(text)).collect::<Result<_, _>>()?;
        let keys = upkeep::seal_keys(app);
        let verify = move |tx: &mut causeway_store::Tx<'_>| ledger::verify(tx, &keys, &anchors);
        let report = app.store.read(verify).await?;
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
}

fn anchor(text: &str) -> Result<[u8; 32], OperatorError> {
    let bytes = hex::decode(text).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| OperatorError::invalid(format!("{text} is no hash: 64 hexadecimal digits")))
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { platforms, blocks, entries, unsealed, .. } = self;
        let verdict = if self.is_sound { "the ledger is sound" } else { "THE LEDGER IS NOT SOUND" };
        let named = [(platforms, "platform"), (blocks, "block"), (unsealed, "posting")];
        let [platforms, blocks, unsealed] = named.map(counted);
        let entries = if *entries == 1 { "1 entry".to_owned() } else { format!("{entries} entries") };
        write!(f, "{verdict}: {platforms}, {blocks}, {entries}, {unsealed} to be sealed")?;
        for head in &self.heads {
            write!(f, "\n{}  block {}  {}", head.platform, head.block, head.hash)?;
        }
        for fault in &self.faults {
            let platform = fault.platform.map_or_else(String::new, |platform| format!("{platform}  "));
            write!(f, "\n{:?}  {platform}{}: {}", fault.kind, fault.subject, fault.detail)?;
        }
        let unnamed = self.fault_count.saturating_sub(u64::try_from(self.faults.len()).unwrap_or(u64::MAX));
        if unnamed > 0 { write!(f, "\nand {unnamed} more") } else { Ok(()) }
    }
}

fn counted((number, noun): (&u64, &str)) -> String {
    format!("{number} {noun}{}", if *number == 1 { "" } else { "s" })
}

impl Report for Found {
    fn exit_code(&self) -> u8 {
        if self.is_sound { 0 } else { UNSOUND }
    }
}
