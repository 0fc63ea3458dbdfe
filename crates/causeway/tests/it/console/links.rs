//! Links that sign in to the console: once, in time, and by their button alone.

use std::time::Duration;

use causeway_domain::MachineClock;
use serde_json::json;

use super::client::{ConsoleClient, owner_link, user_link};
use crate::harness::{Service, Setup, journey, on_engines};
use crate::operator::acting::{act, trail};

/// A page of every operator.
const PAGE: &str = "/console/passkeys";

/// Returns the path and the text of a link.
fn parts(link: &str) -> (&str, &str) {
    link.split_once("?link=").expect("a link with its text")
}

/// Presses the button of a link, and returns the status and `true` if there is a cookie.
async fn press(client: &ConsoleClient, link: &str) -> (u16, bool) {
    let (path, text) = parts(link);
    let page = client.post(path, &[("link", text)]).await;
    (page.status, page.headers.contains_key("set-cookie"))
}

journey! {
    async fn a_link_signs_in_once_and_by_its_button(service) {
        let link = owner_link(service).await;
        let client = ConsoleClient::anonymous(service).await;
        for _ in 0..2 {
            let page = client.get(&link).await;
            assert_eq!((page.status, page.text_of("button").as_str()), (200, "Sign in to the console"));
            assert!(!page.headers.contains_key("set-cookie"), "opening a link signs in nobody");
        }
        assert_eq!(client.get(PAGE).await.location.as_deref(), Some("/console/sign-in"));
        assert_eq!(press(&client, &link).await, (303, true));
        for other in [&client, &ConsoleClient::anonymous(service).await] {
            assert_eq!(press(other, &link).await, (403, false), "it was used");
        }
        let entries = trail(service).await;
        let sign_ins: Vec<&str> = entries.iter().filter(|entry| entry.action == "console sign-in").map(|entry| entry.actor.as_str()).collect();
        assert_eq!(sign_ins, ["owner"]);
    }
}

journey! {
    /// Presses the button in two browsers at the same time, on two processes where there are two.
    async fn of_two_uses_at_a_time_one_signs_in(service) {
        let link = owner_link(service).await;
        let one = ConsoleClient::anonymous(service).await;
        let two = ConsoleClient::anonymous(service).await;
        let (first, second) = tokio::join!(press(&one, &link), press(&two, &link));
        let mut ends = [first, second];
        ends.sort_unstable();
        assert_eq!(ends, [(303, true), (403, false)]);
    }
}

on_engines! {
    async fn a_link_that_is_not_whole_signs_in_nobody(service) {
        let link = owner_link(service).await;
        let other = owner_link(service).await;
        let client = ConsoleClient::anonymous(service).await;
        let (path, text) = parts(&link);
        let (id, _) = text.split_once('.').unwrap();
        let (_, secret) = parts(&other).1.split_once('.').unwrap();
        for wrong in ["", id, &text[1..], &text[..text.len() - 1], &format!("{id}.{secret}")] {
            let page = client.post(path, &[("link", wrong)]).await;
            assert_eq!(page.status, 403, "{wrong}");
            assert!(page.text_of("role=alert").starts_with("This link was used, has expired, or is incomplete"));
            assert!(!page.headers.contains_key("set-cookie"));
        }
        assert_eq!(press(&client, &link).await, (303, true), "wrong texts use up no link");
    }
}

on_engines! {
    async fn guesses_are_limited_to_ten_a_minute(service) {
        let link = owner_link(service).await;
        let client = ConsoleClient::anonymous(service).await;
        let (path, text) = parts(&link);
        for _ in 0..10 {
            assert_eq!(client.post(path, &[("link", "x")]).await.status, 403);
        }
        let page = client.post(path, &[("link", text)]).await;
        assert_eq!(page.status, 429, "even with a link that fits");
        let seconds = page.headers.get("retry-after").and_then(|value| value.to_str().ok()).unwrap();
        assert!((1..=61).contains(&seconds.parse::<u64>().unwrap()), "{seconds}");
        assert!(page.text_of("role=alert").contains("have failed; wait"), "{}", page.text);
    }
}

on_engines! {
    async fn a_link_of_a_removed_user_signs_in_nobody(service) {
        act(service, "user add", json!({ "name": "alice", "uid": 1_000, "roles": ["viewer"] })).await;
        let link = user_link(service, "alice").await;
        act(service, "user remove", json!({ "name": "alice" })).await;
        let client = ConsoleClient::anonymous(service).await;
        assert_eq!(press(&client, &link).await, (403, false));
        act(service, "user add", json!({ "name": "bob", "uid": 1_000, "roles": ["admin"] })).await;
        assert_eq!(press(&client, &link).await, (403, false), "the user id has another name");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_and_sessions_end_in_time() {
    let machine = MachineClock::default();
    let service = Service::start_on_clock(Setup::Sqlite, &machine).await;
    let links = [owner_link(&service).await, owner_link(&service).await];
    let client = ConsoleClient::sign_in(&service).await;
    machine.set_ahead(Duration::from_mins(14));
    let anonymous = ConsoleClient::anonymous(&service).await;
    assert_eq!(press(&anonymous, &links[0]).await, (303, true));
    machine.set_ahead(Duration::from_mins(16));
    assert_eq!(press(&anonymous, &links[1]).await, (403, false), "15 minutes are over");
    assert_eq!(client.get(PAGE).await.status, 200);
    machine.set_ahead(Duration::from_mins(16 + 61));
    assert_eq!(
        client.get(PAGE).await.location.as_deref(),
        Some("/console/sign-in"),
        "an hour without a request"
    );
    service.finish().await;
}
