use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::testdata::{oidc, text, wallet};
use crate::{ClientPublicKey, Failure, base64url};

fn now_ms() -> i64 {
    oidc("/now").as_i64().unwrap() * 1000
}

fn clock(now_ms: i64) -> Clock {
    Clock { now_ms, oldest_seconds: 60, ahead_seconds: 5 }
}

fn keys(name: &str) -> KeySet {
    KeySet::parse(oidc(name).to_string().as_bytes()).unwrap()
}

fn known(name: &str) -> IdToken {
    IdToken::parse(text(&oidc(""), name)).unwrap()
}

fn device() -> ClientPublicKey {
    ClientPublicKey::parse(text(&wallet("/sealedSessionKey/clientKey"), "publicKeyUncompressedHex")).unwrap()
}

/// Builds an unsigned token, as in the sandbox.
fn unsigned(claims: &Value) -> String {
    let part = |value: &Value| base64url::encode(value.to_string());
    format!("{}.{}.signature", part(&json!({"alg": "none"})), part(claims))
}

const fn malformed(defect: TokenDefect) -> OidcError {
    OidcError::Malformed(defect)
}

fn with(member: &str, value: Value) -> Value {
    let mut claims = oidc("/claims");
    claims[member] = value;
    claims
}

#[test]
fn signed_tokens_are_a_login() {
    let set = keys("/keySet");
    for name in ["rs256", "es256", "noKid"] {
        let token = known(name);
        let identity = token.identity().clone();
        assert_eq!(identity.subject, "110169484474386276334");
        assert_eq!(token.email(), Some("jane@example.com"));
        let rule = SignatureRule::By(&set);
        assert_eq!(token.check_login(rule, &clock(now_ms()), &identity, &device()), Ok(()), "{name}");
        assert_eq!(format!("{token:?}"), "IdToken(…)");
    }
}

#[test]
fn the_signature_must_be_by_a_key_of_the_issuer() {
    let check = |name: &str, set: &str| known(name).check(SignatureRule::By(&keys(set)), &clock(now_ms()));
    assert_eq!(check("rs256", "/otherKeySet"), Err(OidcError::Signature));
    assert_eq!(check("noKid", "/otherKeySet"), Err(OidcError::Signature));
    assert_eq!(check("es256", "/otherKeySet"), Err(OidcError::UnknownKey));
    assert_eq!(check("unknownKid", "/keySet"), Err(OidcError::UnknownKey));
    assert_eq!(check("smallKey", "/keySet"), Err(OidcError::Signature), "1024 bits");
    assert_eq!(check("ps256", "/keySet"), Err(OidcError::Signature), "another algorithm");
    assert_eq!(check("keyOfOtherType", "/keySet"), Err(OidcError::Signature));
    let by_hand = IdToken::parse(&unsigned(&oidc("/claims")).replace("signature", "AAAA")).unwrap();
    assert_eq!(
        by_hand.check(SignatureRule::By(&keys("/keySet")), &clock(now_ms())),
        Err(OidcError::Signature),
        "alg none"
    );
    let dummy = IdToken::parse(&unsigned(&oidc("/claims"))).unwrap();
    assert_eq!(
        dummy.check(SignatureRule::By(&keys("/keySet")), &clock(now_ms())),
        Err(malformed(TokenDefect::SignatureEncoding))
    );
}

#[test]
fn a_header_that_asks_for_more_than_is_known_is_refused() {
    let set = keys("/keySet");
    assert_eq!(known("crit").check(SignatureRule::By(&set), &clock(now_ms())), Err(OidcError::Signature));
}

#[test]
fn changed_claims_break_the_signature() {
    let original = oidc("");
    let (head, rest) = text(&original, "rs256").split_once('.').unwrap();
    let (_, signature) = rest.split_once('.').unwrap();
    let claims = base64url::encode(with("sub", json!("someone else")).to_string());
    let token = IdToken::parse(&format!("{head}.{claims}.{signature}")).unwrap();
    let set = keys("/keySet");
    assert_eq!(token.check(SignatureRule::By(&set), &clock(now_ms())), Err(OidcError::Signature));
}

