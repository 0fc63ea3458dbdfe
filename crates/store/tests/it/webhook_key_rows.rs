//! Integration tests of the rows of webhook keys and their planned ends.

use std::sync::atomic::Ordering;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::ledger::{self, Anchors, FaultKind, Report};
use causeway_store::secret_keys::{self, SecretKeyRecord};
use causeway_store::webhook_keys::{self, PlannedEnd, WebhookKeyEnd};
use causeway_store::{Error, Tx, params, platforms};
use serde_json::json;
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::rows::{a_platform, read, write};

on_both_engines!(a_key_is_listed_with_its_end, a_forged_end_is_marked_and_named, codes_of_ends_are_renewed,);

const FIRST: Uuid = Uuid::from_u128(1);
const NEXT: Uuid = Uuid::from_u128(2);

fn key(id: Uuid, created_at: Time) -> SecretKeyRecord {
    SecretKeyRecord {
        id,
        platform: Some(platform(1)),
        purpose: webhook_keys::PURPOSE.to_owned(),
        wrapped: vec![1],
        doc: json!({}),
        created_at,
        retired_at: None,
    }
}

fn end() -> WebhookKeyEnd {
    let signs_until = START.plus(Duration::from_hours(48));
    WebhookKeyEnd { key: FIRST, signs_until, published_until: signs_until.plus(Duration::from_hours(168)) }
}

/// Returns the id and the end of each key of a platform.
fn ends(tx: &mut Tx<'_>, of: u128) -> Result<Vec<(Uuid, PlannedEnd)>, Error> {
    Ok(webhook_keys::list(tx, platform(of))?.into_iter().map(|record| (record.key.id, record.end)).collect())
}

/// Returns a store with a platform that has a key with a planned end, and the next one.
async fn with_keys(engine: Engine) -> Fixture {
    let store = Fixture::new(engine).await;
    let insert = |tx: &mut Tx<'_>| {
        platforms::insert(tx, &a_platform(platform(1)))?;
        secret_keys::insert(tx, &key(FIRST, START))?;
        webhook_keys::set_end(tx, platform(1), &end())?;
        secret_keys::insert(tx, &key(NEXT, START.plus(Duration::from_secs(1))))?;
        secret_keys::insert(tx, &SecretKeyRecord { purpose: "OTHER".to_owned(), ..key(Uuid::nil(), START) })
    };
    write(&store, insert).await;
    store
}

async fn a_key_is_listed_with_its_end(engine: Engine) {
    let store = with_keys(engine).await;
    let planned = [(NEXT, PlannedEnd::None), (FIRST, PlannedEnd::Authentic(end()))];
    assert_eq!(read(&store, |tx| ends(tx, 1)).await, planned, "the newest is first");
    assert!(read(&store, |tx| ends(tx, 2)).await.is_empty());

    let version = |tx: &mut Tx<'_>| {
        platforms::get(tx, platform(1))?;
        Ok(tx.config_version(platform(1)))
    };
    let before = read(&store, version).await;
    let earlier = WebhookKeyEnd { signs_until: START, published_until: START, ..end() };
    write(&store, move |tx| webhook_keys::set_end(tx, platform(1), &earlier)).await;
    let replaced = [(NEXT, PlannedEnd::None), (FIRST, PlannedEnd::Authentic(earlier))];
    assert_eq!(read(&store, |tx| ends(tx, 1)).await, replaced);
    assert_ne!(read(&store, version).await, before, "every process reads its keys again");
}

async fn a_forged_end_is_marked_and_named(engine: Engine) {
    let store = with_keys(engine).await;
    for change in [
        "signs_until = signs_until + 1",
        "published_until = published_until + 1",
        "signs_until = published_until",
        "key_id = (SELECT key_id FROM secret_key ORDER BY created_at DESC LIMIT 1)",
    ] {
        let (sender, outcome) = std::sync::mpsc::channel();
        let forge = move |tx: &mut Tx<'_>| {
            tx.execute(&format!("UPDATE webhook_key_end SET {change}"), params![])?;
            let mut report = Report::default();
            ledger::verify_rows(tx, &Anchors::default(), &mut report)?;
            let is_marked = ends(tx, 1)?.iter().any(|(_, end)| *end == PlannedEnd::Forged);
            let is_named = report.faults.iter().any(|fault| {
                fault.kind == FaultKind::TermsNotAuthentic && fault.subject.contains("webhook key")
            });
            sender.send((is_marked, is_named)).unwrap();
            // The change is undone.
            Err::<(), Error>(Error::Missing)
        };
        assert_eq!(store.write(&[], forge).await, Err(Error::Missing));
        assert_eq!(outcome.recv(), Ok((true, true)), "{change}");
    }
    let intact = [(NEXT, PlannedEnd::None), (FIRST, PlannedEnd::Authentic(end()))];
    assert_eq!(read(&store, |tx| ends(tx, 1)).await, intact);
}

async fn codes_of_ends_are_renewed(engine: Engine) {
    let store = with_keys(engine).await;
    store.macs.newest.store(2, Ordering::Release);
    let renew = |tx: &mut Tx<'_>| {
        assert_eq!(webhook_keys::authenticate_anew(tx, platform(1), None, 9)?, Some(FIRST));
        assert_eq!(webhook_keys::authenticate_anew(tx, platform(1), Some(FIRST), 9)?, None);
        tx.query_one("SELECT mac FROM webhook_key_end", &[], |row| row.get::<Vec<u8>>("mac"))
    };
    let mac = write(&store, renew).await;
    assert_eq!(causeway_store::key_number(&mac), Some(2));
    let intact = [(NEXT, PlannedEnd::None), (FIRST, PlannedEnd::Authentic(end()))];
    assert_eq!(read(&store, |tx| ends(tx, 1)).await, intact);
}
