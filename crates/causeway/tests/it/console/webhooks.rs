//! The pages about webhooks: the questions D3, D4 and D5 of a developer.

use std::time::Duration;

use causeway_store::platforms::Environment;
use causeway_testing::receiver::Answer;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::client::{ConsoleClient, Page, form_body};
use crate::harness::{Platform, journey, on_engines};
use crate::operator::acting::{act, on, with};

/// The type of the event of an approved customer.
const APPROVED: &str = "CUSTOMER.KYC_APPROVED";

fn page(platform: &Platform, path: &str) -> String {
    format!("/console/p/{}/{path}", platform.id)
}

/// Returns the only address of a page that ends in this way.
#[track_caller]
fn address(page: &Page, end: &str) -> String {
    let mut found = page.addresses();
    found.retain(|address| address.ends_with(end));
    found.dedup();
    assert_eq!(found.len(), 1, "{end}: {found:?} in\n{}", page.text);
    found.remove(0)
}

fn hex_sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

journey! {
    /// Checks that a developer sees what the endpoint answered (D3), and sends the event again (D4).
    async fn a_failed_delivery_is_found_and_sent_again(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.freeze().await;
        receiver.answer_always(Answer::status(503).body("the <db> is locked"));
        platform.customer(&["USD"]).await;
        let sent = receiver.wait_for_event(APPROVED).await;
        platform.advance(Duration::from_secs(30)).await;

        let console = ConsoleClient::sign_in(service).await;
        let found = console.follow(&format!("/console/find?q={}", sent.id())).await;
        assert_eq!((found.status, found.text_of("h1").as_str()), (200, APPROVED));
        assert_eq!(found.text_of("#webhook-body").as_bytes(), &sent.body[..]);
        let attempts = found.text_of("data-live=attempts");
        assert!(attempts.contains("503 STATUS") && attempts.contains("the <db> is locked"), "{attempts}");
        assert!(!found.text.contains("<db>"), "an answer is no markup");
        assert!(found.text_of("data-live=delivery").contains("an attempt follows"), "{}", found.text);

        let replay = address(&found, "/replay");
        let look = console.get(&replay).await;
        assert!(look.text_of(".preview").contains(&format!("send the event {APPROVED}")), "{}", look.text);
        receiver.answer_always(Answer::status(204));
        receiver.forget();
        let done = console.post(&replay, &[("step", "act")]).await;
        let of_event = page(&platform, &format!("webhooks/{}", sent.id()));
        assert_eq!(done.location, Some(format!("{of_event}?done=replay")));
        assert_eq!(receiver.wait_for_event(APPROVED).await.body, sent.body);
    }
}

journey! {
    /// Checks that the tab names the usual mistake that fits a pasted header (D5).
    async fn a_pasted_signature_is_explained(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        platform.customer(&["USD"]).await;
        let sent = receiver.wait_for_event(APPROVED).await;
        platform.post("/sandbox/webhooks/test").send().await;
        let test = receiver.wait_for_event("TEST").await;

        let console = ConsoleClient::sign_in(service).await;
        let event = console.get(&page(&platform, &format!("webhooks/{}", sent.id()))).await;
        let tab = address(&event, "/signature");
        let empty = console.get(&tab).await;
        assert!(!empty.text.contains("Likely mistake"), "{}", empty.text);
        let pem = act(service, "webhook-key show", on(&platform)).await.json["public_key"].clone();
        assert_eq!(empty.text_of("#public-key"), pem.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" "));

        let mistake = async |header: &str, hash: &str| {
            let query = form_body(&[("signature", header), ("body_sha256", hash)]);
            let checked = console.get(&format!("{tab}?{query}")).await;
            assert_eq!(checked.status, 200, "{}", checked.text);
            checked.text_of(".waits")
        };
        let header = sent.header("x-svc-signature").unwrap();
        assert!(mistake(header, "").await.starts_with("Likely mistake: other bytes or wrong key"));
        assert!(mistake(header, &hex_sha256(&sent.body)).await.starts_with("Likely mistake: wrong key"));
        let line = [&sent.body[..], b"\n"].concat();
        assert!(mistake(header, &hex_sha256(&line)).await.starts_with("Likely mistake: whitespace changed"));
        let other = test.header("x-svc-signature").unwrap();
        assert!(mistake(other, "").await.starts_with("Likely mistake: other event"));
        assert!(mistake("AAAA", "").await.starts_with("Likely mistake: malformed header"));
    }
}

