//! Sessions of browsers: their cookie, their end, and the headers of every page.

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use causeway_console::router;
use causeway_store::platforms::Environment;
use causeway_testing::http::{Client, Response};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::client::{ConsoleClient, form_body, owner_link, serve, user_link};
use crate::harness::{Service, journey, on_engines};
use crate::operator::acting::{act, trail};

/// A page of every operator.
const PAGE: &str = "/console/passkeys";
const SIGN_IN: Option<&str> = Some("/console/sign-in");
const FORM: &str = "application/x-www-form-urlencoded";

/// Signs in by a link at one origin, and returns the header `Cookie`.
async fn cookie_at(origin: &str, link: &str) -> String {
    let (path, text) = link.split_once("?link=").expect("a link with its text");
    let body = form_body(&[("link", text)]);
    let response = Client::new(origin).post(path).raw(FORM, body).send().await;
    let cookie = response.header("set-cookie").expect("the cookie of a session");
    cookie.split(';').next().expect("a name and a value").to_owned()
}

/// Gets a page at an origin with a cookie.
async fn get_at(origin: &str, cookie: &str) -> Response {
    Client::new(origin).get(PAGE).header("Cookie", cookie).send().await
}

/// Returns the id of the newest session.
async fn newest_session(service: &Service) -> Value {
    act(service, "console sessions", json!({})).await.json[0]["session"].clone()
}

journey! {
    /// Serves the console on both processes where there are two: a session of one is one of the other.
    async fn a_session_ends_on_every_process_at_once(service) {
        let origins = [serve(service).await, serve(service).await];
        let cookie = cookie_at(&origins[0], &owner_link(service).await).await;
        for origin in &origins {
            assert_eq!(get_at(origin, &cookie).await.status, 200);
        }
        act(service, "console end", json!({ "session": newest_session(service).await })).await;
        for origin in &origins {
            let response = get_at(origin, &cookie).await;
            assert_eq!((response.status, response.header("location")), (303, SIGN_IN));
        }
        assert_eq!(act(service, "console sessions", json!({})).await.json, json!([]));
    }
}

journey! {
    async fn roles_count_with_the_next_request(service) {
        let alice = |roles: &[&str]| json!({ "name": "alice", "uid": 1_000, "roles": roles });
        let page = "/console/do/console/link";
        act(service, "user add", alice(&["viewer"])).await;
        let client = ConsoleClient::sign_in_as(service, "alice").await;
        assert_eq!(client.get(page).await.status, 404);
        act(service, "user add", alice(&["admin"])).await;
        assert_eq!(client.get(page).await.status, 200);
        act(service, "user add", alice(&["viewer"])).await;
        assert_eq!(client.get(page).await.status, 404);
        act(service, "user remove", json!({ "name": "alice" })).await;
        assert_eq!(client.get(page).await.location.as_deref(), SIGN_IN, "not an operator any more");
        act(service, "user add", json!({ "name": "bob", "uid": 1_000, "roles": ["admin"] })).await;
        assert_eq!(client.get(page).await.location.as_deref(), SIGN_IN, "bob is not alice");
    }
}

on_engines! {
    async fn a_sign_out_ends_the_session(service) {
        let client = ConsoleClient::sign_in(service).await;
        assert_eq!(client.get(PAGE).await.status, 200);
        let page = client.post("/console/sign-out", &[]).await;
        assert_eq!((page.status, page.location.as_deref()), (303, SIGN_IN));
        let cookie = page.headers.get("set-cookie").and_then(|value| value.to_str().ok()).unwrap();
        assert!(cookie.starts_with("causeway-console=;") && cookie.contains("Max-Age=0"), "{cookie}");
        assert_eq!(client.get(PAGE).await.location.as_deref(), SIGN_IN, "the cookie alone is no session");
    }
}

