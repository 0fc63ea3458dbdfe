//! Look-ups and quotes of receivers at a provider that answers well (uma 5.2, 6.1, 6.4).

use causeway_uma::amounts::Multiplier;
use causeway_uma::bolt11::Bolt11Network;
use causeway_uma::pay::PayAmount;
use serde_json::{Value, json};

use super::payer::{Payer, look_up};
use super::peer::now;
use super::responder::{INVOICE, changed, invoice, json_body};
use crate::harness::{journey, on_engines};
use crate::operator::acting::{act, with};
use crate::payments::scene::text;

journey! {
    async fn uma_u07_a_good_provider(service) {
        let payer = Payer::new(service).await;
        let looked_up = payer.look_up().await.expect(200);
        assert_eq!(looked_up["receiverUmaAddress"], json!(payer.peer.address()));
        let offered = [("EUR", json!(0.920_035_343_495)), ("USD", json!(1))];
        for (index, (code, rate)) in offered.iter().enumerate() {
            let shown = &looked_up["supportedCurrencies"][index];
            assert_eq!((&shown["currency"]["code"], &shown["estimatedExchangeRate"]), (&json!(code), rate));
            assert_eq!((&shown["min"], &shown["max"]), (&json!(100), &json!(1_000_000)));
        }
        assert_eq!(looked_up["requiredPayerDataFields"], json!([{ "name": "FULL_NAME", "mandatory": true }]));

        let mut body = payer.body(&looked_up["lookupId"], "SENDING", 10_000);
        let quote = payer.quote(&body).await.expect(201);
        assert_eq!((&quote["totalSendingAmount"], &quote["totalReceivingAmount"]), (&json!(10_000), &json!(9_154)));
        assert_eq!((&quote["feesIncluded"], &quote["destination"]["currency"]), (&json!(50), &json!("EUR")));
        let shown = act(service, "quote show", with(&payer.scene.platform, json!({ "quote": quote["id"] }))).await.json;
        let both = "the rates of the sandbox to the settlement asset, and the price of the receiver's provider from there";
        assert_eq!(shown["price"]["rate_source"], both);
        assert!(shown["price"]["provider_multiplier"].is_string() && shown["price"]["rate_to_asset"].is_string(), "{shown}");
        let asked = payer.peer.payments().remove(0);
        assert_eq!((&asked.amount, asked.convert.as_str()), (&PayAmount::Settlement(82_883_500), "EUR"));
        assert_eq!(asked.payer_data.identifier().as_str(), text(&payer.scene.alice["umaAddress"]));
        assert_eq!(asked.payer_data.fields().get("name"), Some(&json!("Alice Example")));
        assert_eq!((payer.peer.discoveries(), payer.peer.payments().len()), (1, 1));

        body["lockedCurrencySide"] = json!("RECEIVING");
        body["lockedCurrencyAmount"] = json!(5_000);
        body["senderCustomerInfo"] = json!({ "FULL_NAME": "A. Example" });
        let quote = payer.quote(&body).await.expect(201);
        assert_eq!((&quote["totalSendingAmount"], &quote["totalReceivingAmount"]), (&json!(5_462), &json!(5_000)));
        let asked = payer.peer.payments().remove(1);
        assert_eq!(asked.amount.to_string(), "5000.EUR");
        assert_eq!(asked.payer_data.fields().get("name"), Some(&json!("A. Example")));
        assert_eq!(payer.peer.discoveries(), 2, "a callback serves one quote");

        let key = "one-key-for-one-quote";
        let once = |body: Value| payer.scene.platform.post("/quotes").json(&body).idempotency_key(key).send();
        let first = once(body.clone()).await.expect(201);
        assert_eq!(once(body.clone()).await.expect(201), first);
        assert_eq!((payer.peer.discoveries(), payer.peer.payments().len()), (3, 3));
        body["lockedCurrencyAmount"] = json!(1_000_001);
        payer.quote(&body).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
    }
}

journey! {
    async fn uma_u07_a_quote_ends_with_its_invoice(service) {
        let payer = Payer::new(service).await;
        payer.peer.answer_payment(|mut good| {
            good.pr = invoice(82_883_500, Bolt11Network::Regtest, 60);
            json_body(&good.to_json())
        });
        let before = now();
        let lookup = payer.lookup_id().await;
        let quote = payer.quote(&payer.body(&lookup, "SENDING", 10_000)).await.expect(201);
        let ends: causeway_domain::Time = text(&quote["expiresAt"]).parse().expect("a time");
        let left = ends.millis() / 1_000 - before;
        assert!((50..=62).contains(&left), "{left} s of {INVOICE} s");
    }
}

journey! {
    async fn concurrent_quotes_share_no_callback(service) {
        let payer = Payer::new(service).await;
        let lookup = payer.lookup_id().await;
        let body = payer.body(&lookup, "SENDING", 10_000);
        let quotes = futures_util::future::join_all((0..4).map(|_| payer.quote(&body))).await;
        for quote in &quotes {
            quote.expect(201);
        }
        // Each but one has asked for an offer of its own.
        assert_eq!(payer.peer.discoveries(), 4);
    }
}

