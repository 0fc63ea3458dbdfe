//! Travel Rule data (uma 6.1).

use std::time::Duration;

use causeway_service::operator::Kind;
use causeway_service::runtime::upkeep;
use causeway_store::{Error, Tx, uma_travel_rules};
use causeway_testing::receiver::Answer;
use causeway_uma::keys::{PrivateKey, PublicKey};
use causeway_uma::pay::PayRequest;
use causeway_uma::travel_rule::{EncryptionRandomness, TravelRuleFormat, decrypt, encrypt};
use serde_json::{Value, json};

use super::pay_request::{callback, decides, request, with_compliance};
use super::payer::Payer;
use super::payment::Pair;
use super::responder::{changed, key};
use super::{Scene, refused};
use crate::harness::{Platform, Service, Setup, between_deployments, journey, on_engines};
use crate::operator::acting::{act, expect_error, export_person, trail, with};
use crate::payments::scene::text;

/// A line of an address that nothing but Travel Rule data contains.
const SECRET: &str = "7 Secret Lane";
const SHOW: &str = "uma-payment travel-rule";

/// Encrypts a text to a key.
pub(super) fn encrypted(to: &PublicKey, content: &str) -> String {
    let ephemeral_key = PrivateKey::from_bytes(&[3; 32]).expect("a key");
    let randomness = EncryptionRandomness { ephemeral_key, nonce: [4; 16] };
    encrypt(to, &randomness, content.as_bytes()).expect("encrypted data")
}

/// Adds encrypted data to a request.
pub(super) fn with_travel_rule(sent: PayRequest, digits: String) -> PayRequest {
    with_compliance(sent, |compliance| {
        compliance.encrypted_travel_rule_info = Some(digits);
        compliance.travel_rule_format = Some(TravelRuleFormat::ivms101());
    })
}

/// Returns the data of a payment, as operators see it.
async fn show(service: &Service, platform: &Platform, payment: &Value) -> Value {
    act(service, SHOW, with(platform, json!({ "transaction": payment }))).await.json
}

/// Checks the data about both parties.
fn check_content(content: &Value, payer: &Value, receiver: &str) {
    let originator = &content["originator"]["originatorPerson"][0];
    let name = &originator["naturalPerson"]["name"]["nameIdentifier"][0]["primaryIdentifier"];
    assert_eq!((name, &originator["accountNumber"]), (&json!("Alice Example"), &json!([payer])));
    let address = &originator["naturalPerson"]["geographicAddress"][0];
    assert_eq!(address["addressLine"], json!([SECRET, "EC1A 1BB London"]));
    assert_eq!(address["country"], "GB");
    let beneficiary = &content["beneficiary"]["beneficiaryPerson"][0];
    assert_eq!(beneficiary["accountNumber"], json!([receiver]));
}

