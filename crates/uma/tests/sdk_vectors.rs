//! Messages of the public UMA SDKs (`testdata/README.md`), read by this crate.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a failed expectation of a test is reported at its line"
)]

use causeway_uma::addresses::Identifier;
use causeway_uma::amounts::{Conversion, Multiplier};
use causeway_uma::certificates::{CertificateChain, CertificateError, PublicKeyResponse};
use causeway_uma::discovery::{DiscoveryRequest, DiscoveryResponse, DiscoveryResponseError};
use causeway_uma::errors::ErrorBody;
use causeway_uma::invoice::SignedUmaInvoice;
use causeway_uma::keys::{PrivateKey, PublicKey, Signature};
use causeway_uma::pay::{PayAmount, PayRequest, PayResponse};
use causeway_uma::signing::BackingSignature;
use causeway_uma::travel_rule::decrypt;
use causeway_uma::{ProtocolVersion, TransactionHook};
use serde_json::Value;

const PYTHON: &str = include_str!("../testdata/python.json");
const JAVASCRIPT: &str = include_str!("../testdata/javascript.json");

/// The vectors of one SDK.
struct VectorFile {
    now: i64,
    vectors: Vec<Value>,
}

fn files() -> [VectorFile; 2] {
    [PYTHON, JAVASCRIPT].map(|text| {
        let read: Value = serde_json::from_str(text).unwrap();
        let now = read["now"].as_i64().unwrap();
        VectorFile { now, vectors: read["vectors"].as_array().unwrap().clone() }
    })
}

/// Calls a check with each vector of a kind, at least one per SDK, and its clock.
fn each(kind: &str, check: impl Fn(&Value, i64)) {
    for file in files() {
        let vectors: Vec<&Value> = file.vectors.iter().filter(|vector| vector["kind"] == kind).collect();
        assert!(!vectors.is_empty(), "{kind}");
        for vector in vectors {
            check(vector, file.now);
        }
    }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is not a text in {value}"))
}

fn public_key(value: &Value, name: &str) -> PublicKey {
    PublicKey::from_hex(text(value, name)).unwrap()
}

fn private_key(value: &Value, name: &str) -> PrivateKey {
    let digits = text(value, name);
    let bytes: Vec<u8> =
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect();
    PrivateKey::from_bytes(&bytes).unwrap()
}

/// Checks that the backing signatures of a message are those of the vector.
fn check_backing(vector: &Value, found: &[BackingSignature], payload: &str) {
    let empty = serde_json::Map::new();
    let expected = vector["backing"].as_object().unwrap_or(&empty);
    assert_eq!(found.len(), expected.len(), "{vector}");
    for backing in found {
        let key = PublicKey::from_hex(expected[&backing.domain].as_str().unwrap()).unwrap();
        assert_eq!(backing.verify(payload, &key), Ok(()), "{vector}");
    }
}

#[test]
fn keys_of_peers_are_read() {
    each("pubkeyResponse", |vector, now| {
        let note = vector["note"].as_str().unwrap_or_default();
        let answer = PublicKeyResponse::parse(text(vector, "wire").as_bytes()).unwrap();
        let expected = if note.contains("expired") || note.contains("valid from") {
            Err(CertificateError::Validity)
        } else if note.contains("not signed by") || note.contains("root first") {
            Err(CertificateError::Chain)
        } else {
            Ok(public_key(vector, "signingKey"))
        };
        assert_eq!(answer.signing_key(now), expected, "{}", text(vector, "name"));
        assert_eq!(
            answer.encryption_key(now),
            Ok(public_key(vector, "encryptionKey")),
            "{}",
            text(vector, "name")
        );
    });
}

