//! Events and the keys that sign them.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::WebhookId;
use causeway_service::operator::Kind;
use causeway_store::outbox::{self, NewEvent};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::receiver::{Answer, verify};
use causeway_testing::wait::PATIENCE;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::acting::{act, expect_error, export, on, rows, try_dry_run, with};
use crate::harness::{Platform, Service, journey, on_engines};

journey! {
    async fn an_event_is_listed_and_sent_again_unchanged(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.customer(&["USD"]).await;
        let filter = with(&platform, json!({ "type": "CUSTOMER.KYC_APPROVED" }));
        let events = rows(service, "webhook list", filter.clone()).await;
        assert_eq!((events.as_array().unwrap().len(), &events[0]["status"]), (1, &json!("UNADDRESSED")));
        let arguments = with(&platform, json!({ "webhook": events[0]["webhook"] }));
        let error = expect_error(service, "webhook replay", arguments.clone(), Kind::Refused).await;
        assert!(error.remedy.is_some());

        let receiver = platform.receiver().await;
        act(service, "webhook replay", arguments.clone()).await;
        let first = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        receiver.forget();
        act(service, "webhook replay", arguments).await;
        let second = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        assert_eq!(first.body, second.body);
        assert_eq!(first.id(), events[0]["webhook"]);
        let of_customer = json!({ "subject": events[0]["resource"], "action": "webhook replay" });
        let replays = act(service, "audit list", of_customer).await.json;
        assert_eq!(replays.as_array().map(Vec::len), Some(2), "{replays}");

        let unknown = with(&platform, json!({ "webhook": "Webhook:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        expect_error(service, "webhook replay", unknown, Kind::NotFound).await;
    }
}

journey! {
    async fn later_deliveries_are_signed_with_the_new_key(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let old = act(service, "webhook-key show", on(&platform)).await.json["public_key"].clone();
        assert_eq!(old, platform.webhook_pem);
        let now = with(&platform, json!({ "now": true }));
        let new = act(service, "webhook-key rotate", now).await.json["public_key"].clone();
        assert_ne!(old, new);
        assert_eq!(act(service, "webhook-key show", on(&platform)).await.json["public_key"], new);

        let receiver = platform.receiver().await;
        platform.customer(&["USD"]).await;
        let delivery = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        assert_eq!(verify(new.as_str().unwrap(), &delivery), Ok(()));
        assert!(verify(old.as_str().unwrap(), &delivery).is_err());
    }
}

fn hex_sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

journey! {
    /// Checks that an event shows its failed attempts with the beginning of each answer, and its endpoint what
    /// waits.
    async fn a_failing_delivery_shows_its_attempts(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        receiver.answer_always(Answer::status(503).body("busy ".repeat(1000)));
        platform.customer(&["USD"]).await;
        let sent = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        platform.advance(Duration::from_secs(30)).await;
        let event = act(service, "webhook show", with(&platform, json!({ "webhook": sent.id() }))).await.json;
        let attempts = event["failed_attempts"].as_array().unwrap();
        assert!(attempts.len() >= 2, "{event}");
        for attempt in attempts {
            assert_eq!((&attempt["answer"], &attempt["error"]), (&json!(503), &json!("STATUS")), "{event}");
            assert_eq!(attempt["response"].as_str().unwrap().len(), 1024);
            assert!(attempt["at"].is_string() && attempt["duration_millis"].is_i64(), "{attempt}");
        }
        assert_eq!((&event["status"], event["next_attempt"].is_string()), (&json!("DUE"), true));
        assert_eq!(event["body"].as_str().unwrap().as_bytes(), &sent.body[..]);
        assert_eq!(event["body_sha256"], hex_sha256(&sent.body));

        let endpoint = act(service, "webhook endpoints", on(&platform)).await.json[0].clone();
        assert_eq!((&endpoint["endpoint"], &endpoint["given_up"]), (&json!(receiver.url()), &json!(0)));
        assert!(endpoint["waiting"].as_i64().unwrap() >= 1, "{endpoint}");
        assert!(endpoint["oldest_waiting"].is_string() && endpoint["failed_p95_millis"].is_i64(), "{endpoint}");
    }
}

journey! {
    /// Checks that the usual mistake of a receiver is found by the header that it got.
    async fn a_signature_that_does_not_verify_is_explained(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.customer(&["USD"]).await;
        let sent = receiver.wait_for_event("CUSTOMER.KYC_APPROVED").await;
        platform.post("/sandbox/webhooks/test").send().await;
        let test = receiver.wait_for_event("TEST").await;
        let header = sent.header("x-svc-signature").unwrap();
        let mistake = async |header: &str, hash: Option<String>| {
            let arguments = json!({ "webhook": sent.id(), "signature": header, "body_sha256": hash });
            let event = act(service, "webhook show", with(&platform, arguments)).await.json;
            event["signature"]["mistake"].as_str().unwrap().to_owned()
        };
        assert_eq!(mistake(header, None).await, "OTHER_BYTES_OR_WRONG_KEY");
        assert_eq!(mistake(header, Some(hex_sha256(&sent.body))).await, "WRONG_KEY");
        let with_line = [&sent.body[..], b"\n"].concat();
        assert_eq!(mistake(header, Some(hex_sha256(&with_line))).await, "WHITESPACE_CHANGED");
        let pretty = format!("{:#}", sent.json());
        assert_eq!(mistake(header, Some(hex_sha256(pretty.as_bytes()))).await, "BODY_RESERIALISED");
        assert_eq!(mistake(test.header("x-svc-signature").unwrap(), None).await, "OTHER_EVENT");
        assert_eq!(mistake("AAAA", None).await, "MALFORMED_HEADER");
        act(service, "webhook-key rotate", on(&platform)).await;
        assert_eq!(mistake(header, None).await, "OTHER_BYTES_OR_WRONG_KEY", "the next key does not sign yet");
        act(service, "webhook-key rotate", with(&platform, json!({ "now": true }))).await;
        assert_eq!(mistake(header, None).await, "STALE_KEY");
    }
}

journey! {
    /// Checks that events that were never addressed are sent by one replay, with its progress.
    async fn events_are_sent_again_by_filters(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for _ in 0..3 {
            platform.customer(&["USD"]).await;
        }
        let filter = || with(&platform, json!({ "type": "CUSTOMER.KYC_APPROVED", "status": "UNADDRESSED" }));
        expect_error(service, "webhook replay", filter(), Kind::Refused).await;
        let receiver = platform.receiver().await;
        expect_error(service, "webhook replay", on(&platform), Kind::Invalid).await;

        let lines = export(service, "webhook replay", filter()).await;
        let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
        assert_eq!((&last["replayed"], &last["is_done"], &last["is_cut_off"]), (&json!(3), &json!(true), &json!(false)));
        let count = |all: &[causeway_testing::receiver::ReceivedRequest]| {
            all.iter().filter(|one| one.event() == "CUSTOMER.KYC_APPROVED").count() == 3
        };
        receiver.wait_for("three events", PATIENCE, count).await;
        platform.settled().await;
        let lines = export(service, "webhook replay", filter()).await;
        assert!(lines.len() == 1 && lines[0].contains("\"replayed\":0"), "{lines:?}");

        let later = json!({ "since": "2100-01-01T00:00:00Z" });
        let none = rows(service, "webhook list", with(&platform, later)).await;
        assert_eq!(none, json!([]));
    }
}

/// Adds events that are kept and not sent, a second apart: this many of the type `TEST.COMMON`, then one of the type
/// `TEST.RARE`.
async fn add_events(service: &Service, platform: &Platform, count: i64) {
    let owner = platform.id;
    let ids = service.app().ids.clone();
    let insert = move |tx: &mut Tx<'_>| {
        for number in 0..=count {
            let at = Time::from_millis(1_700_000_000_000 + number * 1_000);
            let event = NewEvent {
                id: ids.next::<WebhookId>(at),
                event_type: if number == count { "TEST.RARE" } else { "TEST.COMMON" },
                resource: "Quote:x",
                body: b"{}",
                created_at: at,
                is_deliverable: false,
                is_sent_once: false,
            };
            outbox::insert(tx, owner, &event)?;
        }
        Ok(())
    };
    service.app().store.write::<_, Error, _>(&[], insert).await.expect("the events can be added");
}

on_engines! {
    /// The event is behind more events than filters are compared with at a time.
    async fn a_rare_event_is_found_and_sent_again_in_bounded_searches(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        add_events(service, &platform, 10_001).await;
        let filter = || with(&platform, json!({ "type": "TEST.RARE" }));
        let rare = rows(service, "webhook list", filter()).await[0]["webhook"].clone();
        let end = with(&platform, json!({ "webhook": &rare.as_str().unwrap()[rare.as_str().unwrap().len() - 8..] }));
        assert_eq!(act(service, "webhook show", end.clone()).await.json["webhook"], rare);
        let unproven = expect_error(service, "webhook replay", end, Kind::Invalid).await;
        assert!(unproven.remedy.is_some_and(|remedy| remedy.contains(rare.as_str().unwrap())));
        let dry = try_dry_run(service, "webhook replay", filter()).await.unwrap();
        let further = ["send 1 event again, the oldest first", "make one attempt only for an event that is older than 7 days"];
        assert_eq!(dry["would"]["further"], json!(further));
        let lines = export(service, "webhook replay", filter()).await;
        let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let progress: Vec<Value> = lines.iter().map(|line| json!([line["replayed"], line["is_done"]])).collect();
        assert_eq!(progress, [json!([0, false]), json!([1, true])], "a line for each search");
        receiver.wait_for("the event", PATIENCE, |all| all.len() == 1).await;
        platform.settled().await;
        // The bodies are no events of the interface, which is checked at the end.
        let later = Time::from_millis(4_000_000_000_000);
        let deleted = service.app().store.write(&[], move |tx| outbox::prune(tx, later, 20_000)).await;
        assert_eq!(deleted, Ok(10_003), "with the event about the receiver");
    }
}
