//! Damaged messages of another provider: each is answered as documented, a forged one leaves no nonce behind, and
//! the true one after it is accepted (uma 2, 4, 5.1, 6.2, 8).

use causeway_store::{Error, Tx};
use causeway_testing::http::Response;
use causeway_testing::receiver::Answer;
use causeway_uma::TransactionHook;
use causeway_uma::addresses::Host;
use causeway_uma::discovery::DiscoveryRequest;
use causeway_uma::keys::PrivateKey;
use causeway_uma::pay::PayRequest;
use causeway_uma::signing::{MessageSignature, Nonce};
use serde_json::{Value, json};

use super::pay_request::{callback, decides, request};
use super::peer::now;
use super::{Scene, target};
use crate::harness::{Service, on_engines};
use crate::payments::scene::text;
use crate::transport::damage::{Rng, TEXTS, broken_body, damage_value, encoded, seed};

const BOB: &str = "$bob@p2.local";

/// Damaged messages of each kind.
const MESSAGES: u64 = 50;

/// Longest text in a damaged URL. The head of the request stays within the limit of the server.
const LONG: usize = 1_000;

/// Returns the generator of one message's damage.
fn damage_of(number: u64) -> Rng {
    Rng::new(seed() ^ (number << 32))
}

/// Returns the key of a provider that the platform does not know.
fn stranger() -> PrivateKey {
    PrivateKey::from_bytes(&[43; 32]).expect("a key")
}

/// Counts the remembered nonces.
async fn nonces(service: &Service) -> i64 {
    let count =
        |tx: &mut Tx<'_>| tx.query_one("SELECT count(*) AS n FROM uma_nonce", &[], |row| row.get::<i64>("n"));
    service.app().store.read(count).await.map_err(|error: Error| error).expect("a count")
}

/// Checks that a message is answered in JSON, with a refusal if anything, on a connection that stays open.
#[track_caller]
fn check(response: &Response, number: u64) {
    let is_documented = response.status < 500 || response.status == 501;
    assert!(is_documented, "seed {}, message {number}\n{response}", seed());
    assert_eq!(response.header("connection"), None, "seed {}, message {number}\n{response}", seed());
    drop(response.json());
}

/// Returns the path and query of a discovery with up to three damages.
fn damaged_target(request: &DiscoveryRequest, rng: &mut Rng) -> String {
    let whole = target(request);
    let (path, query) = whole.split_once('?').expect("a query");
    let mut path = path.to_owned();
    let mut pairs: Vec<(String, String)> = Vec::new();
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').expect("a parameter");
        pairs.push((name.to_owned(), value.to_owned()));
    }
    for _ in 0..=rng.below(3) {
        let at = rng.below(pairs.len());
        match rng.below(8) {
            0 if pairs.len() > 1 => drop(pairs.remove(at)),
            1 => pairs.push(pairs[at].clone()),
            2 => pairs[at].0 = encoded(rng.pick::<&str>(TEXTS)),
            3 => pairs[at].1 = encoded(rng.pick::<&str>(TEXTS)),
            4 => pairs[at].1 = "9".repeat(1 + rng.below(400)),
            5 => pairs[at].1 = "x".repeat(rng.below(LONG)),
            6 => path = format!("/.well-known/lnurlp/{}", encoded(rng.pick::<&str>(TEXTS))),
            _ => flip(&mut pairs[at].1, rng),
        }
    }
    let pairs: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{path}?{}", pairs.join("&"))
}

/// Replaces one character of an encoded value by any byte.
fn flip(value: &mut String, rng: &mut Rng) {
    if !value.is_empty() {
        let at = rng.below(value.len());
        value.replace_range(at..=at, &format!("%{:02X}", rng.below(256)));
    }
}

