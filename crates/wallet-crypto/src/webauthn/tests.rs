use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::*;
use crate::testdata::{passkeys, private_key, text, wallet};
use crate::{Failure, PrivateKey, base64url, hex};

fn registration<'a>(challenge: &'a str, attestation: &'a Value) -> Registration<'a> {
    Registration {
        challenge,
        credential_id: text(attestation, "credentialId"),
        client_data_json: text(attestation, "clientDataJson"),
        attestation_object: text(attestation, "attestationObject"),
    }
}

fn assertion(sent: &Value) -> Assertion<'_> {
    Assertion {
        credential_id: text(sent, "credentialId"),
        client_data_json: text(sent, "clientDataJson"),
        authenticator_data: text(sent, "authenticatorData"),
        signature: text(sent, "signature"),
    }
}

fn stored(passkey: &NewPasskey) -> RegisteredPasskey<'_> {
    RegisteredPasskey {
        credential_id: &passkey.credential_id,
        key: &passkey.key,
        sign_count: passkey.sign_count,
        relying_party: &passkey.relying_party,
        origin: &passkey.origin,
    }
}

fn authenticator() -> SoftwareAuthenticator {
    SoftwareAuthenticator {
        key: PrivateKey::derive([5; 32]).unwrap(),
        credential_id: vec![9; 16],
        rp_id: "example.com".to_owned(),
        origin: "https://wallet.example.com".to_owned(),
        sign_count: 3,
        user_present: true,
    }
}

/// Returns a software passkey, its registration, and a challenge for it.
fn registered() -> (SoftwareAuthenticator, NewPasskey, String) {
    let device = authenticator();
    let passkey = device.register("Y2hhbGxlbmdl").as_registration().check().unwrap();
    (device, passkey, "0f".repeat(32))
}

#[test]
fn the_known_passkey_is_registered_and_used() {
    let known = wallet("/passkey");
    let sent = &known["registration"];
    let passkey = registration(text(sent, "challenge"), &sent["attestation"]).check().unwrap();
    assert_eq!(base64url::encode(&passkey.credential_id), text(&sent["attestation"], "credentialId"));
    assert_eq!(hex::encode(passkey.key.as_bytes()), text(sent, "coseKeyHex"));
    assert_eq!(passkey.relying_party.id.as_deref(), Some(text(&known, "rpId")));
    assert_eq!(passkey.origin, text(&known, "origin"));
    assert_eq!(passkey.sign_count, 0);

    let login = &known["assertion"];
    let challenge = text(login, "challenge");
    assert_eq!(assertion(&login["assertion"]).check(&stored(&passkey), challenge), Ok(1));
    let used = RegisteredPasskey { sign_count: 1, ..stored(&passkey) };
    assert_eq!(
        assertion(&login["assertion"]).check(&used, challenge),
        Err(AssertionError::Counter),
        "replayed"
    );
}

#[test]
fn the_software_authenticator_matches_the_known_registration() {
    let known = wallet("/passkey");
    let sent = &known["registration"];
    let attestation = &sent["attestation"];
    let device = SoftwareAuthenticator {
        key: private_key(&known["authenticatorKey"]),
        credential_id: base64url::decode(text(attestation, "credentialId")).unwrap(),
        rp_id: text(&known, "rpId").to_owned(),
        origin: text(&known, "origin").to_owned(),
        sign_count: 0,
        user_present: true,
    };
    let made = device.register(text(sent, "challenge"));
    assert_eq!(made.client_data_json, text(attestation, "clientDataJson"));
    assert!(made.as_registration().check().is_ok());
}

