//! Pay requests of other providers (uma 6).

use causeway_testing::receiver::Answer;
use causeway_uma::addresses::Identifier;
use causeway_uma::counterparty::CounterpartyDataOptions;
use causeway_uma::keys::PublicKey;
use causeway_uma::pay::{PayRequest, PayResponse, PayerCompliance, PayerData};
use serde_json::{Map, Value, json};

use super::peer::Payment;
use super::{Scene, refused};
use crate::harness::journey;
use crate::uma::receiving::PENDING;

const BOB: &str = "$bob@p2.local";

/// Discovers Bob and returns the callback.
pub(super) async fn callback(scene: &Scene) -> String {
    let answer = scene.discover(&scene.peer.discovery(BOB)).await.expect(200);
    answer["callback"].as_str().expect("a callback").to_owned()
}

/// Answers approval requests with `answer`.
pub(super) fn decides(scene: &Scene, answer: Answer) {
    scene.webhooks.answer_by(
        move |request| {
            if request.event() == PENDING { answer.clone() } else { Answer::status(200) }
        },
    );
}

fn named() -> Map<String, Value> {
    json!({ "name": "Ada Example" }).as_object().cloned().expect("an object")
}

/// Returns a request to pay Bob, with Ada's name.
pub(super) fn request(scene: &Scene, amount: &str, convert: &str) -> PayRequest {
    let payer = format!("$ada@{}", scene.peer.host());
    let payee = CounterpartyDataOptions::required();
    scene.peer.pay_request(Payment { payer: &payer, amount, convert, fields: named(), payee })
}

/// Changes the data of a request that its signature does not cover.
pub(super) fn with_compliance(sent: PayRequest, change: impl FnOnce(&mut PayerCompliance)) -> PayRequest {
    let payer = &sent.payer_data;
    let mut compliance = payer.compliance().clone();
    change(&mut compliance);
    let payer_data = PayerData::new(payer.identifier().clone(), compliance, payer.fields().clone());
    PayRequest { payer_data, ..sent }
}

pub(super) async fn platform_key(scene: &Scene) -> PublicKey {
    let keys = scene.get("/.well-known/lnurlpubkey").await.expect(200);
    PublicKey::from_hex(keys["signingPubKey"].as_str().expect("a key")).expect("a key")
}

journey! {
    async fn a_pay_request_is_approved_and_answered_once(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        let path = callback(&scene).await;
        let sent = request(&scene, "8330000", "USD");
        let answer = scene.pay(&path, &sent.to_json()).await;
        let json = answer.expect(200);
        let response = PayResponse::parse(json.to_string().as_bytes()).expect("a pay response");
        let payee = Identifier::parse(BOB).expect("an address");
        assert_eq!(response.verify(sent.payer_data.identifier(), &payee, &platform_key(&scene).await), Ok(()));
        assert_eq!(json["converted"], json!({ "amount": 1_000, "currencyCode": "USD", "decimals": 2,
            "multiplier": 8330, "fee": 0 }));
        assert!(response.pr.starts_with("lnbcrt"), "{}", response.pr);
        let book = service.lightning.node.book();
        assert_eq!((book.len(), book[0].msat), (1, 8_330_000));

        let event = scene.webhooks.wait_for_event(PENDING).await.json();
        assert_eq!(event["data"]["counterpartyInformation"], json!({ "FULL_NAME": "Ada Example" }));
        assert_eq!(event["data"]["senderUmaAddress"], format!("$ada@{}", scene.peer.host()));
        assert_eq!(event["data"]["receivedAmount"]["amount"], 1_000);
        assert_eq!(event["data"]["sentAmount"], Value::Null);
        assert_eq!(scene.transactions("CREATED").await, [Value::Null; 0]);
        assert_eq!(scene.transactions("PENDING").await.len(), 1);

        // The identical message, and the same request signed anew.
        for again in [sent.to_json(), request(&scene, "8330000", "USD").to_json()] {
            assert_eq!(scene.pay(&path, &again).await.expect(200), json);
        }
        refused(&scene.pay(&path, &request(&scene, "8330001", "USD").to_json()).await, 404, "REQUEST_NOT_FOUND");
        assert_eq!(service.lightning.node.book().len(), 1);

        // A locked receiving amount.
        let path = callback(&scene).await;
        let json = scene.pay(&path, &request(&scene, "5000.EUR", "EUR").to_json()).await.expect(200);
        assert_eq!((&json["converted"]["amount"], &json["converted"]["currencyCode"]), (&json!(5_000), &json!("EUR")));
    }
}