on_engines! {
    /// Checks the list with its filters, and the page of the endpoint.
    async fn events_are_filtered_and_an_endpoint_is_shown(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let console = ConsoleClient::sign_in(service).await;
        let endpoint = page(&platform, "webhooks/endpoint");
        assert!(console.get(&endpoint).await.text_of(".empty").contains("No endpoint yet"));
        let list = page(&platform, "webhooks");
        assert!(console.get(&list).await.text_of(".empty").contains("No event yet"));

        let receiver = platform.receiver().await;
        platform.customer(&["USD"]).await;
        receiver.wait_for_event(APPROVED).await;
        platform.delivered().await;
        let filtered = console.get(&format!("{list}?type={APPROVED}")).await;
        assert_eq!(filtered.text.matches("a class=\"row\"").count(), 1, "{}", filtered.text);
        let replay = address(&filtered, &format!("/do/webhook/replay?a.type={APPROVED}"));
        let look = console.get(&replay).await;
        assert!(look.text_of(".preview").contains("send 1 event again"), "{}", look.text);

        let none = console.get(&format!("{list}?status=GIVEN_UP&type={APPROVED}")).await;
        assert!(none.text_of(".empty").contains("No event fits"), "{}", none.text);
        assert!(none.addresses().contains(&format!("{list}?type={APPROVED}")), "a chip leaves its filter out");
        let refused = console.get(&format!("{list}?status=LOST")).await;
        assert_eq!(refused.status, 400);
        assert!(refused.text_of("role=alert").contains("status") && refused.text.contains("value=\"LOST\""));

        let shown = console.get(&endpoint).await;
        assert_eq!(shown.text_of("#url"), receiver.url());
        assert!(!shown.text_of("data-live=endpoint").contains("was accepted"), "{}", shown.text);
    }
}

on_engines! {
    /// Checks that a viewer sees neither persons nor actions, and that keys have their stages.
    async fn a_viewer_sees_deliveries_without_persons(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.customer(&["USD"]).await;
        platform.settled().await;
        let vera = with(&platform, json!({ "name": "vera", "uid": 1_234, "roles": ["viewer"] }));
        act(service, "user add", vera).await;
        let events = act(service, "webhook list", with(&platform, json!({ "type": APPROVED }))).await.json;
        let path = page(&platform, &format!("webhooks/{}", events["rows"][0]["webhook"].as_str().unwrap()));
        let keys = page(&platform, "webhooks/keys");

        let owner = ConsoleClient::sign_in(service).await;
        assert!(owner.get(&path).await.text_of("#webhook-body").contains("Jane Doe"));
        assert!(owner.get(&keys).await.addresses().iter().any(|address| address.ends_with("/do/webhook-key/rotate")));
        act(service, "webhook-key rotate", on(&platform)).await;
        let rotated = owner.get(&keys).await.text_of(".list");
        assert!(rotated.contains("NEXT") && rotated.contains("SIGNING"), "{rotated}");

        let viewer = ConsoleClient::sign_in_as(service, "vera").await;
        let shown = viewer.get(&path).await;
        assert!(shown.text.contains("your roles do not show them") && !shown.text.contains("Jane Doe"), "{}", shown.text);
        let shown_keys = viewer.get(&keys).await;
        let leads_to = |page: &Page, end: &str| page.addresses().iter().any(|address| address.ends_with(end));
        assert!(!leads_to(&shown, "/replay") && !leads_to(&shown_keys, "/rotate"));
        assert_eq!(viewer.get(&format!("{path}/replay")).await.status, 404);
    }
}
