//! Integration tests of the maintenance.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::internal_accounts::Owner;
use causeway_domain::postings::sandbox_funded;
use causeway_domain::{Amount, CurrencyCode};
use causeway_store::ledger::{self, Anchors, Origin};
use causeway_store::outbox::{self, Filter};
use causeway_store::{
    Error, Key, KeyedOutcome, Storable, StoredAnswer, alerts, internal_accounts, jobs, params,
};
use causeway_wire::webhooks::EventType;
use tokio::sync::watch;

use super::clock::{NOTABLE, follow, has_caught_up};
use super::{
    AnchorEvidence, Verifier, close_alerts, fold_checkpoints, follow_clock, prune, report_foreign_rows,
    run_maintenance, seal_ledger, verify_everything,
};
use crate::fixture::{Fixture, START, ScriptedOutcome};
use crate::runtime::timers;
use crate::webhooks::deliver_due;

const DAY: Duration = Duration::from_hours(24);

impl Fixture {
    /// Funds an account of the platform.
    async fn fund(&self, minor: i64) {
        let app = Arc::clone(&self.app);
        let platform = self.platform;
        self.write(move |tx| {
            let owned = internal_accounts::lock_by_owner(tx, platform, Owner::Platform(platform))?;
            let account = owned.iter().find(|locked| locked.account.currency == CurrencyCode::USD).unwrap();
            let posting = sandbox_funded(account.account.id, Amount::new(minor, CurrencyCode::USD)).unwrap();
            let origin = Origin { transaction: None, quote: None, at: START, ids: &app.ids };
            ledger::post(tx, platform, &posting, &origin).unwrap();
            Ok(())
        })
        .await;
    }

    /// Returns the kinds of the open alerts and their counts, as in the metrics.
    async fn open(&self) -> Vec<(String, i64)> {
        self.write(|tx| Ok(alerts::count_open(tx)?)).await
    }

    async fn deliveries(&self) -> Option<i64> {
        let platform = self.platform;
        self.write(move |tx| Ok(outbox::count(tx, platform, &Filter::default())?)).await
    }
}

#[tokio::test]
async fn the_ledger_is_sealed_with_the_newest_root_key_and_folded() {
    let fixture = Fixture::new().await;
    assert_eq!((seal_ledger(&fixture.app).await, fold_checkpoints(&fixture.app).await), (Ok(0), Ok(0)));
    fixture.fund(700).await;
    assert_eq!((seal_ledger(&fixture.app).await, seal_ledger(&fixture.app).await), (Ok(1), Ok(0)));
    assert_eq!((fold_checkpoints(&fixture.app).await, fold_checkpoints(&fixture.app).await), (Ok(1), Ok(0)));
    let mut rotated = fixture.app.keys().as_ref().clone();
    rotated.rotate(&fixture.app.ids);
    fixture.app.replace_keys(rotated);
    fixture.fund(5).await;
    assert_eq!(seal_ledger(&fixture.app).await, Ok(1));
    let verify = fixture.app.store.read(|tx| ledger::verify(tx, &Anchors::default()));
    let report: Result<_, Error> = verify.await;
    let report = report.unwrap();
    assert_eq!((report.blocks, report.unsealed, report.faults), (2, 0, Vec::new()));
}

#[tokio::test]
async fn unsealed_journals_are_sealed_before_the_first_pause() {
    let fixture = Fixture::new().await;
    fixture.fund(700).await;
    // The process ends at its first wait.
    let (_stop, stopping) = watch::channel(true);
    run_maintenance(Arc::clone(&fixture.app), stopping).await;
    assert_eq!(fixture.write(|tx| Ok(ledger::unsealed(tx)?)).await, 0);
}

#[tokio::test]
async fn deliveries_are_kept_for_thirty_days_and_those_still_due_longer() {
    let fixture = Fixture::new().await;
    fixture.set_endpoint(fixture.platform, Some("http://receiver.example/")).await;
    fixture.transport.play_in_order([ScriptedOutcome::Status(200), ScriptedOutcome::Status(500)]);
    for resource in ["Customer:1", "Customer:2"] {
        fixture.emit(fixture.platform, EventType::CustomerKycApproved, resource).await;
    }
    assert_eq!(deliver_due(&fixture.app, None, timers::DELIVERY_TIMEOUT, 9).await, Ok(2));
    fixture.clock.advance(DAY * 30);
    assert_eq!((prune(&fixture.app).await, fixture.deliveries().await), (Ok(0), Some(2)));
    fixture.clock.advance(Duration::from_millis(1));
    assert_eq!((prune(&fixture.app).await, fixture.deliveries().await), (Ok(1), Some(1)));
}

