//! Signatures of random messages, between this implementation and that of the adapter in Python, whose Ed25519 is
//! OpenSSL's. Each side makes the signature bases by itself. That every single bit of a message counts is among the tests
//! of `causeway-rail-protocol`.

use std::io::Write;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::Ids;
use causeway_domain::ids::{Id, RailId};
use causeway_rail_protocol::signing::{
    Answer, Nonce, Request, RequestTarget, Signature, SignatureHeaders, SignedMessage, SigningKey,
    VerifyingKey, sign_answer, sign_request, verify_answer, verify_request,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::payer::text;
use super::program::example;

/// Messages in each direction.
const MESSAGES: usize = 10_000;

/// The other side. Messages are lines of JSON; those of requests have a `method`, those of answers a `status`.
const PYTHON: &str = r#"
import base64, json, random, sys
import crp_signing as signing
from crp_values import digest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

def verify(message):
    headers, body = message["headers"], base64.b64decode(message["body"])
    parameters = headers["signature-input"].removeprefix("crp=")
    covered = (digest(body), message["rail"])
    if "status" in message:
        base = signing.answer_base(message["status"], *covered, message["request"], parameters)
    else:
        base = signing.request_base(message["method"], message["target"], *covered, parameters)
    key = signing.read_public_key(message["key"])
    assert headers["content-digest"] == covered[0] and headers["crp-rail"] == covered[1], message
    assert f';created={message["created"]};' in parameters, message
    assert f';keyid="{signing.key_id(key)}";' in parameters, message
    signature = headers["signature"].removeprefix("crp=:").removesuffix(":")
    key.verify(base64.b64decode(signature), base.encode())

def sign(chance):
    own = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
    digits = chance.randbytes(16).hex()
    rail = "Rail:" + "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])
    keys = signing.Keys(rail, own, [])
    created, body = chance.randrange(2**32), chance.randbytes(chance.randrange(2000))
    message = {"key": signing.public_text(own.public_key()), "rail": rail, "created": created}
    message["body"] = base64.b64encode(body).decode()
    if chance.random() < 0.5:
        method, target = chance.choice(["GET", "PUT", "POST"]), "/v1/" + chance.randbytes(9).hex()
        target += chance.choice(["", "?after=48000&limit=500", "?a=%C3%A4"])
        message |= {"method": method, "target": target}
        nonce = base64.urlsafe_b64encode(chance.randbytes(chance.choice([18, 33, 48]))).decode()
        headers = keys.sign_request(method, target, body, created, nonce)
    else:
        request = base64.b64encode(chance.randbytes(64)).decode() if chance.random() < 0.9 else None
        message |= {"status": chance.randrange(100, 1000), "request": request}
        headers = keys.sign_answer(message["status"], body, request, created)
    message["headers"] = {name.lower(): value for name, value in headers.items()}
    return message

if sys.argv[1] == "sign":
    chance = random.Random(int(sys.argv[3]))
    for _ in range(int(sys.argv[2])):
        print(json.dumps(sign(chance)))
else:
    messages = [json.loads(line) for line in sys.stdin]
    for message in messages:
        verify(message)
    print(len(messages))
"#;

/// Runs the other side, and returns what it prints.
#[track_caller]
fn python(arguments: &[&str], input: &str) -> String {
    let mut process = Command::new("python3")
        .args(["-c", PYTHON])
        .args(arguments)
        .env("PYTHONPATH", example("rail-adapter"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    // It reads all of its input before it prints, and `sign` reads none.
    process.stdin.take().expect("the input").write_all(input.as_bytes()).expect("it reads its input");
    let printed = process.wait_with_output().unwrap();
    assert!(printed.status.success(), "{}", printed.status);
    String::from_utf8(printed.stdout).unwrap()
}

/// Draws the bytes of a body, up to about 2 KB.
fn body(ids: &Ids) -> Vec<u8> {
    let [parts, cut] = ids.bytes();
    let mut body: Vec<u8> = (0..parts / 8).flat_map(|_| ids.bytes::<64>()).collect();
    body.truncate(body.len().saturating_sub((cut % 64).into()));
    body
}

/// Signs a random message: every other one is a request, and every fifth answer is bound to none.
fn signed(ids: &Ids, number: usize) -> Value {
    let key = SigningKey::from_seed(&ids.bytes()).unwrap();
    let rail = RailId::from_uuid(Uuid::from_bytes(ids.bytes()));
    let body = body(ids);
    let created = i64::from(u32::from_be_bytes(ids.bytes()));
    let mut message = json!({
        "key": key.verifying_key().to_string(), "rail": rail.to_string(), "created": created, "body": STANDARD.encode(&body),
    });
    let SignedMessage { headers, .. } = if number.is_multiple_of(2) {
        let method = ["GET", "PUT", "POST"][number % 3];
        let path = format!("/v1/payouts/Transaction:{}", Uuid::from_bytes(ids.bytes()));
        let query = format!("after={}&limit=500", u32::from_be_bytes(ids.bytes()));
        let query = number.is_multiple_of(3).then_some(query.as_str());
        let target = RequestTarget::new(method, &path, query).unwrap();
        message["method"] = json!(method);
        message["target"] = json!(target.path_and_query());
        let request = Request { target: &target, rail, body: &body };
        sign_request(&key, &request, created, Nonce::from_bytes(ids.bytes()))
    } else {
        let request = (number % 10 != 1).then(|| key.sign(&ids.bytes::<32>()));
        let status = 100 + u16::from_be_bytes(ids.bytes()) % 900;
        message["status"] = json!(status);
        message["request"] = json!(request.map(|signature| signature.to_string()));
        sign_answer(&key, &Answer { status, rail, body: &body, request }, created)
    };
    for (name, value) in headers.pairs() {
        message["headers"][name] = json!(value);
    }
    message
}

/// Verifies a message of the other side.
#[track_caller]
fn verify(message: &Value) {
    let keys: [VerifyingKey; 1] = [text(&message["key"]).parse().unwrap()];
    let rail: RailId = text(&message["rail"]).parse().unwrap();
    let body = STANDARD.decode(text(&message["body"])).unwrap();
    let created = message["created"].as_i64().unwrap();
    let headers = message["headers"].as_object().expect("headers").iter();
    let headers =
        SignatureHeaders::read(headers.map(|(name, value)| (name.as_str(), text(value).as_bytes())));
    let headers = headers.unwrap_or_else(|error| panic!("{error}: {message}"));
    let outcome = if let Some(status) = message["status"].as_u64() {
        let request = message["request"].as_str().map(|signature| signature.parse::<Signature>().unwrap());
        let answer = Answer { status: u16::try_from(status).unwrap(), rail, body: &body, request };
        verify_answer(&answer, &headers, &keys, created).map(drop)
    } else {
        let target = text(&message["target"]);
        let (path, query) =
            target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        let target = RequestTarget::new(text(&message["method"]), path, query).unwrap();
        verify_request(&Request { target: &target, rail, body: &body }, &headers, &keys, created).map(drop)
    };
    outcome.unwrap_or_else(|error| panic!("{error}: {message}"));
}

/// Checks that OpenSSL verifies what is signed here.
#[test]
fn ten_thousand_messages_are_verified_by_openssl() {
    let ids = Ids::system();
    let messages: Vec<String> = (0..MESSAGES).map(|number| signed(&ids, number).to_string()).collect();
    assert_eq!(python(&["verify"], &messages.join("\n")).trim(), MESSAGES.to_string());
}

/// Checks that what OpenSSL signs is verified here.
#[test]
fn ten_thousand_messages_of_openssl_are_verified() {
    let seed = crate::harness::seed().to_string();
    let printed = python(&["sign", &MESSAGES.to_string(), &seed], "");
    let messages: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(messages.len(), MESSAGES);
    messages.iter().for_each(verify);
}
