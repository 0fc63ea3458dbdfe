//! Integration tests of direct changes to the database: the verification reports each.

use std::sync::atomic::Ordering;

use causeway_domain::postings::{self, ConversionDestination};
use causeway_store::ledger::{self, FaultKind};
use causeway_store::{Error, params};
use uuid::Uuid;

use super::books::{Books, conversion, usd};
use crate::harness::{Engine, START, on_both_engines, platform};

on_both_engines!(
    a_changed_amount_is_named,
    a_deleted_entry_is_named,
    a_deleted_journal_entry_is_named,
    an_inserted_pair_is_named,
    an_inserted_pair_that_waits_for_its_block_is_named,
    an_edited_balance_is_named,
    a_deleted_balance_is_named,
    a_block_that_is_gone_is_named,
    a_block_with_more_in_it_is_named,
    a_block_sealed_with_another_key_is_named,
    a_rewritten_block_is_named,
    a_deleted_checkpoint_is_named,
    an_edited_checkpoint_is_named,
    a_withdrawn_overdraft_is_named,
    money_out_of_nothing_is_named,
    an_altered_entry_is_not_sealed,
);

/// Returns books with two sealed blocks, a checkpoint and an unsealed posting, without guards on the tables.
async fn unguarded(engine: Engine) -> Books {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    books.fund(books.bob, 500).await;
    books.seal().await;
    let execute = postings::quote_executed(books.quote(), books.ada, usd(300)).unwrap();
    books.book(&execute, None).await.unwrap();
    books.seal().await;
    let fold = books.store.write(&[], |tx| ledger::fold(tx, platform(1)));
    assert_eq!(fold.await, Ok::<_, Error>(Some(2)));
    books.fund(books.bob, 1).await;
    assert!(books.verify().await.is_sound());
    books.unguard(engine).await;
    books
}

async fn change(books: &Books, sql: &str) -> u64 {
    books.change(sql).await
}

/// Returns the first journal.
async fn first_journal(books: &Books) -> causeway_domain::ids::JournalId {
    let sql = "SELECT journal_id FROM ledger_entry ORDER BY journal_id LIMIT 1";
    let first = books.store.read(|tx| tx.query_one(sql, &[], |row| row.get("journal_id")));
    first.await.map_err(|error: Error| error).unwrap()
}

#[track_caller]
fn assert_named(faults: &[(FaultKind, String)], kind: FaultKind, subject: &impl ToString) {
    let subject = subject.to_string();
    assert!(faults.contains(&(kind, subject.clone())), "{kind:?} {subject} is not among {faults:?}");
}

async fn a_changed_amount_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let journal = first_journal(&books).await;
    let sql = "UPDATE ledger_entry SET amount = amount + 1 WHERE journal_id = $1 AND line = 0";
    let changed = books.store.write(&[], move |tx| tx.execute_counted(sql, params![journal])).await;
    assert_eq!(changed, Ok::<_, Error>(1));
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::EntryAltered, &journal);
    assert_named(&faults, FaultKind::Unbalanced, &journal);
    assert_named(&faults, FaultKind::BalanceDiffers, &books.ada);
    assert_named(&faults, FaultKind::RunningBalanceWrong, &books.ada);
}

async fn a_deleted_entry_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let journal = first_journal(&books).await;
    let sql = "DELETE FROM ledger_entry WHERE journal_id = $1 AND line = 0";
    let deleted = books.store.write(&[], move |tx| tx.execute_counted(sql, params![journal])).await;
    assert_eq!(deleted, Ok::<_, Error>(1));
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::Unbalanced, &journal);
    assert_named(&faults, FaultKind::BlockAltered, &"block 1");
    assert_named(&faults, FaultKind::SequenceBroken, &books.ada);
}

async fn a_deleted_journal_entry_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let journal = first_journal(&books).await;
    let sql = "DELETE FROM ledger_entry WHERE journal_id = $1";
    let deleted = books.store.write(&[], move |tx| tx.execute_counted(sql, params![journal])).await;
    assert_eq!(deleted, Ok::<_, Error>(2));
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::EntriesGone, &journal);
    assert_named(&faults, FaultKind::BlockAltered, &"block 1");
}