#[test]
fn passkeys_with_other_keys_are_registered_and_used() {
    let all = passkeys("");
    let kinds = [Algorithm::EdDsa, Algorithm::Rs256, Algorithm::Es256];
    for (sent, kind) in all["passkeys"].as_array().unwrap().iter().zip(kinds) {
        let attestation = &sent["registration"];
        let passkey = registration(text(attestation, "challenge"), attestation).check().unwrap();
        assert_eq!(passkey.key.algorithm(), kind);
        assert_eq!(CoseKey::parse(passkey.key.as_bytes()).as_ref(), Some(&passkey.key));
        assert_eq!(passkey.sign_count, 7);
        let challenge = text(sent, "challenge");
        let login = &sent["assertion"];
        assert_eq!(assertion(login).check(&stored(&passkey), challenge), Ok(8), "{}", sent["name"]);
        let mut signature = base64url::decode(text(login, "signature")).unwrap();
        signature[20] ^= 1;
        let signature = base64url::encode(signature);
        let flipped = Assertion { signature: &signature, ..assertion(login) };
        assert_eq!(flipped.check(&stored(&passkey), challenge), Err(AssertionError::Signature));
    }
}

#[test]
fn each_check_of_a_registration() {
    use RegistrationError as E;
    let good = authenticator().register("Y2hhbGxlbmdl");
    let check = |change: &dyn Fn(&mut RegistrationFields)| {
        let mut fields = good.clone();
        change(&mut fields);
        fields.as_registration().check().map(|_| ())
    };
    let with = |change: &dyn Fn(&mut SoftwareAuthenticator)| {
        let mut device = authenticator();
        change(&mut device);
        device.register("Y2hhbGxlbmdl").as_registration().check().map(|_| ())
    };
    assert_eq!(check(&|_| {}), Ok(()));
    assert_eq!(check(&|sent| sent.challenge.push('=')), Ok(()));
    assert_eq!(check(&|sent| sent.client_data_json = "*".into()), Err(E::ClientData));
    assert_eq!(check(&|sent| sent.client_data_json = base64url::encode("[]")), Err(E::ClientData));
    let login = authenticator().assert("0f");
    assert_eq!(check(&|sent| sent.client_data_json.clone_from(&login.client_data_json)), Err(E::ClientData));
    assert_eq!(check(&|sent| sent.challenge.push('A')), Err(E::Challenge));
    assert_eq!(check(&|sent| sent.attestation_object = "oA".into()), Err(E::AttestationObject));
    assert_eq!(check(&|sent| sent.attestation_object.push_str("AA")), Err(E::AttestationObject));
    assert_eq!(with(&|device| device.user_present = false), Err(E::Flags));
    assert_eq!(check(&|sent| sent.credential_id = base64url::encode([9; 15])), Err(E::CredentialId));
    assert_eq!(check(&|sent| sent.credential_id = "*".into()), Err(E::CredentialId));
    assert_eq!(with(&|device| device.credential_id = vec![]), Err(E::AttestationObject));
    assert_eq!(with(&|device| device.credential_id = vec![1; 1024]), Err(E::AttestationObject));
    assert_eq!(with(&|device| device.credential_id = vec![1; 1023]), Ok(()));
    assert_eq!(with(&|device| device.origin = "http://wallet.example.com".into()), Err(E::Origin));
    assert_eq!(with(&|device| device.origin = "https://example.org".into()), Err(E::Origin));
    assert_eq!(with(&|device| device.rp_id = "com".into()), Err(E::Origin));
    assert_eq!(with(&|device| device.origin = "android:apk-key-hash:abc".into()), Ok(()));
    assert_eq!(E::Origin.failure(), Failure::InvalidInput);
}

#[test]
fn a_key_of_no_known_algorithm_is_refused_as_a_key() {
    let good = authenticator().register("Y2hhbGxlbmdl");
    let mut object = base64url::decode(&good.attestation_object).unwrap();
    let at = object.windows(2).rposition(|pair| pair == [0x03, 0x26]).unwrap();
    // ES384 instead of ES256.
    object.splice(at + 1..=at + 1, [0x38, 0x22]);
    let at = object.windows(2).position(|pair| pair == [0x58, 0x94]).unwrap();
    object[at + 1] += 1;
    let sent = RegistrationFields { attestation_object: base64url::encode(object), ..good };
    assert_eq!(sent.as_registration().check(), Err(RegistrationError::Key));
}

