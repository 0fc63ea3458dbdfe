//! Forged requests: a form acts only with the token of its session, and only from a page of the console.

use causeway_store::platforms::Environment;
use causeway_testing::http::Response;
use serde_json::json;

use super::client::{ConsoleClient, form_body};
use crate::harness::{Platform, Service, on_engines};
use crate::operator::acting::{act, on, trail};

const FORM: &str = "application/x-www-form-urlencoded";

/// Returns the page that freezes the clock of a platform.
fn freeze(platform: &Platform) -> String {
    format!("/console/p/{}/do/clock/freeze", platform.id)
}

/// Sends the form that acts, with this token and these headers.
async fn send(client: &ConsoleClient, path: &str, token: &str, headers: &[(&str, &str)]) -> Response {
    let body = form_body(&[("token", token), ("step", "act"), ("reason", "a test")]);
    let request = client.request("POST", path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(name, value));
    request.raw(FORM, body).send().await
}

/// Returns the token of a session that has a page with a form.
async fn token_of(client: &ConsoleClient) -> String {
    assert_eq!(client.get("/console/passkeys").await.status, 200);
    client.token()
}

async fn is_frozen(service: &Service, platform: &Platform) -> bool {
    act(service, "clock show", on(platform)).await.json["is_frozen"] == json!(true)
}

/// The headers of a browser that sends a form of a page of the console.
const OWN: &[(&str, &str)] =
    &[("Host", "localhost"), ("Origin", "http://localhost"), ("Sec-Fetch-Site", "same-origin")];

on_engines! {
    async fn a_form_needs_the_token_of_its_session(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let former = ConsoleClient::sign_in(service).await;
        let stale = token_of(&former).await;
        assert_eq!(former.post("/console/sign-out", &[]).await.status, 303);
        let other = token_of(&ConsoleClient::sign_in(service).await).await;
        let client = ConsoleClient::sign_in(service).await;
        let own = token_of(&client).await;
        let changed = format!("{}{}", &own[1..], &own[..1]);
        let before = trail(service).await.len();
        for (token, why) in [
            ("", "none"),
            (stale.as_str(), "stale"),
            (other.as_str(), "another's"),
            (changed.as_str(), "changed"),
            ("é", "no hex"),
            (&own[..64], "half"),
        ] {
            let response = send(&client, &freeze(&platform), token, OWN).await;
            assert_eq!(response.status, 403, "{why}");
            assert!(String::from_utf8_lossy(&response.body).contains("nothing was done"), "{why}");
        }
        let ended = send(&former, &freeze(&platform), &stale, OWN).await;
        assert_eq!((ended.status, ended.header("location")), (303, Some("/console/sign-in")), "its session has ended");
        assert_eq!((trail(service).await.len(), is_frozen(service, &platform).await), (before, false));

        assert_ne!(own, token_of(&client).await, "each page has another spelling of the token");
        assert!(send(&client, &freeze(&platform), &own, OWN).await.status < 400, "an earlier spelling counts as well");
        assert_eq!((trail(service).await.len(), is_frozen(service, &platform).await), (before + 1, true));
        act(service, "clock resume", on(&platform)).await;
    }
}

on_engines! {
    async fn a_form_of_another_page_is_refused_with_the_right_token(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let client = ConsoleClient::sign_in(service).await;
        let token = token_of(&client).await;
        let before = trail(service).await.len();
        let host = ("Host", "localhost");
        for foreign in [
            &[host, ("Origin", "https://example.com")][..],
            &[host, ("Origin", "http://localhost:81")],
            &[host, ("Origin", "null")],
            &[host, ("Sec-Fetch-Site", "cross-site")],
            &[host, ("Sec-Fetch-Site", "same-site"), ("Origin", "http://localhost")],
            &[host, ("Sec-Fetch-Site", "none")],
        ] {
            let response = send(&client, &freeze(&platform), &token, foreign).await;
            assert_eq!(response.status, 403, "{foreign:?}");
        }
        assert_eq!((trail(service).await.len(), is_frozen(service, &platform).await), (before, false));
        let old = send(&client, &freeze(&platform), &token, &[host]).await;
        assert!(old.status < 400, "a browser that sends neither header is left to the token");
        assert_eq!((trail(service).await.len(), is_frozen(service, &platform).await), (before + 1, true));
        act(service, "clock resume", on(&platform)).await;
    }
}

on_engines! {
    /// Sends every form of the console without a token, and without a session.
    async fn no_form_is_taken_without_a_token(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let client = ConsoleClient::sign_in(service).await;
        let stranger = ConsoleClient::anonymous(service).await;
        let before = trail(service).await.len();
        let action = freeze(&platform);
        for path in ["/console/sign-out", "/console/find", "/console/verify", "/console/passkeys/new", &action] {
            assert_eq!(send(&client, path, "", OWN).await.status, 403, "{path}");
            let response = send(&stranger, path, "", OWN).await;
            assert_eq!((response.status, response.header("location")), (303, Some("/console/sign-in")), "{path}");
        }
        assert_eq!(trail(service).await.len(), before);
        assert_eq!(client.get("/console/passkeys").await.status, 200, "it was not signed out");
    }
}

on_engines! {
    /// Opens addresses with the fields of forms, as a browser that loads ahead may do.
    async fn no_get_changes_anything(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let client = ConsoleClient::sign_in(service).await;
        let before = trail(service).await.len();
        let query = "?step=act&reason=x&confirm=x";
        for path in [freeze(&platform) + query, "/console/do/console/link".to_owned() + query] {
            assert_eq!(client.get(&path).await.status, 200, "{path}");
        }
        assert!(client.get("/console/sign-out").await.status >= 400);
        assert_eq!((trail(service).await.len(), is_frozen(service, &platform).await), (before, false));
        assert_eq!(client.get("/console/passkeys").await.status, 200, "it was not signed out");
    }
}
