//! Integration tests of unreadable values: the verification reports the row and verifies all others, in one
//! transaction or piece by piece.

use causeway_domain::ids::Id;
use causeway_domain::postings;
use causeway_store::ledger::{self, Anchors, FaultKind, Origin, Progress, Report};
use causeway_store::{Error, params, payments};
use uuid::Uuid;

use crate::forged_terms::{ForgeryFixture, unguard};
use crate::harness::{Engine, START, on_both_engines, platform};
use crate::ledger::books::{Books, usd};

on_both_engines!(
    every_value_that_cannot_be_read_is_named,
    half_a_payment_is_named_and_not_found,
    another_time_in_a_list_is_named,
    a_balance_that_cannot_be_read_hides_no_other,
    verification_in_pieces_finds_the_same_faults,
    new_blocks_are_verified_by_themselves,
);

async fn every_value_that_cannot_be_read_is_named(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    let changes: [(&str, &str, Uuid, &str, &str); 5] = [
        ("payment", "transaction_id", written.payments[0].uuid(), "terms = '7'", "terms"),
        ("payment_state", "transaction_id", written.payments[1].uuid(), "state = '7'", "state"),
        ("quote", "quote_id", written.quote.uuid(), "terms = '7'", "terms"),
        ("external_account", "account_id", written.accounts[0].uuid(), "currency = 'neither'", "currency"),
        ("unmatched_deposit", "transaction_id", written.unmatched[0].uuid(), "doc = '7'", "doc"),
    ];
    // Control: all rows are readable so far.
    assert!(!verified(&written).await.faults.iter().any(|fault| fault.kind == FaultKind::RowUnreadable));
    let behind = written.accounts[1].uuid();
    let write = written.store.write(&[], move |tx| {
        unguard(tx, engine)?;
        for (table, key, id, change, _) in changes {
            let sql = format!("UPDATE {table} SET {change} WHERE {key} = $1 /* all platforms */");
            assert_eq!(tx.execute_counted(&sql, params![id])?, 1, "{sql}");
        }
        let sql = "UPDATE external_account SET fingerprint = 'x' WHERE account_id = $1 /* all platforms */";
        tx.execute(sql, params![behind])
    });
    write.await.map_err(|error: Error| error).unwrap();
    let faults = verified(&written).await.faults;
    for (table, _, id, _, column) in changes {
        // The two rows of a payment are read together.
        let subject = format!("{} {id}", table.trim_end_matches("_state"));
        let found = faults.iter().find(|fault| fault.subject == subject);
        let found = found.unwrap_or_else(|| panic!("{subject} is not among {faults:?}"));
        assert_eq!((found.kind, found.platform), (FaultKind::RowUnreadable, Some(platform(1))));
        assert!(found.detail.contains(column), "{found:?}");
    }
    let altered = format!("ExternalAccount:{behind}");
    let is_it =
        |fault: &ledger::LedgerFault| fault.kind == FaultKind::TermsNotAuthentic && fault.subject == altered;
    assert!(faults.iter().any(is_it), "{faults:?}");
}

async fn half_a_payment_is_named_and_not_found(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    let payments = written.payments;
    let halve = written.store.write(&[], move |tx| {
        for (table, id) in ["payment_state", "payment"].into_iter().zip(payments) {
            let sql = format!("DELETE FROM {table} WHERE platform_id = $1 AND transaction_id = $2");
            assert_eq!(tx.execute_counted(&sql, params![platform(1), id])?, 1, "{sql}");
        }
        for id in payments {
            assert_eq!(payments::lock(tx, platform(1), id)?, None);
        }
        Ok(())
    });
    halve.await.map_err(|error: Error| error).unwrap();
    let faults = verified(&written).await.faults;
    for (id, half) in payments.into_iter().zip(["its state is gone", "the payment is gone"]) {
        let is_it = |fault: &&ledger::LedgerFault| fault.subject == id.to_string();
        let found = faults.iter().find(is_it).unwrap_or_else(|| panic!("{id} is not among {faults:?}"));
        assert_eq!(found.kind, FaultKind::PaymentMissing);
        assert!(found.detail.ends_with(half), "{found:?}");
    }
}

/// Checks that a forged time in the row of the progress, by which lists are ordered, is named.
async fn another_time_in_a_list_is_named(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    let change = written.store.write(&[], |tx| {
        let sql = "UPDATE payment_state SET created_at = created_at + 1 WHERE platform_id = $1";
        tx.execute_counted(sql, params![platform(1)])
    });
    assert_eq!(change.await, Ok::<_, Error>(2));
    let faults = verified(&written).await.faults;
    for id in written.payments {
        let is_it = |fault: &ledger::LedgerFault| {
            fault.subject == id.to_string() && fault.detail.contains("another time")
        };
        assert!(faults.iter().any(is_it), "{faults:?}");
    }
}