/// Returns a body with up to three damages.
fn damaged_body(message: &Value, rng: &mut Rng) -> Vec<u8> {
    match rng.below(8) {
        0 | 1 => broken_body(Some(message), rng),
        // Members twice.
        2 => message.to_string().replacen('{', r#"{"convert":"EUR","signature":"00","#, 1).into_bytes(),
        _ => {
            let mut damaged = message.clone();
            for _ in 0..=rng.below(3) {
                damage_value(&mut damaged, rng);
            }
            damaged.to_string().into_bytes()
        }
    }
}

/// Returns the path of a URL of the platform's endpoints.
fn path_of(url: &str) -> String {
    let (_, path) = url.split_once("/uma/").expect("the path of a callback");
    format!("/uma/{path}")
}

/// Sends a body to a callback.
async fn post(scene: &Scene, path: &str, body: Vec<u8>) -> Response {
    scene.client().post(path).raw("application/json", body).send().await
}

/// Returns a pay request as JSON that a stranger has signed: the signature of the true one is replaced.
fn forged(honest: &PayRequest) -> Value {
    let MessageSignature { nonce, timestamp, .. } = honest.payer_data.compliance().signature.clone();
    let signature = MessageSignature::sign(&stranger(), &honest.payload(), nonce, timestamp).signature;
    let mut body: Value = serde_json::from_str(&honest.to_json()).expect("a pay request");
    body["payerData"]["compliance"]["signature"] = json!(signature);
    body
}

on_engines! {
    async fn no_damage_breaks_a_discovery(service) {
        let scene = Scene::new(service).await;
        for number in 0..MESSAGES {
            let mut rng = damage_of(number);
            let honest = scene.peer.discovery(BOB);
            let MessageSignature { nonce, timestamp, .. } = honest.signature.clone();
            let domain = honest.vasp_domain.clone();
            let forged = DiscoveryRequest::sign(&stranger(), honest.receiver.clone(), domain, nonce, timestamp);
            let before = nonces(service).await;
            check(&scene.discover(&forged).await, number);
            check(&scene.get(&damaged_target(&forged, &mut rng)).await, number);
            assert_eq!(nonces(service).await, before, "seed {}, message {number}", seed());

            check(&scene.get(&damaged_target(&scene.peer.discovery(BOB), &mut rng)).await, number);
            scene.discover(&honest).await.expect(200);
        }
    }
}

on_engines! {
    async fn no_damage_breaks_a_pay_request(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        for number in 0..MESSAGES {
            let mut rng = damage_of(number);
            let path = path_of(&callback(&scene).await);
            let honest = request(&scene, "8330000", "USD");
            let before = nonces(service).await;
            let forged = forged(&honest);
            check(&post(&scene, &path, forged.to_string().into_bytes()).await, number);
            check(&post(&scene, &path, damaged_body(&forged, &mut rng)).await, number);
            assert_eq!(nonces(service).await, before, "seed {}, message {number}", seed());

            // A damaged message with a good signature may have used the callback.
            let other: Value = serde_json::from_str(&request(&scene, "8330000", "USD").to_json()).expect("JSON");
            check(&post(&scene, &path, damaged_body(&other, &mut rng)).await, number);
            let path = callback(&scene).await;
            scene.pay(&path, &honest.to_json()).await.expect(200);
        }
    }
}

on_engines! {
    async fn no_damage_breaks_a_hook(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        let host = Host::parse(scene.peer.host()).expect("a host");
        let signed = |key: &PrivateKey, nonce: Nonce| -> Value {
            let hook = TransactionHook::sign(key, host.clone(), Vec::new(), nonce, now());
            serde_json::from_str(&hook.to_json()).expect("a hook")
        };
        for number in 0..MESSAGES {
            let mut rng = damage_of(number);
            let pay_request = request(&scene, "8330000", "USD").to_json();
            let answer = scene.pay(&callback(&scene).await, &pay_request).await.expect(200);
            let path = path_of(text(&answer["payeeData"]["compliance"]["utxoCallback"]));
            let nonce = scene.peer.nonce();
            let before = nonces(service).await;
            let forged = signed(&stranger(), nonce.clone());
            check(&post(&scene, &path, forged.to_string().into_bytes()).await, number);
            check(&post(&scene, &path, damaged_body(&forged, &mut rng)).await, number);
            assert_eq!(nonces(service).await, before, "seed {}, message {number}", seed());

            let other = signed(&scene.peer.key, scene.peer.nonce());
            let damaged = post(&scene, &path, damaged_body(&other, &mut rng)).await;
            check(&damaged, number);
            let honest = post(&scene, &path, signed(&scene.peer.key, nonce).to_string().into_bytes()).await;
            // A damaged message with a good signature may have been stored; another one is then not expected.
            let is_expected = honest.status == 200 || (damaged.status, honest.status) == (200, 404);
            assert!(is_expected, "seed {}, message {number}\n{damaged}\n{honest}", seed());
        }
    }
}
