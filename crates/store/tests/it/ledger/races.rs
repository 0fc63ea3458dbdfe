//! Integration tests of many writers on few accounts: money is neither created nor lost, and no account is
//! overdrawn.

use causeway_domain::Ids;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::postings;
use causeway_store::ledger::{self, LedgerError};
use causeway_store::{Error, Store};

use super::books::{Books, book, usd};
use crate::harness::{Engine, on_both_engines, options, platform};

on_both_engines!(
    concurrent_debits_never_overdraw,
    concurrent_debits_in_a_lane_never_overdraw,
    money_that_goes_round_is_conserved,
    two_processes_never_overdraw_together,
);

/// Debits 7 of 300 by each of 60 callers: 42 succeed.
async fn debit(books: &Books, busy: &[InternalAccountId]) {
    books.fund(books.ada, 300).await;
    let callers: Vec<_> = (0..60)
        .map(|_| {
            let store = books.store.store.clone();
            let ids = books.store.ids.clone();
            let busy = busy.to_vec();
            let posting = postings::quote_executed(books.quote(), books.ada, usd(7)).unwrap();
            tokio::spawn(async move { book(&store, &busy, posting, ids, None).await })
        })
        .collect();
    let mut covered = 0;
    for caller in callers {
        match caller.await.unwrap() {
            Ok(_) => covered += 1,
            Err(LedgerError::Insufficient(short)) => assert!(short.available < 7, "{short:?}"),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(covered, 42);
    assert_eq!(books.available(books.ada).await, 300 - 42 * 7);
    assert!(books.verify().await.is_sound());
}

async fn concurrent_debits_never_overdraw(engine: Engine) {
    debit(&Books::new(engine).await, &[]).await;
}

async fn concurrent_debits_in_a_lane_never_overdraw(engine: Engine) {
    let books = Books::new(engine).await;
    let before = books.store.counts();
    debit(&books, &[books.ada]).await;
    let after = books.store.counts();
    assert!(after.commits - before.commits < 1 + 42, "callers with the same busy account share commits");
}

/// Moves money between accounts through a quote, with both postings in one transaction.
async fn transfer(
    store: &Store,
    books: &Books,
    from: InternalAccountId,
    to: InternalAccountId,
    in_lane: bool,
) {
    let quote = books.quote();
    let ids = books.store.ids.clone();
    let take = postings::quote_executed(quote, from, usd(3)).unwrap();
    let give = postings::quote_refunded(quote, to, usd(3)).unwrap();
    let busy = if in_lane { vec![from, to] } else { Vec::new() };
    let write = store.write(&busy, move |tx| {
        ledger::lock_all(tx, platform(1), &[from, to])?;
        let origin =
            ledger::Origin { transaction: None, quote: Some(quote), at: crate::harness::START, ids: &ids };
        ledger::post(tx, platform(1), &take, &origin)?;
        ledger::post(tx, platform(1), &give, &origin)
    });
    match write.await {
        Ok(_) | Err(LedgerError::Insufficient(_)) => {}
        Err(error) => panic!("{error}"),
    }
}

async fn money_that_goes_round_is_conserved(engine: Engine) {
    let books = std::sync::Arc::new(Books::new(engine).await);
    books.fund(books.ada, 50).await;
    books.fund(books.bob, 50).await;
    let movers: Vec<_> = (0..12)
        .map(|number| {
            let books = std::sync::Arc::clone(&books);
            tokio::spawn(async move {
                for round in 0..10 {
                    let ahead = (number + round) % 2 == 0;
                    let (from, to) = if ahead { (books.ada, books.bob) } else { (books.bob, books.ada) };
                    transfer(&books.store, &books, from, to, number % 3 == 0).await;
                }
            })
        })
        .collect();
    let sealer = tokio::spawn({
        let books = std::sync::Arc::clone(&books);
        async move {
            for _ in 0..10 {
                books.seal().await;
            }
        }
    });
    for mover in movers {
        mover.await.unwrap();
    }
    sealer.await.unwrap();
    let ada = books.available(books.ada).await;
    let bob = books.available(books.bob).await;
    assert_eq!(ada + bob, 100);
    assert!(ada >= 0 && bob >= 0);
    let committed = books.store.read(|tx| ledger::accumulated(tx, platform(1))).await;
    let committed = committed.map_err(|error: Error| error).unwrap();
    assert_eq!(committed[0].balance, usd(0), "no amount stays committed to a quote");
    let report = books.verify().await;
    assert!(report.is_sound(), "{:?}", report.faults);
}

/// Opens two stores on one database, like two processes, which do not know each other's locks.
async fn two_processes_never_overdraw_together(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 300).await;
    let other =
        Store::open(&books.store.home.database(), options(&books.store.clock, &Ids::system())).unwrap();
    let callers: Vec<_> = (0..60)
        .map(|number| {
            let store = if number % 2 == 0 { books.store.store.clone() } else { other.clone() };
            let busy = if number % 3 == 0 { vec![books.ada] } else { Vec::new() };
            let ids = books.store.ids.clone();
            let posting = postings::quote_executed(books.quote(), books.ada, usd(7)).unwrap();
            tokio::spawn(async move { book(&store, &busy, posting, ids, None).await })
        })
        .collect();
    let mut covered = 0;
    for caller in callers {
        match caller.await.unwrap() {
            Ok(_) => covered += 1,
            Err(LedgerError::Insufficient(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(covered, 42);
    assert!(books.verify().await.is_sound());
    other.close();
}
