//! Clocks, keys and forms of headers.

use causeway_rail_protocol::signing::{
    Answer, KeyError, Request, RequestTarget, SignatureError, SignatureHeaders, SignedPart, VerifyingKey,
    request_signature, sign_answer, verify_answer, verify_request,
};
use causeway_rail_protocol::values::ErrorCode;

use super::scene::*;

fn verify(headers: &SignatureHeaders, now: i64) -> Result<(), SignatureError> {
    let keys = [adapter_key().verifying_key(), service_key().verifying_key()];
    verify_request(&request(&target()), headers, &keys, now).map(|_| ())
}

/// Checks both ends of the clock's bounds, and that the error says by how much (rails 3.4).
#[test]
fn created_is_near_the_clock() {
    let headers = signed_request().headers;
    for now in [CREATED - 300, CREATED, CREATED + 300] {
        assert_eq!(verify(&headers, now), Ok(()), "{now}");
    }
    for (now, ahead_seconds) in
        [(CREATED - 301, 301), (CREATED + 301, -301), (i64::MIN, i64::MAX), (i64::MAX, CREATED - i64::MAX)]
    {
        let error = verify(&headers, now).unwrap_err();
        assert_eq!(error, SignatureError::Stale { ahead_seconds });
        assert_eq!(error.code(), ErrorCode::Stale);
    }
    let error = SignatureError::Stale { ahead_seconds: -400 };
    assert_eq!(error.to_string(), "the sender's clock is 400 s behind the receiver's");
}

/// Checks that each cause has its own error and code (rails 14).
#[test]
fn each_cause_has_a_code() {
    let headers = signed_request().headers;
    let stranger = [adapter_key().verifying_key()];
    let unknown = verify_request(&request(&target()), &headers, &stranger, CREATED).unwrap_err();
    assert_eq!(unknown, SignatureError::UnknownKey(service_key().verifying_key().key_id()));
    let changed = |change: fn(&mut SignatureHeaders)| {
        let mut headers = headers.clone();
        change(&mut headers);
        verify(&headers, CREATED).unwrap_err().code()
    };
    assert_eq!(changed(|headers| headers.rail.replace_range(5..6, "1")), ErrorCode::WrongRail);
    assert_eq!(changed(|headers| headers.signature = "crp=::".to_owned()), ErrorCode::Unsigned);
    assert_eq!(changed(|headers| headers.content_digest.clear()), ErrorCode::Unsigned);
    assert_eq!(changed(|headers| headers.signature_input.push(' ')), ErrorCode::Unsigned);
    let keys = [service_key().verifying_key()];
    let target = target();
    let other_body = Request { body: b"{}", ..request(&target) };
    let error = verify_request(&other_body, &headers, &keys, CREATED).unwrap_err();
    assert_eq!((error, error.code()), (SignatureError::WrongDigest, ErrorCode::BadSignature));
    let other_path = RequestTarget::new("POST", &PATH.replace("aa/", "ab/"), None).unwrap();
    let error = verify_request(&request(&other_path), &headers, &keys, CREATED).unwrap_err();
    assert_eq!((error, error.code()), (SignatureError::WrongSignature, ErrorCode::BadSignature));
    assert_eq!(ErrorCode::BadSignature.status(), 401);
}

/// Checks the forms of `Signature-Input`: parameters in any order, each once, and no others (rails 3.2).
#[test]
fn parameters_have_the_profiles_form() {
    let parse = |from: &str, to: &str| {
        let mut headers = signed_request().headers;
        assert!(headers.signature_input.contains(from), "{from}");
        headers.signature_input = headers.signature_input.replace(from, to);
        verify(&headers, CREATED).unwrap_err()
    };
    let malformed = SignatureError::Unsigned(SignedPart::SignatureInput);
    for (from, to) in [
        ("crp=", "sig1="),
        ("crp=", "crp= "),
        ("\"crp-rail\"", "\"crp-rail\" \"date\""),
        ("\"@query\" ", ""),
        (";alg=\"ed25519\"", ""),
        ("ed25519", "rsa-pss-sha512"),
        ("crp-request", "crp-response"),
        (";created=1795363200", ""),
        (";created=1795363200", ";created=01795363200"),
        (";created=1795363200", ";created=-1"),
        (";created=1795363200", ";created=1795363200;created=1795363200"),
        (";created=1795363200", ";created=1795363200;expires=1795363300"),
        ("0ODw\"", "0ODx\""),
        ("0ODw\"", "0OD\""),
        (";nonce=\"AAECAwQFBgcICQoLDA0ODw\"", ""),
        ("56475aa75463474c", "56475AA75463474C"),
        ("56475aa75463474c", "+6475aa75463474c"),
    ] {
        assert_eq!(parse(from, to), malformed, "{to}");
    }
    // Another order is another text, which the signature does not fit.
    let reordered =
        parse(";keyid=\"56475aa75463474c\";alg=\"ed25519\"", ";alg=\"ed25519\";keyid=\"56475aa75463474c\"");
    assert_eq!(reordered, SignatureError::WrongSignature);
}

