//! A tail that was cut off cleanly leaves a sound ledger: only a head that was kept elsewhere tells.

use causeway_domain::postings;
use causeway_store::ledger::{self, FaultKind, Head};
use causeway_store::{Error, params};

use super::books::{Books, usd};
use crate::harness::{Engine, on_both_engines, platform};

on_both_engines!(a_tail_cut_off_cleanly_is_named_by_its_anchor, a_tail_cut_off_roughly_names_itself);

/// The books with two blocks, and the head after each.
async fn two_blocks(engine: Engine) -> (Books, Head, Head) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    books.seal().await;
    let first = books.verify().await.heads[0];
    let execute = postings::quote_executed(books.quote(), books.ada, usd(300)).unwrap();
    books.book(&execute, None).await.unwrap();
    books.seal().await;
    let second = books.verify().await.heads[0];
    (books, first, second)
}

/// Removes the second block with its entries, without the guards in the way.
async fn cut(books: &Books, engine: Engine) {
    let unguard: Vec<String> = ["ledger_entry", "ledger_block", "ledger_sealed"]
        .into_iter()
        .flat_map(|table| match engine {
            Engine::Sqlite => {
                vec![format!("DROP TRIGGER {table}_kept_u"), format!("DROP TRIGGER {table}_kept_d")]
            }
            Engine::Postgres => vec![format!("DROP TRIGGER {table}_kept ON {table}")],
        })
        .collect();
    let cut = books.store.write(&[], move |tx| {
        unguard.iter().try_for_each(|sql| tx.execute(sql, &[]))?;
        tx.execute(
            "DELETE FROM ledger_entry WHERE journal_id IN (SELECT journal_id FROM ledger_sealed WHERE block = 2)",
            &[],
        )?;
        tx.execute("DELETE FROM ledger_sealed WHERE block = 2", &[])?;
        tx.execute("DELETE FROM ledger_block WHERE number = 2", &[])
    });
    cut.await.map_err(|error: Error| error).unwrap();
}

async fn a_tail_cut_off_cleanly_is_named_by_its_anchor(engine: Engine) {
    let (books, first, second) = two_blocks(engine).await;
    assert!(books.verify_with(vec![first.hash, second.hash]).await.is_sound());
    cut(&books, engine).await;
    let ada = books.ada;
    let restore = books.store.write(&[], move |tx| {
        let sql =
            "UPDATE ledger_balance SET available = 1000, seq = 1 WHERE platform_id = $1 AND account_id = $2";
        tx.execute(sql, params![platform(1), ada])
    });
    restore.await.map_err(|error: Error| error).unwrap();
    let report = books.verify_with(vec![first.hash]).await;
    assert!(report.is_sound(), "the ledger as it once was is sound: {:?}", report.faults);
    assert_eq!(report.heads, [first]);
    let report = books.verify_with(vec![first.hash, second.hash]).await;
    let kinds: Vec<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::AnchorMissing]);
    let hex: String = second.hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(report.faults[0].subject, hex);
}

async fn a_tail_cut_off_roughly_names_itself(engine: Engine) {
    let (books, ..) = two_blocks(engine).await;
    cut(&books, engine).await;
    let report = books.verify().await;
    let expected = [FaultKind::SequenceBroken, FaultKind::BalanceDiffers];
    assert_eq!(report.faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), expected);
    let none: Vec<ledger::Entry> = {
        let ada = books.ada;
        let read = books.store.read(move |tx| ledger::of_account(tx, platform(1), ada, 1, 10));
        read.await.map_err(|error: Error| error).unwrap()
    };
    assert!(none.is_empty());
}
