//! Integration tests of blocks and checkpoints.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use causeway_domain::postings;
use causeway_store::ledger::{self, Anchors, Head};
use causeway_store::{Error, Fault, FaultInjector, Point, Value};
use causeway_testing::wait;

use super::books::{Books, usd};
use crate::harness::{Engine, START, on_both_engines, platform};

on_both_engines!(
    blocks_follow_one_another,
    a_block_holds_no_more_than_a_block_can,
    two_sealers_make_one_chain,
);

async fn blocks_follow_one_another(engine: Engine) {
    let books = Books::new(engine).await;
    let seal = async || books.seal_once().await.unwrap().sealed;
    assert_eq!(seal().await, None);
    books.fund(books.ada, 100).await;
    books.fund(books.bob, 100).await;
    let unsealed =
        books.store.read(|tx| Ok::<_, Error>((ledger::unsealed(tx)?, ledger::unsealed_platforms(tx)?)));
    assert_eq!(unsealed.await, Ok((2, vec![platform(1)])));
    let first = seal().await.unwrap();
    assert_eq!((first.number, first.entries), (1, 4));
    assert_eq!(seal().await, None);
    books.fund(books.ada, 1).await;
    let second = seal().await.unwrap();
    assert_eq!((second.number, second.entries), (2, 2));
    assert_eq!((first.head.size, second.head.size), (2, 3));
    let heads = vec![first.head, second.head];
    let report = books.verify_with(Anchors { heads, retired: Vec::new() }).await;
    assert!(report.is_sound(), "{:?}", report.faults);
    assert_eq!(report.heads, [Head { number: 2, tree: second.head }]);
    assert_eq!((report.platforms, report.blocks, report.entries, report.unsealed), (1, 2, 6, 0));
    let unsealed =
        books.store.read(|tx| Ok::<_, Error>((ledger::unsealed(tx)?, ledger::unsealed_platforms(tx)?)));
    assert_eq!(unsealed.await, Ok((0, vec![])));
}

async fn a_block_holds_no_more_than_a_block_can(engine: Engine) {
    let books = Books::new(engine).await;
    let ada = books.ada;
    let ids = books.store.ids.clone();
    let many = books.store.write(&[], move |tx| {
        let origin = ledger::Origin { transaction: None, quote: None, at: START, ids: &ids };
        let posting = postings::sandbox_funded(ada, usd(1)).unwrap();
        (0..450).try_for_each(|_| ledger::post(tx, platform(1), &posting, &origin).map(|_| ()))
    });
    many.await.unwrap();
    books.seal().await;
    let report = books.verify().await;
    assert!(report.is_sound(), "{:?}", report.faults);
    assert_eq!((report.blocks, report.entries), (3, 900));
}

async fn two_sealers_make_one_chain(engine: Engine) {
    let books = Arc::new(Books::new(engine).await);
    for _ in 0..20 {
        books.fund(books.ada, 1).await;
    }
    let sealers: Vec<_> = (0..4)
        .map(|_| {
            let books = Arc::clone(&books);
            tokio::spawn(async move { books.seal().await })
        })
        .collect();
    for _ in 0..20 {
        books.fund(books.bob, 1).await;
    }
    for sealer in sealers {
        sealer.await.unwrap();
    }
    books.seal().await;
    let report = books.verify().await;
    assert!(report.is_sound(), "{:?}", report.faults);
    assert_eq!((report.entries, report.unsealed), (80, 0));
}

/// A fault injector that blocks the first transaction that looks for the last block until it is released.
struct PauseAtLastBlock {
    stops: Mutex<Option<(Sender<()>, Receiver<()>)>>,
}

impl FaultInjector for PauseAtLastBlock {
    fn at(&self, _: Point) -> Option<Fault> {
        None
    }

    fn pass(&self, sql: &str, _: &[Value<'_>]) {
        if !sql.contains("MAX(number)") {
            return;
        }
        let taken = self.stops.lock().unwrap().take();
        if let Some((reached, go_on)) = taken {
            reached.send(()).unwrap();
            go_on.recv_timeout(wait::PATIENCE).unwrap();
        }
    }
}

/// Checks that overlapping folds do not count a block twice. On PostgreSQL each statement of a transaction
/// sees the commits of others, so a fold that started before another one and ends after it could do so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fold_that_is_overtaken_counts_nothing_twice() {
    let ((reached, is_reached), (go, go_on)) = (channel(), channel());
    let faults = PauseAtLastBlock { stops: Mutex::new(Some((reached, go_on))) };
    let books = Books::failing(Engine::Postgres, Arc::new(faults)).await;
    let fold = || {
        let store = books.store.store.clone();
        tokio::spawn(async move { store.write(&[], |tx| ledger::fold(tx, platform(1))).await })
    };
    books.fund(books.ada, 100).await;
    books.seal().await;
    let overtaken = fold();
    let wait_until_reached = move || is_reached.recv_timeout(wait::PATIENCE).unwrap();
    tokio::task::spawn_blocking(wait_until_reached).await.unwrap();
    assert_eq!(fold().await.unwrap(), Ok::<_, Error>(Some(1)));
    books.fund(books.ada, 10).await;
    books.seal().await;
    go.send(()).unwrap();
    assert_eq!(overtaken.await.unwrap(), Ok::<_, Error>(Some(2)));
    let report = books.verify().await;
    assert!(report.is_sound(), "{:?}", report.faults);
}