/// Inserts two balanced lines as a journal of its own, on accounts without a balance.
async fn insert_pair(books: &Books) -> String {
    let id = Uuid::from_u128(0xffff_0000_0000_4000_8000_0000_0000_0001);
    for (line, code, amount) in [(0, "CA", -5), (1, "FE", 5)] {
        let insert = books.store.write(&[], move |tx| {
            tx.execute(
                "INSERT INTO ledger_entry (platform_id, journal_id, line, kind, code, currency, amount, overdraft,
                     created_at, hash)
                 VALUES ($1, $2, $3, 'DEPOSIT_SETTLED', $4, 'USD', $5, FALSE, $6, $7)",
                params![platform(1), id, line, code, amount, START, [0_u8; 32]],
            )
        });
        insert.await.map_err(|error: Error| error).unwrap();
    }
    format!("Journal:{id}")
}

async fn an_inserted_pair_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let journal = insert_pair(&books).await;
    assert_eq!(books.faults().await, [(FaultKind::EntryOutside, journal)]);
}

async fn an_inserted_pair_that_waits_for_its_block_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let journal = insert_pair(&books).await;
    let wait = "INSERT INTO ledger_unsealed (platform_id, journal_id, mac) SELECT DISTINCT e.platform_id,
        e.journal_id, u.mac FROM ledger_entry e, ledger_unsealed u WHERE e.code = 'FE'";
    assert_eq!(change(&books, wait).await, 1);
    assert_named(&books.faults().await, FaultKind::EntryAltered, &journal);
    let nothing = "INSERT INTO ledger_unsealed (platform_id, journal_id, mac)
        SELECT platform_id, account_id, mac FROM ledger_balance";
    assert_eq!(change(&books, nothing).await, 2);
    let faults = books.faults().await;
    assert_eq!(faults.iter().filter(|(kind, _)| *kind == FaultKind::EntriesGone).count(), 2);
}

async fn an_edited_balance_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    change(&books, "UPDATE ledger_balance SET available = available + 1").await;
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::BalanceDiffers, &books.ada);
    assert_named(&faults, FaultKind::BalanceDiffers, &books.bob);
    change(&books, "UPDATE ledger_balance SET available = available - 1, seq = seq + 1").await;
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::SequenceBroken, &books.ada);
    assert_named(&faults, FaultKind::BalanceNotAuthentic, &books.ada);
    assert_eq!(faults.len(), 4);
}

async fn a_deleted_balance_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    change(&books, "DELETE FROM ledger_balance").await;
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::AccountMismatch, &books.ada);
    assert_named(&faults, FaultKind::AccountMismatch, &books.bob);
}

async fn a_block_that_is_gone_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    change(&books, "DELETE FROM ledger_block WHERE number = 1").await;
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::BlockMissing, &"block 1");
    change(&books, "DELETE FROM ledger_block").await;
    assert_named(&books.faults().await, FaultKind::BlockMissing, &"block 2");
}

async fn a_block_with_more_in_it_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let add = "INSERT INTO ledger_sealed SELECT platform_id, journal_id, 1, 99, mac FROM ledger_unsealed";
    assert_eq!(change(&books, add).await, 1);
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::BlockAltered, &"block 1");
    assert!(faults.iter().any(|(kind, _)| *kind == FaultKind::SealedTwice));
}

/// Checks that an attacker with write access but without the key can neither seal a block nor reuse another
/// MAC.
async fn a_block_sealed_with_another_key_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    books.store.macs.secret.store(8, Ordering::Release);
    assert_eq!(books.seal_once().await, Err(Error::NotAuthentic(format!("block 2 of {}", platform(1)))));
    books.store.macs.secret.store(7, Ordering::Release);
    change(&books, "UPDATE ledger_block SET mac = (SELECT mac FROM ledger_balance LIMIT 1) WHERE number = 2")
        .await;
    assert_eq!(books.faults().await, [(FaultKind::BlockNotAuthentic, "block 2".to_owned())]);
    assert!(matches!(books.seal_once().await, Err(Error::NotAuthentic(_))));
}

