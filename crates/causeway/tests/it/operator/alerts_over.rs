//! Alerts close once their cause is known to be over, on either engine.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{JobId, JournalId};
use causeway_service::ports::MessageError;
use causeway_service::runtime::upkeep;
use causeway_store::jobs::{self, NewJob};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts, ledger, params};
use serde_json::{Value, json};

use super::acting::{act, still_open, with};
use crate::cards::scene::Scene;
use crate::harness::{Platform, Service, on_engines};

/// Counts the alerts of a kind that stay open after those whose cause is over have been closed.
async fn open_alerts(service: &Service, kind: &str) -> usize {
    count(&still_open(service).await, kind)
}

fn count(alerts: &Value, kind: &str) -> usize {
    alerts.as_array().unwrap().iter().filter(|alert| alert["kind"] == kind).count()
}

async fn write<T: Send + 'static>(
    service: &Service,
    write: impl FnMut(&mut Tx<'_>) -> Result<T, Error> + Send + 'static,
) -> T {
    service.app().store.write(&[], write).await.unwrap()
}

/// Replaces the codes of the journals that wait to be sealed, and returns the original ones.
async fn replace_codes(service: &Service) -> Vec<(JournalId, Vec<u8>)> {
    let replace = |tx: &mut Tx<'_>| {
        let all = "SELECT journal_id, mac FROM ledger_unsealed /* all platforms */";
        let macs = tx.query(all, &[], |row| Ok((row.get("journal_id")?, row.get("mac")?)))?;
        let mac = [0_u8; 36];
        tx.execute("UPDATE ledger_unsealed SET mac = $1 /* all platforms */", params![mac.as_slice()])?;
        Ok(macs)
    };
    write(service, replace).await
}

async fn restore_codes(service: &Service, macs: Vec<(JournalId, Vec<u8>)>) {
    let put = move |tx: &mut Tx<'_>| {
        macs.iter().try_for_each(|(journal, mac)| {
            let sql = "UPDATE ledger_unsealed SET mac = $1 WHERE journal_id = $2 /* all platforms */";
            tx.execute(sql, params![mac.as_slice(), *journal])
        })
    };
    write(service, put).await;
}

/// Pays in and replaces the codes of the journals; returns the original ones.
async fn post_unauthentic(service: &Service) -> Vec<(JournalId, Vec<u8>)> {
    let platform = service.platform(Environment::Sandbox).await;
    let account = platform.own_account("USD").await;
    loop {
        platform.fund(&account, 700).await;
        let macs = replace_codes(service).await;
        // The service may have sealed the journals meanwhile.
        if !macs.is_empty() {
            return macs;
        }
    }
}

/// Kind of the alert about a journal that is set aside.
const SET_ASIDE: &str = "LEDGER_JOURNAL_NOT_AUTHENTIC";

on_engines! {
    async fn an_unauthentic_journal_is_alerted(service) {
        let macs = post_unauthentic(service).await;
        upkeep::seal_ledger(service.app()).await.unwrap();
        assert_eq!((open_alerts(service, SET_ASIDE).await, write(service, ledger::unsealed).await), (1, 1));
        restore_codes(service, macs).await;
        upkeep::reconsider(service.app()).await.unwrap();
        upkeep::seal_ledger(service.app()).await.unwrap();
    }
}

on_engines! {
    /// Checks that a journal whose row is repaired is sealed at the next start.
    async fn a_journal_that_was_set_aside_and_is_sealed(service) {
        let kind = SET_ASIDE;
        let macs = post_unauthentic(service).await;
        upkeep::seal_ledger(service.app()).await.unwrap();
        assert_eq!(open_alerts(service, kind).await, 1);
        restore_codes(service, macs).await;
        upkeep::seal_ledger(service.app()).await.unwrap();
        assert_eq!(open_alerts(service, kind).await, 1, "the restored journal is still set aside");
        upkeep::reconsider(service.app()).await.unwrap();
        assert_eq!(open_alerts(service, kind).await, 1, "the restored journal is not sealed yet");
        upkeep::seal_ledger(service.app()).await.unwrap();
        assert_eq!(open_alerts(service, kind).await, 0);
    }
}