between_deployments! {
    async fn uma_u09_travel_rule(deployments) {
        let pair = Pair::new(deployments).await;
        let [p1, p2] = [&deployments.p1.service, &deployments.p2.service];
        let address = json!({ "line1": SECRET, "city": "London", "postalCode": "EC1A 1BB", "country": "GB" });
        let change = json!({ "customerType": "INDIVIDUAL", "address": address });
        let path = format!("/customers/{}", text(&pair.ours.alice["id"]));
        pair.ours.platform.patch(&path).json(&change).send().await.expect(200);
        pair.ours.events().await;
        p2.must_not_log(SECRET);

        let below = pair.quote("SENDING", 50_000).await;
        let above = pair.quote("SENDING", 100_000).await;
        let list = pair.theirs.get("/transactions?type=INCOMING&status=PENDING").send().await.expect(200);
        let mut incoming = list["data"].as_array().expect("a list").clone();
        incoming.sort_by_key(|payment| payment["receivedAmount"]["amount"].as_i64());
        let [small, large] = &incoming[..] else { panic!("two payments: {list}") };
        for (service, platform, payment) in
            [(p1, &pair.ours.platform, &below["transactionId"]), (p2, &pair.theirs, &small["id"])]
        {
            let arguments = with(platform, json!({ "transaction": payment }));
            expect_error(service, SHOW, arguments, Kind::NotFound).await;
        }
        for (service, platform, payment) in
            [(p1, &pair.ours.platform, &above["transactionId"]), (p2, &pair.theirs, &large["id"])]
        {
            let shown = show(service, platform, payment).await;
            assert_eq!((&shown["transaction"], &shown["format"]), (payment, &json!("ivms@101.2023")));
            check_content(&shown["content"], &pair.ours.alice["umaAddress"], &pair.address);
            let looks = trail(service).await.into_iter().filter(|entry| entry.action == SHOW).count();
            assert_eq!(looks, 1);
        }

        pair.ours.execute(&above).send().await.expect(200);
        pair.webhooks.wait_for_event("INCOMING_PAYMENT.COMPLETED").await;
        pair.theirs.settled().await;
        pair.ours.platform.settled().await;
        let mut visible = vec![below.to_string(), above.to_string()];
        for platform in [&pair.ours.platform, &pair.theirs] {
            visible.push(platform.get("/transactions").send().await.expect(200).to_string());
        }
        let events = pair.webhooks.received().into_iter().chain(pair.ours.webhooks.received());
        visible.extend(events.map(|event| event.json().to_string()));
        for part in [SECRET, "ivms", "ravelRule"] {
            assert!(visible.iter().all(|text| !text.contains(part)), "{part}: {visible:#?}");
        }
    }
}

on_engines! {
    async fn the_threshold_and_the_provider_decide_about_sending(service) {
        let payer = Payer::new(service).await;
        let alice = &payer.scene.alice;
        let sends = async |side: &str, amount: i64| {
            let lookup = payer.lookup_id().await;
            payer.quote(&payer.body(&lookup, side, amount)).await.expect(201);
            let request = payer.peer.payments().pop().expect("a pay request");
            request.payer_data.compliance().clone()
        };
        for (side, amount, is_sent) in [
            ("SENDING", 99_999, false),
            ("SENDING", 100_000, true),
            // In euro.
            ("RECEIVING", 90_000, false),
            ("RECEIVING", 95_000, true),
        ] {
            let compliance = sends(side, amount).await;
            assert_eq!(compliance.encrypted_travel_rule_info.is_some(), is_sent, "{side} {amount}");
            assert_eq!(compliance.travel_rule_format, is_sent.then(TravelRuleFormat::ivms101));
        }
        let digits = sends("SENDING", 100_000).await.encrypted_travel_rule_info.expect("data");
        let plain = decrypt(&[&key()], &digits).expect("data for this provider");
        let content: Value = serde_json::from_slice(&plain).expect("JSON");
        let originator = &content["originator"]["originatorPerson"][0];
        assert_eq!(originator["accountNumber"], json!([alice["umaAddress"]]));

        let threshold = r#"{"amount":10000,"currency":"EUR"}"#;
        let setting = json!({ "name": "travel_rule_threshold", "value": threshold });
        act(service, "setting set", with(&payer.scene.platform, setting)).await;
        assert!(sends("SENDING", 10_800).await.encrypted_travel_rule_info.is_none());
        assert!(sends("SENDING", 10_900).await.encrypted_travel_rule_info.is_some());
        payer.peer.answer_discovery(|good| {
            changed(&good.to_json(), "/payerData/encryptedTravelRuleInfo", json!({ "mandatory": true }))
        });
        assert!(sends("SENDING", 5_000).await.encrypted_travel_rule_info.is_some());
    }
}

