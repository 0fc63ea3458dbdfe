//! Integration tests of query plans.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use causeway_domain::ids::{CardId, CustomerId, Id, QuoteId, TransactionId};
use causeway_domain::internal_accounts::Owner;
use causeway_domain::payments::TransactionStatus;
use causeway_domain::verifications::VerificationStatus;
use causeway_domain::wallets::AuthMethodType;
use causeway_store::internal_accounts::AccountWalk;
use causeway_store::jobs::JobWalk;
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{Walk, WalkBy};
use causeway_store::verifications::{self, QueueFilter};
use causeway_store::wallets::credentials;
use causeway_store::{
    Error, Fault, FaultInjector, Point, Value, agents, alert_notices, alerts, audit, cards, delegated_keys,
    external_accounts, idempotency, internal_accounts, invitations, jobs, ledger, outbox, payments, quotes,
    unmatched_deposits,
};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, platform};
use crate::ledger::books::Books;

const UNKNOWN: Uuid = Uuid::from_u128(1);

/// Checks that recurrent background work does not slow down with the number of stored rows. SQLite plans
/// without statistics, so a small database shows the plan for a large one.
#[tokio::test]
async fn upkeep_does_not_walk_through_everything_that_is_done() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    books.fund(books.ada, 100).await;
    books.fund(books.bob, 100).await;
    listener.take();
    let upkeep = books.store.write(&[], |tx| {
        ledger::seal(tx, platform(1), START)?;
        ledger::fold(tx, platform(1))?;
        ledger::sealed_after(tx, platform(1), ledger::JournalPosition::default(), 10)?;
        ledger::verify(tx, &ledger::Anchors::default())?;
        outbox::backlog(tx)
    });
    upkeep.await.map_err(|error: Error| error).unwrap();
    let heard = listener.take();
    let reads = heard.iter().filter(|(sql, _)| sql.trim_start().starts_with("SELECT"));
    let mut entries = 0;
    for (sql, values) in reads {
        let plan = plan(&books.store, Engine::Sqlite, sql, values).await;
        for line in plan.lines() {
            let is_few = line.contains("delivery_given_up");
            assert!(!line.starts_with("SCAN d") || is_few, "all deliveries: {sql}\n{plan}");
            assert!(!line.starts_with("SCAN e"), "all entries: {sql}\n{plan}");
            let by_journal = sql.contains("JOIN ledger_entry") || sql.contains("e.journal_id IN");
            if line.starts_with("SEARCH e ") && by_journal {
                assert!(line.contains("journal_id=?"), "all entries of a platform: {sql}\n{plan}");
                entries += 1;
            }
        }
    }
    assert!(entries >= 4, "sealing, folding, reading on and verifying look entries up: {entries}");
}

/// Checks that the measurements of payments look the unfinished ones up by their indexes.
#[tokio::test]
async fn measurements_do_not_walk_through_finished_payments() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    listener.take();
    let look = books.store.write(&[], |tx| payments::oldest_unfinished(tx).map(drop));
    look.await.map_err(|error: Error| error).unwrap();
    let heard = listener.take();
    let reads = heard.iter().filter(|(sql, _)| sql.contains("payment_state"));
    let mut indexes = 0;
    for (sql, values) in reads {
        let plan = plan(&books.store, Engine::Sqlite, sql, values).await;
        for line in plan.lines() {
            assert!(!line.starts_with("SCAN payment"), "all payments: {sql}\n{plan}");
            let by_index = ["payment_state_by_status", "payment_state_refunding"];
            let is_state = line.starts_with("SEARCH payment_state ") || line.starts_with("SEARCH cut ");
            assert!(!is_state || by_index.iter().any(|index| line.contains(index)), "{sql}\n{plan}");
            indexes += usize::from(is_state);
        }
    }
    assert_eq!(indexes, 3, "the unfinished payments, the limit of their age, and the refunds");
}

/// Checks that sealing assigns positions to a block's journals in one statement, without a search among
/// sealed journals. PostgreSQL would keep a plan made for few journals and then scan all of them for each
/// block.
#[tokio::test]
async fn sealing_gives_places_in_one_statement() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    for amount in 1..=5 {
        books.fund(books.ada, amount).await;
    }
    listener.take();
    let sealing = books.seal_once().await.unwrap();
    assert_eq!(sealing.sealed.unwrap().entries, 10);
    let heard = listener.take();
    let with = |words: &str| heard.iter().filter(|(sql, _)| sql.contains(words)).count();
    assert_eq!(
        (with("INTO ledger_sealed"), with("FROM ledger_sealed"), with("JOIN ledger_sealed")),
        (1, 0, 0)
    );
}

