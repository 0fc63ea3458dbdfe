//! Integration tests of an attacker with all rights on the database, who knows every format but not the root
//! key: the attacker cannot create money.

use std::sync::atomic::Ordering;

use causeway_domain::ids::{Id, InternalAccountId, JournalId, PlatformId};
use causeway_domain::postings;
use causeway_store::ledger::{self, FaultKind, LedgerError};
use causeway_store::{Error, Value, params, platforms};
use sha2::{Digest, Sha256};

use super::books::{Books, dollars, usd};
use crate::harness::{Engine, START, on_both_engines, platform};
use crate::rows::a_platform;

on_both_engines!(
    an_inserted_pair_with_right_hashes_is_set_aside_and_the_rest_is_sealed,
    forged_entries_are_sealed_if_every_mac_is_accepted,
    an_edited_balance_is_refused_when_used,
    an_old_balance_is_refused_when_used,
    rows_of_another_platform_do_not_count,
    a_sealed_journal_that_waits_again_is_set_aside,
    a_trigger_that_is_gone_or_off_or_another_is_named,
);

const LOOT: i64 = 1_000_000;

/// A journal line with the hash that the ledger would compute.
struct JournalLine {
    journal: JournalId,
    line: i64,
    code: &'static str,
    account: Option<InternalAccountId>,
    amount: i64,
    seq: Option<i64>,
    balance_after: Option<i64>,
}

impl JournalLine {
    fn hash(&self) -> [u8; 32] {
        let mut bytes = b"causeway ledger entry 1".to_vec();
        bytes.extend(platform(1).uuid().as_bytes());
        bytes.extend(self.journal.uuid().as_bytes());
        bytes.extend(self.line.to_be_bytes());
        for text in ["SANDBOX_FUNDED", self.code, "USD"] {
            bytes.extend(u64::try_from(text.len()).unwrap().to_be_bytes());
            bytes.extend(text.as_bytes());
        }
        match self.account {
            Some(account) => bytes.extend([&[1][..], account.uuid().as_bytes()].concat()),
            None => bytes.push(0),
        }
        bytes.extend([0, 0]);
        bytes.extend(self.amount.to_be_bytes());
        for number in [self.seq, self.balance_after] {
            match number {
                Some(number) => bytes.extend([&[1][..], &number.to_be_bytes()].concat()),
                None => bytes.push(0),
            }
        }
        bytes.push(0);
        bytes.extend(START.millis().to_be_bytes());
        Sha256::digest(bytes).into()
    }

    async fn insert(&self, books: &Books) {
        let values = [
            Value::from(platform(1)),
            Value::from(self.journal),
            Value::from(self.line),
            Value::from(self.code),
            Value::from(self.account),
            Value::from(self.amount),
            Value::from(self.seq),
            Value::from(self.balance_after),
            Value::from(START),
            Value::from(self.hash()),
        ];
        let insert = books.store.write(&[], move |tx| {
            tx.execute(
                "INSERT INTO ledger_entry (platform_id, journal_id, line, kind, code, account_id, currency, amount,
                     seq, balance_after, overdraft, created_at, hash)
                 VALUES ($1, $2, $3, 'SANDBOX_FUNDED', $4, $5, 'USD', $6, $7, $8, FALSE, $9, $10)",
                &values,
            )
        });
        insert.await.map_err(|error: Error| error).unwrap();
    }
}

/// Credits Ada with a forged journal in which all is valid except its MAC, which is that of another journal,
/// and edits her balance to match.
async fn forge(books: &Books) -> JournalId {
    let journal = books.store.ids.next(START);
    let ada = books.ada;
    let balance = books.store.read(move |tx| ledger::get(tx, platform(1), ada));
    let balance = balance.await.map_err(|error: Error| error).unwrap();
    let seq = balance.seq + 1;
    let after = balance.available + LOOT;
    let credit = JournalLine {
        journal,
        line: 0,
        code: "AV",
        account: Some(ada),
        amount: LOOT,
        seq: Some(seq),
        balance_after: Some(after),
    };
    let debit = JournalLine {
        line: 1,
        code: "MI",
        account: None,
        amount: -LOOT,
        seq: None,
        balance_after: None,
        ..credit
    };
    credit.insert(books).await;
    debit.insert(books).await;
    let wait = books.store.write(&[], move |tx| {
        tx.execute(
            "INSERT INTO ledger_unsealed (platform_id, journal_id, mac)
             SELECT platform_id, $2, mac FROM ledger_sealed WHERE platform_id = $1",
            params![platform(1), journal],
        )?;
        tx.execute(
            "UPDATE ledger_balance SET available = $3, seq = $4 WHERE platform_id = $1 AND account_id = $2",
            params![platform(1), ada, after, seq],
        )
    });
    wait.await.map_err(|error: Error| error).unwrap();
    journal
}

