//! The ledger (money 2.1).

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::ledger::TreeHead;
use causeway_store::ledger::{self, LedgerFault};
use causeway_store::{Error, Tx};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::dry_run::Forecast;
use super::error::{Kind, RESTORE};
use super::{
    Answer, Call, Form, NoArguments, OperatorError, Permission, arguments, ledger_balances, noun, option,
    view,
};
use crate::runtime::anchors::{CheckpointReason, heads_after_restore, origin};
use crate::runtime::app::App;
use crate::runtime::upkeep::{AnchorEvidence, VerificationOutcome};
use crate::runtime::{hex, upkeep};

/// The exit code for an unsound ledger.
const UNSOUND: u8 = 7;
/// Maximum size of all anchor files of a request.
const MAX_ANCHOR_BYTES: usize = 8 * 1024 * 1024;

noun! {
    /// The ledger
    "ledger" {
        /// Verify the whole ledger and report every fault; alerts about faults are raised and closed
        "verify": Look => look(verify).exit_code(exit_code),
        /// Show the balances by account and currency, and their sums, which are zero: reads each account
        "balances": Look => read(ledger_balances::balances),
        /// Show the same as sums of all entries: reads each entry
        "trial-balance": Look => read(ledger_balances::trial_balance),
        /// Show the last sealed block and the newest recorded checkpoint
        "proof": Look => read_deployment(ledger_balances::proof).with_platform(),
        /// Accept the current ledgers after a database copy was put back without `causeway restore`
        "accept": Administer => act(preview_accept, accept).irreversible(),
    }
}

arguments! {
    struct VerifyRequest {
        #[serde(default)]
        anchors: AnchorTexts = option(
            "Additional anchor file with recorded heads, such as another server's; the server's own is always \
             read. Can be repeated; for administrators of the deployment",
        )
        .form(Form::TextFiles),
    }
}

/// The contents of anchor files. The audit trail gets their SHA-256.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Vec<String>")]
struct AnchorTexts(Vec<String>);

impl TryFrom<Vec<String>> for AnchorTexts {
    type Error = String;

    fn try_from(texts: Vec<String>) -> Result<Self, String> {
        if texts.iter().map(String::len).sum::<usize>() > MAX_ANCHOR_BYTES {
            return Err(format!("anchor files have at most {MAX_ANCHOR_BYTES} bytes together"));
        }
        Ok(Self(texts))
    }
}

impl Serialize for AnchorTexts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digest = |text: &String| format!("SHA-256 {}", hex::encode(&Sha256::digest(text)));
        serializer.collect_seq(self.0.iter().map(digest))
    }
}

view! {
    struct VerificationReport of (verified, heads, anchored): (VerificationOutcome, Vec<Head>, AnchorEvidence) {
        is_sound: bool = verified.report.is_sound(),
        platforms: u64 = verified.report.platforms,
        blocks: u64 = verified.report.blocks,
        entries: u64 = verified.report.entries,
        /// Postings that are not sealed yet.
        unsealed: u64 = verified.report.unsealed,
        heads: Vec<Head> = heads,
        /// The number of recorded heads that the ledgers were compared with.
        anchors: usize = anchored.anchors.heads.len(),
        /// Truncated lines in anchor files.
        torn: usize = anchored.torn,
        /// Tables with files that the database engine has checked.
        tables: usize = verified.tables,
        /// Checks that were skipped, with the reason.
        unchecked: Vec<String> = verified.unchecked,
        fault_count: u64 = verified.report.fault_count,
        faults: Vec<LedgerFault> = verified.report.faults,
        /// The damage of the database, with the remedy.
        #[serde(skip_serializing_if = "Option::is_none")]
        damage: Option<String> =
            verified.report.damage.map(|lost| format!("the database is damaged: {lost}; {RESTORE}")),
    }

    struct Head of (head, verifiers): (&ledger::Head, Vec<String>) {
        platform: PlatformId = head.tree.platform,
        block: i64 = head.number,
        /// The number of sealed journals.
        journals: u64 = head.tree.size,
        /// The root of their Merkle tree.
        root: String = hex::encode(&head.tree.root),
        /// Keys for verifying the ledger's checkpoints with other tools, newest first.
        verifiers: Vec<String> = verifiers,
    }
}

