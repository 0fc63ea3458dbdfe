//! Integration tests of signed requests over a transport that plays the service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use causeway_domain::{Clock, Time};
use futures_util::future::BoxFuture;

use super::{
    ID_HEADER, RequestError, SIGNATURE_HEADER, ServiceUrl, SignedEndpoint, SigningSecrets, TIME_HEADER,
};
use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Reach, Transport};

const SECRET: &str = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
const PREVIOUS: &str = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
const BODY: &[u8] = br#"{"id":"x"}"#;
const REPLY: &[u8] = br#"{"state":"OPEN"}"#;

/// HMAC-SHA-256 of `m-1.1700000000.{"id":"x"}` under the present secret, made by another implementation.
const BY_SECRET: &str = "e7tSP8DO5llsjikzn/JASbT12ZJrASTOFSkYb6XggJc=";
/// HMAC-SHA-256 of the same text under the previous secret, made by another implementation.
const BY_PREVIOUS: &str = "59CYThRH3zK6XUOoP6+WPFxjUY9uiahSp7kFvoNjd5w=";

/// A transport that answers as scripted and records the requests.
#[derive(Debug, Default)]
struct Script {
    answers: Mutex<VecDeque<Result<u16, Failure>>>,
    sent: Mutex<Vec<OutboundRequest>>,
}

impl Transport for Script {
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>> {
        self.sent.lock().unwrap().push(request);
        let answer = self.answers.lock().unwrap().pop_front();
        Box::pin(async move {
            match answer {
                Some(answer) => answer.map(|status| OutboundResponse::of(status, REPLY)),
                None => std::future::pending().await,
            }
        })
    }
}

fn secrets() -> SigningSecrets {
    SigningSecrets::parse(SECRET, Some(PREVIOUS)).unwrap()
}

fn endpoint(answers: &[Result<u16, Failure>]) -> (Arc<Script>, SignedEndpoint) {
    let script = Script { answers: Mutex::new(answers.iter().copied().collect()), ..Script::default() };
    let script = Arc::new(script);
    let endpoint = SignedEndpoint {
        transport: Arc::clone(&script) as Arc<dyn Transport>,
        clock: Clock::manual(Time::from_millis(1_700_000_000_999)),
        url: ServiceUrl::parse("https://sms.example.com/send?key=hush", false).unwrap(),
        secrets: secrets(),
        limit: Duration::from_secs(10),
    };
    (script, endpoint)
}

#[test]
fn a_signature_is_over_id_time_and_body_by_each_secret() {
    let at = Time::from_millis(1_700_000_000_999);
    let one = SigningSecrets::parse(SECRET, None).unwrap();
    assert_eq!(one.sign("m-1", at, BODY), format!("v1,{BY_SECRET}"));
    assert_eq!(secrets().sign("m-1", at, BODY), format!("v1,{BY_SECRET} v1,{BY_PREVIOUS}"));
    assert_ne!(one.sign("m-1", at, b"{}"), one.sign("m-1", at, BODY));
    assert_ne!(one.sign("m-2", at, BODY), one.sign("m-1", at, BODY));
    let debug_text = format!("{:?}", secrets());
    assert!(!debug_text.contains("MDEy") && !debug_text.contains("48"), "{debug_text}");
}

