//! Integration tests of the client against servers on loopback.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::{HeaderMap, Method};
use bytes::Bytes;
use causeway_testing::receiver::{Answer, Receiver, closed_url};
use futures_util::future::BoxFuture;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

use super::client::Client;
use super::dial::{Resolver, connector};
use super::{Failure, MAX_BODY, OutboundRequest, Reach, Transport};

fn post(url: &str) -> OutboundRequest {
    OutboundRequest {
        method: Method::POST,
        target: url.parse().unwrap(),
        headers: HeaderMap::from_iter([("x-test".parse().unwrap(), "yes".parse().unwrap())]),
        body: Bytes::from_static(b"hello"),
        reach: Reach::Private,
        limit: Duration::from_secs(20),
        is_only_attempt: false,
        body_max: MAX_BODY,
    }
}

/// Starts a receiver that answers each request but the first of a connection like this.
async fn receiver_that_then(answer: Answer) -> Receiver {
    let receiver = Receiver::start().await;
    receiver.answer_by(move |request| if request.turn == 0 { Answer::status(200) } else { answer.clone() });
    receiver
}

/// Returns the position of each request on its connection, in order of arrival.
fn turns(receiver: &Receiver) -> Vec<usize> {
    receiver.received().iter().map(|request| request.turn).collect()
}

/// Starts a server that answers each connection with these bytes and counts the connections.
async fn raw_server(answer: &'static [u8]) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            counted.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(async move {
                let mut request = [0; 4096];
                while stream.read(&mut request).await.is_ok_and(|length| length > 0) {
                    if stream.write_all(answer).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    (address, connections)
}

#[tokio::test]
async fn sends_the_bytes_and_gives_back_the_answer() {
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::status(201).body("thanks"));
    let response = Client::new().exchange(post(&receiver.url())).await.unwrap();
    assert_eq!((response.status, &response.body[..], response.is_whole), (201, &b"thanks"[..], true));
    let [sent] = &receiver.received()[..] else { panic!("{receiver:?}") };
    assert_eq!(
        (&sent.method[..], &sent.body[..], sent.header("x-test")),
        ("POST", &b"hello"[..], Some("yes"))
    );
    assert_eq!(sent.header("host"), receiver.url().split('/').nth(2));
}

#[tokio::test]
async fn follows_no_redirect() {
    let [receiver, elsewhere] = [Receiver::start().await, Receiver::start().await];
    receiver.answer_always(Answer::redirect(&elsewhere.url()));
    assert_eq!(Client::new().exchange(post(&receiver.url())).await.unwrap().status, 302);
    assert_eq!(elsewhere.received().len(), 0);
}

#[tokio::test]
async fn a_second_request_at_once_uses_the_first_ones_connection() {
    let (address, connections) = raw_server(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
    let client = Client::new();
    for _ in 0..3 {
        assert_eq!(client.exchange(post(&format!("http://{address}/"))).await.unwrap().status, 200);
    }
    assert_eq!(connections.load(Ordering::SeqCst), 1);
    let public = OutboundRequest { reach: Reach::Public, ..post(&format!("http://{address}/")) };
    assert_eq!(client.exchange(public).await, Err(Failure::Unconnected), "another permission");
}

#[tokio::test]
async fn a_request_that_a_kept_connection_swallows_is_repeated_once_on_a_fresh_one() {
    let receiver = receiver_that_then(Answer::broken()).await;
    let client = Client::new();
    for _ in 0..4 {
        assert_eq!(client.exchange(post(&receiver.url())).await.unwrap().status, 200);
    }
    assert_eq!(turns(&receiver), [0, 1, 0, 1, 0, 1, 0]);

    receiver.answer_always(Answer::broken());
    assert_eq!(client.exchange(post(&receiver.url())).await, Err(Failure::ConnectionFailed));
    assert_eq!(client.exchange(post(&receiver.url())).await, Err(Failure::ConnectionFailed));
    assert_eq!(turns(&receiver)[7..], [1, 0, 0], "each once on a fresh connection, and no more");
}

/// Checks that an unreachable host at the second attempt is not reported as unsent: it may have read the
/// first.
#[tokio::test]
async fn a_request_that_a_kept_connection_swallowed_was_not_surely_unsent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        drop(listener);
        let mut requests = Vec::new();
        for answer in [&b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"[..], b""] {
            while !requests.ends_with(b"hello")
                && stream.read_buf(&mut requests).await.is_ok_and(|length| length > 0)
            {}
            requests.clear();
            stream.write_all(answer).await.unwrap();
        }
    });
    let client = Client::new();
    assert_eq!(client.exchange(post(&url)).await.unwrap().status, 200);
    assert_eq!(client.exchange(post(&url)).await, Err(Failure::ConnectionFailed));
    assert_eq!(client.exchange(post(&url)).await, Err(Failure::Unconnected));
}

