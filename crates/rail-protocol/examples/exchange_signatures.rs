//! Signed messages as lines of JSON, for the second implementation beside `testdata`.
//!
//! `exchange_signatures sign COUNT SEED` writes requests and answers; `exchange_signatures verify` reads them, and
//! fails at the first one that does not verify. All keys are test keys, made of the seed.

use std::error::Error;
use std::io::{BufRead, Write};

use causeway_rail_protocol::RailId;
use causeway_rail_protocol::signing::{
    Answer, ContentDigest, Nonce, Request, RequestTarget, SignatureHeaders, SignedMessage, SigningKey,
    VerifyingKey, sign_answer, sign_request, verify_answer, verify_request,
};
use serde_json::{Value, json};

type Outcome<T> = Result<T, Box<dyn Error>>;

const CREATED: i64 = 1_795_363_200;

/// Returns 32 bytes that depend on the seed, the number of the message and the purpose.
fn random(seed: &str, number: u64, purpose: &str) -> [u8; 32] {
    *ContentDigest::of(format!("{seed} {number} {purpose}").as_bytes()).bytes()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Outcome<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2).map(|pair| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?));
    pairs.collect()
}

fn line(mut message: Value, key: &SigningKey, rail: RailId, body: &[u8], signed: &SignedMessage) -> Value {
    let headers = signed.headers.pairs().map(|(name, value)| (name.to_owned(), Value::from(value)));
    message["publicKey"] = key.verifying_key().to_string().into();
    message["rail"] = rail.to_string().into();
    message["body"] = hex(body).into();
    message["created"] = signed.proof.created.into();
    message["headers"] = headers.into_iter().collect();
    message
}

/// Signs a random message: every second one is an answer, and every fourth answer is bound to no request.
fn signed(seed: &str, number: u64) -> Outcome<Value> {
    let key = SigningKey::from_seed(&random(seed, number, "key"))?;
    let digits = hex(&random(seed, number, "rail"));
    let rail: RailId = format!(
        "Rail:{}-{}-{}-{}-{}",
        &digits[..8],
        &digits[8..12],
        &digits[12..16],
        &digits[16..20],
        &digits[20..32]
    )
    .parse()?;
    let bytes = random(seed, number, "body");
    let body = &bytes.repeat(usize::from(bytes[0]))[..];
    let created = CREATED + i64::from(bytes[1]);
    if number % 2 == 1 {
        let earlier = SigningKey::from_seed(&random(seed, number, "sender"))?.sign(body);
        let request = Some(earlier).filter(|_| number % 8 != 7);
        let status = 100 + u16::from(bytes[2]);
        let message = sign_answer(&key, &Answer { status, rail, body, request }, created);
        let text = request.map(|signature| signature.to_string());
        return Ok(line(json!({ "status": status, "request": text }), &key, rail, body, &message));
    }
    let path = format!("/v1/{}", hex(&bytes[3..8]));
    let query = if bytes[9].is_multiple_of(2) { String::new() } else { format!("after={}", bytes[10]) };
    let target = RequestTarget::new("POST", &path, Some(&query))?;
    let mut nonce = [0; 16];
    nonce.copy_from_slice(&random(seed, number, "nonce")[..16]);
    let message =
        sign_request(&key, &Request { target: &target, rail, body }, created, Nonce::from_bytes(nonce));
    Ok(line(json!({ "method": "POST", "path": path, "query": query }), &key, rail, body, &message))
}

fn text<'a>(message: &'a Value, name: &str) -> Outcome<&'a str> {
    message[name].as_str().ok_or_else(|| format!("{name} is no text").into())
}

fn verify(message: &Value) -> Outcome<()> {
    let names = ["content-digest", "crp-rail", "signature-input", "signature"];
    let headers = names.map(|name| (name, message["headers"][name].as_str().unwrap_or_default().as_bytes()));
    let headers = SignatureHeaders::read(headers)?;
    let keys: [VerifyingKey; 1] = [text(message, "publicKey")?.parse()?];
    let rail = text(message, "rail")?.parse()?;
    let body = unhex(text(message, "body")?)?;
    let now = message["created"].as_i64().ok_or("created is no number")?;
    if let Some(status) = message["status"].as_u64() {
        let request = message["request"].as_str().map(str::parse).transpose()?;
        verify_answer(
            &Answer { status: status.try_into()?, rail, body: &body, request },
            &headers,
            &keys,
            now,
        )?;
    } else {
        let target = RequestTarget::new(
            text(message, "method")?,
            text(message, "path")?,
            Some(text(message, "query")?),
        )?;
        verify_request(&Request { target: &target, rail, body: &body }, &headers, &keys, now)?;
    }
    Ok(())
}

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut output = std::io::stdout().lock();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["sign", count, seed] => {
            for number in 0..count.parse()? {
                writeln!(output, "{}", signed(seed, number)?)?;
            }
        }
        ["verify"] => {
            let mut verified = 0_u64;
            for line in std::io::stdin().lock().lines() {
                let line = line?;
                verify(&serde_json::from_str(&line)?).map_err(|error| format!("{error}: {line}"))?;
                verified += 1;
            }
            writeln!(output, "{verified} messages verified")?;
        }
        _ => return Err("usage: exchange_signatures sign COUNT SEED | exchange_signatures verify".into()),
    }
    Ok(())
}