#[test]
fn times_have_their_limits() {
    let token = known("rs256");
    // Issued ten seconds before the file's current time, valid for an hour and ten seconds.
    let issued = now_ms() - 10_000;
    let check = |now| token.check(SignatureRule::Ignored, &clock(now));
    assert_eq!(check(issued + 60_000), Ok(()));
    assert_eq!(check(issued + 60_001), Err(OidcError::TooOld));
    assert_eq!(check(issued - 5_000), Ok(()));
    assert_eq!(check(issued - 5_001), Err(OidcError::IssuedInFuture));
    let sandbox = Clock { now_ms: issued + 65_000, oldest_seconds: 65, ahead_seconds: 5 };
    assert_eq!(token.check(SignatureRule::Ignored, &sandbox), Ok(()));
    let expires = |exp: Value| {
        IdToken::parse(&unsigned(&with("exp", exp)))?.check(SignatureRule::Ignored, &clock(now_ms()))
    };
    let now = oidc("/now").as_i64().unwrap();
    assert_eq!(expires(json!(now)), Err(OidcError::Expired));
    assert_eq!(expires(json!(now + 1)), Ok(()));
    assert_eq!(expires(json!(1_775_681_700.25)), Ok(()));
    assert_eq!(expires(json!(1_775_681_699.75)), Err(OidcError::Expired));
    assert_eq!(expires(json!(1e300)), Err(malformed(TokenDefect::Expiry)));
}

#[test]
fn a_token_is_refused_before_it_is_valid() {
    let now = oidc("/now").as_i64().unwrap();
    let check_not_before = |nbf: Value| {
        IdToken::parse(&unsigned(&with("nbf", nbf)))?.check(SignatureRule::Ignored, &clock(now_ms()))
    };
    for (nbf, outcome) in [
        (json!(now - 300), Ok(())),
        (json!(now), Ok(())),
        (json!(now + 5), Ok(())),
        (json!(1_775_681_705.5), Err(OidcError::NotYetValid)),
        (json!(now + 6), Err(OidcError::NotYetValid)),
        (json!(now * 1000), Err(OidcError::NotYetValid)),
        (json!(i64::MAX), Err(OidcError::NotYetValid)),
        (json!(-1), Ok(())),
        (Value::Null, Ok(())),
        (json!(now.to_string()), Err(malformed(TokenDefect::NotBefore))),
        (json!(false), Err(malformed(TokenDefect::NotBefore))),
    ] {
        assert_eq!(check_not_before(nbf.clone()), outcome, "{nbf}");
    }
}

#[test]
fn a_login_is_for_one_identity_and_one_key() {
    let token = known("rs256");
    let identity = token.identity().clone();
    let login = |expected: &Identity, key: &ClientPublicKey| {
        token.check_login(SignatureRule::Ignored, &clock(now_ms()), expected, key)
    };
    for other in [
        Identity { issuer: "https://appleid.apple.com".into(), ..identity.clone() },
        Identity { audience: "another".into(), ..identity.clone() },
        Identity { subject: "another".into(), ..identity.clone() },
    ] {
        assert_eq!(login(&other, &device()), Err(OidcError::IdentityMismatch));
    }
    let compressed =
        ClientPublicKey::parse(text(&wallet("/sealedSessionKey/clientKey"), "publicKeyCompressedHex"))
            .unwrap();
    assert_eq!(login(&identity, &compressed), Err(OidcError::NonceMismatch), "over the text, not the point");
    for nonce in [Value::Null, json!(1), json!(""), json!("00")] {
        let token = IdToken::parse(&unsigned(&with("nonce", nonce))).unwrap();
        let outcome = token.check_login(SignatureRule::Ignored, &clock(now_ms()), &identity, &device());
        assert_eq!(outcome, Err(OidcError::NonceMismatch));
    }
    let loud = with("nonce", json!(device().nonce().to_uppercase()));
    let token = IdToken::parse(&unsigned(&loud)).unwrap();
    assert_eq!(token.check_login(SignatureRule::Ignored, &clock(now_ms()), &identity, &device()), Ok(()));
}