#[test]
fn certificates_of_another_curve_are_refused() {
    let read: Value = serde_json::from_str(PYTHON).unwrap();
    let now = read["now"].as_i64().unwrap();
    for (name, certificate) in read["certificates"].as_object().unwrap() {
        let chain: Vec<&str> =
            certificate["chain"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let verified = CertificateChain::parse(&chain).unwrap().verify(now);
        let expected = match name.as_str() {
            "p256" | "broken-link" | "wrong-order" => Some(CertificateError::Chain),
            "expired" | "expired-root" | "not-yet-valid" => Some(CertificateError::Validity),
            _ => None,
        };
        assert_eq!(verified.err(), expected, "{name}");
    }
}

#[test]
fn discovery_requests_of_peers_are_read() {
    each("lnurlpRequest", |vector, _| {
        let url = text(vector, "wire");
        let (path, query) = url.split_once('?').unwrap();
        let receiver = Identifier::parse(text(vector, "receiverAddress")).unwrap();
        let (_, domain) = receiver.as_str().split_once('@').unwrap();
        let request = DiscoveryRequest::parse(path.rsplit('/').next().unwrap(), domain, query).unwrap();
        assert_eq!(request.payload(), text(vector, "payload"));
        assert_eq!(request.verify(&public_key(vector, "publicKey")), Ok(()));
        assert_eq!(request.receiver, receiver);
        assert_eq!(request.vasp_domain.as_str(), text(vector, "vaspDomain"));
        assert_eq!(request.signature.nonce.as_str(), text(vector, "nonce"));
        assert_eq!(vector["timestamp"], request.signature.timestamp);
        assert_eq!(request.uma_version.to_string(), text(vector, "umaVersion"));
        assert_eq!(vector["isSubjectToTravelRule"], request.is_subject_to_travel_rule);
        check_backing(vector, &request.backing_signatures, &request.payload());
        if request.backing_signatures.is_empty() {
            assert_eq!(request.to_url(), url, "the same URL");
        }
    });
}

#[test]
fn discovery_responses_of_peers_are_read() {
    each("lnurlpResponse", |vector, _| {
        let response = DiscoveryResponse::parse(text(vector, "wire").as_bytes()).unwrap();
        assert_eq!(response.compliance.payload(), text(vector, "payload"));
        assert_eq!(response.compliance.verify(&public_key(vector, "publicKey")), Ok(()));
        check_backing(vector, &response.compliance.backing_signatures, text(vector, "payload"));
        let wire: Value = serde_json::from_str(text(vector, "wire")).unwrap();
        assert_eq!(wire["currencies"].as_array().unwrap().len(), response.currencies.len());
        for (currency, wire) in response.currencies.iter().zip(wire["currencies"].as_array().unwrap()) {
            let multiplier: f64 = currency.multiplier.to_string().parse().unwrap();
            assert_eq!(
                (&wire["code"], &wire["multiplier"].as_f64()),
                (&currency.code.as_str().into(), &Some(multiplier))
            );
        }
        assert_eq!(DiscoveryResponse::parse(response.to_json().as_bytes()), Ok(response));
    });
}

#[test]
fn a_response_that_is_encoded_twice_is_refused() {
    let [_, javascript] = files();
    let vector = javascript.vectors.iter().find(|vector| vector["kind"] == "encodedTwice").unwrap();
    let read = DiscoveryResponse::parse(text(vector, "wire").as_bytes());
    assert_eq!(read, Err(DiscoveryResponseError::Malformed));
}

#[test]
fn pay_requests_of_peers_are_read() {
    each("payRequest", |vector, _| {
        let request = PayRequest::parse(text(vector, "wire").as_bytes()).unwrap();
        assert_eq!(request.payload(), text(vector, "payload"));
        assert_eq!(request.verify(&public_key(vector, "publicKey")), Ok(()));
        let compliance = request.payer_data.compliance();
        check_backing(vector, &compliance.backing_signatures, text(vector, "payload"));
        match (&compliance.encrypted_travel_rule_info, vector["travelRule"].as_str()) {
            (Some(digits), Some(expected)) => {
                let opened = decrypt(&[&private_key(vector, "decryptionKey")], digits).unwrap();
                assert_eq!(str::from_utf8(&opened), Ok(expected));
            }
            (None, None) => {}
            other => panic!("{other:?}"),
        }
        assert!(request.has_allowed_amount_currency());
        let again = PayRequest::parse(request.to_json().as_bytes()).unwrap();
        assert_eq!(again, request);
    });
}

#[test]
fn pay_responses_of_peers_are_read() {
    each("payResponse", |vector, _| {
        let response = PayResponse::parse(text(vector, "wire").as_bytes()).unwrap();
        let payer = Identifier::parse(text(vector, "payerIdentifier")).unwrap();
        let payee = Identifier::parse(text(vector, "payeeIdentifier")).unwrap();
        assert_eq!(response.verify(&payer, &payee, &public_key(vector, "publicKey")), Ok(()));
        check_backing(vector, &response.payee_data.compliance.backing_signatures, text(vector, "payload"));
        let invoice = vector["invoice"]["amount"].as_u64().unwrap();
        let requested = if text(vector, "name").contains("sending") {
            PayAmount::Settlement(invoice)
        } else {
            let code = response.converted.currency_code.clone();
            PayAmount::Currency { amount: response.converted.amount, code }
        };
        assert!(response.is_priced_as(&requested, invoice), "{}", text(vector, "name"));
        assert_eq!(PayResponse::parse(response.to_json().as_bytes()), Ok(response));
    });
}

#[test]
fn hooks_of_peers_are_read() {
    each("postTransactionCallback", |vector, _| {
        let hook = TransactionHook::parse(text(vector, "wire").as_bytes()).unwrap();
        assert_eq!(hook.payload(), text(vector, "payload"));
        assert_eq!(hook.verify(&public_key(vector, "publicKey")), Ok(()));
        assert_eq!(TransactionHook::parse(hook.to_json().as_bytes()), Ok(hook));
    });
}

#[test]
fn errors_of_peers_are_read() {
    each("error", |vector, _| {
        let body = ErrorBody::parse(text(vector, "wire").as_bytes()).unwrap();
        assert_eq!(body.code, text(vector, "code"));
        let code = body.known_code().unwrap();
        assert_eq!(vector["httpStatus"], code.status(), "{code}");
        if code.status() == 412 {
            assert_eq!(body.supports_our_major(), Some(true));
        }
    });
}

#[test]
fn invoices_of_peers_are_read() {
    each("invoice", |vector, _| {
        let invoice = SignedUmaInvoice::parse(text(vector, "wire")).unwrap();
        assert_eq!(invoice.verify(&public_key(vector, "publicKey")), Ok(()), "{}", text(vector, "name"));
        assert_eq!(invoice.to_text().as_deref(), Ok(text(vector, "wire")));
        let fields = &vector["fields"];
        let content = invoice.invoice();
        assert_eq!(content.receiver_uma.as_str(), text(fields, "receiverUma"));
        assert_eq!(content.invoice_uuid, text(fields, "invoiceUUID"));
        assert_eq!(fields["amount"], content.amount);
        assert_eq!(fields["expiration"], content.expiration);
        assert_eq!(content.callback.as_str(), text(fields, "callback"));
        assert_eq!(fields["commentCharsAllowed"].as_u64(), content.comment_chars_allowed.map(u64::from));
        assert_eq!(fields["maxNumPayments"].as_u64(), content.max_num_payments);
    });
}

#[test]
fn signatures_of_peers_are_judged_as_by_the_sdk() {
    each("signature", |vector, _| {
        let key = public_key(vector, "publicKey");
        let verified = Signature::from_hex(text(vector, "signature"))
            .is_ok_and(|signature| key.verifies(text(vector, "payload").as_bytes(), &signature));
        assert_eq!(vector["valid"], verified, "{}", text(vector, "name"));
    });
}

#[test]
fn ciphertexts_of_peers_are_judged_as_by_the_sdk() {
    each("ecies", |vector, _| {
        let opened = decrypt(&[&private_key(vector, "privateKey")], text(vector, "ciphertext"));
        if vector["valid"] == true {
            assert_eq!(opened.unwrap().as_slice(), text(vector, "plaintext").as_bytes());
        } else if let Ok(opened) = opened {
            panic!("{}: {opened:?}", text(vector, "name"));
        }
    });
}

#[test]
fn amounts_agree_with_the_sdks_within_their_rounding() {
    each("amounts", |vector, _| {
        let amount = vector["amount"].as_u64().unwrap();
        let multiplier = Multiplier::parse(&vector["multiplier"].to_string()).unwrap();
        let terms = Conversion { multiplier, fee: vector["fee"].as_u64().unwrap() };
        let invoice = vector["invoiceAmount"].as_u64().unwrap();
        let fits = if vector["inReceivingCurrency"] == true {
            terms.settles_currency_amount(amount, invoice)
        } else {
            match vector["convertedAmount"].as_u64() {
                Some(converted) => terms.settles_settlement_amount(amount, converted),
                // The fee is larger than the amount.
                None => terms.currency_amount(amount).is_none(),
            }
        };
        assert!(fits || amount < terms.fee, "{vector}");
    });
}

#[test]
fn versions_are_negotiated_within_our_major() {
    each("version", |vector, _| {
        let peer = ProtocolVersion::parse(text(vector, "peer")).unwrap();
        let expected = if peer.major == 1 { Some(ProtocolVersion::OWN) } else { None };
        assert_eq!(ProtocolVersion::negotiate(peer).ok(), expected);
    });
}