#[test]
fn a_login_without_a_key_is_no_registration() {
    let device = authenticator();
    let mut used = device.clone();
    let data = base64url::decode(&used.assert("0f").authenticator_data).unwrap();
    let length = u8::try_from(data.len()).unwrap();
    let object = [&b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"[..], &[length], &data].concat();
    let mut sent = device.register("Y2hhbGxlbmdl");
    sent.attestation_object = base64url::encode(object);
    assert_eq!(sent.as_registration().check(), Err(RegistrationError::Flags));
}

#[test]
fn members_of_the_attestation_occur_once_in_any_order() {
    let good = authenticator().register("Y2hhbGxlbmdl");
    let object = base64url::decode(&good.attestation_object).unwrap();
    let data = &object[28..];
    let check = |object: Vec<u8>| {
        let sent = RegistrationFields { attestation_object: base64url::encode(object), ..good.clone() };
        sent.as_registration().check().map(|_| ())
    };
    assert_eq!(&object[..28], b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData");
    let reordered = [&b"\xa4\x68authData"[..], data, b"\x65other\x01\x67attStmt\xa0\x63fmt\x64none"].concat();
    assert_eq!(check(reordered), Ok(()));
    let twice = [&b"\xa4\x63fmt\x64none\x63fmt\x64none\x67attStmt\xa0\x68authData"[..], data].concat();
    assert_eq!(check(twice), Err(RegistrationError::AttestationObject));
    let without = [&b"\xa2\x63fmt\x64none\x68authData"[..], data].concat();
    assert_eq!(check(without), Err(RegistrationError::AttestationObject));
}

#[test]
fn each_check_of_a_login() {
    use AssertionError as E;
    let (device, passkey, challenge) = registered();
    let with = |change: &dyn Fn(&mut SoftwareAuthenticator)| {
        let mut device = device.clone();
        change(&mut device);
        device.assert(&challenge).as_assertion().check(&stored(&passkey), &challenge)
    };
    assert_eq!(with(&|_| {}), Ok(4));
    assert_eq!(with(&|device| device.credential_id.push(1)), Err(E::Credential));
    assert_eq!(with(&|device| device.origin = "https://other.example.com".into()), Ok(4), "below the RP ID");
    assert_eq!(with(&|device| device.origin = "https://example.com:8443".into()), Ok(4), "the RP ID");
    for origin in
        ["https://example.org", "http://wallet.example.com", "https://com", "android:apk-key-hash:a"]
    {
        assert_eq!(with(&|device| device.origin = origin.into()), Err(E::Origin), "{origin}");
    }
    assert_eq!(with(&|device| device.rp_id = "wallet.example.com".into()), Err(E::RelyingParty));
    assert_eq!(with(&|device| device.user_present = false), Err(E::UserPresence));
    assert_eq!(with(&|device| device.key = PrivateKey::derive([6; 32]).unwrap()), Err(E::Signature));
    assert_eq!(with(&|device| device.sign_count = 2), Err(E::Counter), "the stored counter again");
    assert_eq!(with(&|device| device.sign_count = 0), Err(E::Counter));

    let other = device.clone().assert("0e".repeat(32));
    assert_eq!(other.as_assertion().check(&stored(&passkey), &challenge), Err(E::Challenge));
    let made = device.register(&base64url::encode(&challenge));
    let sent =
        AssertionFields { client_data_json: made.client_data_json, ..device.clone().assert(&challenge) };
    assert_eq!(
        sent.as_assertion().check(&stored(&passkey), &challenge),
        Err(E::Challenge),
        "of a new passkey"
    );
}

/// Checks that browsers sign the challenge as given: decoding its digits first is refused.
#[test]
fn the_challenge_is_the_characters_and_not_the_bytes() {
    let (device, passkey, challenge) = registered();
    let mut sent = device.clone().assert(&challenge);
    let decoded = base64url::encode(hex::decode(&challenge).unwrap());
    let origin = &device.origin;
    sent.client_data_json = base64url::encode(format!(
        r#"{{"type":"webauthn.get","challenge":"{decoded}","origin":"{origin}"}}"#
    ));
    assert_eq!(sent.as_assertion().check(&stored(&passkey), &challenge), Err(AssertionError::Challenge));
}

#[test]
fn counters_that_stay_at_zero_are_accepted() {
    let (device, passkey, challenge) = registered();
    let data = |count: u32| {
        let hash = Sha256::digest("example.com");
        [&hash[..], &[1], &count.to_be_bytes()].concat()
    };
    let check = |stored_count: u32, received: u32| {
        let mut sent = device.clone().assert(&challenge);
        let client_data = base64url::decode(&sent.client_data_json).unwrap();
        let signed = [data(received), Sha256::digest(client_data).to_vec()].concat();
        sent.authenticator_data = base64url::encode(data(received));
        sent.signature = base64url::encode(device.key.sign(&signed).to_der());
        let passkey = RegisteredPasskey { sign_count: stored_count, ..stored(&passkey) };
        sent.as_assertion().check(&passkey, &challenge)
    };
    assert_eq!(check(0, 0), Ok(0));
    assert_eq!(check(0, 1), Ok(1));
    assert_eq!(check(1, 0), Err(AssertionError::Counter));
    assert_eq!(check(5, 5), Err(AssertionError::Counter));
    assert_eq!(check(u32::MAX - 1, u32::MAX), Ok(u32::MAX));
}

#[test]
fn a_passkey_of_an_application_is_used_in_applications() {
    let mut device = authenticator();
    device.origin = "android:apk-key-hash:abc".into();
    let passkey = device.register("Y2hhbGxlbmdl").as_registration().check().unwrap();
    assert_eq!(passkey.relying_party.id, None);
    let challenge = "0f".repeat(32);
    let mut login = |origin: &str| {
        device.origin = origin.into();
        device.sign_count = 3;
        device.assert(&challenge).as_assertion().check(&stored(&passkey), &challenge)
    };
    assert_eq!(login("android:apk-key-hash:abc"), Ok(4));
    assert_eq!(login("android:apk-key-hash:other"), Ok(4));
    assert_eq!(login("https://wallet.example.com"), Err(AssertionError::Origin));
}

#[test]
fn fields_that_cannot_be_decoded_are_malformed() {
    let (device, passkey, challenge) = registered();
    let good = device.clone().assert(&challenge);
    let check = |change: &dyn Fn(&mut AssertionFields)| {
        let mut sent = good.clone();
        change(&mut sent);
        sent.as_assertion().check(&stored(&passkey), &challenge)
    };
    assert_eq!(check(&|sent| sent.credential_id = "*".into()), Err(AssertionError::Malformed));
    assert_eq!(check(&|sent| sent.client_data_json = "*".into()), Err(AssertionError::Malformed));
    assert_eq!(check(&|sent| sent.authenticator_data = "AAAA".into()), Err(AssertionError::Malformed));
    assert_eq!(check(&|sent| sent.signature = "*".into()), Err(AssertionError::Malformed));
    assert_eq!(check(&|sent| sent.signature = "AAAA".into()), Err(AssertionError::Signature));
    let literal = check(&|sent| sent.signature = "sandbox-valid-passkey-signature".into());
    assert!(literal.is_err());
    assert_eq!(AssertionError::Malformed.failure(), Failure::InvalidInput);
    let reason = AssertionError::Counter.failure();
    assert_eq!(reason, Failure::Unauthorized("Passkey signature counter did not increase"));
}

proptest! {
    #[test]
    fn any_fields_are_checked_or_refused(texts: [String; 4], bytes: Vec<u8>) {
        let (_, passkey, challenge) = registered();
        let encoded = base64url::encode(&bytes);
        let [one, two, three, four] = &texts;
        for [one, two, three, four] in [[one, two, three, four], [&encoded; 4]] {
            let sent = Assertion { credential_id: one, client_data_json: two, authenticator_data: three, signature: four };
            prop_assert!(sent.check(&stored(&passkey), &challenge).is_err());
            let sent = Registration { challenge: one, credential_id: two, client_data_json: three, attestation_object: four };
            prop_assert!(sent.check().is_err());
        }
        let good = authenticator().register("Y2hhbGxlbmdl");
        let sent = RegistrationFields { attestation_object: encoded, ..good };
        prop_assert!(sent.as_registration().check().is_err());
    }

    #[test]
    fn a_flipped_bit_is_noticed(at: prop::sample::Index, bit in 0_u8..8, which in 0_usize..3) {
        let (mut device, passkey, challenge) = registered();
        let mut sent = device.assert(&challenge);
        let field = [&mut sent.client_data_json, &mut sent.authenticator_data, &mut sent.signature]
            .into_iter()
            .nth(which)
            .unwrap();
        let mut bytes = base64url::decode(field).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        *field = base64url::encode(bytes);
        prop_assert!(sent.as_assertion().check(&stored(&passkey), &challenge).is_err());
    }
}

/// Returns client data with more members than needed.
fn talkative(kind: &str, challenge: &str) -> String {
    base64url::encode(format!(
        r#"{{"type":"{kind}","challenge":"{challenge}","origin":"https://wallet.example.com","crossOrigin":false,
        "topOrigin":"https://shop.example.net","tokenBinding":{{"status":"supported"}},"androidPackageName":"org.example",
        "other_keys_can_be_added_here":"do not compare clientDataJSON against a template"}}"#
    ))
}