async fn spend(books: &Books, minor: i64) -> Result<(), LedgerError> {
    let execute = postings::quote_executed(books.quote(), books.ada, usd(minor)).unwrap();
    books.book(&execute, None).await.map(|_| ())
}

fn is_foreign<T>(outcome: &Result<T, LedgerError>) -> bool {
    matches!(outcome, Err(LedgerError::Store(Error::NotAuthentic(_))))
}

async fn with_one_sealed(engine: Engine) -> Books {
    let books = Books::new(engine).await;
    books.fund(books.ada, 100).await;
    books.seal().await;
    books
}

async fn an_inserted_pair_with_right_hashes_is_set_aside_and_the_rest_is_sealed(engine: Engine) {
    let books = with_one_sealed(engine).await;
    let journal = forge(&books).await;
    let foreign = |kind| (kind, journal.to_string());
    let before = books.faults().await;
    assert!(before.contains(&foreign(FaultKind::JournalNotAuthentic)), "{before:?}");
    assert!(before.contains(&(FaultKind::BalanceNotAuthentic, books.ada.to_string())), "{before:?}");
    assert!(is_foreign(&spend(&books, LOOT).await), "the money is not paid out");
    books.fund(books.bob, 1).await;
    let sealing = books.seal_once().await.unwrap();
    assert_eq!((sealing.sealed.unwrap().entries, sealing.set_aside), (2, vec![journal]));
    assert!(books.seal_once().await.unwrap().is_done());
    let after = books.faults().await;
    assert!(after.contains(&foreign(FaultKind::JournalSetAside)), "{after:?}");
    assert!(!after.iter().any(|(kind, _)| *kind == FaultKind::BlockNotAuthentic), "{after:?}");
}

/// Plants a fault: the forgery succeeds if every MAC is accepted.
async fn forged_entries_are_sealed_if_every_mac_is_accepted(engine: Engine) {
    let books = with_one_sealed(engine).await;
    books.store.macs.believes_all.store(true, Ordering::Release);
    forge(&books).await;
    spend(&books, LOOT).await.unwrap();
    books.seal().await;
    assert_eq!(books.faults().await, []);
}

async fn an_edited_balance_is_refused_when_used(engine: Engine) {
    let books = with_one_sealed(engine).await;
    for edit in [
        "UPDATE ledger_balance SET available = available + 1",
        "UPDATE ledger_balance SET held = held + 1",
        "UPDATE ledger_balance SET seq = seq + 1",
        "UPDATE ledger_balance SET currency = 'EUR'",
        "UPDATE ledger_balance SET updated_at = updated_at + 1",
    ] {
        let undo = if edit.contains("currency") {
            "UPDATE ledger_balance SET currency = 'USD'".to_owned()
        } else {
            edit.replace(" + 1", " - 1")
        };
        assert_eq!(books.change(edit).await, 2);
        assert!(is_foreign(&spend(&books, 1).await), "{edit}");
        let ada = books.ada;
        let balance = books.store.read(move |tx| ledger::get(tx, platform(1), ada)).await;
        assert!(matches!(balance, Err(Error::NotAuthentic(_))), "{edit}");
        books.change(&undo).await;
    }
    spend(&books, 1).await.unwrap();
}

/// Checks that an old balance row, which has a valid MAC, is recognised by its number of entries.
async fn an_old_balance_is_refused_when_used(engine: Engine) {
    let books = with_one_sealed(engine).await;
    books.change("CREATE TABLE kept AS SELECT * FROM ledger_balance").await;
    spend(&books, 60).await.unwrap();
    books
        .change(
            "UPDATE ledger_balance SET (available, seq, updated_at, mac) = (SELECT k.available, k.seq, k.updated_at,
                 k.mac FROM kept k WHERE k.account_id = ledger_balance.account_id)",
        )
        .await;
    assert_eq!(books.available(books.ada).await, 100);
    let again = spend(&books, 60).await;
    assert!(matches!(again, Err(LedgerError::Store(Error::Duplicate { .. }))), "{again:?}");
    let faults = books.faults().await;
    assert!(faults.contains(&(FaultKind::SequenceBroken, books.ada.to_string())), "{faults:?}");
    assert!(faults.contains(&(FaultKind::BalanceDiffers, books.ada.to_string())), "{faults:?}");
}

