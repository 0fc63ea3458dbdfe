//! Integration tests of previews: a closure runs as in a write, its effects are reported, and nothing is kept.

use std::time::Duration;

use causeway_domain::Ids;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::AlertId;
use causeway_store::{Attempt, Effects, Error, EventEffect, Preview, Tx, Wake, alerts, outbox, params};
use serde_json::json;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::outbox::{an_event, with_platforms};

on_both_engines!(
    a_preview_reports_what_it_would_do_and_changes_nothing,
    effects_of_undone_steps_are_left_out,
    a_preview_fails_as_the_write_would,
);

fn add(tx: &mut Tx<'_>, id: i64, text: &str) -> Result<(), Error> {
    tx.execute("INSERT INTO note (id, text) VALUES ($1, $2)", params![id, text])
}

fn emit(tx: &mut Tx<'_>, ids: &Ids) -> Result<(), Error> {
    outbox::insert(tx, platform(1), &an_event(ids.next(START), "resource"))
}

async fn a_preview_reports_what_it_would_do_and_changes_nothing(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await.with_notes().await).await;
    let deliveries = store.subscribe(Wake::Deliveries);
    let ids = store.ids.clone();
    let preview = store.preview(move |tx| {
        add(tx, 1, "one")?;
        emit(tx, &ids)?;
        let id: AlertId = ids.next(START);
        alerts::raise(tx, None, id, AlertKind::PayoutStuck, "a payment", &json!({}))?;
        Ok::<_, Error>("done")
    });
    let Preview { result, effects } = preview.await.unwrap();
    let sent =
        EventEffect { event_type: "CUSTOMER.KYC_APPROVED".to_owned(), resource: "resource".to_owned() };
    assert_eq!((result, effects.events), ("done", vec![sent]));
    let raised: Vec<_> = effects.alerts.iter().map(|alert| (alert.kind, alert.subject.as_str())).collect();
    assert_eq!(raised, [(AlertKind::PayoutStuck, "a payment")]);
    assert!(store.notes().await.is_empty());
    let open = store.read(|tx| alerts::list(tx, true, 10)).await;
    assert_eq!(open, Ok(Vec::new()));
    let waited = tokio::time::timeout(Duration::from_millis(20), deliveries.notified()).await;
    assert!(waited.is_err(), "a preview sends no signal");
}

async fn effects_of_undone_steps_are_left_out(engine: Engine) {
    let store = with_platforms(Fixture::new(engine).await.with_notes().await).await;
    let ids = store.ids.clone();
    let preview = store.preview(move |tx| {
        let refused = tx.attempt(|tx| {
            emit(tx, &ids)?;
            Err::<(), Error>(Error::Missing)
        })?;
        assert_eq!(refused, Attempt::Refused(Error::Missing));
        Ok::<_, Error>(())
    });
    assert_eq!(preview.await.unwrap().effects, Effects::default());
}

async fn a_preview_fails_as_the_write_would(engine: Engine) {
    let store = Fixture::new(engine).await.with_notes().await;
    let write = store.write(&[], |tx| add(tx, 1, "one"));
    assert_eq!(write.await, Ok(()));
    let refused = store.preview(|_| Err::<(), Error>(Error::Missing)).await;
    assert_eq!(refused, Err(Error::Missing));
    let exists = store.preview(|tx| add(tx, 2, "one")).await;
    assert_eq!(exists, Err(Error::Duplicate { constraint: "note_text".to_owned() }));
    assert_eq!(store.notes().await, ["one"]);
}
