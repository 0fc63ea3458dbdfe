use proptest::prelude::*;

use super::*;
use crate::testdata::{private_key, text, wallet};

fn open(bundle: &str) -> Result<OpenedOtp, OtpError> {
    OtpBundle::parse(bundle)?.open(&private_key(&wallet("/otp/serverTargetKey")))
}

#[test]
fn known_bundles_open() {
    let known = wallet("/otp");
    for variant in ["uncompressedVariant", "compressedVariant"] {
        let sent = text(&known[variant], "encryptedOtpBundle");
        let opened = open(sent).unwrap();
        assert!(opened.code.is(&OtpCode::new("000000".to_owned())));
        assert_eq!(opened.session_key, private_key(&known["clientTekKey"]).public_key());
        assert_eq!(OtpBundle::parse(sent).unwrap().to_json(), sent);
    }
}

#[test]
fn known_bad_bundles_are_refused() {
    let cases = wallet("/otp/negative");
    let [wrong_code, flipped, not_hex] =
        [0, 1, 2].map(|at| text(&cases[at], "encryptedOtpBundle").to_owned());
    assert!(!open(&wrong_code).unwrap().code.is(&OtpCode::new("000000".to_owned())));
    assert_eq!(open(&flipped).unwrap_err(), OtpError::Unopened);
    assert_eq!(OtpError::Unopened.failure(), Failure::Unauthorized("Invalid encrypted OTP bundle"));
    assert_eq!(open(&not_hex).unwrap_err(), OtpError::Malformed);
    assert_eq!(OtpError::Malformed.failure(), Failure::InvalidInput);
}

#[test]
fn a_compressed_ephemeral_key_and_more_members_are_accepted() {
    let known = wallet("/otp/uncompressedVariant");
    let pair = &known["ephemeralKey"];
    let sent = text(&known, "encryptedOtpBundle")
        .replace(text(pair, "publicKeyUncompressedHex"), text(pair, "publicKeyCompressedHex"))
        .replace('}', r#","more":null}"#);
    assert!(open(&sent).is_ok());
}

#[test]
fn a_bundle_for_an_earlier_code_does_not_open() {
    let [target, earlier, device] = [1, 2, 3].map(|byte| PrivateKey::derive([byte; 32]).unwrap());
    let code = OtpCode::new("123456".to_owned());
    let bundle = OtpBundle::seal(&earlier.public_key(), &code, &device.public_key(), [4; 32]).unwrap();
    assert_eq!(bundle.open(&target).unwrap_err(), OtpError::Unopened);
    let opened = bundle.open(&earlier).unwrap();
    assert!(opened.code.is(&code));
    assert_eq!(opened.session_key, device.public_key());
}

#[test]
fn a_bundle_must_contain_a_code_and_a_key() {
    let target = PrivateKey::derive([1; 32]).unwrap();
    let key = PrivateKey::derive([2; 32]).unwrap().public_key().to_compressed_hex();
    let open = |content: &str| {
        let envelope = Envelope::seal(&target.public_key(), content.as_bytes(), [3; 32]).unwrap();
        OtpBundle(envelope).open(&target).map(|_| ())
    };
    assert_eq!(open(&format!(r#"{{"public_key":"{key}","otp_code":"1","more":1}}"#)), Ok(()));
    for bad in [
        format!(r#"{{"otp_code":1,"public_key":"{key}"}}"#),
        format!(r#"{{"public_key":"{key}"}}"#),
        format!(r#"{{"otp_code":"1","public_key":"{}"}}"#, &key[2..]),
        format!(r#"["1","{key}"]"#),
        String::new(),
    ] {
        assert_eq!(open(&bad), Err(OtpError::Content), "{bad}");
    }
    assert_eq!(OtpError::Content.failure(), Failure::InvalidInput);
}

#[test]
fn text_that_is_no_bundle_is_refused() {
    let key = PrivateKey::derive([2; 32]).unwrap().public_key().to_uncompressed_hex();
    assert!(OtpBundle::parse(&format!(r#"{{"encappedPublic":"{key}","ciphertext":""}}"#)).is_ok());
    for bad in [
        "{}".to_owned(),
        String::new(),
        format!(r#"{{"encappedPublic":"{key}","ciphertext":"0"}}"#),
        format!(r#"{{"encappedPublic":"{}ff","ciphertext":""}}"#, &key[..128]),
        format!(r#"{{"encappedPublic":"{key}","ciphertext":"{}"}}"#, "00".repeat(2048)),
    ] {
        assert_eq!(OtpBundle::parse(&bad), Err(OtpError::Malformed), "{bad}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text: String, digits in "[0-9a-f]{0,150}") {
        let _ = OtpBundle::parse(&text);
        let _ = OtpBundle::parse(&format!(r#"{{"encappedPublic":"{digits}","ciphertext":"{digits}"}}"#));
    }
}
