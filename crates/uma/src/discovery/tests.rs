//! Tests of discovery requests and responses.

use proptest::prelude::*;

use super::*;
use crate::addresses::{Callback, Host, Identifier};
use crate::amounts::AmountRange;
use crate::counterparty::CounterpartyDataOptions;
use crate::errors::WireCode;
use crate::keys::PrivateKey;
use crate::signing::{BackingSignature, Nonce, SignatureError};
use crate::{Currency, ProtocolVersion, WireKycStatus};

fn key() -> PrivateKey {
    PrivateKey::from_bytes(&[1; 32]).unwrap()
}

fn request(receiver: &str) -> DiscoveryRequest {
    let nonce = Nonce::from_random([9; 16]);
    let receiver = Identifier::parse(receiver).unwrap();
    let domain = Host::parse("p1.example").unwrap();
    DiscoveryRequest::sign(&key(), receiver, domain, nonce, 1_795_780_800)
}

fn read(url: &str, domain: &str) -> Result<DiscoveryRequest, DiscoveryRequestError> {
    let (path, query) = url.split_once('?').unwrap();
    DiscoveryRequest::parse(path.rsplit('/').next().unwrap(), domain, query)
}

#[test]
fn a_request_survives_its_url() {
    let mut sent = request("$Bob.x+1@p2.example");
    assert!(sent.to_url().starts_with("https://p2.example/.well-known/lnurlp/$Bob.x+1?signature=30"));
    for backing in [vec![], vec![BackingSignature::sign(&key(), "localhost:80", &sent.payload())]] {
        sent.backing_signatures = backing;
        let received = read(&sent.to_url(), "p2.example").unwrap();
        assert_eq!(received, sent);
        assert_eq!(received.verify(&key().public_key()), Ok(()));
    }
    let encoded = sent.to_url().replace('$', "%24");
    assert_eq!(read(&encoded, "p2.example"), Ok(sent));
    assert!(request("$bob@localhost:8080").to_url().starts_with("http://localhost:8080/"));
}

#[test]
fn a_changed_request_does_not_verify() {
    let url = request("$bob@p2.example").to_url();
    for (part, instead) in [
        ("$bob", "$bot"),
        ("timestamp=1", "timestamp=2"),
        ("nonce=1", "nonce=2"),
        ("signature=30", "signature=31"),
    ] {
        let changed = url.replace(part, instead);
        assert_ne!(changed, url);
        let received = read(&changed, "p2.example").unwrap();
        assert_eq!(received.verify(&key().public_key()), Err(SignatureError), "{changed}");
    }
    assert!(read(&url, "p3.example").unwrap().verify(&key().public_key()).is_err());
}

#[test]
fn parameters_come_together() {
    let url = request("$bob@p2.example").to_url();
    for name in ["signature", "vaspDomain", "nonce", "timestamp", "umaVersion"] {
        let missing = url.replace(&format!("{name}="), "x=");
        assert_eq!(read(&missing, "p2.example"), Err(DiscoveryRequestError::MissingParameters));
    }
    for plain in ["https://a/$bob?", "https://a/bob?isSubjectToTravelRule=true", "https://a/$bob?nonce="] {
        assert_eq!(read(plain, "p2.example"), Err(DiscoveryRequestError::NotUma));
    }
    let absent = read(&url.replace("isSubjectToTravelRule=true", "x=1"), "p2.example").unwrap();
    assert!(!absent.is_subject_to_travel_rule);
    for (part, instead) in [
        ("$bob", "bob"),
        ("vaspDomain=p1.example", "vaspDomain=10.0.0.1"),
        ("umaVersion=1.0", "umaVersion=1"),
        ("timestamp=1", "timestamp=x"),
        ("nonce=1", "nonce=1%7C"),
        ("nonce=1", "nonce=1&nonce=1"),
    ] {
        assert_eq!(read(&url.replace(part, instead), "p2.example"), Err(DiscoveryRequestError::Malformed));
    }
    let backing = read(&format!("{url}&backingSignatures=x"), "p2.example");
    assert_eq!(backing.map_err(DiscoveryRequestError::code), Err(WireCode::InvalidSignature));
}