/// Checks that a database that drops inserted rows, for example by a trigger, does not keep the sealer busy
/// forever.
#[tokio::test]
async fn journals_that_the_database_drops_end_the_sealing() {
    let books = Books::new(Engine::Sqlite).await;
    books.fund(books.ada, 1).await;
    let drops = "CREATE TRIGGER drops BEFORE INSERT ON ledger_sealed BEGIN SELECT RAISE(IGNORE); END";
    books.change(drops).await;
    let sealing = books.seal_once().await;
    assert!(matches!(sealing, Err(Error::Data(_))), "{sealing:?}");
}

/// Checks that selective queries use their own index. With an ORDER BY, SQLite prefers an index in that
/// order, no matter how many rows of the platform it contains.
#[tokio::test]
async fn selective_queries_use_their_own_index() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    listener.take();
    let ada = books.ada;
    let of = platform(1);
    let look = books.store.write(&[], move |tx| {
        let customer = CustomerId::from_uuid(UNKNOWN);
        outbox::prune(tx, START, 10)?;
        let about = outbox::Filter { resource: Some("Customer:1"), ..outbox::Filter::default() };
        let page = Page { after: None, limit: 10, order: Order::Descending };
        outbox::list(tx, of, &about, &page)?;
        outbox::recent_durations(tx, of, 10)?;
        let waiting = VerificationStatus::PendingManualReview;
        let queue = QueueFilter { statuses: vec![waiting], ..QueueFilter::default() };
        verifications::queue(tx, of, &queue, None, 10)?;
        ledger::authentic_of_transaction(tx, of, TransactionId::from_uuid(UNKNOWN))?;
        internal_accounts::lock_by_owner(tx, of, Owner::Customer(customer))?;
        external_accounts::find_live_at(tx, of, Some(customer), "address")?;
        payments::waiting_deposits(tx, of, UNKNOWN)?;
        payments::prune_unused(tx, Duration::from_secs(1), 10)?;
        idempotency::prune(tx, 10)?;
        agents::lock_by_customer(tx, of, customer)?;
        cards::lock_by_customer(tx, of, customer)?;
        delegated_keys::active_of_card(tx, of, CardId::from_uuid(UNKNOWN))?;
        credentials::of_customer(tx, of, customer, AuthMethodType::Passkey)?;
        invitations::lock_open_by_inviter(tx, of, customer)?;
        payments::is_in_use(tx, of, ada)
    });
    assert_eq!(look.await, Ok::<_, Error>(false));
    let expected: [&[&str]; 16] = [
        &["delivery_ended"],
        &["outbox_by_resource (platform_id=? AND resource=?)"],
        &["webhook_attempt_by_age (platform_id=?)"],
        &["verification_by_status (platform_id=? AND status=?)"],
        &["ledger_entry_transaction (platform_id=? AND transaction_id=?)"],
        &["internal_account_live (platform_id=? AND owner_id=?)"],
        &["external_account_fingerprint (platform_id=? AND owner_id=?)"],
        &[
            "payment_state_by_status (platform_id=? AND status=?)",
            "payment USING INDEX sqlite_autoindex_payment_1",
        ],
        &["payment_state_by_status (platform_id=? AND status=? AND created_at<?)"],
        &[
            "idempotency_expiry (platform_id=? AND expires_at<?)",
            "(platform_id=? AND scope_hash=? AND key=?)",
        ],
        &["agent_by_customer (platform_id=? AND customer_id=?)"],
        &["card_by_customer (platform_id=? AND customer_id=?)"],
        &["delegated_key_by_card (platform_id=? AND card_id=? AND status=?)"],
        &["wallet_credential_by_customer (platform_id=? AND customer_id=? AND type=?)"],
        &["invitation_by_inviter (platform_id=? AND inviter_id=?)"],
        &[
            "payment_state_by_status",
            "payment_state_refunding",
            "payment USING INDEX sqlite_autoindex_payment_1 (platform_id=? AND transaction_id=?)",
        ],
    ];
    let heard = listener.take();
    assert_eq!(heard.len(), expected.len());
    for ((sql, values), indexes) in heard.iter().zip(expected) {
        let plan = plan(&books.store, Engine::Sqlite, sql, values).await;
        for index in indexes {
            assert!(plan.contains(index), "not by {index}: {sql}\n{plan}");
        }
    }
}