async fn verified(written: &ForgeryFixture) -> Report {
    let verify = written.store.read(|tx| ledger::verify(tx, &Anchors::default()));
    verify.await.map_err(|error: Error| error).unwrap()
}

async fn a_balance_that_cannot_be_read_hides_no_other(engine: Engine) {
    let books = Books::new(engine).await;
    let ada = books.ada;
    let bob = books.bob;
    let write = books.store.write(&[], move |tx| {
        let sql = "UPDATE ledger_balance SET currency = 'dollars' WHERE account_id = $1 /* all platforms */";
        tx.execute(sql, params![ada])?;
        let sql = "UPDATE ledger_balance SET available = 7 WHERE account_id = $1 /* all platforms */";
        tx.execute(sql, params![bob])
    });
    write.await.map_err(|error: Error| error).unwrap();
    let faults = books.faults().await;
    for expected in [
        (FaultKind::RowUnreadable, format!("ledger_balance {}", ada.uuid())),
        (FaultKind::BalanceDiffers, bob.to_string()),
    ] {
        assert!(faults.contains(&expected), "{expected:?} is not among {faults:?}");
    }
}

/// Verifies an account with more entries than one piece reads, with a fault inside and one behind it.
async fn verification_in_pieces_finds_the_same_faults(engine: Engine) {
    let books = Books::new(engine).await;
    let ada = books.ada;
    let ids = books.store.ids.clone();
    let fund = books.store.write(&[], move |tx| {
        let origin = Origin { transaction: None, quote: None, at: START, ids: &ids };
        for _ in 0..1_300 {
            ledger::post(tx, platform(1), &postings::sandbox_funded(ada, usd(5)).unwrap(), &origin)?;
        }
        Ok(())
    });
    fund.await.map_err(|error: ledger::LedgerError| error).unwrap();
    books.fund(books.bob, 9).await;
    books.seal().await;
    let whole = books.verify().await;
    let pieces = in_pieces(&books).await;
    assert_eq!((whole.faults.len(), whole.entries), (0, 2 * 1_301));
    assert_eq!(pieces.0, whole);
    assert!(pieces.1 > 20, "{} pieces", pieces.1);
    books.unguard(engine).await;
    books.change("UPDATE ledger_entry SET balance_after = balance_after + 1 WHERE seq = 1250").await;
    books.change("UPDATE ledger_balance SET available = available + 1").await;
    let whole = books.verify().await;
    assert!(whole.fault_count >= 4, "{:?}", whole.faults);
    assert_eq!(in_pieces(&books).await.0, whole);
}

/// Verifies piece by piece, each from the saved progress of the previous one. Also returns the number of
/// pieces.
async fn in_pieces(books: &Books) -> (Report, usize) {
    let mut stored = serde_json::to_string(&Progress::default()).unwrap();
    let mut report = Report::default();
    let mut count = 0;
    loop {
        let progress: Progress = serde_json::from_str(&stored).unwrap();
        if progress.is_done() {
            return (report, count);
        }
        let piece = books.store.read(move |tx| {
            let mut progress = progress.clone();
            let mut report = Report::default();
            ledger::verify_piece(tx, &Anchors::default(), &mut progress, &mut report)?;
            Ok((progress, report))
        });
        let (progress, found) = piece.await.map_err(|error: Error| error).unwrap();
        stored = serde_json::to_string(&progress).unwrap();
        report.merge(found);
        count += 1;
    }
}

async fn new_blocks_are_verified_by_themselves(engine: Engine) {
    let books = Books::new(engine).await;
    for amount in [10, 20, 30] {
        books.fund(books.ada, amount).await;
        books.seal().await;
    }
    assert_eq!(behind(&books, 1).await, (3, Vec::new()));
    books.unguard(engine).await;
    books.change("UPDATE ledger_block SET entries = entries + 1 WHERE number = 2").await;
    for (after, named) in [(0, vec!["block 2"]), (1, vec!["block 2"]), (2, vec![])] {
        let (last, found) = behind(&books, after).await;
        assert_eq!(last, 3);
        let altered: Vec<&str> = found
            .iter()
            .filter(|(kind, _)| *kind == FaultKind::BlockAltered)
            .map(|(_, block)| &**block)
            .collect();
        assert_eq!(altered, named, "behind {after}: {found:?}");
    }
}

async fn behind(books: &Books, after: i64) -> (i64, Vec<(FaultKind, String)>) {
    let read = books.store.read(move |tx| {
        let mut report = Report::default();
        let last = ledger::verify_blocks(tx, platform(1), after, &mut report)?;
        Ok((last, report.faults.into_iter().map(|fault| (fault.kind, fault.subject)).collect()))
    });
    read.await.map_err(|error: Error| error).unwrap()
}