#[test]
fn issuers_have_one_spelling() {
    let token = IdToken::parse(&unsigned(&with("iss", json!("accounts.google.com")))).unwrap();
    assert_eq!(token.identity().issuer, "https://accounts.google.com");
    assert_eq!(token.check_issuer(["https://appleid.apple.com", "https://accounts.google.com"]), Ok(()));
    assert_eq!(token.check_issuer(["https://appleid.apple.com"]), Err(OidcError::UnsupportedIssuer));
    assert_eq!(OidcError::UnsupportedIssuer.failure(), Failure::InvalidInput);
}

#[test]
fn claims_have_their_types() {
    assert!(IdToken::parse(&unsigned(&with("aud", json!(["one"])))).is_ok());
    for (member, value, defect) in [
        ("aud", json!(["one", "two"]), TokenDefect::Audiences),
        ("aud", json!([]), TokenDefect::Audiences),
        ("aud", json!(""), TokenDefect::Audience),
        ("aud", json!([""]), TokenDefect::Audience),
        ("aud", json!(1), TokenDefect::Audience),
        ("aud", Value::Null, TokenDefect::AudienceMissing),
        ("sub", json!(""), TokenDefect::Subject),
        ("sub", json!(7), TokenDefect::Subject),
        ("sub", Value::Null, TokenDefect::SubjectMissing),
        ("iss", json!(1), TokenDefect::Issuer),
        ("iss", json!(""), TokenDefect::Issuer),
        ("iss", Value::Null, TokenDefect::IssuerMissing),
        ("iat", json!("1775681690"), TokenDefect::IssuedAt),
        ("iat", Value::Null, TokenDefect::IssuedAtMissing),
        ("exp", json!([1]), TokenDefect::Expiry),
        ("exp", Value::Null, TokenDefect::ExpiryMissing),
    ] {
        let parsed = IdToken::parse(&unsigned(&with(member, value.clone())));
        assert_eq!(parsed, Err(malformed(defect)), "{member} {value}");
    }
}