/// Checks that a header occurs once, in any case of its name.
#[test]
fn a_header_occurs_once() {
    let message = signed_request();
    let pairs = message.headers.pairs();
    let bytes: Vec<(&str, &[u8])> = pairs.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
    let upper: Vec<(String, &[u8])> =
        bytes.iter().map(|(name, value)| (name.to_uppercase(), *value)).collect();
    let named = upper.iter().map(|(name, value)| (name.as_str(), *value));
    assert_eq!(SignatureHeaders::read(named.chain([("date", &b"\xff"[..])])), Ok(message.headers.clone()));
    for (index, part) in SignedPart::HEADERS.into_iter().enumerate() {
        let missing = bytes.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, pair)| *pair);
        assert_eq!(SignatureHeaders::read(missing), Err(SignatureError::Unsigned(part)));
        let doubled = bytes.iter().copied().chain([bytes[index]]);
        assert_eq!(SignatureHeaders::read(doubled), Err(SignatureError::Unsigned(part)));
    }
    let foreign = [("signature", &b"crp=:\xc3\xa4:"[..])];
    assert_eq!(SignatureHeaders::read(foreign), Err(SignatureError::Unsigned(SignedPart::Signature)));
    let long = [b'a'; 1_025];
    assert_eq!(
        SignatureHeaders::read([("signature", &long[..])]),
        Err(SignatureError::Unsigned(SignedPart::Signature))
    );
}

/// Checks that the answer to an unsigned request is signed without one, and counts for no other (rails 3.3).
#[test]
fn an_answer_without_a_request_is_free() {
    assert_eq!(request_signature("crp=:AA==:"), None);
    let signature = signed_request().proof.signature;
    assert_eq!(request_signature(&signed_request().headers.signature), Some(signature));
    let free = Answer { status: 401, ..answer(None) };
    let message = sign_answer(&adapter_key(), &free, CREATED);
    let keys = [adapter_key().verifying_key()];
    assert!(verify_answer(&free, &message.headers, &keys, CREATED).is_ok());
    let bound = Answer { request: Some(signature), ..free };
    let malformed = SignatureError::Unsigned(SignedPart::SignatureInput);
    assert_eq!(verify_answer(&bound, &message.headers, &keys, CREATED), Err(malformed));
}

/// Checks that keys of small order are refused, for which anyone can make signatures.
#[test]
fn weak_keys_are_refused() {
    let mut one = [0; 32];
    one[0] = 1;
    let mut minus_one = [0xff; 32];
    minus_one[0] = 0xec;
    minus_one[31] = 0x7f;
    let mut signed_zero = [0; 32];
    signed_zero[31] = 0x80;
    let order_8 = "JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/AU=";
    for bytes in [[0; 32], one, minus_one, signed_zero] {
        assert_eq!(VerifyingKey::from_bytes(bytes), Err(KeyError), "{bytes:?}");
    }
    assert_eq!(order_8.parse::<VerifyingKey>(), Err(KeyError));
    assert_eq!("AA==".parse::<VerifyingKey>(), Err(KeyError));
}

/// Checks the parts of a request line.
#[test]
fn a_target_is_visible_ascii() {
    let target = RequestTarget::new("GET", "/crp/v1/changes", Some("after=0&limit=1")).unwrap();
    assert_eq!(target.path_and_query(), "/crp/v1/changes?after=0&limit=1");
    for (method, path, query) in [
        ("", "/", ""),
        ("GET", "", ""),
        ("GET", "v1", ""),
        ("GET", "/a?b", ""),
        ("GET", "/a b", ""),
        ("GET", "/ä", ""),
        ("GET\n", "/", ""),
        ("GET", "/\n", ""),
        ("GET", "/", "a\n"),
    ] {
        assert!(RequestTarget::new(method, path, Some(query)).is_err(), "{method:?} {path:?} {query:?}");
    }
}
