//! Integration tests of the rows of sign-ins to the console.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::console_challenges::{self, ConsoleChallengeRecord};
use causeway_store::console_links::{self, ConsoleLinkRecord};
use causeway_store::console_passkeys::{self, ConsolePasskeyDoc, ConsolePasskeyRecord};
use causeway_store::console_sessions::{self, ConsoleSessionRecord};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines};
use crate::plans::{Listener, plan};
use crate::rows::{read, write};

on_both_engines!(a_passkey_is_of_a_user_id_with_its_name, expired_rows_are_deleted);

const MINUTE: Duration = Duration::from_mins(1);

/// Parts of the plan of each statement of a request, of a sign-in, and of the deletion of expired rows.
const EXPECTED: [&str; 8] = [
    "console_passkey_of_person (name=?)",
    "console_passkey_of_person (name=?)",
    "console_passkey_credential (credential=?)",
    "sqlite_autoindex_console_link_1 (link_id=?)",
    "sqlite_autoindex_console_challenge_1 (challenge_id=?)",
    "console_link_expired (expires_at<?)",
    "console_session_expired (expires_at<?)",
    "console_challenge_expired (expires_at<?)",
];

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn session(number: u128, uid: Option<u32>, expires_at: Time) -> ConsoleSessionRecord {
    ConsoleSessionRecord {
        id: id(number),
        uid,
        name: "ada".to_owned(),
        created_at: START,
        seen_at: START,
        expires_at,
        verified_at: None,
        secret_hash: vec![1],
    }
}

fn passkey(number: u8, uid: Option<u32>, name: &str) -> ConsolePasskeyRecord {
    ConsolePasskeyRecord {
        id: id(number.into()),
        uid,
        name: name.to_owned(),
        credential: vec![number],
        doc: ConsolePasskeyDoc { key: "AQ".to_owned(), relying_party: "localhost".to_owned() },
        sign_count: 3,
        created_at: START,
        used_at: None,
        hash: vec![2],
    }
}

async fn a_passkey_is_of_a_user_id_with_its_name(engine: Engine) {
    let store = Fixture::new(engine).await;
    let insert = |tx: &mut Tx<'_>| -> Result<(), Error> {
        for (number, uid) in [(1, Some(1_000)), (2, None), (3, Some(1_001))] {
            console_sessions::insert(tx, &session(number, uid, START.plus(MINUTE)))?;
        }
        console_passkeys::insert(tx, &passkey(1, Some(1_000), "ada"))?;
        console_passkeys::insert(tx, &passkey(2, None, "owner"))?;
        console_passkeys::insert(tx, &passkey(3, Some(1_001), "bob"))
    };
    write(&store, insert).await;
    for (number, has_passkey) in [(1, true), (2, false), (3, false)] {
        let found = read(&store, move |tx| console_sessions::find_personal(tx, id(number))).await;
        assert_eq!(found.map(|found| found.has_passkey), Some(has_passkey), "{number}");
    }
    let of = async |uid: Option<u32>, name: &'static str| -> Vec<Uuid> {
        let found = read(&store, move |tx| console_passkeys::of_person(tx, uid, name)).await;
        found.into_iter().map(|passkey| passkey.id).collect()
    };
    assert_eq!([of(Some(1_000), "ada").await, of(None, "owner").await], [[id(1)], [id(2)]]);
    assert!(of(Some(1_000), "bob").await.is_empty() && of(None, "ada").await.is_empty());

    let same = write_error(&store, passkey(1, None, "owner")).await;
    assert_eq!(same, Error::Duplicate { constraint: "console_passkey_credential".to_owned() });
    let used = ConsolePasskeyRecord { sign_count: 4, hash: vec![9], ..passkey(1, Some(1_000), "ada") };
    write(&store, move |tx| console_passkeys::mark_used(tx, &used)).await;
    let found = read(&store, |tx| console_passkeys::find(tx, id(1))).await.unwrap();
    assert_eq!((found.sign_count, found.used_at, found.hash), (4, Some(START), vec![9]));
    assert!(write(&store, |tx| console_passkeys::delete(tx, id(1))).await);
    assert!(!write(&store, |tx| console_passkeys::delete(tx, id(1))).await);
}

/// Returns the error of the registration of a passkey whose credential is known under another id.
async fn write_error(store: &Fixture, known: ConsolePasskeyRecord) -> Error {
    let other = ConsolePasskeyRecord { id: id(99), ..known };
    let written: Result<(), Error> = store.write(&[], move |tx| console_passkeys::insert(tx, &other)).await;
    written.unwrap_err()
}

async fn expired_rows_are_deleted(engine: Engine) {
    let store = Fixture::new(engine).await;
    let insert = |tx: &mut Tx<'_>| -> Result<(), Error> {
        for (number, expires_at) in [(1, START), (2, START.plus(MINUTE)), (3, START.plus(MINUTE * 2))] {
            console_sessions::insert(tx, &session(number, None, expires_at))?;
            let link = ConsoleLinkRecord {
                id: id(number),
                uid: None,
                name: "owner".to_owned(),
                created_at: START,
                expires_at,
                used_at: None,
                secret_hash: vec![1],
            };
            console_links::insert(tx, &link)?;
            let challenge = ConsoleChallengeRecord {
                id: id(number),
                bound_to: id(7),
                purpose: "step-up".to_owned(),
                subject: None,
                expires_at,
                secret_hash: vec![1],
            };
            console_challenges::insert(tx, &challenge)?;
        }
        Ok(())
    };
    write(&store, insert).await;
    store.clock.advance(MINUTE + Duration::from_millis(1));
    let links = async |retention| write(&store, move |tx| console_links::prune(tx, retention, 10)).await;
    let sessions = async || write(&store, |tx| console_sessions::prune(tx, 1)).await;
    let challenges = async || write(&store, |tx| console_challenges::prune(tx, 10)).await;
    assert_eq!([links(MINUTE).await, links(Duration::ZERO).await], [1, 1]);
    assert_eq!([sessions().await, sessions().await, sessions().await], [1, 1, 0]);
    assert_eq!([challenges().await, challenges().await], [2, 0]);
}

/// Checks that no statement reads rows of other people. SQLite plans without statistics, so a small database shows the
/// plan for a large one.
#[tokio::test]
async fn sign_ins_are_found_by_their_indexes() {
    let listener = Arc::new(Listener::default());
    let store = Fixture::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    listener.take();
    let look = store.write(&[], |tx| {
        console_sessions::find_personal(tx, id(1))?;
        console_passkeys::of_person(tx, None, "owner")?;
        console_passkeys::has_credential(tx, &[1])?;
        console_links::find(tx, id(1))?;
        console_challenges::take(tx, id(1))?;
        console_links::prune(tx, Duration::ZERO, 9)?;
        console_sessions::prune(tx, 9)?;
        console_challenges::prune(tx, 9).map(drop)
    });
    assert_eq!(look.await, Ok::<_, Error>(()));
    let heard = listener.take();
    assert_eq!(heard.len(), EXPECTED.len());
    for ((sql, values), index) in heard.iter().zip(EXPECTED) {
        let plan = plan(&store, Engine::Sqlite, sql, values).await;
        assert!(plan.contains(index) && !plan.contains("SCAN"), "{index}: {sql}\n{plan}");
    }
}