on_engines! {
    async fn mandatory_data_about_both_parties(service) {
        let payer = Payer::new(service).await;
        let currencies = json!({ "supportedCurrencies": [{ "currencyCode": "USD", "minAmount": 1, "maxAmount": 1_000_000,
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
            "requiredCounterpartyFields": [{ "name": "NATIONALITY", "mandatory": true }] }] });
        payer.scene.platform.patch("/config").json(&currencies).send().await.expect(200);
        payer.peer.answer_discovery(|good| changed(&good.to_json(), "/payerData/shoeSize", json!({ "mandatory": true })));
        let lookup = payer.lookup_id().await;
        let mut body = payer.body(&lookup, "SENDING", 10_000);
        let refused = payer.quote(&body).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refused["details"]["missingFields"], json!(["shoeSize"]));
        body["senderCustomerInfo"] = json!({ "shoeSize": "38" });
        let quote = payer.quote(&body).await.expect(201);
        assert_eq!(quote["counterpartyInformation"], json!({ "NATIONALITY": "FR" }));
        let asked = payer.peer.payments().remove(0);
        assert_eq!(asked.payer_data.fields().get("shoeSize"), Some(&json!("38")));
        assert!(asked.payee_data.is_mandatory("nationality"));
        payer.peer.answer_payment(|good| changed(&good.to_json(), "/payeeData/nationality", Value::Null));
        payer.quote(&body).await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
    }
}

on_engines! {
    /// Checks that a price which the payer does not see first is near the offer.
    async fn a_worse_price_is_not_paid_at_once(service) {
        let payer = Payer::new(service).await;
        // The offer is 9 054.
        payer.peer.answer_payment(|mut good| {
            good.converted.multiplier = Multiplier::parse("9959").expect("a multiplier");
            good.converted.amount = 8_322;
            json_body(&good.to_json())
        });
        let lookup = payer.lookup_id().await;
        let mut body = payer.body(&lookup, "SENDING", 10_000);
        body["immediatelyExecute"] = json!(true);
        payer.quote(&body).await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
        assert_eq!(payer.scene.balances().await, (1_000_000, 1_000_000));

        // A quote that is shown first is the payer's own decision.
        body["immediatelyExecute"] = json!(false);
        assert_eq!(payer.quote(&body).await.expect(201)["totalReceivingAmount"], 8_322);

        let setting = json!({ "name": "uma_price_tolerance_percent", "value": "10" });
        act(service, "setting set", with(&payer.scene.platform, setting)).await;
        body["immediatelyExecute"] = json!(true);
        payer.quote(&body).await.expect(201);
    }
}

on_engines! {
    /// Checks that a new offer for a used look-up gets no data that the caller was not asked for.
    async fn a_second_quote_sends_only_fields_of_the_look_up(service) {
        let payer = Payer::new(service).await;
        let lookup = payer.lookup_id().await;
        let mut body = payer.body(&lookup, "SENDING", 10_000);
        payer.quote(&body).await.expect(201);
        payer.peer.answer_discovery(|good| changed(&good.to_json(), "/payerData/email", json!({ "mandatory": false })));
        body["senderCustomerInfo"] = json!({ "EMAIL": "alice@example.com" });
        payer.quote(&body).await.expect(201);
        let asked = payer.peer.payments().remove(1);
        assert_eq!(asked.payer_data.fields().get("name"), Some(&json!("Alice Example")));
        assert_eq!(asked.payer_data.fields().get("email"), None);
        payer.peer.answer_discovery(|good| changed(&good.to_json(), "/payerData/email", json!({ "mandatory": true })));
        let refused = payer.quote(&body).await.expect_error(400, "MISSING_MANDATORY_USER_INFO");
        assert_eq!(refused["details"]["missingFields"], json!(["EMAIL"]));
        assert_eq!(payer.peer.payments().len(), 2, "the provider was not asked");
        body["lookupId"] = payer.lookup_id().await;
        payer.quote(&body).await.expect(201);
        assert_eq!(payer.peer.payments().remove(2).payer_data.fields().get("email"), Some(&json!("alice@example.com")));
    }
}

on_engines! {
    /// Checks that an address of a peer that counts 64 characters without `$` can be looked up (uma 1).
    async fn a_long_address_of_a_peer(service) {
        let payer = Payer::new(service).await;
        let host = &payer.peer.host;
        let address = format!("${}@{host}", "x".repeat(64));
        let looked_up = look_up(&payer.scene, &address).await.expect(200);
        assert_eq!(looked_up["receiverUmaAddress"], json!(address));
        let mut body = payer.body(&looked_up["lookupId"], "SENDING", 10_000);
        body["destination"]["umaAddress"] = json!(address);
        // The pay request is sent. The answer is about the one customer whom the provider of these tests has.
        payer.quote(&body).await.expect_error(401, "INVALID_SIGNATURE");
        assert_eq!(payer.peer.payments().len(), 1);
        let longer = format!("${}@{host}", "x".repeat(65));
        look_up(&payer.scene, &longer).await.expect_error(400, "INVALID_UMA_ADDRESS");
    }
}

on_engines! {
    /// Checks that data about the receiver is stored only if it has a usual size.
    async fn large_data_about_the_receiver(service) {
        let payer = Payer::new(service).await;
        payer.peer.answer_payment(|good| changed(&good.to_json(), "/payeeData/note", json!("x".repeat(2_000))));
        let lookup = payer.lookup_id().await;
        let body = payer.body(&lookup, "SENDING", 10_000);
        payer.quote(&body).await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
    }
}