/// Schedules a job as if the clock was ahead.
async fn schedule_ahead(service: &Service, platform: &Platform, by: Duration) {
    let id: JobId = service.app().ids.next(service.app().clock.now());
    let owner = platform.id;
    let insert = move |tx: &mut Tx<'_>| {
        let payload = json!({});
        let ahead = tx.wall().plus(by);
        let job = NewJob {
            id,
            kind: "SOMETHING",
            resource: "Quote:x",
            due_at: ahead.plus(by),
            payload: &payload,
            created_at: ahead,
        };
        jobs::insert(tx, owner, &job)?;
        let sql = "UPDATE job SET scheduled_at = $3 WHERE platform_id = $1 AND job_id = $2";
        tx.execute(sql, params![owner, id, ahead])
    };
    write(service, insert).await;
}

/// Lets this much time pass after the clock has come back.
async fn let_pass(service: &Service, time: Duration) {
    let pass = move |tx: &mut Tx<'_>| {
        let mut alert = alerts::find_open(tx, AlertKind::ClockWentBack, "clock")?.expect("the alert");
        let until: Time = alert.detail["until"].as_str().unwrap().parse().unwrap();
        alert.detail["until"] = json!(until.minus(time));
        alerts::update_detail(tx, alert.id, &alert.detail)
    };
    write(service, pass).await;
}

on_engines! {
    /// Checks that the alert closes once the times that were written ahead are in the past again.
    async fn a_clock_that_went_back_and_has_caught_up(service) {
        let kind = "CLOCK_WENT_BACK";
        let hour = Duration::from_hours(1);
        let minute = Duration::from_mins(1);
        let platform = service.platform(Environment::Sandbox).await;
        for _ in 0..2 {
            schedule_ahead(service, &platform, hour).await;
            // The service may have looked meanwhile.
            upkeep::follow_clock(service.app()).await.unwrap();
            assert_eq!(open_alerts(service, kind).await, 1);
            let_pass(service, hour - minute).await;
            assert_eq!(open_alerts(service, kind).await, 1, "not yet, and later if it goes ahead once more");
        }
        let_pass(service, minute).await;
        assert_eq!(open_alerts(service, kind).await, 0);
    }
}

on_engines! {
    /// Checks that the alert closes with the card, because its issuer need not answer any more.
    async fn an_issuer_that_did_not_answer(service) {
        let kind = "CARD_ISSUER_UNANSWERED";
        let scene = Scene::new(service).await;
        let card = scene.issue(&scene.named("001")).send().await.expect(201);
        scene.platform().advance(Duration::from_hours(26)).await;
        scene.platform().settled().await;
        assert_eq!(open_alerts(service, kind).await, 1);
        act(service, "card close", with(scene.platform(), json!({ "card": card["id"] }))).await;
        assert_eq!(open_alerts(service, kind).await, 0);
    }
}

on_engines! {
    /// Checks that the alert closes once a message of the platform is accepted again.
    async fn a_message_that_was_not_sent(service) {
        let kind = "MESSAGE_NOT_SENT";
        let platform = service.platform(Environment::Production).await;
        let verify = async || {
            let person = json!({
                "customerType": "INDIVIDUAL", "region": "DE", "fullName": "Erika Musterfrau",
                "email": "erika@example.com", "phoneNumber": "+4930123456",
            });
            let customer = platform.post("/customers").json(&person).send().await.expect(201);
            let path = format!("/customers/{}/verify-email", customer["id"].as_str().unwrap());
            platform.post(&path).send().await
        };
        service.mailbox.fail(Some(MessageError::Failed));
        verify().await.expect_error(500, "INTERNAL_ERROR");
        assert_eq!(open_alerts(service, kind).await, 1, "the alert is open while a further message may fail");
        service.mailbox.fail(None);
        verify().await.expect(204);
        assert_eq!(count(&act(service, "alert list", json!({})).await.json, kind), 0);
    }
}