/// Checks that operators' lists of payments, and the parts of a payment that they are shown, are found by an index.
#[tokio::test]
async fn operators_entries_use_their_own_index() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    listener.take();
    let ada = books.ada;
    let of = platform(1);
    let look = books.store.write(&[], move |tx| {
        let page = Page { after: None, limit: 20, order: Order::Descending };
        let walks = [
            WalkBy::Age,
            WalkBy::Reference("reference"),
            WalkBy::Identifier("address"),
            WalkBy::Party(UNKNOWN),
            WalkBy::Status(TransactionStatus::Completed),
            WalkBy::Open,
            WalkBy::Incoming,
        ];
        for by in walks {
            payments::walk(tx, of, &Walk { by, from: None, to: None }, START, &page)?;
        }
        let ids = ["Transaction:x".to_owned(), "Quote:x".to_owned()];
        jobs::of_resources(tx, of, &ids)?;
        alerts::open_about(tx, &ids)?;
        let of_resource = outbox::Filter { resource: Some("Transaction:x"), ..outbox::Filter::default() };
        outbox::list(tx, of, &of_resource, &page)?;
        unmatched_deposits::newest(tx, of, None, 20)?;
        let customer = Some(CustomerId::from_uuid(UNKNOWN));
        internal_accounts::walk(tx, of, &AccountWalk { customer, ..AccountWalk::default() }, &page)?;
        jobs::walk(tx, of, &JobWalk::default(), None, 20)?;
        jobs::walk(tx, of, &JobWalk { is_failed: true, ..JobWalk::default() }, None, 20)?;
        jobs::leases(tx)?;
        payments::among(tx, of, &[TransactionId::from_uuid(UNKNOWN)])?;
        quotes::payments_of(tx, of, &[QuoteId::from_uuid(UNKNOWN)])?;
        ledger::latest_of_account(tx, of, ada, 20).map(|entries| entries.len())
    });
    assert_eq!(look.await, Ok::<_, Error>(0));
    let expected: [&[&str]; 18] = [
        &["payment_by_age (platform_id=?"],
        &["payment_by_reference (platform_id=?", "payment_state_by_refund (platform_id=?"],
        &["payment_by_source (platform_id=?", "payment_by_destination (platform_id=?"],
        &["payment_by_customer (platform_id=?", "payment_by_recipient (platform_id=?"],
        &["payment_state_by_status (platform_id=? AND status=?"],
        &["payment_state_by_status (platform_id=? AND status=?", "payment_state_refunding (platform_id=?"],
        &["payment_by_type (platform_id=?"],
        &["job_next_of_resource (platform_id=?", "job_leased_resource (platform_id=?", "job_failed"],
        &["alert_open (kind=? AND subject=?"],
        &["outbox_by_resource (platform_id=? AND resource=?"],
        &["sqlite_autoindex_unmatched_deposit_1 (platform_id=?"],
        &["internal_account_by_owner (platform_id=? AND customer_id=?"],
        &["job_failed", "job_due (platform_id=?", "job_leased_resource (platform_id=?"],
        &["job_failed"],
        &["job_lease"],
        &["payment_state", "sqlite_autoindex_payment_1 (platform_id=? AND transaction_id=?)"],
        &["quote", "(platform_id=? AND quote_id=?)"],
        &["ledger_entry_account (platform_id=? AND account_id=?"],
    ];
    let heard = listener.take();
    assert_eq!(heard.len(), expected.len());
    for ((sql, values), indexes) in heard.iter().zip(expected) {
        let plan = plan(&books.store, Engine::Sqlite, sql, values).await;
        for index in indexes {
            assert!(plan.contains(index), "not by {index}: {sql}\n{plan}");
        }
    }
}

/// Checks that the search for alerts to raise and notices to send reads none of what is done.
#[tokio::test]
async fn alerts_are_found_by_their_own_indexes() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    listener.take();
    let look = books.store.write(&[], move |tx| {
        outbox::failing(tx, Duration::from_mins(60))?;
        outbox::with_given_up(tx)?;
        verifications::waiting(tx, Duration::from_hours(24), 100)?;
        alert_notices::is_pending(tx)
    });
    assert_eq!(look.await, Ok::<_, Error>(false));
    let expected: [&[&str]; 4] = [
        &["delivery_retried (platform_id=?"],
        &["delivery_given_up (platform_id=?"],
        &["verification_by_status (platform_id=? AND status=? AND created_at<?)"],
        &["alert_by_announcement (announced_at=?", "alert_notice_soonest (due_at<?"],
    ];
    let heard = listener.take();
    assert_eq!(heard.len(), expected.len());
    for ((sql, values), indexes) in heard.iter().zip(expected) {
        let plan = plan(&books.store, Engine::Sqlite, sql, values).await;
        for index in indexes {
            assert!(plan.contains(index), "not by {index}: {sql}\n{plan}");
        }
        assert!(!plan.contains("alert_notice_by_what"), "the notices of all open alerts: {sql}\n{plan}");
    }
}