#[test]
fn text_that_is_no_token_is_refused() {
    let good = unsigned(&oidc("/claims"));
    assert!(IdToken::parse(&good).is_ok());
    let twice = base64url::encode(oidc("/claims").to_string().replacen('{', r#"{"sub":"me","#, 1));
    let [head, claims, _] = good.split('.').collect::<Vec<_>>()[..] else { panic!("three parts") };
    for (bad, defect) in [
        ("sandbox-valid-oidc-token".to_owned(), TokenDefect::Parts),
        (format!("{head}.{claims}"), TokenDefect::Parts),
        (format!("{head}.{claims}."), TokenDefect::SignatureEncoding),
        (format!("{head}.{claims}.a.b"), TokenDefect::Parts),
        (format!("{head}.{claims}.not base64"), TokenDefect::SignatureEncoding),
        (format!("{head}.{twice}.a"), TokenDefect::Payload),
        (format!("{head}.{claims}*.a"), TokenDefect::PayloadEncoding),
        (format!("*.{claims}.a"), TokenDefect::HeaderEncoding),
        (format!("W10.{claims}.a"), TokenDefect::Header),
        (format!("{head}.W10.a"), TokenDefect::Payload),
        (String::new(), TokenDefect::Parts),
    ] {
        assert_eq!(IdToken::parse(&bad), Err(malformed(defect)), "{bad}");
    }
}

#[test]
fn each_reason_is_listed_in_the_interface() {
    let reason = |error: OidcError| match error.failure() {
        Failure::Unauthorized(reason) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(OidcError::Signature), "OIDC token signature invalid");
    assert_eq!(reason(OidcError::TooOld), "OIDC token is too old");
    assert_eq!(reason(OidcError::IssuedInFuture), "OIDC token issued in the future");
    assert_eq!(reason(OidcError::NotYetValid), "OIDC token is not valid yet");
    assert_eq!(reason(OidcError::Expired), "OIDC token expired");
    assert_eq!(reason(OidcError::IdentityMismatch), "OIDC identity mismatch");
    assert_eq!(reason(OidcError::NonceMismatch), "OIDC nonce mismatch");
}

#[test]
fn each_fault_has_a_reason_of_its_own() {
    use TokenDefect as D;
    let all = [
        D::Parts,
        D::HeaderEncoding,
        D::Header,
        D::PayloadEncoding,
        D::Payload,
        D::SignatureEncoding,
        D::IssuerMissing,
        D::Issuer,
        D::SubjectMissing,
        D::Subject,
        D::AudienceMissing,
        D::Audiences,
        D::Audience,
        D::IssuedAtMissing,
        D::IssuedAt,
        D::ExpiryMissing,
        D::Expiry,
        D::NotBefore,
    ];
    let errors = all.into_iter().map(malformed).chain([OidcError::UnsupportedIssuer]);
    let errors: Vec<_> = errors.map(|error| (error.slug().unwrap(), error.to_string())).collect();
    let slugs: std::collections::BTreeSet<_> = errors.iter().map(|(slug, _)| slug).collect();
    let messages: std::collections::BTreeSet<_> = errors.iter().map(|(_, message)| message).collect();
    assert_eq!((slugs.len(), messages.len()), (errors.len(), errors.len()));
    assert_eq!(OidcError::Expired.slug(), None, "the answer has a reason");
}

#[test]
fn key_sets_leave_out_unknown_keys() {
    let mut set = oidc("/keySet");
    set["keys"][0]["use"] = json!("enc");
    set["keys"][1]["alg"] = json!("ES384");
    let reduced = KeySet::parse(set.to_string().as_bytes()).unwrap();
    let check = |name: &str| known(name).check(SignatureRule::By(&reduced), &clock(now_ms()));
    assert_eq!(check("rs256"), Err(OidcError::UnknownKey));
    assert_eq!(check("es256"), Err(OidcError::UnknownKey));
    for bad in ["[]", "{}", r#"{"keys":{}}"#, "", r#"{"keys":[]}x"#] {
        assert_eq!(KeySet::parse(bad.as_bytes()), Err(KeySetError), "{bad}");
    }
    assert!(KeySet::parse(br#"{"keys":[1,{"kty":"EC"},{"kty":"RSA","n":"*","e":"AQAB"}]}"#).is_ok());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(any: String, header: Vec<u8>, claims in r#"\{"(iss|aud)":"?[0-9]{0,3}"?\}"#, issued: f64, expires: f64) {
        let _ = IdToken::parse(&any);
        let _ = KeySet::parse(any.as_bytes());
        let _ = IdToken::parse(&format!("{}.{}.x", base64url::encode(header), base64url::encode(claims)));
        let mut timed = oidc("/claims");
        timed["iat"] = json!(issued);
        timed["exp"] = json!(expires);
        if let Ok(token) = IdToken::parse(&unsigned(&timed)) {
            let _ = token.check(SignatureRule::Ignored, &clock(i64::MIN));
            let _ = token.check(SignatureRule::Ignored, &clock(i64::MAX));
        }
    }

    #[test]
    fn a_key_of_any_numbers_verifies_nothing(n: Vec<u8>, e in proptest::collection::vec(any::<u8>(), 0..9), large in proptest::collection::vec(any::<u8>(), 256)) {
        for n in [n, large] {
            let key = |kty: &str| json!({
                "kty": kty, "kid": "rsa-1", "crv": "P-256",
                "n": base64url::encode(&n), "e": base64url::encode(&e),
                "x": base64url::encode(&n), "y": base64url::encode(&e),
            });
            let set = json!({"keys": [key("RSA"), key("EC")]}).to_string();
            let set = KeySet::parse(set.as_bytes()).unwrap();
            let outcome = known("rs256").check(SignatureRule::By(&set), &clock(now_ms()));
            prop_assert_eq!(outcome, Err(OidcError::Signature));
        }
    }
}
