//! The test vector of the document, byte for byte (rails 3.3).

use causeway_rail_protocol::signing::{verify_answer, verify_evidence, verify_request};

use super::scene::*;

/// Returns the fenced texts of the document.
fn fenced() -> Vec<String> {
    let document = include_str!("../../../../docs/interface/rails.md");
    let mut texts: Vec<Vec<&str>> = Vec::new();
    let mut is_inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            is_inside = !is_inside;
            texts.extend(is_inside.then(Vec::new));
        } else if is_inside && let Some(text) = texts.last_mut() {
            text.push(line);
        }
    }
    texts.into_iter().map(|lines| lines.join("\n")).collect()
}

/// Checks that both signature bases are those of the document.
#[test]
fn the_bases_are_those_of_the_document() {
    let texts = fenced();
    assert!(texts.contains(&signed_request().proof.base), "{}", signed_request().proof.base);
    assert!(texts.contains(&signed_answer().proof.base), "{}", signed_answer().proof.base);
}

/// Checks the fixed keys, key ids and signatures.
#[test]
fn the_signatures_are_those_of_the_document() {
    let service = service_key().verifying_key();
    let adapter = adapter_key().verifying_key();
    assert_eq!(service.to_string(), "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=");
    assert_eq!(adapter.to_string(), "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc=");
    assert_eq!(service.key_id().to_string(), "56475aa75463474c");
    assert_eq!(adapter.key_id().to_string(), "24f6ed6acbfe1009");
    assert_eq!(service.to_string().parse(), Ok(service));
    assert_eq!(service.key_id().to_string().parse(), Ok(service.key_id()));
    let request = signed_request();
    let expected = "WJOq5WSuBBQKLxAFSZXz99PEcBCch8K4+HOqoznbxIC+SzA03CL8hnntLmuQZp9aWXWpde+ThSXrnR2TposBCQ==";
    assert_eq!(request.proof.signature.to_string(), expected);
    assert_eq!(request.headers.signature, format!("crp=:{expected}:"));
    let expected = "D7w3wbdbS3PeoAmtja2eSWP8ttHi16GgPkN7bcH8Ms9jyThvvWLI1Z6N0KhZ3t/yypxSTbPc60Ms0Y0cLjnFBA==";
    assert_eq!(signed_answer().proof.signature.to_string(), expected);
    let document = include_str!("../../../../docs/interface/rails.md");
    for text in
        [service.to_string(), adapter.to_string(), request.proof.signature.to_string(), expected.to_owned()]
    {
        assert!(document.contains(&text), "{text}");
    }
}

/// Checks that each side accepts the other's message, and that the answer verifies as evidence for good.
#[test]
fn both_sides_accept_the_vector() {
    let request_message = signed_request();
    let keys = [service_key().verifying_key()];
    let verified =
        verify_request(&request(&target()), &received(&request_message.headers), &keys, CREATED).unwrap();
    assert_eq!(verified.proof, request_message.proof);
    assert_eq!(verified.nonce, nonce());

    let answer_message = signed_answer();
    let keys = [adapter_key().verifying_key()];
    let bound = answer(Some(request_message.proof.signature));
    let proof = verify_answer(&bound, &received(&answer_message.headers), &keys, CREATED).unwrap();
    assert_eq!(proof, answer_message.proof);
    assert_eq!(verify_evidence(&keys[0], &proof.base, &proof.signature, ANSWER_BODY), Ok(()));
    assert!(verify_evidence(&keys[0], &proof.base, &proof.signature, b"{}").is_err());
    assert!(
        verify_evidence(&service_key().verifying_key(), &proof.base, &proof.signature, ANSWER_BODY).is_err()
    );
}

/// Checks the form of the key that OpenSSL reads.
#[test]
fn a_key_has_a_form_for_openssl() {
    assert_eq!(
        service_key().verifying_key().to_pem(),
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAA6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=\n-----END PUBLIC KEY-----\n"
    );
}