/// Many journals, sealed and unsealed: with none, PostgreSQL may use any index that starts with the platform.
const JOURNALS: [&str; 3] = [
    "INSERT INTO ledger_sealed (platform_id, journal_id, block, position, mac)
         SELECT '00000000-0000-0000-0000-000000000001', gen_random_uuid(), n / 100, n % 100, ''
         FROM generate_series(1, 2000) n",
    "INSERT INTO ledger_unsealed (platform_id, journal_id, mac)
         SELECT '00000000-0000-0000-0000-000000000001', gen_random_uuid(), '' FROM generate_series(1, 2000) n",
    "ANALYZE ledger_sealed, ledger_unsealed",
];

/// Checks that the pre-submission check authenticates each journal of a transaction by the primary key.
#[tokio::test]
async fn journals_are_authenticated_one_by_one() {
    let expected = [
        (Engine::Sqlite, "(platform_id=? AND journal_id=?)"),
        (Engine::Postgres, "Index Cond: ((platform_id = e.platform_id) AND (journal_id = e.journal_id))"),
    ];
    for (engine, by_journal) in expected {
        let listener = Arc::new(Listener::default());
        let books = Books::failing(engine, Arc::<Listener>::clone(&listener)).await;
        listener.take();
        let transaction = TransactionId::from_uuid(UNKNOWN);
        let look = books.store.write(&[], move |tx| {
            ledger::authentic_of_transaction(tx, platform(1), transaction).map(|entries| entries.len())
        });
        assert_eq!(look.await, Ok::<_, Error>(0));
        let (sql, values) = listener.take().remove(0);
        if engine == Engine::Postgres {
            for fill in JOURNALS {
                books.store.change(fill).await;
            }
        }
        let plan = plan(&books.store, engine, &sql, &values).await;
        assert_eq!(plan.matches(by_journal).count(), 2, "sealed and unsealed: {sql}\n{plan}");
    }
}

/// Checks that each filter of the audit trail finds the newest entries by an index of its own, in order.
#[tokio::test]
async fn audit_entries_are_found_by_the_index_of_their_filter() {
    let listener = Arc::new(Listener::default());
    let books = Books::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    let text = || Some("x".to_owned());
    let all = audit::Filter::default();
    for (filter, index) in [
        (all.clone(), "audit_at"),
        (audit::Filter { since: Some(START), until: Some(START), ..all.clone() }, "audit_at"),
        (audit::Filter { subject: text(), ..all.clone() }, "audit_subject"),
        (audit::Filter { subject: text(), since: Some(START), ..all.clone() }, "audit_subject"),
        (audit::Filter { platform: Some(platform(1)), ..all.clone() }, "audit_platform"),
        (audit::Filter { actor: text(), ..all.clone() }, "audit_actor"),
        (audit::Filter { action: text(), ..all.clone() }, "audit_action"),
    ] {
        listener.take();
        let found = books.store.read(move |tx| audit::list(tx, &filter, 50)).await;
        assert_eq!(found.map_err(|error: Error| error).unwrap().len(), 0);
        for (sql, values) in listener.take() {
            let plan = plan(&books.store, Engine::Sqlite, &sql, &values).await;
            assert!(plan.contains(index) && !plan.contains("TEMP B-TREE"), "{index}: {sql}\n{plan}");
        }
    }
}

/// Returns the engine's plan of a statement. For PostgreSQL, table scans are disabled if an index is
/// applicable, because its tables are small when analysed.
pub(crate) async fn plan(store: &Fixture, engine: Engine, sql: &str, values: &[Value<'static>]) -> String {
    let (explain, column) = match engine {
        Engine::Sqlite => ("EXPLAIN QUERY PLAN", "detail"),
        Engine::Postgres => ("EXPLAIN", "QUERY PLAN"),
    };
    let sql = format!("{explain} {sql}");
    let values = values.to_vec();
    let lines = store.write(&[], move |tx| {
        if engine == Engine::Postgres {
            tx.execute("SET LOCAL enable_seqscan = off", &[])?;
        }
        tx.query(&sql, &values, |row| row.get::<String>(column))
    });
    lines.await.map_err(|error: Error| error).unwrap().join("\n")
}

/// A fault injector that records the statements of closures.
#[derive(Default)]
pub(crate) struct Listener(Mutex<Vec<(String, Vec<Value<'static>>)>>);

impl Listener {
    /// Returns the statements recorded since the last call.
    pub(crate) fn take(&self) -> Vec<(String, Vec<Value<'static>>)> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl FaultInjector for Listener {
    fn at(&self, _: Point) -> Option<Fault> {
        None
    }

    fn pass(&self, sql: &str, values: &[Value<'_>]) {
        let values = values.iter().cloned().map(Value::into_owned).collect();
        self.0.lock().unwrap().push((sql.to_owned(), values));
    }
}
