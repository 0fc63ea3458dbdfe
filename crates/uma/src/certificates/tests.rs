//! Tests of issuance, chains and published keys.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::addresses::Host;
use crate::hex;
use crate::keys::PrivateKey;

const NOW: i64 = 1_795_780_800;

fn key(byte: u8) -> PrivateKey {
    PrivateKey::from_bytes(&[byte; 32]).unwrap()
}

fn certificate(
    key: &PrivateKey,
    host: &str,
    not_before: u64,
    not_after: u64,
) -> Result<Vec<u8>, CertificateError> {
    let host = Host::parse(host).unwrap();
    self_signed_certificate(key, CertificateTerms { host: &host, serial: [0; 16], not_before, not_after })
}

fn verified(der: &[u8], now: i64) -> Result<crate::keys::PublicKey, CertificateError> {
    CertificateChain::parse(&[hex::encode(der)])?.verify(now)
}

#[test]
fn an_own_certificate_is_valid_for_its_time() {
    let key = key(1);
    let long = format!("{}.{}.example", "a".repeat(60), "b".repeat(60));
    for host in ["pay.example.com", "localhost:8080", &long] {
        let der = certificate(&key, host, 1_795_000_000, 1_796_000_000).unwrap();
        assert_eq!(verified(&der, NOW), Ok(key.public_key()), "{host}");
        assert_eq!(verified(&der, 1_795_000_000), Ok(key.public_key()));
        assert_eq!(verified(&der, 1_796_000_000), Ok(key.public_key()));
        assert_eq!(verified(&der, 1_794_999_999), Err(CertificateError::Validity));
        assert_eq!(verified(&der, 1_796_000_001), Err(CertificateError::Validity));
        assert_eq!(verified(&der, -1), Err(CertificateError::Validity));
    }
    let late = certificate(&key, "a.b", 1_795_000_000, 4_000_000_000).unwrap();
    assert_eq!(verified(&late, 3_999_999_999), Ok(key.public_key()));
    assert_eq!(certificate(&key, "a.b", 2, 1), Err(CertificateError::Validity));
    assert_eq!(certificate(&key, "a.b", 2, u64::MAX), Err(CertificateError::Validity));
}

#[test]
fn a_changed_certificate_is_refused() {
    let der = certificate(&key(1), "a.example", 1, 4_000_000_000).unwrap();
    let name = |at: usize| der[at..].starts_with(b"a.example");
    let names: Vec<usize> = (0..der.len()).filter(|at| name(*at)).collect();
    let is_in_name = |at: usize| names[..2].iter().any(|name| (name - 11..name + 9).contains(&at));
    // With another issuer or subject, the certificate would be signed by a root that is not in the list.
    for at in (0..der.len()).filter(|at| !is_in_name(*at)) {
        let mut changed = der.clone();
        changed[at] ^= 1;
        assert!(verified(&changed, NOW).is_err(), "byte {at}");
    }
    assert_eq!(verified(&der[1..], NOW), Err(CertificateError::Format));
    assert_eq!(verified(&[&der[..], &[0]].concat(), NOW), Err(CertificateError::Format));
    assert_eq!(CertificateChain::parse::<&str>(&[]), Err(CertificateError::Format));
    assert_eq!(CertificateChain::parse(&vec![hex::encode(&der); 9]), Err(CertificateError::Format));
}

#[test]
fn unrelated_certificates_are_no_chain() {
    let one = hex::encode(&certificate(&key(1), "a.example", 1, 4_000_000_000).unwrap());
    let two = hex::encode(&certificate(&key(2), "b.example", 1, 4_000_000_000).unwrap());
    let chain = CertificateChain::parse(&[one.clone(), two]).unwrap();
    assert_eq!(chain.verify(NOW), Err(CertificateError::Chain));
    // A self-signed certificate is issued by its copy.
    let twice = CertificateChain::parse(&[one.clone(), one]).unwrap();
    assert_eq!(twice.verify(NOW), Ok(key(1).public_key()));
}

#[test]
fn own_answers_have_all_fields() {
    let signing = certificate(&key(1), "a.example", 1, 4_000_000_000).unwrap();
    let encryption = certificate(&key(2), "a.example", 1, 4_000_000_000).unwrap();
    let answer = PublicKeyResponse::new(&[signing], &[encryption], NOW + 3_600).unwrap();
    let read: serde_json::Value = serde_json::from_str(&answer.to_json()).unwrap();
    assert_eq!(read.as_object().unwrap().len(), 5);
    let answer = PublicKeyResponse::parse(answer.to_json().as_bytes()).unwrap();
    assert_eq!(answer.signing_key(NOW), Ok(key(1).public_key()));
    assert_eq!(answer.encryption_key(NOW), Ok(key(2).public_key()));
    assert_eq!(answer.cacheable_until(NOW), NOW + 3_600);
    assert_eq!(PublicKeyResponse::new(&[], &[], 0), Err(CertificateError::Format));
}

#[test]
fn answers_of_peers_are_read_with_tolerance() {
    let signing = hex::encode(&certificate(&key(1), "a.example", 1, 4_000_000_000).unwrap());
    let plain = key(2).public_key().to_compressed_hex();
    let read = |value: serde_json::Value| PublicKeyResponse::parse(value.to_string().as_bytes()).unwrap();
    let copied = read(json!({
        "signingCertChain": [signing], "encryptionCertChain": [signing], "encryptionPubKey": plain,
    }));
    assert_eq!(copied.encryption_key(NOW), Ok(key(2).public_key()));
    let chain_alone = read(json!({ "signingCertChain": [signing], "encryptionCertChain": [signing] }));
    assert_eq!(chain_alone.encryption_key(NOW), Ok(key(1).public_key()));
    let plain_alone =
        read(json!({ "signingPubKey": plain, "signingCertChain": [], "encryptionCertChain": null }));
    assert_eq!(plain_alone.signing_key(NOW), Ok(key(2).public_key()));
    assert_eq!(plain_alone.encryption_key(NOW), Err(CertificateError::Format));
    assert_eq!(plain_alone.cacheable_until(NOW), NOW + 300);
    assert_eq!(read(json!({ "signingPubKey": "04" })).signing_key(NOW), Err(CertificateError::Format));
    assert!(PublicKeyResponse::parse(b"[").is_err());
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(body: Vec<u8>, der: Vec<u8>) {
        let _ = PublicKeyResponse::parse(&body);
        let _ = verified(&der, NOW);
    }

    #[test]
    fn changed_certificates_are_read_or_refused(at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let mut der = certificate(&key(1), "a.example", 1, 4_000_000_000).unwrap();
        let at = at.index(der.len());
        der[at] = byte;
        let _ = verified(&der, NOW);
        der.truncate(cut.index(der.len()));
        let _ = verified(&der, NOW);
    }
}