/// An answer that is stored under its key.
#[derive(Debug)]
struct StoredSuccess;

impl Storable for StoredSuccess {
    fn stored(&self) -> Option<StoredAnswer> {
        Some(StoredAnswer { status: 200, body: b"{}".to_vec() })
    }
}

#[tokio::test]
async fn idempotency_keys_are_forgotten_after_a_day() {
    let fixture = Fixture::new().await;
    let key = Key {
        platform: fixture.platform,
        scope: "POST /x".into(),
        key: "k".into(),
        request_hash: [0; 32],
        now: fixture.clock.now(),
        retention: Some(causeway_store::idempotency::RETENTION),
    };
    let first: Result<_, crate::ApiError> =
        fixture.app.store.write_keyed(&[], &key, |_| Ok(StoredSuccess)).await;
    assert!(matches!(first, Ok(KeyedOutcome::Fresh(StoredSuccess))));
    fixture.clock.advance(DAY - Duration::from_millis(1));
    assert_eq!(prune(&fixture.app).await, Ok(0));
    fixture.clock.advance(Duration::from_millis(1));
    assert_eq!(prune(&fixture.app).await, Ok(1));
}

#[tokio::test]
async fn a_ledger_that_is_not_sealed_is_alerted_until_it_is() {
    let fixture = Fixture::new().await;
    fixture.fund(700).await;
    assert_eq!(seal_ledger(&fixture.app).await, Ok(1));
    let count = |by: i64| {
        fixture.write(move |tx| {
            Ok(tx
                .execute("UPDATE ledger_block SET entries = entries + $1 /* all platforms */", params![by])?)
        })
    };
    fixture.write(|tx| Ok(tx.execute("DROP TRIGGER ledger_block_kept_u", &[])?)).await;
    count(1).await;
    fixture.fund(5).await;
    for _ in 0..2 {
        assert!(seal_ledger(&fixture.app).await.is_err());
        assert_eq!(close_alerts(&fixture.app).await, Ok(0));
        assert_eq!(fixture.open().await, [("LEDGER_NOT_SEALED".to_owned(), 1)]);
    }
    count(-1).await;
    assert_eq!(seal_ledger(&fixture.app).await, Ok(1));
    assert_eq!((close_alerts(&fixture.app).await, fixture.open().await), (Ok(1), Vec::new()));
}

#[tokio::test]
async fn an_unauthentic_journal_raises_an_alert_and_the_rest_is_sealed() {
    let fixture = Fixture::new().await;
    fixture.fund(700).await;
    fixture
        .write(|tx| {
            let mac = [0_u8; 36];
            let sql = "UPDATE ledger_unsealed SET mac = $1 /* all platforms */";
            Ok(tx.execute(sql, params![mac.as_slice()])?)
        })
        .await;
    fixture.fund(5).await;
    assert_eq!(seal_ledger(&fixture.app).await, Ok(1));
    assert_eq!(close_alerts(&fixture.app).await, Ok(0), "the journal is set aside");
    assert_eq!(fixture.open().await, [("LEDGER_JOURNAL_NOT_AUTHENTIC".to_owned(), 1)]);
    assert_eq!(fixture.write(|tx| Ok(ledger::unsealed(tx)?)).await, 1, "set aside");
}

/// Checks a clock that went a year ahead, with a process that has ended before it came back.
#[tokio::test]
async fn work_scheduled_in_the_future_is_rescheduled_with_an_alert() {
    let fixture = Fixture::new().await;
    assert_eq!(follow_clock(&fixture.app).await, Ok(0));
    let year = 365 * 86_400_000_i64;
    let platform = fixture.platform;
    let soon = START.plus(DAY);
    let later = START.plus(DAY * 2);
    let id = fixture.app.ids.next(START);
    fixture
        .write(move |tx| {
            let payload = serde_json::json!({ "v": 1 });
            let job = jobs::NewJob {
                id, kind: "EXPIRE_QUOTE", resource: "Quote:1", due_at: soon, payload: &payload, created_at: START,
            };
            jobs::insert(tx, platform, &job)?;
            let away = "UPDATE job SET due_at = due_at + $2, scheduled_at = scheduled_at + $2 WHERE platform_id = $1";
            Ok(tx.execute(away, params![platform, year])?)
        })
        .await;
    fixture.clock.advance(DAY);
    assert_eq!(follow_clock(&fixture.app).await, Ok(1));
    let found = fixture.write(move |tx| Ok(jobs::find(tx, platform, id)?)).await;
    assert_eq!(found.unwrap().due_at, later, "a day after the present, as it was a day after that");
    assert_eq!(fixture.open().await, [("CLOCK_WENT_BACK".to_owned(), 1)]);
    assert_eq!(follow_clock(&fixture.app).await, Ok(0), "there is nothing left");
    // Times written then are in the future until the clock has reached them by itself.
    fixture.clock.advance(DAY * 364 - Duration::from_millis(1));
    assert_eq!(close_alerts(&fixture.app).await, Ok(0));
    fixture.clock.advance(Duration::from_millis(1));
    assert_eq!((close_alerts(&fixture.app).await, fixture.open().await), (Ok(1), Vec::new()));
}

