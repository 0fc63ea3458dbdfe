//! Checkpoints checked by others: by an implementation of signed notes and of the Merkle tree that is not the
//! service's, with the key that the service shows, over leaves made from the database as the operating manual
//! says.

use causeway_domain::ids::{Id, InternalAccountId, JournalId, PlatformId, QuoteId, TransactionId};
use causeway_service::runtime::anchors::origin;
use causeway_service::runtime::keys::Keyring;
use causeway_store::{Error, Row, params};
use sha2::{Digest, Sha256};
use signed_note::{Note, StandardVerifier, VerifierList};
use tlog_tiles::{Checkpoint, Hash, HashReader};
use uuid::Uuid;

use super::anchored::{AnchoredFolder, Verification, fund};
use super::process::succeeded;
use crate::harness::Setup;

/// The hashes of a tree, as the other implementation keeps them.
struct Hashes(Vec<Hash>);

impl HashReader for Hashes {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog_tiles::Error> {
        Ok(indexes.iter().map(|index| self.0[usize::try_from(*index).unwrap()]).collect())
    }
}

impl Hashes {
    fn of(leaves: &[Vec<u8>]) -> Self {
        let mut hashes = Self(Vec::new());
        for (number, leaf) in (0..).zip(leaves) {
            let further = tlog_tiles::stored_hashes(number, leaf, &hashes).unwrap();
            hashes.0.extend(further);
        }
        hashes
    }

    fn root(&self, size: u64) -> Hash {
        tlog_tiles::tree_hash(size, self).unwrap()
    }
}

/// Returns the notes in an anchor file.
fn notes(file: &str) -> Vec<String> {
    let parts: Vec<&str> = file.split_terminator("\n\n").collect();
    let (pairs, rest) = parts.as_chunks::<2>();
    assert!(rest.is_empty(), "{file}");
    pairs.iter().map(|[text, signatures]| format!("{text}\n\n{signatures}\n")).collect()
}

/// Returns the checkpoint in a note if this key has signed it.
fn check(note: &str, verifier: &str) -> Result<Checkpoint, String> {
    let known = StandardVerifier::new(verifier).map_err(|error| error.to_string())?;
    let note = Note::from_bytes(note.as_bytes()).map_err(|error| error.to_string())?;
    note.verify(&VerifierList::new(vec![Box::new(known)])).map_err(|error| error.to_string())?;
    Checkpoint::from_bytes(note.text()).map_err(|error| error.to_string())
}

