//! Payments to a customer of another provider, which answers well or badly (uma 5.2, 5.3, 6.4, 6.5).

use std::time::{Duration, Instant};

use causeway_testing::receiver::{Answer, Receiver};
use causeway_uma::addresses::Host;
use causeway_uma::bolt11::Bolt11Network;
use causeway_uma::certificates::{CertificateTerms, PublicKeyResponse, self_signed_certificate};
use causeway_uma::keys::PrivateKey;
use serde_json::{Value, json};

use super::payer::{Payer, allow, look_up};
use super::peer::now;
use super::responder::{INVOICE, Responder, USER, changed, document, invoice, json_body, refusal};
use crate::harness::{journey, on_engines};
use crate::operator::acting::{act, try_action, with};
use crate::payments::scene::Scene;

fn forged(signature: &str) -> Value {
    let last = if signature.ends_with('0') { '1' } else { '0' };
    json!(format!("{}{last}", &signature[..signature.len() - 1]))
}

journey! {
    async fn uma_u07_bad_discoveries(service) {
        let payer = Payer::new(service).await;
        let peer = &payer.peer;
        let refused = async |status, code| drop(payer.look_up().await.expect_error(status, code));

        for (answer, status, code) in [
            (json_body("<html></html>"), 400, "PARSE_LNURLP_RESPONSE_ERROR"),
            (json_body("{}"), 400, "PARSE_LNURLP_RESPONSE_ERROR"),
            (json_body(&format!("{{}}{}", " ".repeat(65 * 1_024))), 400, "PARSE_LNURLP_RESPONSE_ERROR"),
            (Answer::status(500), 424, "LNURLP_REQUEST_FAILED"),
            (Answer::broken(), 424, "LNURLP_REQUEST_FAILED"),
            (refusal(404, "USER_NOT_FOUND"), 404, "UMA_NOT_FOUND"),
            (Answer::status(404), 404, "UMA_NOT_FOUND"),
            (refusal(403, "USER_NOT_READY"), 403, "USER_NOT_READY"),
            (refusal(403, "VELOCITY_LIMIT_EXCEEDED"), 403, "VELOCITY_LIMIT_EXCEEDED"),
            (refusal(403, "COUNTERPARTY_NOT_ALLOWED"), 403, "COUNTERPARTY_NOT_ALLOWED"),
            (refusal(401, "INVALID_SIGNATURE"), 401, "INVALID_SIGNATURE"),
            (refusal(424, "COUNTERPARTY_PUBKEY_FETCH_ERROR"), 424, "COUNTERPARTY_PUBKEY_FETCH_ERROR"),
            (refusal(200, "USER_NOT_READY"), 403, "USER_NOT_READY"),
            (json_body(r#"{"status":"ERROR","reason":"no"}"#), 400, "LOOKUP_REQUEST_FAILED"),
        ] {
            peer.answer_discovery(move |_| answer.clone());
            refused(status, code).await;
        }
        peer.answer_discovery(|_| refusal(403, "USER_NOT_READY"));
        let details = payer.look_up().await.expect_error(403, "USER_NOT_READY")["details"].clone();
        assert_eq!(details["counterpartyReason"], "because of USER_NOT_READY");

        peer.answer_discovery(|good| changed(&good.to_json(), "/umaVersion", Value::Null));
        refused(400, "MISSING_REQUIRED_UMA_PARAMETERS").await;
        peer.answer_discovery(|good| changed(&good.to_json(), "/compliance", Value::Null));
        refused(400, "MISSING_REQUIRED_UMA_PARAMETERS").await;
        peer.answer_discovery(|good| changed(&good.to_json(), "/currencies", json!([])));
        refused(400, "LOOKUP_REQUEST_FAILED").await;
        peer.answer_discovery(|good| changed(&good.to_json(), "/compliance/receiverIdentifier", json!("$eve@localhost:1")));
        refused(400, "LOOKUP_REQUEST_FAILED").await;
        peer.answer_discovery(|good| {
            let signature = forged(&good.compliance.signature.signature);
            changed(&good.to_json(), "/compliance/signature", signature)
        });
        refused(401, "INVALID_SIGNATURE").await;
        peer.answer_discovery(|good| changed(&good.to_json(), "/compliance/signatureNonce", json!("7000")));
        refused(401, "INVALID_SIGNATURE").await;
        peer.answer_discovery(|good| changed(&good.to_json(), "/compliance/signatureTimestamp", json!(now() - 600)));
        refused(400, "INVALID_TIMESTAMP").await;
        let backing = json!([{ "domain": "127.0.0.1:1", "signature": "00" }]);
        peer.answer_discovery(move |good| changed(&good.to_json(), "/compliance/backingSignatures", backing.clone()));
        refused(401, "INVALID_SIGNATURE").await;

        let mut first = None;
        peer.answer_discovery(move |good| json_body(first.get_or_insert_with(|| good.to_json())));
        payer.look_up().await.expect(200);
        refused(400, "INVALID_NONCE").await;

        let elsewhere = Receiver::start().await;
        let target = elsewhere.base();
        peer.answer_discovery(move |_| Answer::redirect(&target));
        refused(424, "LNURLP_REQUEST_FAILED").await;
        assert!(elsewhere.received().is_empty(), "a redirect is not followed");
        peer.behave();
        payer.look_up().await.expect(200);
    }
}

journey! {
    async fn uma_u07_versions(service) {
        let payer = Payer::new(service).await;
        let peer = &payer.peer;
        let unsupported = |versions: Value| {
            let body = json!({ "status": "ERROR", "reason": "no", "code": "UNSUPPORTED_UMA_VERSION",
                "supportedMajorVersions": versions });
            Answer::status(412).body(body.to_string())
        };
        for (versions, status, code) in [
            (json!([2]), 424, "NO_COMPATIBLE_UMA_VERSION"),
            (json!([0]), 424, "NO_COMPATIBLE_UMA_VERSION"),
            (Value::Null, 412, "UNSUPPORTED_UMA_VERSION"),
            (json!([1]), 424, "NO_COMPATIBLE_UMA_VERSION"),
        ] {
            let answer = unsupported(versions);
            peer.answer_discovery(move |_| answer.clone());
            payer.look_up().await.expect_error(status, code);
        }
        let before = peer.discoveries();
        let mut refusals = vec![unsupported(json!([1, 0]))];
        peer.answer_discovery(move |good| refusals.pop().unwrap_or_else(|| json_body(&good.to_json())));
        payer.look_up().await.expect(200);
        assert_eq!(peer.discoveries() - before, 2, "the request is repeated once");
        peer.answer_discovery(|good| changed(&good.to_json(), "/umaVersion", json!("2.0")));
        payer.look_up().await.expect_error(424, "NO_COMPATIBLE_UMA_VERSION");
        peer.answer_discovery(|good| changed(&good.to_json(), "/umaVersion", json!("1.3")));
        payer.look_up().await.expect(200);
    }
}

/// Returns the keys of a provider with a chain that its second certificate has not signed.
fn broken_chain(host: &Host, key: &PrivateKey) -> Answer {
    let other = PrivateKey::from_bytes(&[78; 32]).expect("a key");
    let certificate = |key: &PrivateKey, serial| {
        let seconds = u64::try_from(now()).expect("a time after 1970");
        let terms = CertificateTerms {
            host,
            serial: [serial; 16],
            not_before: seconds - 60,
            not_after: seconds + 60,
        };
        self_signed_certificate(key, terms).expect("a certificate")
    };
    let chain = [certificate(key, 1), certificate(&other, 2)];
    json_body(&PublicKeyResponse::new(&chain, &chain, now() + 60).expect("published keys").to_json())
}

journey! {
    async fn uma_u07_bad_keys(service) {
        let payer = Payer::new(service).await;
        type Keys = fn(&Host, &PrivateKey) -> Answer;
        let cases: [(Keys, u16, &str); 5] = [
            (|_, _| Answer::status(500), 424, "COUNTERPARTY_PUBKEY_FETCH_ERROR"),
            (|_, _| json_body("<html>"), 400, "INVALID_PUBKEY_FORMAT"),
            (|_, _| json_body(r#"{"signingPubKey":"04ab"}"#), 400, "INVALID_PUBKEY_FORMAT"),
            (broken_chain, 400, "CERT_CHAIN_INVALID"),
            (|host, key| json_body(&document(host, key, -60).to_json()), 400, "CERT_CHAIN_EXPIRED"),
        ];
        for (keys, status, code) in cases {
            let peer = Responder::start_with_keys(&keys).await;
            allow(service, &payer.scene, &peer).await;
            look_up(&payer.scene, &peer.address()).await.expect_error(status, code);
        }
    }
}

journey! {
    async fn uma_u07_bad_pay_responses(service) {
        let payer = Payer::new(service).await;
        let peer = &payer.peer;
        let lookup = payer.lookup_id().await;
        let body = payer.body(&lookup, "SENDING", 10_000);
        let refused = async |status, code| drop(payer.quote(&body).await.expect_error(status, code));

        let mut asked = 0;
        for (answer, status, code) in [
            (json_body("<html></html>"), 400, "PARSE_PAYREQ_RESPONSE_ERROR"),
            (Answer::status(500), 424, "PAYREQ_REQUEST_FAILED"),
            (Answer::broken(), 424, "PAYREQ_REQUEST_FAILED"),
            (Answer::redirect("http://169.254.169.254/"), 424, "PAYREQ_REQUEST_FAILED"),
            (refusal(400, "SENDER_NOT_ACCEPTED"), 400, "SENDER_NOT_ACCEPTED"),
            (refusal(400, "AMOUNT_OUT_OF_RANGE"), 400, "AMOUNT_OUT_OF_RANGE"),
            (refusal(400, "MISSING_MANDATORY_PAYER_DATA"), 400, "MISSING_MANDATORY_USER_INFO"),
            (refusal(400, "MISSING_MANDATORY_PAYEE_DATA"), 400, "INVALID_PAYREQ_RESPONSE"),
            (refusal(501, "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY"), 501, "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY"),
            (refusal(404, "REQUEST_NOT_FOUND"), 404, "LOOKUP_REQUEST_NOT_FOUND"),
            (refusal(404, "USER_NOT_FOUND"), 400, "INVALID_RECEIVER"),
            (refusal(412, "UNSUPPORTED_UMA_VERSION"), 412, "UNSUPPORTED_UMA_VERSION"),
        ] {
            peer.answer_payment(move |_| answer.clone());
            refused(status, code).await;
            asked += 1;
            assert_eq!(peer.payments().len(), asked, "{code}: a pay request is sent once");
        }

        peer.answer_payment(|good| changed(&good.to_json(), "/converted/currencyCode", json!("USD")));
        refused(400, "INVALID_PAYREQ_RESPONSE").await;
        peer.answer_payment(|good| changed(&good.to_json(), "/converted/decimals", json!(3)));
        refused(400, "INVALID_PAYREQ_RESPONSE").await;
        peer.answer_payment(|good| changed(&good.to_json(), "/converted", Value::Null));
        refused(400, "INVALID_PAYREQ_RESPONSE").await;
        peer.answer_payment(|good| {
            let signature = forged(&good.payee_data.compliance.signature.signature);
            changed(&good.to_json(), "/payeeData/compliance/signature", signature)
        });
        refused(401, "INVALID_SIGNATURE").await;
        peer.answer_payment(|good| changed(&good.to_json(), "/payeeData/identifier", json!(format!("{USER}@p3.local"))));
        refused(401, "INVALID_SIGNATURE").await;
        peer.answer_payment(|good| changed(&good.to_json(), "/payeeData/compliance/signatureTimestamp", json!(now() + 600)));
        refused(400, "INVALID_TIMESTAMP").await;

        const EXACT: u64 = 82_883_500;
        let regtest = |amount| invoice(amount, Bolt11Network::Regtest, INVOICE);
        for pr in [
            regtest(EXACT + 1),
            regtest(EXACT - 1),
            regtest(EXACT + 2),
            regtest(2 * EXACT),
            invoice(EXACT, Bolt11Network::Bitcoin, INVOICE),
            invoice(EXACT, Bolt11Network::Testnet, INVOICE),
            invoice(EXACT, Bolt11Network::Regtest, 3),
            "internal:0199a1b2-0000-7000-8000-000000000001/0199a1b2-0000-7000-8000-000000000002".to_owned(),
            "sandbox:$carol@localhost:9154".to_owned(),
            "lnbcrt1".to_owned(),
        ] {
            peer.answer_payment(move |good| changed(&good.to_json(), "/pr", json!(pr)));
            refused(400, "INVALID_PAYREQ_RESPONSE").await;
        }
        for amount in [9_153, 9_156, 0] {
            peer.answer_payment(move |good| changed(&good.to_json(), "/converted/amount", json!(amount)));
            refused(400, "INVALID_PAYREQ_RESPONSE").await;
        }
        assert_eq!((payer.scene.balances().await, peer.discoveries()), ((1_000_000, 1_000_000), 1));

        peer.answer_payment(|good| changed(&good.to_json(), "/converted/amount", json!(9_155)));
        let quote = payer.quote(&body).await.expect(201);
        assert_eq!(quote["totalReceivingAmount"], 9_155, "peers round up");
    }
}

journey! {
    async fn uma_u07_answers_count_once(service) {
        let payer = Payer::new(service).await;
        let lookup = payer.lookup_id().await;
        let body = payer.body(&lookup, "RECEIVING", 5_000);
        let mut first = None;
        payer.peer.answer_payment(move |good| json_body(first.get_or_insert_with(|| good.to_json())));
        payer.quote(&body).await.expect(201);
        payer.quote(&body).await.expect_error(400, "INVALID_NONCE");
        payer.peer.answer_payment(|good| {
            let pr = invoice(good.converted.amount * 9_054 + 1, Bolt11Network::Regtest, INVOICE);
            changed(&good.to_json(), "/pr", json!(pr))
        });
        payer.quote(&body).await.expect(201);
        payer.peer.answer_payment(|good| {
            let pr = invoice(good.converted.amount * 9_054 + 2, Bolt11Network::Regtest, INVOICE);
            changed(&good.to_json(), "/pr", json!(pr))
        });
        payer.quote(&body).await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
    }
}

on_engines! {
    async fn uma_u07_a_provider_that_does_not_answer(service) {
        let payer = Payer::new(service).await;
        payer.peer.answer_discovery(|_| Answer::never());
        let begun = Instant::now();
        payer.look_up().await.expect_error(424, "LNURLP_REQUEST_FAILED");
        assert!(begun.elapsed() < Duration::from_secs(12), "{:?}", begun.elapsed());
    }
}

on_engines! {
    async fn providers_and_hosts_that_are_not_allowed(service) {
        let scene = Scene::new(service).await;
        let peer = Responder::start().await;
        look_up(&scene, &peer.address()).await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        allow(service, &scene, &peer).await;
        act(service, "setting set", json!({ "name": "uma_local_hosts_allowed", "value": "off" })).await;
        look_up(&scene, &peer.address()).await.expect_error(424, "LNURLP_REQUEST_FAILED");
        assert_eq!(peer.discoveries(), 0, "local hosts are not called");
        let unknown = json!({ "domain": "nobody.invalid" });
        act(service, "uma-provider allow", with(&scene.platform, unknown)).await;
        look_up(&scene, "$eve@nobody.invalid").await.expect_error(424, "LNURLP_REQUEST_FAILED");
        assert!(try_action(service, "uma-provider allow", json!({ "domain": "10.0.0.1" })).await.is_err());
    }
}