on_engines! {
    async fn an_action_in_the_console_is_found_by_its_session(service) {
        let platform = service.platform(Environment::Sandbox).await;
        act(service, "user add", json!({ "name": "alice", "uid": 1_000, "roles": ["support"] })).await;
        let client = ConsoleClient::sign_in_as(service, "alice").await;
        let session = newest_session(service).await;
        let path = format!("/console/p/{}/do/clock/freeze", platform.id);
        assert_eq!(client.get(&path).await.status, 200);
        let page = client.post(&path, &[("step", "act"), ("reason", "a demonstration")]).await;
        assert!(page.status < 400, "{}", page.text);
        let subject = format!("ConsoleSession:{}", session.as_str().unwrap());
        let rows = act(service, "audit list", json!({ "subject": subject })).await.json;
        let [row] = &rows.as_array().unwrap()[..] else { panic!("one entry: {rows}") };
        for (member, value) in [("action", "clock freeze"), ("channel", "console"), ("reason", "a demonstration")] {
            assert_eq!(row[member], json!(value), "{row}");
        }
        assert!(row["actor"].as_str().unwrap().starts_with("alice"), "{row}");
        let request = page.headers.get("x-request-id").and_then(|value| value.to_str().ok());
        assert_eq!(row["request"].as_str(), request, "the log and the trail have the same id");
        assert_eq!(trail(service).await.last().unwrap().action, "clock freeze");
        act(service, "clock resume", json!({ "platform": platform.id })).await;
    }
}

/// Signs in over a router that browsers reach over HTTPS or not, and returns the header `Set-Cookie`.
async fn cookie_over(service: &Service, is_secure: bool) -> String {
    let link = user_link(service, "alice").await;
    let (path, text) = link.split_once("?link=").unwrap();
    let request =
        Request::post(path).header("content-type", FORM).body(Body::from(form_body(&[("link", text)])));
    let response = router(service.app(), is_secure).oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::SEE_OTHER);
    response.headers()["set-cookie"].to_str().unwrap().to_owned()
}

on_engines! {
    async fn the_cookie_stays_with_the_console(service) {
        act(service, "user add", json!({ "name": "alice", "uid": 1_000, "roles": ["viewer"] })).await;
        let plain = cookie_over(service, false).await;
        let secure = cookie_over(service, true).await;
        let attributes = "; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax";
        assert!(plain.starts_with("causeway-console=") && plain.ends_with(attributes), "{plain}");
        assert!(secure.starts_with("__Host-causeway-console="), "{secure}");
        assert!(secure.ends_with(&format!("{attributes}; Secure")), "{secure}");
    }
}

/// Checks the headers that every answer of the console has.
fn check_headers(path: &str, headers: &HeaderMap) {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let policy = header("content-security-policy");
    for directive in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.split("; ").any(|one| one == directive), "{path}: {directive} in {policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{path}: {policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(header(name), value, "{path}: {name}");
    }
    let is_file = path.contains("/assets/");
    assert_eq!(header("cache-control").contains("no-store"), !is_file, "{path}: {}", header("cache-control"));
    assert_eq!(header("cache-control").contains("immutable"), is_file, "{path}");
}

on_engines! {
    async fn every_answer_lets_nothing_else_in(service) {
        let client = ConsoleClient::sign_in(service).await;
        let page = client.get(PAGE).await;
        let file = page.addresses().into_iter().find(|address| address.contains("/assets/")).expect("a style sheet");
        for (path, status) in [
            (PAGE, 200),
            (file.as_str(), 200),
            ("/console/sign-in", 200),
            ("/console/verify", 303),
            ("/console/do/nothing/nowhere", 404),
        ] {
            let page = client.get(path).await;
            assert_eq!(page.status, status, "{path}");
            check_headers(path, &page.headers);
        }
        let refused = client.request("POST", "/console/sign-out").header("Sec-Fetch-Site", "cross-site").send().await;
        assert_eq!(refused.status, 403);
        check_headers("/console/sign-out", &refused.headers);
    }
}