#[tokio::test]
async fn an_incomplete_answer_is_not_requested_again() {
    for half in
        [&b"H"[..], b"HTTP/1.1 200 OK\r\ncontent-le", b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"]
    {
        let (address, requests) = half_answering(half).await;
        let client = Client::new();
        assert_eq!(client.exchange(post(&format!("http://{address}/"))).await.unwrap().status, 200);
        let second = client.exchange(post(&format!("http://{address}/"))).await;
        assert_eq!(second, Err(Failure::ConnectionFailed));
        assert_eq!(requests.load(Ordering::SeqCst), 2);
    }
}

/// Starts a server that answers the first request of each connection, breaks off in its response to the
/// second, and counts requests.
async fn half_answering(half: &'static [u8]) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            for answer in [&b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"[..], half] {
                let mut request = [0; 4096];
                if !stream.read(&mut request).await.is_ok_and(|length| length > 0) {
                    break;
                }
                counted.fetch_add(1, Ordering::SeqCst);
                drop(stream.write_all(answer).await);
            }
        }
    });
    (address, requests)
}

#[tokio::test]
async fn the_only_attempt_uses_a_fresh_connection_and_is_not_repeated() {
    let receiver = receiver_that_then(Answer::broken()).await;
    let client = Client::new();
    let only = OutboundRequest { is_only_attempt: true, ..post(&receiver.url()) };
    for _ in 0..4 {
        assert_eq!(client.exchange(only.clone()).await.unwrap().status, 200);
    }
    receiver.answer_always(Answer::broken());
    assert_eq!(client.exchange(only).await, Err(Failure::ConnectionFailed));
    assert_eq!(turns(&receiver), [0; 5]);
}

#[tokio::test]
async fn an_answer_with_many_headers_counts_by_its_status() {
    for count in [0, 98, 100, 101, 513, 2000] {
        let receiver = Receiver::start().await;
        let answer = (0..count).fold(Answer::status(202), |all, n| all.header(&format!("x-{n}"), "v"));
        receiver.answer_always(answer);
        assert_eq!(Client::new().exchange(post(&receiver.url())).await.unwrap().status, 202, "{count}");
    }
}

#[tokio::test]
async fn an_answer_may_fold_its_headers() {
    let folded = b"HTTP/1.1 202 Accepted\r\nx-note: one\r\n\ttwo\r\ncontent-length:\r\n 3\r\n\r\nyes";
    let (address, _) = raw_server(folded).await;
    let response = Client::new().exchange(post(&format!("http://{address}/"))).await.unwrap();
    assert_eq!((response.status, &response.body[..]), (202, &b"yes"[..]));
    let note: Vec<&str> = response.headers["x-note"].to_str().unwrap().split_whitespace().collect();
    assert_eq!(note, ["one", "two"]);
}

#[tokio::test]
async fn a_long_body_is_cut_and_its_connection_not_used_again() {
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::status(200).body(vec![b'x'; 200_000]));
    let client = Client::new();
    for _ in 0..2 {
        let response = client.exchange(post(&receiver.url())).await.unwrap();
        assert_eq!((response.status, response.body.len(), response.is_whole), (200, 65_536, false));
    }
    let whole = OutboundRequest { body_max: 200_000, ..post(&receiver.url()) };
    let response = client.exchange(whole).await.unwrap();
    assert_eq!((response.body.len(), response.is_whole), (200_000, true));
}