#[test]
fn a_short_secret_is_refused_with_the_command_that_makes_one() {
    for secret in
        ["", "short", "whsec_", "no Base64 at all, though long enough", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY="]
    {
        let refusal = SigningSecrets::parse(secret, None).map(drop).unwrap_err();
        assert!(refusal.ends_with("openssl rand -base64 32"), "{secret}: {refusal}");
    }
}

#[tokio::test]
async fn a_request_is_json_with_an_id_and_a_signature() {
    let (script, endpoint) = endpoint(&[Ok(204)]);
    assert_eq!(endpoint.post("m-1", Bytes::from_static(BODY)).await, Ok(()));
    let sent = script.sent.lock().unwrap();
    let [request] = &sent[..] else { panic!("one request: {sent:?}") };
    let header = |name: &str| request.headers[name].to_str().unwrap();
    assert_eq!(header("content-type"), "application/json");
    assert_eq!((header(ID_HEADER), header(TIME_HEADER)), ("m-1", "1700000000"));
    assert_eq!(header(SIGNATURE_HEADER), secrets().sign("m-1", endpoint.clock.now(), BODY));
    assert_eq!((request.method.as_str(), &request.body[..]), ("POST", BODY));
    assert!(request.is_only_attempt && request.reach == Reach::Public && request.body_max == 1024);
    assert!(!format!("{:?}", request.headers).contains(BY_SECRET));
}

#[tokio::test]
async fn a_reply_is_read_only_if_it_is_asked_for() {
    let (script, endpoint) = endpoint(&[Ok(200), Err(Failure::Unconnected), Ok(201), Ok(409)]);
    let ask = || endpoint.ask("m-1", Bytes::from_static(BODY));
    assert_eq!(ask().await, Ok(Bytes::from_static(REPLY)));
    assert_eq!(ask().await, Ok(Bytes::from_static(REPLY)), "the second attempt connects");
    assert_eq!(ask().await, Err(RequestError::Rejected(409)));
    let sent = script.sent.lock().unwrap();
    assert!(sent.len() == 4 && sent.iter().all(|one| one.is_only_attempt && one.body_max == 16 * 1024));
}

#[test]
fn a_path_is_put_before_the_query() {
    let below = |url: &str| {
        let url = ServiceUrl::parse(url, false).unwrap().below("/invoices/state").unwrap();
        url.target().as_str().to_owned()
    };
    assert_eq!(below("https://ln.example"), "https://ln.example/invoices/state");
    assert_eq!(below("http://localhost:9000/"), "http://localhost:9000/invoices/state");
    assert_eq!(below("https://ln.example/a/?key=x"), "https://ln.example/a/invoices/state?key=x");
}

#[tokio::test]
async fn only_2xx_is_accepted_and_only_a_missing_connection_is_tried_again() {
    for (answers, outcome, attempts) in [
        (&[Ok(200)][..], Ok(()), 1),
        (&[Ok(299)][..], Ok(()), 1),
        (&[Ok(302)][..], Err(RequestError::Rejected(302)), 1),
        (&[Ok(429)][..], Err(RequestError::Rejected(429)), 1),
        (&[Ok(500)][..], Err(RequestError::Rejected(500)), 1),
        (&[Err(Failure::ConnectionFailed)][..], Err(RequestError::Unclear(Failure::ConnectionFailed)), 1),
        (&[Err(Failure::Timeout)][..], Err(RequestError::Unclear(Failure::Timeout)), 1),
        (&[Err(Failure::Unconnected), Ok(200)][..], Ok(()), 2),
        (
            &[Err(Failure::Dns), Err(Failure::Unconnected)][..],
            Err(RequestError::Unreachable(Failure::Unconnected)),
            2,
        ),
    ] {
        let (script, endpoint) = endpoint(answers);
        assert_eq!(endpoint.post("m-1", Bytes::from_static(BODY)).await, outcome, "{answers:?}");
        let sent = script.sent.lock().unwrap();
        assert_eq!(sent.len(), attempts, "{answers:?}");
        assert!(sent.iter().all(|one| one.headers[ID_HEADER] == "m-1" && one.body == BODY));
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_ends_in_time() {
    let (script, endpoint) = endpoint(&[Err(Failure::Unconnected)]);
    let outcome = endpoint.post("m-1", Bytes::from_static(BODY)).await;
    assert_eq!(outcome, Err(RequestError::Unclear(Failure::Timeout)));
    assert_eq!(script.sent.lock().unwrap().len(), 2);
}

#[test]
fn plain_http_and_private_hosts_have_to_be_allowed() {
    let reach = |url: &str, allowed| ServiceUrl::parse(url, allowed).map(|url| url.reach());
    for (url, expected) in [
        ("https://sms.example.com/send", Ok(Reach::Public)),
        ("https://1.1.1.1/send", Ok(Reach::Public)),
        ("https://127.0.0.1:8443/send", Ok(Reach::Private)),
        ("http://localhost:9000/send", Ok(Reach::Inside)),
        ("http://[::1]:9000/send", Ok(Reach::Inside)),
        ("http://sms.example.com/send", Err("must be an https URL")),
        ("http://10.1.2.3/send", Err("must be an https URL")),
        ("https://10.1.2.3/send", Err("must not be a private, loopback or link-local address")),
        ("https://169.254.169.254/", Err("must not be a private, loopback or link-local address")),
        ("https://me:word@sms.example.com/", Err("must not carry a user name or password")),
        ("sms.example.com", Err("must be an absolute http or https URL")),
    ] {
        assert_eq!(reach(url, false), expected.map_err(str::to_owned), "{url}");
    }
    for (url, expected) in [
        ("https://sms.example.com/send", Ok(Reach::Private)),
        ("https://10.1.2.3/send", Ok(Reach::Private)),
        ("http://10.1.2.3/send", Ok(Reach::Inside)),
        ("http://sms.internal/send", Ok(Reach::Inside)),
        ("http://1.1.1.1/send", Err("must be an https URL: its host is not in a private network")),
        ("https://169.254.169.254/", Err("must not be a link-local or reserved address")),
    ] {
        assert_eq!(reach(url, true), expected.map_err(str::to_owned), "{url}");
    }
    let inside = "must not be a private, loopback or link-local address";
    for (url, expected) in [
        ("https://sms.example.com/send", Ok(Reach::Public)),
        ("http://sms.example.com/send", Err("must be an https URL")),
        ("http://localhost:9000/send", Err("must be an https URL")),
        ("https://localhost:9000/send", Err(inside)),
        ("https://127.0.0.1:8443/send", Err(inside)),
        ("https://10.1.2.3/send", Err(inside)),
        ("https://169.254.169.254/", Err(inside)),
    ] {
        let parsed = ServiceUrl::parse_public(url).map(|url| url.reach());
        assert_eq!(parsed, expected.map_err(str::to_owned), "{url}");
    }
}

#[test]
fn an_address_shows_its_host_alone() {
    let (_, endpoint) = endpoint(&[]);
    assert_eq!(format!("{:?}", endpoint.url), "https://sms.example.com/…");
    let without_path = ServiceUrl::parse("http://localhost:9000?key=hush", false).unwrap();
    assert_eq!(without_path.origin(), "http://localhost:9000/…");
    assert!(!format!("{endpoint:?}").contains("hush"));
}