fn response() -> DiscoveryResponse {
    let receiver = Identifier::parse("$bob@p2.example").unwrap();
    let currency = r#"{"code":"USD","name":"US Dollar","symbol":"$","decimals":2,"multiplier":8330.5,"convertible":{"min":1,"max":1000000}}"#;
    let currencies: Vec<Currency> = vec![serde_json::from_str(currency).unwrap()];
    DiscoveryResponse {
        callback: Callback::parse("https://uma.p2.example/uma/payreq/abc").unwrap(),
        sendable: Currency::sendable_range(&currencies).unwrap(),
        metadata: metadata(&receiver),
        currencies,
        payer_data: CounterpartyDataOptions::required(),
        compliance: ReceiverCompliance::sign(
            &key(),
            receiver,
            WireKycStatus::Verified,
            Nonce::parse("7").unwrap(),
            9,
        ),
        uma_version: ProtocolVersion::OWN,
        settlement_options: vec![],
        comment_allowed: 0,
    }
}

#[test]
fn a_response_is_written_and_read() {
    let sent = response();
    assert_eq!(sent.sendable, AmountRange { min: 8_331, max: 8_330_500_000 });
    let text = sent.to_json();
    assert!(!text.contains("null"), "{text}");
    let received = DiscoveryResponse::parse(text.as_bytes()).unwrap();
    assert_eq!(received, sent);
    assert_eq!(received.compliance.verify(&key().public_key()), Ok(()));
    assert!(received.currency("USD").is_some() && received.currency("usd").is_none());
    for (part, instead) in [
        ("\"signatureNonce\":\"7\"", "\"signatureNonce\":\"8\""),
        ("\"signatureTimestamp\":9", "\"signatureTimestamp\":8"),
        ("\"receiverIdentifier\":\"$bob", "\"receiverIdentifier\":\"$bot"),
    ] {
        let changed = DiscoveryResponse::parse(text.replace(part, instead).as_bytes()).unwrap();
        assert_eq!(changed.compliance.verify(&key().public_key()), Err(SignatureError));
    }
}

#[test]
fn other_responses_have_their_errors() {
    let text = response().to_json();
    let error = |text: &str| DiscoveryResponse::parse(text.as_bytes()).unwrap_err();
    for name in ["currencies", "payerData", "compliance", "umaVersion"] {
        let missing = error(&text.replace(&format!("\"{name}\":"), "\"x\":"));
        assert_eq!(missing, DiscoveryResponseError::MissingParameters, "{name}");
    }
    for (part, instead) in [
        ("payRequest", "withdrawRequest"),
        ("https://", "http://"),
        ("\"minSendable\":8331", "\"minSendable\":\"1\""),
        ("$bob@p2.example\",\"back", "bob"),
        ("\"umaVersion\":\"1.0\"", "\"umaVersion\":1.0"),
    ] {
        let changed = text.replace(part, instead);
        if changed != text {
            assert_eq!(error(&changed), DiscoveryResponseError::Malformed, "{changed}");
        }
    }
    assert_eq!(error("<html>").code(), Some(WireCode::ParseLnurlpResponseError));
    let refused = error(r#"{"status":"ERROR","reason":"no","code":"USER_NOT_FOUND"}"#);
    assert_eq!(refused.code(), Some(WireCode::UserNotFound));
    assert_eq!(error(r#"{"status":"ERROR","reason":"no"}"#).code(), None);
}

proptest! {
    #[test]
    fn any_request_is_read_or_refused(segment: String, domain: String, query: String) {
        let _ = DiscoveryRequest::parse(&segment, &domain, &query);
        let near = format!("signature={segment}&vaspDomain={domain}&nonce={query}&timestamp=1&umaVersion=1.0");
        let _ = DiscoveryRequest::parse(&segment, &domain, &near);
    }

    #[test]
    fn any_response_is_read_or_refused(body: Vec<u8>, at: prop::sample::Index, byte: u8) {
        let _ = DiscoveryResponse::parse(&body);
        let mut changed = response().to_json().into_bytes();
        let at = at.index(changed.len());
        changed[at] = byte;
        let _ = DiscoveryResponse::parse(&changed);
        changed.truncate(at);
        let _ = DiscoveryResponse::parse(&changed);
    }
}