/// Checks a clock that went ahead and came back under a process that continues from its own instant.
#[tokio::test]
async fn a_process_ahead_of_its_machine_raises_an_alert() {
    let second = Duration::from_secs(1);
    for (lead, alerts) in [(NOTABLE - second, 0), (NOTABLE, 1)] {
        let fixture = Fixture::new().await;
        for _ in 0..2 {
            assert_eq!(follow(&fixture.app, lead).await, Ok(0), "nothing waits");
            assert_eq!(fixture.open().await.len(), alerts, "{lead:?}");
        }
    }
}

/// Checks that a process that stays ahead extends its alert in each round, and the others wait until they
/// have reached its instant.
#[tokio::test]
async fn a_process_that_stays_ahead_keeps_its_alert() {
    let fixture = Fixture::new().await;
    for _ in 0..3 {
        follow(&fixture.app, NOTABLE).await.unwrap();
        let open = fixture.write(|tx| Ok(alerts::list(tx, false, 10)?)).await;
        let now = fixture.clock.now();
        assert!(!has_caught_up(&open[0], now, NOTABLE), "the checking process is ahead itself");
        assert!(!has_caught_up(&open[0], now.minus(NOTABLE), Duration::ZERO), "another one is right");
        assert!(has_caught_up(&open[0], now, Duration::ZERO), "the machine was set right");
        fixture.clock.advance(timers::UPKEEP_INTERVAL);
    }
}

/// Continues the verification until it rests.
async fn verify_until_idle(verifier: &mut Verifier) {
    while verifier.go_on().await.unwrap() < timers::UPKEEP_INTERVAL {}
}

/// Tampers with every available balance.
async fn add_to_balances(fixture: &Fixture, minor: i64) {
    let sql =
        "UPDATE ledger_balance SET available = available + $1 WHERE currency = 'USD' /* all platforms */";
    fixture.write(move |tx| Ok(tx.execute(sql, params![minor])?)).await;
}

async fn alerts_of(fixture: &Fixture, kind: AlertKind) -> Vec<String> {
    let open = fixture.write(move |tx| Ok(alerts::open_of_kind(tx, kind, 100)?)).await;
    open.into_iter().map(|alert| alert.subject).collect()
}

const FAULT: AlertKind = AlertKind::IntegrityFault;

#[tokio::test]
async fn everything_is_verified_once_a_day_and_each_fault_has_one_alert_until_it_is_over() {
    let fixture = Fixture::new().await;
    fixture.fund(700).await;
    let mut verifier = verifier(&fixture);
    verify_until_idle(&mut verifier).await;
    assert_eq!(fixture.open().await, []);
    add_to_balances(&fixture, 1).await;
    verify_until_idle(&mut verifier).await;
    assert_eq!(fixture.open().await, [], "a day has not passed");
    for _ in 0..2 {
        fixture.clock.advance(DAY);
        verify_until_idle(&mut verifier).await;
        assert_eq!(fixture.open().await, [(FAULT.to_string(), 1)]);
    }
    let subjects = alerts_of(&fixture, FAULT).await;
    assert!(subjects[0].starts_with("InternalAccount:"), "{subjects:?}");
    add_to_balances(&fixture, -1).await;
    fixture.clock.advance(DAY);
    verify_until_idle(&mut verifier).await;
    assert_eq!(fixture.open().await, []);
}

/// Returns the verifier of another process.
fn verifier(fixture: &Fixture) -> Verifier {
    let app = Arc::clone(&fixture.app);
    let process = app.ids.uuid(app.clock.now());
    Verifier::new(app, process)
}