#[derive(Serialize)]
struct AcceptOutcome {
    ledgers: usize,
}

fn exit_code(report: &Value) -> u8 {
    match (report["is_sound"] == true, report["damage"].is_string()) {
        (true, _) => 0,
        (false, true) => Kind::Unavailable.exit_code(),
        (false, false) => UNSOUND,
    }
}

/// Verifies everything. The audit row is in the transaction that changes alerts; a damaged database accepts
/// neither.
async fn verify(call: Call, VerifyRequest { anchors }: VerifyRequest) -> Answer<VerificationReport> {
    if !anchors.0.is_empty() && !call.may(Permission::Administer, None) {
        let message = "only an administrator of the deployment may add anchor files";
        return Err(OperatorError::refused(message).remedy("repeat the command without --anchors"));
    }
    let app = Arc::clone(&call.app);
    let Ok(_turn) = Arc::clone(&app.verifying).try_lock_owned() else {
        let message = "the ledger is being verified already";
        return Err(OperatorError::refused(message).remedy("repeat the command when that has ended"));
    };
    let anchored = read_anchors(Arc::clone(&app), anchors).await?;
    let entry = call.audit.clone();
    let record = move |tx: &mut Tx<'_>| entry.record(tx, None, &Value::Null);
    let verified = upkeep::verify_everything(&app, &anchored, record).await?;
    let keys = app.keys();
    let verifiers = |head: &ledger::Head| keys.checkpoint_verifiers(&origin(head.tree.platform));
    let heads = verified.report.heads.iter().map(|head| Head::from((head, verifiers(head)))).collect();
    Ok((verified, heads, anchored).into())
}

/// Reads the server's own anchor file and further ones, on a thread of its own: it checks every signature.
async fn read_anchors(app: Arc<App>, further: AnchorTexts) -> Answer<AnchorEvidence> {
    let reading = tokio::task::spawn_blocking(move || -> Answer<AnchorEvidence> {
        let mut texts = vec![app.anchors.text().map_err(OperatorError::defect)?];
        texts.extend(further.0);
        Ok(AnchorEvidence::read(&app, &texts))
    });
    reading.await.map_err(OperatorError::defect)?
}

/// Names the heads that would be accepted.
async fn preview_accept(call: Call, _: NoArguments) -> Answer<Forecast> {
    let app = Arc::clone(&call.app);
    let heads = app.store.read::<_, Error, _>(ledger::heads).await?;
    let accepted = heads_after_restore(&heads, &app.anchors.newest());
    let line = |head: &TreeHead| {
        let root = hex::encode(&head.root);
        format!("accept the ledger of {} with {} journals and the root {root}", head.platform, head.size)
    };
    let result = serde_json::json!({ "ledgers": accepted.len() });
    Ok(Forecast::of(accepted.iter().map(line).collect()).with_result(result))
}

async fn accept(call: Call, _: NoArguments) -> Answer<AcceptOutcome> {
    let app = Arc::clone(&call.app);
    let heads = app.store.read::<_, Error, _>(ledger::heads).await?;
    let accepted = heads_after_restore(&heads, &app.anchors.newest());
    let ledgers = accepted.len();
    let by = call.audit.caller.to_string();
    call.change_deployment(|_, _| Ok((None, ()))).await?;
    upkeep::record_heads(&app, accepted.into_iter(), CheckpointReason::Restored).await?;
    upkeep::acknowledge_older_restore(&app).await?;
    // Only now: until the line is in the anchor file, the alert would be raised again.
    let closed = app.store.write(&[], move |tx: &mut Tx<'_>| upkeep::close_rolled_back(tx, &by));
    closed.await.map_err(|error: Error| error)?;
    Ok(AcceptOutcome { ledgers })
}