#[test]
fn additions_of_browsers_and_password_managers_are_accepted() {
    const BACKED_UP_AND_VERIFIED: u8 = 0x1d;
    const EXTENSIONS: u8 = 0x80;
    let (mut device, _, challenge) = registered();
    device.sign_count = 0;
    let mut made = device.register("Y2hhbGxlbmdl");
    made.client_data_json = talkative("webauthn.create", "Y2hhbGxlbmdl");
    let mut object = base64url::decode(&made.attestation_object).unwrap();
    let flags = object.len() - (37 + 18 + device.credential_id.len() + 77) + 32;
    object[flags] |= BACKED_UP_AND_VERIFIED;
    made.attestation_object = base64url::encode(object);
    let passkey = made.as_registration().check().unwrap();
    assert_eq!(passkey.sign_count, 0);

    let client_data = talkative("webauthn.get", &base64url::encode(&challenge));
    let hash = Sha256::digest(base64url::decode(&client_data).unwrap());
    let party = Sha256::digest("example.com");
    for (flags, extensions) in [
        (BACKED_UP_AND_VERIFIED, &b""[..]),
        (BACKED_UP_AND_VERIFIED | EXTENSIONS, b"\xa1\x6bcredProtect\x02"),
        (0x22 | 1, b""),
    ] {
        // A passkey that is synchronised between devices does not count: its counter stays zero.
        let data = [&party[..], &[flags, 0, 0, 0, 0], extensions].concat();
        let signature = device.key.sign(&[&data[..], &hash].concat()).to_der();
        let sent = AssertionFields {
            credential_id: made.credential_id.clone(),
            client_data_json: client_data.clone(),
            authenticator_data: base64url::encode(data),
            signature: base64url::encode(signature),
        };
        for _ in 0..2 {
            assert_eq!(sent.as_assertion().check(&stored(&passkey), &challenge), Ok(0), "{flags:x}");
        }
        let counted = RegisteredPasskey { sign_count: 4, ..stored(&passkey) };
        assert_eq!(sent.as_assertion().check(&counted, &challenge), Err(AssertionError::Counter));
    }
}