journey! {
    async fn data_that_cannot_be_decrypted_is_refused(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        let path = callback(&scene).await;
        let keys = scene.get("/.well-known/lnurlpubkey").await.expect(200);
        let own = PublicKey::from_hex(text(&keys["encryptionPubKey"])).expect("a key");
        let good = encrypted(&own, "no JSON");
        for digits in ["zz".to_owned(), "00".repeat(200), encrypted(&key().public_key(), "{}")] {
            let sent = with_travel_rule(request(&scene, "8330000", "USD"), digits);
            refused(&scene.pay(&path, &sent.to_json()).await, 400, "PARSE_PAYREQ_REQUEST_ERROR");
        }
        assert_eq!(scene.transactions("CREATED").await.len(), 1, "the callback is not used up");
        let sent = with_travel_rule(request(&scene, "8330000", "USD"), good);
        scene.pay(&path, &sent.to_json()).await.expect(200);
        let [payment] = &scene.transactions("PENDING").await[..] else { panic!("one payment") };
        assert_eq!(show(service, &scene.platform, &payment["id"]).await["content"], "no JSON");
        let held = export_person(service, &payment["customerId"]).await["travelRuleData"].take();
        assert_eq!((&held[0]["transactionId"], &held[0]["content"]), (&payment["id"], &json!("no JSON")), "{held}");
    }
}

journey! {
    async fn data_of_a_rejected_payment_is_deleted_after_a_month(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(403).body(r#"{"reason":"unwanted"}"#));
        let path = callback(&scene).await;
        let keys = scene.get("/.well-known/lnurlpubkey").await.expect(200);
        let own = PublicKey::from_hex(text(&keys["encryptionPubKey"])).expect("a key");
        let sent = with_travel_rule(request(&scene, "8330000", "USD"), encrypted(&own, "{}"));
        refused(&scene.pay(&path, &sent.to_json()).await, 400, "SENDER_NOT_ACCEPTED");
        let [payment] = &scene.transactions("REJECTED").await[..] else { panic!("one payment") };
        let is_kept = async || {
            upkeep::prune(service.app()).await.expect("the upkeep works");
            let platform = scene.platform.id;
            let id = text(&payment["id"]).parse().expect("an id");
            let read = move |tx: &mut Tx<'_>| uma_travel_rules::find(tx, platform, id);
            let found: Result<_, Error> = service.app().store.read(read).await;
            found.expect("the database answers").is_some()
        };
        scene.platform.advance(Duration::from_hours(29 * 24)).await;
        assert!(is_kept().await);
        scene.platform.advance(Duration::from_hours(2 * 24)).await;
        assert!(!is_kept().await);
    }
}

/// Rotates the root key in a single process: of several that share one, none can give the others a new key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_is_encrypted_again_with_the_root_key() {
    let service = Service::start(Setup::Sqlite).await;
    let scene = Scene::new(&service).await;
    decides(&scene, Answer::status(200).body("{}"));
    let path = callback(&scene).await;
    let keys = scene.get("/.well-known/lnurlpubkey").await.expect(200);
    let own = PublicKey::from_hex(text(&keys["encryptionPubKey"])).expect("a key");
    let sent = with_travel_rule(request(&scene, "8330000", "USD"), encrypted(&own, r#"{"a":1}"#));
    scene.pay(&path, &sent.to_json()).await.expect(200);
    let [payment] = &scene.transactions("PENDING").await[..] else { panic!("one payment") };
    let root_key = async || {
        let platform = scene.platform.id;
        let id = text(&payment["id"]).parse().expect("an id");
        let read = move |tx: &mut Tx<'_>| uma_travel_rules::find(tx, platform, id);
        let found: Result<_, Error> = service.app().store.read(read).await;
        let encrypted = found.expect("the database answers").expect("data").encrypted;
        u32::from_be_bytes(*encrypted.first_chunk().expect("a number"))
    };
    assert_eq!(root_key().await, 1);
    act(&service, "keys rotate", json!({})).await;
    assert_eq!(root_key().await, 2);
    assert_eq!(show(&service, &scene.platform, &payment["id"]).await["content"], json!({ "a": 1 }));
    service.finish().await;
}