async fn a_rewritten_block_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let rewrite = "UPDATE ledger_block SET size = 2, compact_range =
        (SELECT compact_range FROM ledger_block WHERE number = 1) WHERE number = 2";
    assert_eq!(change(&books, rewrite).await, 1);
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::BlockAltered, &"block 2");
    assert_named(&faults, FaultKind::BlockNotAuthentic, &"block 2");
    change(&books, "UPDATE ledger_block SET sealed_at = sealed_at + 1 WHERE number = 1").await;
    assert_named(&books.faults().await, FaultKind::BlockNotAuthentic, &"block 1");
}

/// Checks that a missing checkpoint of a fold is reported: the checkpoints of a fold are only valid together.
async fn a_deleted_checkpoint_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    change(&books, "DELETE FROM ledger_checkpoint WHERE code = 'MI'").await;
    assert_eq!(books.faults().await, [(FaultKind::CheckpointDiffers, "MI USD".to_owned())]);
}

async fn an_edited_checkpoint_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    change(&books, "UPDATE ledger_checkpoint SET balance = balance - 1 WHERE code = 'MI'").await;
    assert_eq!(books.faults().await, [(FaultKind::CheckpointDiffers, "MI USD".to_owned())]);
}

async fn a_withdrawn_overdraft_is_named(engine: Engine) {
    let books = unguarded(engine).await;
    let conversion = conversion(books.quote(), books.bob);
    books.fund(books.ada, 300).await;
    for posting in [
        postings::quote_executed(conversion.quote, books.ada, usd(1000)).unwrap(),
        postings::quote_converted(&conversion, ConversionDestination::External).unwrap(),
        postings::quote_executed(books.quote(), books.bob, usd(551)).unwrap(),
        postings::conversion_reversed(&conversion).unwrap(),
    ] {
        books.book(&posting, None).await.unwrap();
    }
    assert_eq!(books.faults().await, []);
    assert_eq!(change(&books, "UPDATE ledger_entry SET overdraft = FALSE WHERE overdraft").await, 1);
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::GuardedNegative, &books.bob);
    assert!(faults.iter().any(|(kind, _)| *kind == FaultKind::EntryAltered));
}

/// Checks postings that are valid by themselves but lack the preceding ones.
async fn money_out_of_nothing_is_named(engine: Engine) {
    let books = Books::new(engine).await;
    let conversion = conversion(books.quote(), books.bob);
    books.book(&postings::payout_delivered(&conversion).unwrap(), None).await.unwrap();
    assert_named(&books.faults().await, FaultKind::AccountNegative, &"PO EUR");
    let quote = books.quote();
    let payment = books.store.ids.next(START);
    books.book(&postings::quote_refunded(quote, books.ada, usd(5)).unwrap(), Some(payment)).await.unwrap();
    let faults = books.faults().await;
    assert_named(&faults, FaultKind::AccountNegative, &"QE USD");
    assert_named(&faults, FaultKind::AccountNegative, &quote);
}

async fn an_altered_entry_is_not_sealed(engine: Engine) {
    let books = unguarded(engine).await;
    change(&books, "UPDATE ledger_entry SET amount = amount * 2 WHERE amount IN (1, -1)").await;
    let sealing = books.seal_once().await.unwrap();
    assert_eq!((sealing.sealed, sealing.set_aside.len()), (None, 1));
    let report = books.verify().await;
    assert_eq!((report.blocks, report.unsealed), (2, 1), "the altered journal was not sealed");
    change(&books, "UPDATE ledger_entry SET amount = amount / 2 WHERE amount IN (2, -2)").await;
    assert!(
        books.seal_once().await.unwrap().is_done(),
        "the journal stays set aside until it is reconsidered"
    );
    let again = books.store.write(&[], ledger::reconsider);
    assert_eq!(again.await, Ok::<_, Error>(()));
    assert!(books.seal_once().await.unwrap().sealed.is_some());
    assert_eq!(books.faults().await, []);
}
