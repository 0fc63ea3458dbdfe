//! Many senders of one key at the same time, to two processes: one effect, one response (conventions 9).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::http::Response;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::harness::{Platform, Service, Setup};

const KEYS: usize = 2_000;
/// Concurrent senders of each key, alternating between the two processes.
const SENDERS: usize = 8;
/// Keys under way at the same time.
const ABREAST: usize = 24;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_key_has_one_effect_and_one_answer() {
    let service = Service::start(Setup::TwoProcesses).await;
    let platform = service.platform(Environment::Sandbox).await;
    let account = platform.own_account("USD").await;
    let drawn = Arc::new(AtomicUsize::new(0));
    let sending =
        (0..ABREAST).map(|_| tokio::spawn(send(platform.clone(), account.clone(), Arc::clone(&drawn))));

    let mut responses: BTreeMap<i64, Bytes> = BTreeMap::new();
    for sent in join_all(sending).await {
        for body in sent.unwrap() {
            let account: Value = serde_json::from_slice(&body).unwrap();
            responses.insert(account["balance"]["amount"].as_i64().unwrap(), body);
        }
    }

    // Each effect returns the balance that it made: if there are as many effects as keys, every balance is
    // returned once.
    let keys = i64::try_from(KEYS).unwrap();
    assert!(responses.keys().copied().eq(1..=keys), "{} different answers", responses.len());
    assert_eq!(payments(&service).await, (keys, keys));
    service.finish().await;
}

/// Takes one key after the other, sends it from all senders at once, and collects the response to each key.
async fn send(platform: Platform, account: String, drawn: Arc<AtomicUsize>) -> Vec<Bytes> {
    let path = format!("/sandbox/internal-accounts/{account}/fund");
    let mut responses = Vec::new();
    loop {
        let number = drawn.fetch_add(1, Ordering::Relaxed);
        if number >= KEYS {
            return responses;
        }
        let key = format!("payment-{number}");
        let one = || platform.post(&path).json(&json!({ "amount": 1 })).idempotency_key(&key).send();
        let all = join_all((0..SENDERS).map(|_| one())).await;
        responses.push(the_one_answer(&all));
    }
}

/// Returns the body that all served senders of a key got; the others were told that the key is in progress.
#[track_caller]
fn the_one_answer(all: &[Response]) -> Bytes {
    let (done, unavailable): (Vec<_>, Vec<_>) = all.iter().partition(|response| response.status == 200);
    for response in unavailable {
        assert_eq!(response.expect_error(409, "CONFLICT")["details"]["reason"], "IDEMPOTENCY_IN_PROGRESS");
    }
    let first = done.first().expect("one of the senders was served");
    assert!(
        done.iter().all(|response| response.body == first.body),
        "different answers to one key: {done:#?}"
    );
    let fresh = done.iter().filter(|response| response.header("idempotent-replayed").is_none()).count();
    assert_eq!(fresh, 1, "one sender got the answer of its own request: {done:#?}");
    first.body.clone()
}

/// Returns the number of credits and their sum.
async fn payments(service: &Service) -> (i64, i64) {
    let count = |tx: &mut Tx<'_>| {
        let sql = "SELECT COUNT(*) AS often, CAST(SUM(amount) AS BIGINT) AS much FROM ledger_entry WHERE code = 'AV'";
        tx.query_one(sql, &[], |row| Ok((row.get("often")?, row.get("much")?)))
    };
    let counted: Result<(i64, i64), Error> = service.app().store.read(count).await;
    counted.unwrap()
}