#[tokio::test]
async fn the_reason_of_a_missing_answer_is_reported() {
    let client = Client::new();
    let receiver = Receiver::start().await;
    receiver.answer_always(Answer::never());
    let slow = OutboundRequest { limit: Duration::from_millis(300), ..post(&receiver.url()) };
    assert_eq!(client.exchange(slow).await, Err(Failure::Timeout));
    receiver.answer_always(Answer::broken());
    assert_eq!(client.exchange(post(&receiver.url())).await, Err(Failure::ConnectionFailed));
    let closed = closed_url().unwrap();
    assert_eq!(client.exchange(post(&closed)).await, Err(Failure::Unconnected));
    assert_eq!(client.exchange(post("http://nobody.invalid/")).await, Err(Failure::Dns));
    let (address, _) = raw_server(b"not http\r\n\r\n").await;
    let nonsense = client.exchange(post(&format!("http://{address}/"))).await;
    assert_eq!(nonsense, Err(Failure::ConnectionFailed));
}

#[tokio::test]
async fn a_name_that_resolves_to_a_private_address_is_refused() {
    let (address, connections) = raw_server(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let client = Client::new();
    for host in ["localhost", "127.0.0.1", "[::ffff:127.0.0.1]"] {
        let url = format!("http://{host}:{}/", address.port());
        let public = OutboundRequest { reach: Reach::Public, ..post(&url) };
        assert_eq!(client.exchange(public).await, Err(Failure::Unconnected), "{url}");
    }
    assert_eq!(connections.load(Ordering::SeqCst), 0);
}

/// A resolver that tells another address at each look-up.
struct ChangingResolver(Mutex<VecDeque<IpAddr>>);

impl Resolver for ChangingResolver {
    fn look_up<'a>(&'a self, _: &'a str, _: u16) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let next = self.0.lock().unwrap().pop_front();
        Box::pin(async move { Ok(next.into_iter().collect()) })
    }
}

/// Checks that each connection looks its name up and checks the address, whatever range an operator has allowed. The
/// last address leads to the server on loopback, if it is not refused.
#[tokio::test]
async fn a_name_that_turns_to_a_forbidden_address_is_refused_at_that_look_up() {
    let (address, connections) = raw_server(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
    let told: [IpAddr; 3] =
        ["127.0.0.1", "169.254.169.254", "0.0.0.0"].map(|address| address.parse().unwrap());
    let mut client = Client::new();
    client.dialer.resolver = Box::new(ChangingResolver(Mutex::new(VecDeque::from(told))));
    let adapter = OutboundRequest {
        reach: Reach::Only("0.0.0.0/0".parse().unwrap()),
        is_only_attempt: true,
        ..post(&format!("http://adapter.example.com:{}/", address.port()))
    };
    assert_eq!(client.exchange(adapter.clone()).await.unwrap().status, 200);
    for forbidden in ["169.254.169.254", "0.0.0.0"] {
        assert_eq!(client.exchange(adapter.clone()).await, Err(Failure::Unconnected), "{forbidden}");
    }
    assert_eq!(client.exchange(adapter).await, Err(Failure::Dns), "a name without an address");
    assert_eq!(connections.load(Ordering::SeqCst), 1);
}

/// Starts a TLS server for `localhost` with a certificate of the test's own authority; returns its port.
async fn tls_server() -> u16 {
    let chain = vec![CertificateDer::from(&include_bytes!("testdata/localhost.der")[..])];
    let key = PrivateKeyDer::try_from(&include_bytes!("testdata/localhost.key.der")[..]).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let mut request = [0; 4096];
            drop(stream.read(&mut request).await);
            drop(stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await);
        }
    });
    port
}

fn trusting_the_test() -> Client {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(&include_bytes!("testdata/authority.der")[..])).unwrap();
    let client = Client::new();
    client.dialer.tls.set(connector(roots).unwrap()).ok().unwrap();
    client
}

#[tokio::test]
async fn tls_needs_a_trusted_certificate_for_this_very_host() {
    let port = tls_server().await;
    let trusting = trusting_the_test();
    let named = post(&format!("https://localhost:{port}/"));
    assert_eq!(trusting.exchange(named.clone()).await.unwrap().status, 204);
    let by_address = post(&format!("https://127.0.0.1:{port}/"));
    assert_eq!(trusting.exchange(by_address).await, Err(Failure::Tls));
    assert_eq!(Client::new().exchange(named).await, Err(Failure::Tls), "an authority that nobody trusts");
    let (plain, _) = raw_server(b"HTTP/1.1 200 OK\r\n\r\n").await;
    let not_tls = post(&format!("https://localhost:{}/", plain.port()));
    assert_eq!(trusting.exchange(not_tls).await, Err(Failure::Tls));
}