/// Returns the stored progress of the verification.
async fn verification_state(fixture: &Fixture) -> String {
    let read = |tx: &mut causeway_store::Tx<'_>| {
        tx.query_one("SELECT doc FROM verification_state", &[], |row| row.get::<String>("doc"))
    };
    fixture.app.store.read::<_, Error, _>(read).await.unwrap()
}

/// Checks that the next process resumes a verification whose process has ended, and leaves one alone that
/// another process holds.
#[tokio::test]
async fn the_verification_is_resumed_and_made_by_one_process() {
    let fixture = Fixture::new().await;
    for _ in 0..30 {
        fixture.fund(5).await;
    }
    add_to_balances(&fixture, 1).await;
    let mut first = verifier(&fixture);
    assert_eq!(first.go_on().await, Ok(Duration::ZERO), "the verification has only begun");
    let begun = verification_state(&fixture).await;
    let mut second = verifier(&fixture);
    assert_eq!(second.go_on().await, Ok(timers::UPKEEP_INTERVAL), "the first one has it");
    assert_eq!(verification_state(&fixture).await, begun);
    drop(first);
    fixture.clock.advance(Duration::from_mins(5) + Duration::from_millis(1));
    second.go_on().await.unwrap();
    let then: serde_json::Value = serde_json::from_str(&begun).unwrap();
    let now: serde_json::Value = serde_json::from_str(&verification_state(&fixture).await).unwrap();
    assert_eq!(then["began_at"], now["began_at"], "it goes on and does not begin anew");
    assert_ne!(then["progress"], now["progress"]);
    verify_until_idle(&mut second).await;
    assert_eq!(fixture.open().await, [(FAULT.to_string(), 1)]);
    // A state that this service did not write is ignored: everything is verified at once.
    let sql = "UPDATE verification_state SET doc = replace(doc, 'began_at', 'Began_at')";
    fixture.write(move |tx| Ok(tx.execute(sql, &[])?)).await;
    add_to_balances(&fixture, -1).await;
    fixture.clock.advance(Duration::from_millis(1));
    verify_until_idle(&mut verifier(&fixture)).await;
    assert_eq!(fixture.open().await, [(FAULT.to_string(), 1)], "the second one still has it");
    fixture.clock.advance(Duration::from_mins(6));
    verify_until_idle(&mut verifier(&fixture)).await;
    assert_eq!(fixture.open().await, []);
}

#[tokio::test]
async fn a_new_block_is_verified_at_once() {
    let fixture = Fixture::new().await;
    let mut verifier = verifier(&fixture);
    verify_until_idle(&mut verifier).await;
    fixture.fund(700).await;
    assert_eq!(seal_ledger(&fixture.app).await, Ok(1));
    fixture
        .write(|tx| {
            tx.execute("DROP TRIGGER ledger_block_kept_u", &[])?;
            Ok(tx.execute("UPDATE ledger_block SET entries = entries + 1 /* all platforms */", &[])?)
        })
        .await;
    assert_eq!(verifier.go_on().await, Ok(timers::UPKEEP_INTERVAL));
    let subjects = alerts_of(&fixture, FAULT).await;
    assert_eq!(subjects, [format!("block 1 of {}", fixture.platform)]);
}

#[tokio::test]
async fn an_unauthentic_row_raises_one_alert_until_a_verification() {
    let fixture = Fixture::new().await;
    fixture.fund(700).await;
    assert_eq!(report_foreign_rows(&fixture.app).await, Ok(0));
    add_to_balances(&fixture, 1).await;
    for _ in 0..2 {
        let platform = fixture.platform;
        let met: Result<_, Error> = fixture
            .app
            .store
            .read(move |tx| internal_accounts::find_oldest(tx, platform, Owner::Platform(platform)))
            .await;
        assert!(matches!(met, Err(Error::NotAuthentic(_))), "{met:?}");
        assert_eq!(report_foreign_rows(&fixture.app).await, Ok(1));
        assert_eq!(fixture.open().await, [("ROW_NOT_AUTHENTIC".to_owned(), 1)]);
    }
    let verify = async || {
        fixture.clock.advance(Duration::from_millis(1));
        let anchored = AnchorEvidence::read(&fixture.app, &[]);
        verify_everything(&fixture.app, &anchored, |_| Ok(())).await.unwrap()
    };
    assert!(!verify().await.report.is_sound());
    assert_eq!(fixture.open().await, [(FAULT.to_string(), 1), ("ROW_NOT_AUTHENTIC".to_owned(), 1)]);
    add_to_balances(&fixture, -1).await;
    assert!(verify().await.report.is_sound());
    assert_eq!(fixture.open().await, []);
}
