//! Integration tests of consecutive postings.

use causeway_domain::ids::TransactionId;
use causeway_domain::postings::{self, AccountCode, Bucket, ConversionDestination};
use causeway_store::ledger::{self, AccountTotal, FaultKind, InsufficientBalance, LedgerError};
use causeway_store::{Error, Wake};

use super::books::{Books, conversion, usd};
use crate::harness::{Engine, START, on_both_engines, platform};

on_both_engines!(
    a_posting_moves_balances_and_leaves_entries,
    a_balance_that_does_not_cover_refuses,
    only_an_overdraft_brings_a_balance_below_zero,
    an_account_of_another_platform_is_unknown,
    accumulated_balances_are_added_up,
    folding_ends_behind_every_block,
    entries_cannot_be_changed,
);

async fn a_posting_moves_balances_and_leaves_entries(engine: Engine) {
    let books = Books::new(engine).await;
    let sealing = books.store.subscribe(Wake::Sealing);
    let transaction: TransactionId = books.store.ids.next(START);
    books.fund(books.ada, 1000).await;
    sealing.notified().await;
    let quote = books.quote();
    let take = postings::quote_executed(quote, books.ada, usd(300)).unwrap();
    let posted = books.book(&take, Some(transaction)).await.unwrap();
    let balance = posted.balances[0];
    assert_eq!((balance.account, balance.available, balance.held, balance.unsettled), (books.ada, 700, 0, 0));
    assert_eq!((balance.seq, balance.total()), (2, 700));
    let ada = books.ada;
    let read = books.store.read(move |tx| {
        Ok::<_, Error>((
            ledger::of_account(tx, platform(1), ada, 0, 10)?,
            ledger::of_account(tx, platform(1), ada, 1, 10)?,
            ledger::authentic_of_transaction(tx, platform(1), transaction)?,
            ledger::balance_after(tx, platform(1), ada, Bucket::Available, 2)?,
            ledger::balance_after(tx, platform(1), ada, Bucket::Held, 2)?,
            ledger::get_all(tx, platform(1), &[ada])?,
        ))
    });
    let (statement, rest, of_transaction, available, on_hold, balances) = read.await.unwrap();
    let lines: Vec<_> =
        statement.iter().map(|entry| (entry.amount, entry.seq, entry.balance_after)).collect();
    assert_eq!(lines, [(1000, Some(1), Some(1000)), (-300, Some(2), Some(700))]);
    assert_eq!(rest, statement[1..]);
    let codes: Vec<_> = of_transaction.iter().map(|entry| (entry.code, entry.amount, entry.quote)).collect();
    assert_eq!(
        codes,
        [(AccountCode::Available, -300, None), (AccountCode::QuoteCommitted, 300, Some(quote))]
    );
    assert_eq!((available, on_hold), (700, 0));
    assert_eq!(balances, [balance]);
    // The postings have no payment.
    let report = books.verify().await;
    assert_eq!(report.faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::PaymentMissing]);
}

async fn a_balance_that_does_not_cover_refuses(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 100).await;
    let take = postings::quote_executed(books.quote(), books.ada, usd(101)).unwrap();
    let result = books.book(&take, None).await;
    let short = InsufficientBalance {
        account: books.ada,
        bucket: Bucket::Available,
        currency: usd(0).currency,
        available: 100,
        required: 101,
    };
    assert_eq!(result, Err(LedgerError::Insufficient(short)));
    let all = postings::quote_executed(books.quote(), books.ada, usd(100)).unwrap();
    assert_eq!(books.book(&all, None).await.unwrap().balances[0].available, 0);
    let report = books.verify().await;
    assert!(report.is_sound());
    assert_eq!(report.entries, 4, "a refusal leaves no entries");
}

async fn only_an_overdraft_brings_a_balance_below_zero(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    let conversion = conversion(books.quote(), books.bob);
    for posting in [
        postings::quote_executed(conversion.quote, books.ada, usd(1000)).unwrap(),
        postings::quote_converted(&conversion, ConversionDestination::External).unwrap(),
        postings::quote_executed(books.quote(), books.bob, usd(50)).unwrap(),
        postings::conversion_reversed(&conversion).unwrap(),
    ] {
        books.book(&posting, None).await.unwrap();
    }
    assert_eq!(
        books.available(books.bob).await,
        -50,
        "the platform's fee was spent before it was taken back"
    );
    assert!(books.verify().await.is_sound());
    let spend = postings::quote_executed(books.quote(), books.bob, usd(1)).unwrap();
    assert!(matches!(books.book(&spend, None).await, Err(LedgerError::Insufficient(_))));
}

