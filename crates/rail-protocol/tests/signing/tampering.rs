//! Changed messages: every bit of a signed message counts.

use causeway_rail_protocol::Id;
use causeway_rail_protocol::RailId;
use causeway_rail_protocol::signing::{
    Answer, Nonce, Request, RequestTarget, Signature, SignatureHeaders, SigningKey, VerifyingKey,
    sign_answer, sign_request, verify_answer, verify_request,
};
use proptest::prelude::*;
use uuid::Uuid;

/// A message in transit: its parts as bytes, of which any bit can change.
type Parts = Vec<Vec<u8>>;

fn header_parts(headers: &SignatureHeaders) -> Parts {
    headers.pairs().iter().map(|(_, value)| value.as_bytes().to_vec()).collect()
}

/// Reads the last four parts as headers; `None` if they are refused.
fn headers(parts: &[Vec<u8>]) -> Option<SignatureHeaders> {
    let names = ["content-digest", "crp-rail", "signature-input", "signature"];
    SignatureHeaders::read(names.into_iter().zip(parts.iter().map(Vec::as_slice))).ok()
}

fn text(part: &[u8]) -> Option<&str> {
    std::str::from_utf8(part).ok()
}

/// Verifies a request of the parts method, path, query, body and headers.
fn accepts_request(parts: &Parts, rail: RailId, keys: &[VerifyingKey], now: i64) -> bool {
    let verify = || {
        let query = text(&parts[2])?;
        let target = RequestTarget::new(text(&parts[0])?, text(&parts[1])?, Some(query)).ok()?;
        let request = Request { target: &target, rail, body: &parts[3] };
        verify_request(&request, &headers(&parts[4..])?, keys, now).ok()
    };
    verify().is_some()
}

/// Verifies an answer of the parts status (two bytes), body and headers.
fn accepts_answer(
    parts: &Parts,
    rail: RailId,
    request: Option<Signature>,
    keys: &[VerifyingKey],
    now: i64,
) -> bool {
    let verify = || {
        let status = u16::from_be_bytes(parts[0].as_slice().try_into().ok()?);
        let answer = Answer { status, rail, body: &parts[1], request };
        verify_answer(&answer, &headers(&parts[2..])?, keys, now).ok()
    };
    verify().is_some()
}

/// Checks that the message is accepted as it is, and with no single bit changed.
fn every_bit_counts(mut parts: Parts, accepts: impl Fn(&Parts) -> bool) -> Result<(), TestCaseError> {
    prop_assert!(accepts(&parts));
    for part in 0..parts.len() {
        for bit in 0..parts[part].len() * 8 {
            parts[part][bit / 8] ^= 1 << (bit % 8);
            prop_assert!(!accepts(&parts), "part {}, bit {}", part, bit);
            parts[part][bit / 8] ^= 1 << (bit % 8);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// Checks that every single-bit change of a signed request is refused.
    #[test]
    fn a_changed_request_is_refused(
        seed: [u8; 32],
        rail: u128,
        nonce: [u8; 16],
        created in 0..4_000_000_000_i64,
        method in "(GET|PUT|POST)",
        path in "/v1/[a-zA-Z0-9:/-]{0,40}",
        query in "([a-z]{1,5}=[0-9]{1,5})?",
        body in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let rail = RailId::from_uuid(Uuid::from_u128(rail));
        let key = SigningKey::from_seed(&seed).unwrap();
        let target = RequestTarget::new(&method, &path, Some(&query)).unwrap();
        let request = Request { target: &target, rail, body: &body };
        let message = sign_request(&key, &request, created, Nonce::from_bytes(nonce));
        let line = vec![method.into_bytes(), path.into_bytes(), query.into_bytes(), body.clone()];
        let parts = [line, header_parts(&message.headers)].concat();
        let keys = [key.verifying_key()];
        every_bit_counts(parts, |parts| accepts_request(parts, rail, &keys, created))?;
    }

    /// Checks that every single-bit change of a signed answer, or of the request that it answers, is refused.
    #[test]
    fn a_changed_answer_is_refused(
        seed: [u8; 32],
        rail: u128,
        created in 0..4_000_000_000_i64,
        status in 100..1000_u16,
        body in proptest::collection::vec(any::<u8>(), 0..40),
        request in proptest::option::of(any::<[[u8; 32]; 2]>()),
        bit in 0..512_usize,
    ) {
        let rail = RailId::from_uuid(Uuid::from_u128(rail));
        let key = SigningKey::from_seed(&seed).unwrap();
        let bytes = request.map(|halves| <[u8; 64]>::try_from(halves.concat()).unwrap());
        let request = bytes.map(Signature::from_bytes);
        let message = sign_answer(&key, &Answer { status, rail, body: &body, request }, created);
        let parts = [vec![status.to_be_bytes().to_vec(), body.clone()], header_parts(&message.headers)].concat();
        let keys = [key.verifying_key()];
        every_bit_counts(parts.clone(), |parts| accepts_answer(parts, rail, request, &keys, created))?;
        let other = bytes.map(|mut bytes| {
            bytes[bit / 8] ^= 1 << (bit % 8);
            Signature::from_bytes(bytes)
        });
        prop_assert!(other.is_none() || !accepts_answer(&parts, rail, other, &keys, created));
        let unbound = request.map_or(Some(Signature::from_bytes([0; 64])), |_| None);
        prop_assert!(!accepts_answer(&parts, rail, unbound, &keys, created));
    }

    /// Checks that no headers make a reader panic, and that none of them pass.
    #[test]
    fn any_headers_are_refused(
        mut texts in proptest::collection::vec("[ -~]{0,200}", 4),
        close in "crp=\\(\"@method\" \"@path\" \"@query\" \"content-digest\" \"crp-rail\"\\)[;a-z0-9=\"]{0,60}",
        is_close: bool,
    ) {
        if is_close {
            texts[2] = close;
        }
        let parts: Parts = texts.into_iter().map(String::into_bytes).collect();
        let rail = RailId::from_uuid(Uuid::nil());
        let key = SigningKey::from_seed(&[7; 32]).unwrap().verifying_key();
        let line = vec![b"GET".to_vec(), b"/v1/changes".to_vec(), Vec::new(), Vec::new()];
        prop_assert!(!accepts_request(&[line, parts].concat(), rail, &[key], 0));
    }
}