/// Returns the journal of a ledger entry, and the hash of the row.
fn line(row: &Row<'_>, platform: PlatformId) -> Result<(Uuid, [u8; 32]), Error> {
    let journal = row.get::<JournalId>("journal_id")?.uuid();
    let mut bytes = b"causeway ledger entry 1".to_vec();
    bytes.extend(platform.uuid().as_bytes());
    bytes.extend(journal.as_bytes());
    bytes.extend(row.get::<i64>("line")?.to_be_bytes());
    for column in ["kind", "code", "currency"] {
        let text: String = row.get(column)?;
        bytes.extend(u64::try_from(text.len()).unwrap().to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    let account = row.get::<Option<InternalAccountId>>("account_id")?.map(InternalAccountId::uuid);
    let quote = row.get::<Option<QuoteId>>("quote_id")?.map(QuoteId::uuid);
    let transaction = row.get::<Option<TransactionId>>("transaction_id")?.map(TransactionId::uuid);
    for id in [account, quote, transaction] {
        optional(&mut bytes, id.as_ref().map(|id| &id.as_bytes()[..]));
    }
    bytes.extend(row.get::<i64>("amount")?.to_be_bytes());
    for column in ["seq", "balance_after"] {
        let number = row.get::<Option<i64>>(column)?.map(i64::to_be_bytes);
        optional(&mut bytes, number.as_ref().map(|number| &number[..]));
    }
    bytes.push(u8::from(row.get::<bool>("overdraft")?));
    bytes.extend(row.get::<i64>("created_at")?.to_be_bytes());
    Ok((journal, Sha256::digest(bytes).into()))
}

fn optional(bytes: &mut Vec<u8>, value: Option<&[u8]>) {
    bytes.push(u8::from(value.is_some()));
    bytes.extend(value.unwrap_or_default());
}

/// Returns the leaves of a platform's tree.
async fn leaves(anchored: &AnchoredFolder, platform: PlatformId) -> Vec<Vec<u8>> {
    const SQL: &str = "SELECT e.journal_id, e.line, e.kind, e.code, e.currency, e.account_id, e.quote_id,
            e.transaction_id, e.amount, e.seq, e.balance_after, e.overdraft, e.created_at
        FROM ledger_sealed s
        JOIN ledger_entry e ON e.platform_id = s.platform_id AND e.journal_id = s.journal_id
        WHERE s.platform_id = $1 ORDER BY s.block, s.position, e.line";
    let store = anchored.open(&anchored.keys());
    let lines: Result<Vec<(Uuid, [u8; 32])>, Error> =
        store.read(move |tx| tx.query(SQL, params![platform], |row| line(row, platform))).await;
    store.close();
    let lines = lines.unwrap();
    let leaf = |journal: &[(Uuid, [u8; 32])]| {
        let mut bytes = b"causeway ledger journal 1".to_vec();
        bytes.extend(platform.uuid().as_bytes());
        bytes.extend(journal[0].0.as_bytes());
        bytes.extend(u64::try_from(journal.len()).unwrap().to_be_bytes());
        journal.iter().for_each(|(_, hash)| bytes.extend(hash));
        bytes
    };
    lines.chunk_by(|one, other| one.0 == other.0).map(leaf).collect()
}

/// Makes a ledger of two heads.
async fn with_two_heads(setup: Setup) -> AnchoredFolder {
    let anchored = AnchoredFolder::on(setup).await;
    let mut server = anchored.start();
    let credentials = server.credentials();
    for count in [3, 6] {
        for _ in 0..count {
            fund(&server, &credentials).await;
        }
        server.stop();
        anchored.seal();
        server = anchored.start();
    }
    server.stop();
    anchored
}

async fn another_program_checks_the_checkpoints(setup: Setup) {
    let anchored = with_two_heads(setup).await;
    let Verification { code, report } = anchored.verify();
    assert_eq!(code, Some(0), "{report}");

    let head = &report["heads"][0];
    let verifier = head["verifiers"][0].as_str().unwrap();
    assert!(
        succeeded(anchored.command(&["ledger", "verify"])).contains(verifier),
        "the text output has it too"
    );

    let notes = notes(&anchored.text());
    let checkpoints: Vec<Checkpoint> = notes.iter().map(|note| check(note, verifier).unwrap()).collect();
    let older = &checkpoints[0];
    let newer = checkpoints.last().unwrap();
    assert!(older.size() + 1 < newer.size(), "{checkpoints:?}");
    assert_eq!(head["journals"], newer.size());
    let platform = newer.origin().strip_prefix("causeway/ledger/").and_then(|id| Uuid::try_parse(id).ok());
    let platform = PlatformId::from_uuid(platform.unwrap());

    let leaves = leaves(&anchored, platform).await;
    let tree = Hashes::of(&leaves);
    assert_eq!(u64::try_from(leaves.len()), Ok(newer.size()));
    for checkpoint in &checkpoints {
        assert_eq!((checkpoint.origin(), *checkpoint.hash()), (newer.origin(), tree.root(checkpoint.size())));
    }

    let consistency = tlog_tiles::prove_tree(newer.size(), older.size(), &tree).unwrap();
    let check_consistency =
        |size| tlog_tiles::check_tree(&consistency, newer.size(), *newer.hash(), size, *older.hash());
    check_consistency(older.size()).unwrap();

    for (number, leaf) in (0..).zip(&leaves) {
        let proof = tlog_tiles::prove_record(newer.size(), number, &tree).unwrap();
        let check_inclusion = |leaf: &[u8]| {
            let hash = tlog_tiles::record_hash(leaf);
            tlog_tiles::check_record(&proof, newer.size(), *newer.hash(), number, hash)
        };
        check_inclusion(leaf).unwrap();
        // The planted fault: a journal with another entry.
        let mut changed = leaf.clone();
        *changed.last_mut().unwrap() ^= 1;
        check_inclusion(&changed).unwrap_err();
    }

    // The planted faults: another root key, another size, a leaf that was changed.
    let another = Keyring::parse(&format!("1:{}", "5b".repeat(32))).unwrap();
    let another = another.checkpoint_verifiers(&origin(platform)).remove(0);
    assert!(check(&notes[0], &another).is_err());
    let resized =
        notes[0].replacen(&format!("\n{}\n", older.size()), &format!("\n{}\n", older.size() + 1), 1);
    assert!(resized != notes[0] && check(&resized, verifier).is_err());
    check_consistency(older.size() + 1).unwrap_err();
    let mut changed = leaves.clone();
    changed[0][50] ^= 1;
    assert!(Hashes::of(&changed).root(older.size()) != *older.hash());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_checks_the_checkpoints_on_sqlite() {
    another_program_checks_the_checkpoints(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_checks_the_checkpoints_on_postgres() {
    another_program_checks_the_checkpoints(Setup::Postgres).await;
}