async fn rows_of_another_platform_do_not_count(engine: Engine) {
    let books = with_one_sealed(engine).await;
    let other: PlatformId = platform(2);
    let account: InternalAccountId = books.store.ids.next(START);
    let open = books.store.write(&[], move |tx| {
        let mut second = a_platform(platform(2));
        second.uma_domain = None;
        platforms::insert(tx, &second)?;
        ledger::open(tx, other, account, dollars(), START)
    });
    open.await.map_err(|error: Error| error).unwrap();
    let ada = books.ada;
    let copy = books.store.write(&[], move |tx| {
        tx.execute(
            "UPDATE ledger_balance SET (available, seq, updated_at, mac) = (SELECT a.available, a.seq, a.updated_at,
                 a.mac FROM ledger_balance a WHERE a.platform_id = $1 AND a.account_id = $2)
             WHERE platform_id = $3",
            params![platform(1), ada, other],
        )?;
        tx.execute(
            "INSERT INTO ledger_entry (platform_id, journal_id, line, kind, code, account_id, currency, amount, seq,
                 balance_after, overdraft, created_at, hash)
             SELECT $2, journal_id, line, kind, code, NULL, currency, amount, NULL, NULL, overdraft, created_at, hash
             FROM ledger_entry WHERE platform_id = $1",
            params![platform(1), other],
        )?;
        tx.execute(
            "INSERT INTO ledger_unsealed (platform_id, journal_id, mac)
             SELECT $2, journal_id, mac FROM ledger_sealed WHERE platform_id = $1",
            params![platform(1), other],
        )
    });
    copy.await.map_err(|error: Error| error).unwrap();
    let used = books.store.read(move |tx| ledger::get(tx, other, account)).await;
    assert!(matches!(used, Err(Error::NotAuthentic(_))), "{used:?}");
    let sealing = books.store.write(&[], move |tx| ledger::seal(tx, other, START));
    let sealing = sealing.await.map_err(|error: Error| error).unwrap();
    assert_eq!((sealing.sealed, sealing.set_aside.len()), (None, 1));
}

async fn a_sealed_journal_that_waits_again_is_set_aside(engine: Engine) {
    let books = with_one_sealed(engine).await;
    let again = "INSERT INTO ledger_unsealed (platform_id, journal_id, mac)
        SELECT platform_id, journal_id, mac FROM ledger_sealed";
    assert_eq!(books.change(again).await, 1);
    books.fund(books.bob, 1).await;
    let sealing = books.seal_once().await.unwrap();
    assert_eq!((sealing.sealed.unwrap().entries, sealing.set_aside.len()), (2, 1));
    assert!(books.faults().await.iter().any(|(kind, _)| *kind == FaultKind::SealedTwice));
}

async fn a_trigger_that_is_gone_or_off_or_another_is_named(engine: Engine) {
    let books = Books::new(engine).await;
    let (meddling, names): (&[&str], &[&str]) = match engine {
        Engine::Sqlite => (
            &[
                "DROP TRIGGER ledger_entry_kept_u",
                "DROP TRIGGER ledger_block_kept_d",
                "CREATE TRIGGER ledger_block_kept_d BEFORE DELETE ON ledger_block BEGIN SELECT 1; END",
            ],
            &["ledger_block_kept_d", "ledger_entry_kept_u"],
        ),
        Engine::Postgres => (
            &[
                "DROP TRIGGER ledger_entry_kept ON ledger_entry",
                "ALTER TABLE ledger_block DISABLE TRIGGER ledger_block_kept",
                "ALTER TABLE ledger_sealed ENABLE REPLICA TRIGGER ledger_sealed_kept",
            ],
            &["ledger_block_kept", "ledger_entry_kept", "ledger_sealed_kept"],
        ),
    };
    assert!(books.verify().await.is_sound());
    for sql in meddling {
        books.change(sql).await;
    }
    let faults = books.verify().await.faults;
    assert!(faults.iter().all(|fault| fault.kind == FaultKind::GuardMissing), "{faults:?}");
    assert_eq!(faults.iter().map(|fault| fault.subject.as_str()).collect::<Vec<_>>(), names);
}
