//! Random damage to requests; the same seed gives the same damage.

use causeway_testing::http::{Client, Form, Request, one_pixel};
use serde_json::{Map, Value, json};

use super::call::Call;

/// Texts that programs are known to handle badly.
pub(crate) const TEXTS: &[&str] = &[
    "",
    " ",
    "\u{0}",
    "a\u{0}b",
    "\u{7f}\u{1b}[2J",
    "\u{202e}desrever",
    "\u{feff}",
    "e\u{301}\u{301}\u{301}",
    "💸",
    "\u{10ffff}",
    "'; DROP TABLE customer; --",
    "%00",
    "%",
    "../../etc/passwd",
    "<script>",
    "${jndi:ldap://x}",
    "null",
    "true",
    "NaN",
    "-1",
    "1e308",
    "9223372036854775808",
    "0x10",
    "２",
    "USD",
    "usd",
    "2025-02-30",
    "0000-01-01",
    "9999-12-31T23:59:59.999Z",
    "-000001-01-01T00:00:00Z",
    "2025-01-01T00:00:00+23:59",
    "2025-01-01T24:00:60Z",
    "Customer:",
    ":",
    "Customer:00000000-0000-0000-0000-000000000000",
    "InternalAccount:ffffffff-ffff-ffff-ffff-ffffffffffff",
    "$a@b",
    "$@",
    "http://",
    "http://[::1",
    "http://\u{0}/",
    "+999999999999999999",
    "DE89",
    "ß",
    "İ",
];

/// Returns the seed of the damage; `CAUSEWAY_SEED` sets another one to look further.
pub(crate) fn seed() -> u64 {
    std::env::var("CAUSEWAY_SEED").map_or(1, |seed| seed.parse().expect("CAUSEWAY_SEED is a number"))
}

/// A random number generator with a seed (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("a small number");
        usize::try_from(self.next() % end).expect("a small number")
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Builds the request with one to three of its parts damaged. Query parameters that are added have these
/// names.
#[track_caller]
pub(super) fn damaged(call: &Call, client: &Client, parameters: &[String], rng: &mut Rng) -> Request {
    let mut call = call.clone();
    let mut raw = None;
    let mut headers = Vec::new();
    for _ in 0..=rng.below(3) {
        match rng.below(8) {
            0..4 => damage_value(call.body.get_or_insert_with(|| json!({})), rng),
            4 => raw = Some(broken_body(call.body.as_ref(), rng)),
            5 => headers.push(header(rng)),
            6 if !call.ids.is_empty() => call.ids[0] = broken_id(&call.ids[0], rng),
            _ => call.query.push(parameter(&call, parameters, rng)),
        }
    }
    let request = call.head(client);
    let request = match (raw, &call.body) {
        (Some(bytes), _) => request.raw("application/json", bytes),
        (None, Some(body)) if call.takes_form() => request.form(Form::of(body).file("a file", &one_pixel())),
        (None, Some(body)) => request.json(body),
        (None, None) => request,
    };
    headers.into_iter().fold(request, |request, (name, value)| request.header_bytes(name, value))
}

/// Damages one member at some depth.
pub(crate) fn damage_value(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(members) if !members.is_empty() && rng.below(8) > 0 => damage_member(members, rng),
        Value::Array(items) if !items.is_empty() && rng.below(4) > 0 => {
            let index = rng.below(items.len());
            match rng.below(4) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => damage_value(&mut items[index], rng),
            }
        }
        other => *other = strange(rng),
    }
}

fn damage_member(members: &mut Map<String, Value>, rng: &mut Rng) {
    let names: Vec<String> = members.keys().cloned().collect();
    let name = rng.pick(&names).clone();
    match rng.below(6) {
        0 => drop(members.remove(&name)),
        1 => {
            let value = members.remove(&name).unwrap_or_default();
            members.insert(rng.pick(TEXTS).to_string(), value);
        }
        2 => {
            let other = members[rng.pick(&names)].clone();
            members.insert(name, other);
        }
        _ => damage_value(&mut members[&name], rng),
    }
}