journey! {
    async fn pay_requests_that_are_refused(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        refused(&scene.pay("/uma/payreq/0f3c", "{}").await, 404, "REQUEST_NOT_FOUND");
        let path = callback(&scene).await;
        let (_, tail) = path.split_once("/uma/").expect("a path");
        refused(&scene.get(&format!("/uma/{tail}")).await, 403, "NON_UMA_LNURL_NOT_SUPPORTED");
        refused(&scene.client().post("/uma/request").json(&json!({})).send().await, 501, "NOT_IMPLEMENTED");
        for body in ["", "{", "[]", "{}"] {
            refused(&scene.pay(&path, body).await, 400, "PARSE_PAYREQ_REQUEST_ERROR");
        }
        refused(&scene.pay(&path, &"x".repeat(70_000)).await, 400, "INVALID_REQUEST_FORMAT");

        let payment = |payer: &str, amount: &str, convert: &str, fields: Map<String, Value>| {
            let payee = CounterpartyDataOptions::required();
            scene.peer.pay_request(Payment { payer, amount, convert, fields, payee })
        };
        let ada = format!("$ada@{}", scene.peer.host());
        for (sent, code) in [
            (payment("$ada@other.example", "8330000", "USD", named()), "SENDER_NOT_ACCEPTED"),
            (payment(&ada, "8330000", "MXN", named()), "INVALID_CURRENCY"),
            (payment(&ada, "5000.USD", "EUR", named()), "INVALID_CURRENCY"),
            (payment(&ada, "99.USD", "USD", named()), "AMOUNT_OUT_OF_RANGE"),
            (payment(&ada, "1000001.USD", "USD", named()), "AMOUNT_OUT_OF_RANGE"),
            (payment(&ada, "1", "USD", named()), "AMOUNT_OUT_OF_RANGE"),
        ] {
            refused(&scene.pay(&path, &sent.to_json()).await, 400, code);
        }
        let nameless = payment(&ada, "8330000", "USD", Map::new());
        let body = refused(&scene.pay(&path, &nameless.to_json()).await, 400, "MISSING_MANDATORY_PAYER_DATA");
        assert_eq!(body["missingFields"], json!(["name"]));
        refused(&scene.pay(&path, &nameless.to_json()).await, 400, "INVALID_NONCE");
        let mut large = named();
        large.insert("note".to_owned(), json!("x".repeat(2_000)));
        let large = payment(&ada, "8330000", "USD", large);
        refused(&scene.pay(&path, &large.to_json()).await, 400, "PARSE_PAYREQ_REQUEST_ERROR");
        let mut unknown = request(&scene, "8330000", "USD");
        unknown.payee_data.add("shoeSize", true);
        refused(&scene.pay(&path, &unknown.to_json()).await, 501, "UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY");
        assert_eq!(scene.transactions("CREATED").await.len(), 1, "the callback is not used up");

        decides(&scene, Answer::status(403).body(r#"{"reason":"unwanted"}"#));
        let sent = request(&scene, "8330000", "USD").to_json();
        refused(&scene.pay(&path, &sent).await, 400, "SENDER_NOT_ACCEPTED");
        assert_eq!(scene.transactions("REJECTED").await.len(), 1);
        refused(&scene.pay(&path, &sent).await, 404, "REQUEST_NOT_FOUND");
        decides(&scene, Answer::status(422).body(r#"{"requiredFields":[{"name":"TAX_ID"}]}"#));
        let path = callback(&scene).await;
        let body = refused(&scene.pay(&path, &request(&scene, "8330000", "USD").to_json()).await, 400, "MISSING_MANDATORY_PAYER_DATA");
        assert_eq!(body["missingFields"], json!(["taxId"]));
        decides(&scene, Answer::status(500));
        let path = callback(&scene).await;
        refused(&scene.pay(&path, &request(&scene, "8330000", "USD").to_json()).await, 500, "INTERNAL_ERROR");
        assert!(service.lightning.node.book().is_empty());
    }
}

journey! {
    async fn equal_pay_requests_at_once(service) {
        let scene = Scene::new(service).await;
        decides(&scene, Answer::status(200).body("{}"));
        let path = callback(&scene).await;
        let [one, other] = [request(&scene, "8330000", "USD"), request(&scene, "8330000", "USD")].map(|sent| sent.to_json());
        let (one, other) = tokio::join!(scene.pay(&path, &one), scene.pay(&path, &other));
        assert_eq!(one.expect(200), other.expect(200));
        assert_eq!(service.lightning.node.book().len(), 1);
        assert_eq!(scene.transactions("PENDING").await.len(), 1);
    }
}
