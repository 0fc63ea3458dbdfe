//! Tests of pay requests and responses.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::addresses::{Callback, Identifier};
use crate::amounts::Multiplier;
use crate::counterparty::CounterpartyDataOptions;
use crate::errors::WireCode;
use crate::keys::{PrivateKey, PublicKey};
use crate::signing::{MessageSignature, Nonce, SignatureError, payload};
use crate::travel_rule::TravelRuleFormat;
use crate::{ProtocolVersion, SettlementChoice, WireCurrencyCode, WireKycStatus};

fn key() -> PrivateKey {
    PrivateKey::from_bytes(&[1; 32]).unwrap()
}

fn public_key() -> PublicKey {
    key().public_key()
}

fn alice() -> Identifier {
    Identifier::parse("$Alice@p1.example").unwrap()
}

fn bob() -> Identifier {
    Identifier::parse("$bob@p2.example").unwrap()
}

fn fields() -> Map<String, Value> {
    let Value::Object(fields) = json!({ "name": "Alice", "identifier": "$x@y.z", "shoeSize": 44 }) else {
        return Map::new();
    };
    fields
}

fn request() -> PayRequest {
    let nonce = Nonce::parse("7").unwrap();
    let payload = payload::pay_request(&alice(), &nonce, 9);
    let compliance = PayerCompliance {
        kyc_status: WireKycStatus::Verified,
        signature: MessageSignature::sign(&key(), &payload, nonce, 9),
        utxos: vec![],
        node_pub_key: Some("02ab".into()),
        utxo_callback: Some(Callback::parse("https://p1.example/uma/utxo/1").unwrap()),
        encrypted_travel_rule_info: Some("04ab".into()),
        travel_rule_format: Some(TravelRuleFormat::ivms101()),
        backing_signatures: vec![],
    };
    PayRequest {
        amount: PayAmount::parse("5000.EUR").unwrap(),
        convert: WireCurrencyCode::parse("EUR").unwrap(),
        payer_data: PayerData::new(alice(), compliance, fields()),
        payee_data: CounterpartyDataOptions::required(),
        settlement: Some(SettlementChoice { layer: "spark".into(), asset_identifier: "USDB".into() }),
        comment: Some("thanks".into()),
        invoice_uuid: Some("c7c07fec-cf00-431c-916f-6c13fc4b69f9".into()),
        uma_version: Some(ProtocolVersion::OWN),
    }
}

