use proptest::prelude::*;

use super::*;
use crate::PrivateKey;
use crate::payload::{OauthProvider, Passkey, QuoteTerms};
use crate::testdata::{text, wallet};

const ORGANIZATION: &str = "5f0c2d1e-7a34-4c1b-9d8e-2b6f3a90c417";

fn written(action: Action<'_>) -> String {
    Payload { organization_id: "o", action, timestamp_ms: 1 }.to_text()
}

#[test]
fn the_known_session_payload_and_its_challenge() {
    let known = wallet("/passkey/assertion");
    let key = wallet("/sealedSessionKey/clientKey");
    let action = Action::CreateSession { target_public_key: text(&key, "publicKeyUncompressedHex") };
    let payload =
        Payload { organization_id: ORGANIZATION, action: action.clone(), timestamp_ms: 1_775_681_700_000 };
    let body = text(&known, "sessionCreationBodyUtf8");
    assert_eq!(payload.to_text(), body);
    assert_eq!(passkey_challenge(body), text(&known, "challenge"));
    assert_eq!(Payload::issued_at(body, ORGANIZATION, &action), Some(1_775_681_700_000));
}

#[test]
fn each_action_has_its_type_and_terms() {
    let key = PrivateKey::derive([1; 32]).unwrap().public_key();
    let passkey = Passkey {
        name: "n",
        challenge: "c",
        credential_id: "i",
        client_data_json: "d",
        attestation_object: "a",
        transports: &["internal"],
    };
    let privacy = hex::encode(&Sha256::digest(r#"{"accountId":"InternalAccount:1","privateEnabled":true}"#));
    let terms = QuoteTerms {
        destination: &Value::Null,
        expires_at: "e",
        quote_id: "q",
        receiving_currency: "USD",
        sending_currency: "USDB",
        source_account_id: "a",
        total_receiving_amount: 1,
        total_sending_amount: 2,
        transaction_id: "t",
    };
    let digest = terms.digest();
    let compressed = key.to_compressed_hex();
    let cases = [
        (
            Action::UpdateEmail { user_id: "u", email: "e" },
            r#"{"userEmail":"e","userId":"u"}"#.to_owned(),
            "UPDATE_USER_EMAIL",
        ),
        (
            Action::UpdatePhoneNumber { user_id: "u", phone_number: "" },
            r#"{"userId":"u","userPhoneNumber":""}"#.to_owned(),
            "UPDATE_USER_PHONE_NUMBER",
        ),
        (
            Action::AddOauthProvider { user_id: "u", provider: OauthProvider { oidc_token: "t", name: "n" } },
            r#"{"oauthProviders":[{"oidcToken":"t","providerName":"n"}],"userId":"u"}"#.to_owned(),
            "CREATE_OAUTH_PROVIDERS",
        ),
        (
            Action::RemoveOauthProvider { user_id: "u", provider_id: "p" },
            r#"{"providerIds":["p"],"userId":"u"}"#.to_owned(),
            "DELETE_OAUTH_PROVIDERS",
        ),
        (
            Action::AddPasskey { user_id: "u", passkey },
            r#"{"authenticators":[{"attestation":{"attestationObject":"a","clientDataJson":"d","credentialId":"i"},"authenticatorName":"n","challenge":"c","transports":["internal"]}],"userId":"u"}"#.to_owned(),
            "CREATE_AUTHENTICATORS_V2",
        ),
        (
            Action::RemovePasskey { user_id: "u", authenticator_id: "p" },
            r#"{"authenticatorIds":["p"],"userId":"u"}"#.to_owned(),
            "DELETE_AUTHENTICATORS",
        ),
        (
            Action::RevokeSession { user_id: "u", session_id: "s" },
            r#"{"apiKeyIds":["s"],"userId":"u"}"#.to_owned(),
            "DELETE_API_KEYS",
        ),
        (
            Action::ExportWallet { wallet_id: "w", target_public_key: "k" },
            r#"{"targetPublicKey":"k","walletId":"w"}"#.to_owned(),
            "EXPORT_WALLET",
        ),
        (
            Action::SetPrivacy { wallet_id: "w", account_id: "InternalAccount:1", private_enabled: true },
            format!(r#"{{"encoding":"PAYLOAD_ENCODING_HEXADECIMAL","hashFunction":"HASH_FUNCTION_NO_OP","payload":"{privacy}","signWith":"w"}}"#),
            "SIGN_RAW_PAYLOAD_V2",
        ),
        (
            Action::CreateDelegatedUser { card_id: "c", nickname: "n", public_key: &key },
            format!(r#"{{"cardId":"c","users":[{{"apiKeys":[{{"publicKey":"{compressed}"}}],"userName":"n"}}]}}"#),
            "CREATE_USERS_V3",
        ),
        (
            Action::GrantDelegatedUser { wallet_id: "w", user_id: "u" },
            r#"{"delegatedUserId":"u","policies":[{"action":"SIGN","effect":"EFFECT_ALLOW","signWith":"w"},{"action":"REVOKE_SELF","effect":"EFFECT_ALLOW"}]}"#.to_owned(),
            "CREATE_POLICIES",
        ),
    ];
    for (action, parameters, kind) in cases {
        let expected = format!(
            r#"{{"organizationId":"o","parameters":{parameters},"timestampMs":"1","type":"ACTIVITY_TYPE_{kind}"}}"#
        );
        assert_eq!(written(action), expected);
    }
    let expected = format!(
        r#"{{"generateAppProofs":true,"organizationId":"o","parameters":{{"signWith":"w","type":"TRANSACTION_TYPE_SPARK","unsignedTransaction":"{digest}"}},"timestampMs":"1","type":"ACTIVITY_TYPE_SIGN_TRANSACTION_V2"}}"#
    );
    assert_eq!(written(Action::ExecuteQuote { wallet_id: "w", terms }), expected);
}

#[test]
fn text_is_stamped_as_it_is_written() {
    let action = Action::UpdateEmail { user_id: "u", email: "Zoë’s 🔑 / \"q\" \\ \u{7}" };
    assert!(written(action).contains(r#""userEmail":"Zoë’s 🔑 / \"q\" \\ \u0007""#));
}

#[test]
fn a_payload_for_another_purpose_is_refused() {
    let action = Action::ExportWallet { wallet_id: "w", target_public_key: "k" };
    let payload = written(action.clone());
    assert_eq!(Payload::issued_at(&payload, "o", &action), Some(1));
    assert_eq!(Payload::issued_at(&payload, "p", &action), None, "another wallet's organisation");
    for other in [
        Action::ExportWallet { wallet_id: "w", target_public_key: "l" },
        Action::ExportWallet { wallet_id: "v", target_public_key: "k" },
        Action::CreateSession { target_public_key: "k" },
    ] {
        assert_eq!(Payload::issued_at(&payload, "o", &other), None);
    }
    for changed in [
        payload.replace("\"1\"", "\"01\""),
        payload.replace("\"1\"", "1"),
        payload.replace("\"1\"", "\"+1\""),
        format!("{payload} "),
        payload.replacen('{', r#"{"more":1,"#, 1),
    ] {
        assert_eq!(Payload::issued_at(&changed, "o", &action), None, "{changed}");
    }
}

proptest! {
    #[test]
    fn issued_payloads_are_recognised(organization: String, email: String, timestamp_ms: u64) {
        let action = Action::UpdateEmail { user_id: "u", email: &email };
        let text = Payload { organization_id: &organization, action: action.clone(), timestamp_ms }.to_text();
        prop_assert_eq!(Payload::issued_at(&text, &organization, &action), Some(timestamp_ms));
        prop_assert_eq!(Payload::issued_at(&email, &organization, &action), None);
    }
}
