//! Integration tests of a ledger whose tail was removed cleanly: it looks sound, and only a tree head kept
//! elsewhere reveals it.

use std::sync::atomic::Ordering;

use causeway_domain::ledger::TreeHead;
use causeway_domain::postings;
use causeway_store::ledger::{self, Anchors, FaultKind, Report, RetiredKeys};
use causeway_store::{Error, params, platforms};

use super::books::{Books, usd};
use crate::harness::{Engine, on_both_engines, platform};

on_both_engines!(
    a_tail_cut_off_cleanly_is_named_by_its_anchor,
    a_tail_cut_off_roughly_names_itself,
    a_key_counts_up_to_where_it_was_replaced,
);

/// Returns books with two sealed blocks, and the tree head after each.
async fn two_blocks(engine: Engine) -> (Books, TreeHead, TreeHead) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    books.seal().await;
    let first = books.verify().await.heads[0].tree;
    let execute = postings::quote_executed(books.quote(), books.ada, usd(300)).unwrap();
    books.book(&execute, None).await.unwrap();
    books.seal().await;
    let second = books.verify().await.heads[0].tree;
    (books, first, second)
}

/// Drops the guards and deletes the second block with its entries.
async fn cut(books: &Books, engine: Engine) {
    books.unguard(engine).await;
    books
        .change("DELETE FROM ledger_entry WHERE journal_id IN (SELECT journal_id FROM ledger_sealed WHERE block = 2)")
        .await;
    books.change("DELETE FROM ledger_sealed WHERE block = 2").await;
    books.change("DELETE FROM ledger_block WHERE number = 2").await;
}

/// Reads a balance row, which stays authentic.
async fn balance_of(books: &Books) -> (i64, Vec<u8>) {
    let ada = books.ada;
    let sql = "SELECT updated_at, mac FROM ledger_balance WHERE platform_id = $1 AND account_id = $2";
    let read = books.store.read(move |tx| {
        tx.query_one(sql, params![platform(1), ada], |row| Ok((row.get("updated_at")?, row.get("mac")?)))
    });
    read.await.map_err(|error: Error| error).unwrap()
}

fn anchors(heads: &[TreeHead]) -> Anchors {
    Anchors { heads: heads.to_vec(), retired: Vec::new() }
}

async fn a_tail_cut_off_cleanly_is_named_by_its_anchor(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    let (updated_at, mac) = balance_of(&books).await;
    books.seal().await;
    let first = books.verify().await.heads[0].tree;
    let execute = postings::quote_executed(books.quote(), books.ada, usd(300)).unwrap();
    books.book(&execute, None).await.unwrap();
    books.seal().await;
    let second = books.verify().await.heads[0].tree;
    assert!(books.verify_with(anchors(&[first, second])).await.is_sound());
    cut(&books, engine).await;
    let ada = books.ada;
    let restore = books.store.write(&[], move |tx| {
        let sql = "UPDATE ledger_balance SET available = 1000, seq = 1, updated_at = $3, mac = $4
            WHERE platform_id = $1 AND account_id = $2";
        tx.execute(sql, params![platform(1), ada, updated_at, mac.clone()])
    });
    restore.await.map_err(|error: Error| error).unwrap();
    assert_eq!(books.faults().await, [], "the ledger as it once was is sound");
    let named = |report: Report| {
        let faults = report.faults.into_iter().filter(|fault| fault.kind != FaultKind::GuardMissing);
        faults.map(|fault| (fault.kind, fault.subject)).collect::<Vec<_>>()
    };
    assert_eq!(named(books.verify_with(anchors(&[first])).await), []);
    let cut_off = [(FaultKind::AnchorMissing, "head 2".to_owned())];
    assert_eq!(named(books.verify_with(anchors(&[first, second])).await), cut_off);
    // Another ledger of the same length.
    books.fund(books.bob, 5).await;
    books.seal().await;
    let rewritten = [(FaultKind::AnchorDiffers, "head 2".to_owned())];
    assert_eq!(named(books.verify_with(anchors(&[first, second])).await), rewritten);
}

async fn a_tail_cut_off_roughly_names_itself(engine: Engine) {
    let (books, ..) = two_blocks(engine).await;
    cut(&books, engine).await;
    let expected =
        [FaultKind::SequenceBroken, FaultKind::BalanceDiffers].map(|kind| (kind, books.ada.to_string()));
    assert_eq!(books.faults().await, expected);
    let none: Vec<ledger::Entry> = {
        let ada = books.ada;
        let read = books.store.read(move |tx| ledger::of_account(tx, platform(1), ada, 1, 10));
        read.await.map_err(|error: Error| error).unwrap()
    };
    assert!(none.is_empty());
}

async fn a_key_counts_up_to_where_it_was_replaced(engine: Engine) {
    let (books, first, second) = two_blocks(engine).await;
    books.store.macs.newest.store(2, Ordering::Release);
    let anew = books.store.write(&[], |tx| platforms::authenticate_anew(tx, platform(1), None, 1));
    anew.await.map_err(|error: Error| error).unwrap();
    let execute = postings::quote_executed(books.quote(), books.ada, usd(1)).unwrap();
    books.book(&execute, None).await.unwrap();
    books.fund(books.bob, 1).await;
    books.seal().await;
    let at = |platform, size| RetiredKeys { platform, below: 2, size };
    let retired = |retired: Vec<RetiredKeys>| Anchors { heads: vec![first, second], retired };
    let replaced = retired(vec![at(None, 0), at(Some(platform(1)), second.size)]);
    assert_eq!(books.verify_with(replaced).await.faults, []);
    // Control: an attacker with the first key continues as if it had not been replaced.
    books.store.macs.newest.store(1, Ordering::Release);
    books.fund(books.bob, 1).await;
    let replaced = retired(vec![at(Some(platform(1)), second.size)]);
    let faults = books.verify_with(replaced).await.faults;
    assert_eq!(faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::KeyRetired; 2]);
    assert!(faults.iter().any(|fault| fault.subject == books.bob.to_string()), "{faults:?}");
    books.seal().await;
    let replaced = retired(vec![at(None, 0)]);
    let faults = books.verify_with(replaced).await.faults;
    assert!(faults.len() > 4 && faults.iter().all(|fault| fault.kind == FaultKind::KeyRetired), "{faults:?}");
}