#[test]
fn a_request_is_written_and_read() {
    let sent = request();
    let text = sent.to_json();
    assert!(!text.contains("null"), "{text}");
    let received = PayRequest::parse(text.as_bytes()).unwrap();
    assert_eq!(received, sent);
    assert_eq!(received.payer_data.compliance(), sent.payer_data.compliance());
    assert_eq!(received.payer_data.fields(), sent.payer_data.fields());
    assert_eq!(received.payer_data.fields().keys().collect::<Vec<_>>(), ["name", "shoeSize"]);
    assert_eq!(format!("{:?}", received.payer_data), r#"PayerData(["name", "shoeSize"])"#);
    assert_eq!(received.verify(&public_key()), Ok(()));
    assert!(received.has_allowed_amount_currency());
    for (part, instead) in [
        ("\"identifier\":\"$Alice", "\"identifier\":\"$alice"),
        ("\"signatureNonce\":\"7\"", "\"signatureNonce\":\"8\""),
        ("\"signatureTimestamp\":9", "\"signatureTimestamp\":8"),
        ("\"signature\":\"30", "\"signature\":\"31"),
    ] {
        let changed = PayRequest::parse(text.replace(part, instead).as_bytes()).unwrap();
        assert_eq!(changed.verify(&public_key()), Err(SignatureError), "{part}");
    }
}

#[test]
fn the_text_of_payer_data_is_kept() {
    let text = r#"{"amount":"1000","convert":"USD","payerData": {"compliance":{"kycStatus":"NEW","signature":"x","signatureNonce":"1","signatureTimestamp":2,"nodePubkey":"02","utxoCallback":"","utxos":null},  "identifier":"$a@b.example","name":"Zo\u00eb"} ,"payeeData":null,"umaVersion":"x","extra":1}"#;
    let read = PayRequest::parse(text.as_bytes()).unwrap();
    let (_, rest) = text.split_once("\"payerData\": ").unwrap();
    let (raw, _) = rest.split_once(" ,\"payeeData\"").unwrap();
    assert_eq!(read.payer_data.as_json(), raw);
    assert_eq!(read.payer_data.fields()["name"], "Zoë");
    let compliance = read.payer_data.compliance();
    assert_eq!(compliance.kyc_status, WireKycStatus::Unknown);
    assert_eq!(compliance.node_pub_key.as_deref(), Some("02"));
    assert_eq!((compliance.utxo_callback.as_ref(), compliance.utxos.len()), (None, 0));
    assert_eq!(read.uma_version, None);
}

#[test]
fn other_requests_have_their_errors() {
    let text = request().to_json();
    let error = |text: &str| PayRequest::parse(text.as_bytes()).unwrap_err();
    for (part, instead, expected) in [
        ("\"5000.EUR\"", "5000", PayRequestError::Malformed),
        ("\"5000.EUR\"", "\"-5\"", PayRequestError::Amount),
        ("\"5000.EUR\"", "\"1.2.EUR\"", PayRequestError::Amount),
        ("\"convert\"", "\"currency\"", PayRequestError::Malformed),
        ("\"identifier\":\"$Alice", "\"identifier\":\"Alice", PayRequestError::PayerData),
        ("\"compliance\":{\"kyc", "\"x\":{\"kyc", PayRequestError::PayerData),
        ("\"kycStatus\"", "\"x\"", PayRequestError::PayerData),
        ("ivms@101.2023", "ivms@@", PayRequestError::PayerData),
        ("c7c07fec-", "c7c07fe-", PayRequestError::Malformed),
    ] {
        let changed = error(&text.replace(part, instead));
        assert_eq!(changed, expected, "{instead}");
        assert_eq!(changed.code(), WireCode::ParsePayreqRequestError);
    }
    let third = PayRequest::parse(text.replace("5000.EUR", "5000.USD").as_bytes()).unwrap();
    assert!(!third.has_allowed_amount_currency());
}

fn response() -> PayResponse {
    let nonce = Nonce::parse("8").unwrap();
    let payload = payload::pay_response(&alice(), &bob(), &nonce, 9);
    PayResponse {
        pr: "lnbc1".into(),
        converted: ConvertedAmount {
            amount: 1_000,
            currency_code: WireCurrencyCode::parse("USD").unwrap(),
            decimals: 2,
            multiplier: Multiplier::parse("8330.5").unwrap(),
            fee: 100,
        },
        payee_data: PayeeData {
            identifier: Some(bob()),
            compliance: PayeeCompliance {
                signature: MessageSignature::sign(&key(), &payload, nonce, 9),
                utxos: vec!["ab:1".into()],
                node_pub_key: None,
                utxo_callback: None,
                backing_signatures: vec![],
            },
            fields: json!({ "nationality": "DE" }).as_object().unwrap().clone(),
        },
        uma_version: Some(ProtocolVersion::OWN),
    }
}

#[test]
fn a_response_is_written_and_read() {
    let sent = response();
    let text = sent.to_json();
    assert!(!text.contains("null"), "{text}");
    assert!(text.starts_with(r#"{"pr":"lnbc1","routes":[],"disposable":true,"converted":{"amount":1000,"#));
    let received = PayResponse::parse(text.as_bytes()).unwrap();
    assert_eq!(received, sent);
    assert_eq!(format!("{:?}", received.payee_data), r#"PayeeData(["nationality"])"#);
    assert_eq!(received.verify(&alice(), &bob(), &public_key()), Ok(()));
    let upper = Identifier::parse("$BOB@p2.example").unwrap();
    assert_eq!(received.verify(&alice(), &upper, &public_key()), Ok(()));
    assert_eq!(received.verify(&bob(), &bob(), &public_key()), Err(SignatureError));
    assert_eq!(received.verify(&alice(), &alice(), &public_key()), Err(SignatureError));
    let unnamed =
        PayResponse { payee_data: PayeeData { identifier: None, ..sent.payee_data.clone() }, ..sent };
    let received = PayResponse::parse(unnamed.to_json().as_bytes()).unwrap();
    assert_eq!(received, unnamed);
    assert_eq!(received.verify(&alice(), &bob(), &public_key()), Ok(()));
}

#[test]
fn the_price_fits_the_locked_side() {
    let response = response();
    let eur = PayAmount::parse("1000.EUR").unwrap();
    let usd = PayAmount::parse("1000.USD").unwrap();
    let less = PayAmount::parse("999.USD").unwrap();
    assert!(response.is_priced_as(&usd, 8_330_600) && response.is_priced_as(&usd, 8_330_599));
    for (amount, invoice) in [(&usd, 8_330_602), (&eur, 8_330_600), (&less, 8_330_600)] {
        assert!(!response.is_priced_as(amount, invoice));
    }
    assert!(response.is_priced_as(&PayAmount::Settlement(8_330_600), 8_330_600));
    assert!(response.is_priced_as(&PayAmount::Settlement(8_330_599), 8_330_599));
    assert!(!response.is_priced_as(&PayAmount::Settlement(8_330_600), 8_330_601));
    assert!(!response.is_priced_as(&PayAmount::Settlement(8_340_000), 8_340_000));
}

#[test]
fn other_responses_have_their_errors() {
    let text = response().to_json();
    let read = |text: &str| PayResponse::parse(text.as_bytes());
    for name in ["converted", "payeeData", "compliance", "signature", "signatureNonce", "signatureTimestamp"]
    {
        let missing = read(&text.replace(&format!("\"{name}\":"), "\"x\":"));
        assert_eq!(missing, Err(PayResponseError::MissingParameters), "{name}");
    }
    for (part, instead) in [
        ("\"amount\":1000", "\"amount\":-1"),
        ("\"amount\":1000", "\"amount\":1.5"),
        ("\"fee\":100", "\"fee\":0.5"),
        ("\"decimals\":2", "\"decimals\":9"),
        ("lnbc1", ""),
        ("lnbc1", "a b"),
        ("$bob", "bob"),
    ] {
        assert_eq!(read(&text.replace(part, instead)), Err(PayResponseError::Malformed), "{instead}");
    }
    let old_name = read(&text.replace("\"fee\"", "\"exchangeFeesMillisatoshi\"")).unwrap();
    assert_eq!(old_name.converted.fee, 100);
    assert_eq!(read(&text.replace("\"fee\"", "\"x\"")).unwrap().converted.fee, 0);
    let refused = read(r#"{"status":"ERROR","reason":"no","code":"INVALID_CURRENCY"}"#).unwrap_err();
    assert_eq!(refused.code(), Some(WireCode::InvalidCurrency));
}

proptest! {
    #[test]
    fn any_body_is_read_or_refused(body: Vec<u8>, at: prop::sample::Index, byte: u8) {
        let _ = PayRequest::parse(&body);
        let _ = PayResponse::parse(&body);
        for text in [request().to_json(), response().to_json()] {
            let mut changed = text.into_bytes();
            let at = at.index(changed.len());
            changed[at] = byte;
            let _ = PayRequest::parse(&changed);
            let _ = PayResponse::parse(&changed);
            changed.truncate(at);
            let _ = PayRequest::parse(&changed);
            let _ = PayResponse::parse(&changed);
        }
    }

    #[test]
    fn any_fields_survive(key in "[a-z]{1,9}", value: String) {
        let sent = request();
        let fields: Map<String, Value> = [(key, Value::String(value))].into_iter().collect();
        let data = PayerData::new(alice(), sent.payer_data.compliance().clone(), fields.clone());
        let sent = PayRequest { payer_data: data, ..sent };
        let received = PayRequest::parse(sent.to_json().as_bytes()).unwrap();
        prop_assert_eq!(received.payer_data.fields(), &fields);
    }
}