async fn an_account_of_another_platform_is_unknown(engine: Engine) {
    let books = Books::new(engine).await;
    let posting = postings::sandbox_funded(books.ada, usd(1)).unwrap();
    let ids = books.store.ids.clone();
    let write = books.store.write(&[], move |tx| {
        let origin = ledger::Origin { transaction: None, quote: None, at: START, ids: &ids };
        ledger::post(tx, platform(2), &posting, &origin)
    });
    assert!(matches!(write.await, Err(LedgerError::Store(Error::Data(_)))));
    let euros = causeway_domain::Amount::new(5, "EUR".parse().unwrap());
    let foreign = postings::sandbox_funded(books.ada, euros).unwrap();
    assert!(matches!(books.book(&foreign, None).await, Err(LedgerError::Store(Error::Data(_)))));
    assert_eq!(books.verify().await.entries, 0);
}

async fn accumulated_balances_are_added_up(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    let conversion = conversion(books.quote(), books.bob);
    let quote = conversion.quote;
    let execute = postings::quote_executed(quote, books.ada, usd(1000)).unwrap();
    books.book(&execute, None).await.unwrap();
    let committed = || books.store.read(move |tx| ledger::committed_to_quote(tx, platform(1), quote));
    assert_eq!(committed().await, Ok::<_, Error>(vec![usd(1000)]));
    let convert = postings::quote_converted(&conversion, ConversionDestination::External).unwrap();
    books.book(&convert, None).await.unwrap();
    assert_eq!(committed().await, Ok::<_, Error>(vec![]));
    let euros = |minor| causeway_domain::Amount::new(minor, "EUR".parse().unwrap());
    let expected = vec![
        AccountTotal { code: AccountCode::QuoteCommitted, balance: usd(0) },
        AccountTotal { code: AccountCode::PayoutsInFlight, balance: euros(900) },
        AccountTotal { code: AccountCode::FxPosition, balance: euros(-900) },
        AccountTotal { code: AccountCode::FxPosition, balance: usd(940) },
        AccountTotal { code: AccountCode::ServiceFees, balance: usd(10) },
        AccountTotal { code: AccountCode::SandboxMint, balance: usd(-1000) },
    ];
    let accumulated = || books.store.read(|tx| ledger::accumulated(tx, platform(1)));
    assert_eq!(accumulated().await, Ok::<_, Error>(expected.clone()));
    let trial = books.store.read(|tx| ledger::trial_balance(tx, platform(1))).await;
    let platform_fee = AccountTotal { code: AccountCode::Available, balance: usd(50) };
    let by_currency = vec![expected[2], expected[1], platform_fee, expected[4], expected[3], expected[5]];
    assert_eq!(trial, Ok::<_, Error>(by_currency), "guarded accounts too, and none at zero");
    books.seal().await;
    let fold = || books.store.write(&[], |tx| ledger::fold(tx, platform(1)));
    assert_eq!(fold().await, Ok::<_, Error>(Some(1)));
    assert_eq!(fold().await, Ok::<_, Error>(None));
    assert_eq!(accumulated().await, Ok::<_, Error>(expected.clone()), "folded or not");
    books.fund(books.ada, 5).await;
    books.seal().await;
    assert_eq!(fold().await, Ok::<_, Error>(Some(2)));
    let mut expected = expected;
    expected[5].balance = usd(-1005);
    books.fund(books.ada, 5).await;
    expected[5].balance = usd(-1010);
    assert_eq!(accumulated().await, Ok::<_, Error>(expected));
    assert!(books.verify().await.is_sound());
}

/// Checks that blocks that move only customers' accounts are folded once and not again.
async fn folding_ends_behind_every_block(engine: Engine) {
    let books = Books::new(engine).await;
    let fold = || books.store.write(&[], |tx| ledger::fold(tx, platform(1)));
    books.fund(books.ada, 1000).await;
    for block in 1..5 {
        books.seal().await;
        assert_eq!(fold().await, Ok::<_, Error>(Some(block)));
        assert_eq!(fold().await, Ok::<_, Error>(None));
        let reserve = postings::card_pull_reserved(books.ada, usd(5)).unwrap();
        books.book(&reserve, None).await.unwrap();
    }
}

async fn entries_cannot_be_changed(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, 1000).await;
    books.seal().await;
    let fold = books.store.write(&[], |tx| ledger::fold(tx, platform(1)));
    assert_eq!(fold.await, Ok::<_, Error>(Some(1)));
    for sql in [
        "UPDATE ledger_entry SET amount = amount + 1",
        "DELETE FROM ledger_entry",
        "UPDATE ledger_block SET number = number + 1",
        "DELETE FROM ledger_block",
        "UPDATE ledger_sealed SET position = position + 1",
        "DELETE FROM ledger_sealed",
        "UPDATE ledger_checkpoint SET balance = balance + 1",
        "DELETE FROM ledger_checkpoint",
    ] {
        let change = books.store.write(&[], move |tx| tx.execute_counted(sql, &[])).await;
        assert!(matches!(change, Err(Error::Statement(_))), "{sql}: {change:?}");
    }
    assert!(books.verify().await.is_sound());
}
