use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::testdata::{private_key, text, wallet};

/// Parses a stamp of the test vectors and authorises it for their key.
fn check(case: &Value) -> Result<usize, StampError> {
    let session = private_key(&wallet("/stamp/key")).public_key();
    Stamp::parse(text(case, "headerValue"))?.authorise(&[session], text(case, "payloadToSign"))
}

#[test]
fn known_stamps_authorise() {
    let cases = wallet("/stamp/positive");
    assert_eq!(cases.as_array().unwrap().len(), 4);
    for case in cases.as_array().unwrap() {
        assert_eq!(check(case), Ok(0), "{}", case["name"]);
        let decoded = Stamp::parse(text(case, "headerValue")).unwrap();
        let expected = &case["decoded"];
        assert_eq!(decoded.public_key().to_compressed_hex(), text(expected, "publicKey"));
        assert_eq!(hex::encode(&decoded.signature.to_der()), text(expected, "signature"));
        assert_eq!(decoded.to_header(), text(case, "headerValue"));
    }
}

#[test]
fn known_bad_stamps_have_their_code() {
    let cases = wallet("/stamp/negative");
    assert_eq!(cases.as_array().unwrap().len(), 9);
    for case in cases.as_array().unwrap() {
        let expected = match text(case, "expect") {
            "WALLET_SIGNATURE_MALFORMED" => Failure::WalletSignatureMalformed,
            "WALLET_SIGNATURE_INVALID" => Failure::WalletSignatureInvalid,
            other => panic!("{other}"),
        };
        assert_eq!(check(case).map_err(StampError::failure), Err(expected), "{}", case["name"]);
    }
}

#[test]
fn the_token_of_a_login_is_stamped_as_text() {
    let known = wallet("/verificationToken");
    let device = private_key(&known["clientTekKey"]);
    let stamp = Stamp::parse(text(&known, "signedRetryHeaderValue")).unwrap();
    assert_eq!(stamp.authorise(&[device.public_key()], text(&known, "payloadToSign")), Ok(0));
    assert_eq!(Stamp::sign(&device, text(&known, "payloadToSign")), stamp, "deterministic");
}

#[test]
fn the_signer_is_named_by_its_place() {
    let [one, two] = [1, 2].map(|byte| PrivateKey::derive([byte; 32]).unwrap());
    let stamp = Stamp::sign(&two, "payload");
    assert_eq!(stamp.authorise(&[one.public_key(), two.public_key()], "payload"), Ok(1));
    assert_eq!(stamp.authorise(&[one.public_key()], "payload"), Err(StampError::Invalid));
    assert_eq!(stamp.authorise(&[], "payload"), Err(StampError::Invalid));
    assert_eq!(stamp.authorise(&[two.public_key()], "payload "), Err(StampError::Invalid));
}

/// Encodes a header with any members.
fn header(members: &Value) -> String {
    base64url::encode(members.to_string())
}

#[test]
fn members_may_have_any_order_and_key_spelling() {
    let key = PrivateKey::derive([7; 32]).unwrap();
    let stamp = Stamp::sign(&key, "p");
    let signature = hex::encode(&stamp.signature.to_der()).to_uppercase();
    let public = key.public_key().to_uncompressed_hex().to_uppercase();
    let sent = json!({"more": [1], "signature": signature, "scheme": SCHEME, "publicKey": public});
    assert_eq!(Stamp::parse(&header(&sent)), Ok(stamp.clone()));
    let padded = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE, format!(" {sent}\n"));
    assert_eq!(Stamp::parse(&padded), Ok(stamp));
}

#[test]
fn malformed_members_are_refused() {
    let key = PrivateKey::derive([7; 32]).unwrap();
    let public = key.public_key().to_compressed_hex();
    let signature = hex::encode(&key.sign(b"p").to_der());
    let good = json!({"publicKey": public, "scheme": SCHEME, "signature": signature});
    assert!(Stamp::parse(&header(&good)).is_ok());
    for (member, value) in [
        ("publicKey", json!(1)),
        ("publicKey", json!("")),
        ("scheme", json!("signature_scheme_tk_api_p256")),
        ("scheme", Value::Null),
        ("signature", json!(format!("{signature}00"))),
        ("signature", json!(format!("0x{signature}"))),
        ("signature", json!([signature])),
    ] {
        let mut bad = good.clone();
        bad[member] = value;
        assert_eq!(Stamp::parse(&header(&bad)), Err(StampError::Malformed), "{bad}");
    }
    assert_eq!(Stamp::parse(&header(&json!([public, SCHEME, signature]))), Err(StampError::Malformed));
    let twice = format!(r#"{{"publicKey":"{public}",{}"#, &good.to_string()[1..]);
    assert_eq!(Stamp::parse(&base64url::encode(twice)), Err(StampError::Malformed));
    let mut long = good;
    long["more"] = json!("x".repeat(8192));
    assert_eq!(Stamp::parse(&header(&long)), Err(StampError::Malformed));
    assert_eq!(Stamp::parse("sandbox-valid-signature"), Err(StampError::Malformed));
    assert_eq!(Stamp::parse(""), Err(StampError::Malformed));
}

proptest! {
    #[test]
    fn any_header_is_read_or_refused(text: String, bytes: Vec<u8>, json in r#"\{"publicKey":"[0-9a-f]{0,70}","scheme":"[A-Z_]*","signature":"[0-9a-f]{0,144}"\}"#) {
        for header in [text, base64url::encode(bytes), base64url::encode(json)] {
            let _ = Stamp::parse(&header);
        }
    }

    #[test]
    fn a_flipped_bit_never_authorises(at in 0_usize..256, bit in 0_u8..8) {
        let key = PrivateKey::derive([9; 32]).unwrap();
        let mut header = Stamp::sign(&key, "payload").to_header().into_bytes();
        let at = at % header.len();
        header[at] ^= 1 << bit;
        let Ok(header) = String::from_utf8(header) else { return Ok(()) };
        let accepted = Stamp::parse(&header).and_then(|stamp| stamp.authorise(&[key.public_key()], "payload"));
        // The case of a hexadecimal digit is the only bit without a meaning.
        let same = Stamp::parse(&header).is_ok_and(|stamp| stamp == Stamp::sign(&key, "payload"));
        prop_assert!(accepted.is_err() || same);
    }
}