fn strange(rng: &mut Rng) -> Value {
    match rng.below(12) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2 => json!(*rng.pick(&[0, -1, 1, i64::MIN, i64::MAX, 9_000_000_000_000_001])),
        3 => json!(*rng.pick(&[0.5, -0.0, 1e308, 5e-324, 9_007_199_254_740_993.0])),
        4 => json!(u64::MAX),
        5 => json!([]),
        6 => json!({}),
        7 => json!("x".repeat(rng.below(20_000))),
        8 => (0..rng.below(100)).fold(json!(1), |inner, _| json!([inner])),
        _ => json!(rng.pick(TEXTS)),
    }
}

/// Returns bytes that are rarely valid JSON.
pub(crate) fn broken_body(body: Option<&Value>, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = body.map_or_else(|| b"{}".to_vec(), |body| body.to_string().into_bytes());
    match rng.below(8) {
        0 => bytes.truncate(rng.below(bytes.len())),
        1 => {
            let index = rng.below(bytes.len());
            bytes[index] = u8::try_from(rng.below(256)).expect("a byte");
        }
        2 => bytes = "[".repeat(rng.below(10_000)).into_bytes(),
        3 => bytes = vec![0xff, 0xfe, b'{', b'}'],
        4 => bytes = br#"{"amount":1e999999999}"#.to_vec(),
        5 => bytes = format!(r#"{{"amount":{}}}"#, "9".repeat(2_000)).into_bytes(),
        6 => bytes = br#"{"amount":1,"amount":2,"\ud800":"\udc00"}"#.to_vec(),
        _ => {
            bytes = rng.pick(&[&b"null"[..], b"[]", b"\"text\"", b"1", b"", b" \n", b"{\"a\":NaN}"]).to_vec()
        }
    }
    bytes
}

fn header(rng: &mut Rng) -> (&'static str, Vec<u8>) {
    let names = [
        "Idempotency-Key",
        "Content-Type",
        "Accept",
        "Accept-Encoding",
        "Content-Encoding",
        "Cookie",
        "X-Forwarded-For",
        "X-Request-Id",
        "Svc-Wallet-Signature",
        "Request-Id",
        "Range",
        "If-None-Match",
    ];
    let values = [
        &b""[..],
        b" ",
        b"application/json; charset=utf-16",
        b"text/html",
        b"multipart/form-data",
        b"gzip",
        b"\xff\xfe",
        b"{\"a\":",
        b"0",
        b"bytes=0-",
        b"\"",
        b",,,,",
        b"%00",
        b"Request:01890a5d-ac96-774b-bcce-b302099a8057",
    ];
    let value = if rng.below(8) == 0 { vec![b'v'; 4_000] } else { rng.pick(&values).to_vec() };
    (*rng.pick(&names), value)
}

/// Returns a damaged id as part of a path; bytes that HTTP cannot express are percent-encoded.
fn broken_id(id: &str, rng: &mut Rng) -> String {
    let (kind, uuid) = id.split_once(':').unwrap_or(("", id));
    match rng.below(8) {
        0 => uuid.to_owned(),
        1 => format!("{kind}%3A{uuid}"),
        2 => format!("{kind}:{}", uuid.to_uppercase()),
        3 => format!("{id}%00"),
        4 => "%FF%FE".to_owned(),
        5 => "x".repeat(3_000),
        6 => format!("{id}%2F..%2F.."),
        _ => encoded(rng.pick::<&str>(TEXTS)),
    }
}

/// Returns a text with each byte percent-encoded; a space for an empty one.
pub(crate) fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    if bytes.is_empty() { "%20".to_owned() } else { bytes }
}

/// Returns a query parameter that the operation may know.
fn parameter(call: &Call, known: &[String], rng: &mut Rng) -> (String, String) {
    let value = match rng.below(4) {
        0 => call.ids.first().cloned().unwrap_or_default(),
        1 => rng.next().to_string(),
        2 => "9".repeat(rng.below(400)),
        _ => (*rng.pick(TEXTS)).to_owned(),
    };
    let name =
        if rng.below(8) == 0 { (*rng.pick(&["%zz", "", "[]"])).to_owned() } else { rng.pick(known).clone() };
    (name, value)
}
