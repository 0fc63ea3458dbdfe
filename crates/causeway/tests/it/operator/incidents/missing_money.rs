//! "Where is my money?", asked in five ways.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::acting::with;
use super::{OnCallOperator, printed};
use crate::harness::journey;
use crate::payments::scene::{Scene, text, transfer};

journey! {
    async fn a_payment_is_found_by_name_mail_amount_last_digits_and_reference(service) {
        let scene = Scene::new(service).await;
        let on_call = OnCallOperator::new(service).await;
        let ada = json!({
            "customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"],
            "email": "ada@example.com", "phoneNumber": "+14155550123",
        });
        let ada = scene.platform.post("/customers").json(&ada).send().await.expect(201);
        let dollars = scene.platform.account_of(&ada, "USD").await;
        scene.platform.fund(&dollars, 200_000).await;
        let bank = scene.platform.euro_account(&ada, "DE89370400440532013000").await;
        scene.platform.freeze().await;
        let body = transfer(&dollars, &bank, "SENDING", 123_456);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quote).send().await.expect(200);
        scene.platform.settled().await;
        let payment = text(&quote["transactionId"]);
        let shown = on_call.act("payment/show", json!({ "transaction": payment })).await;
        let reference = text(&shown["reference"]);

        for (words, kind) in [
            ("Ada Lovelace", "CUSTOMER"),
            ("ada@example.com", "CUSTOMER"),
            ("1,234.56 USD", "PAYMENT"),
            ("3000", "EXTERNAL_ACCOUNT"),
            (reference, "PAYMENT"),
        ] {
            let found = on_call.find(words).await;
            assert_eq!(found["kind"], kind, "{words}");
            let shown = on_call.run(text(&found["next"])).await;
            assert!(shown.to_string().contains(payment), "{words} does not lead to the payment: {shown}");
        }

        let answer = on_call.find_and_show("1,234.56 USD").await;
        let wait = &answer["waits_for"];
        assert_eq!((&wait["party"], wait["until"].is_string()), (&json!("RAIL"), true), "{answer}");
        on_call.run(printed(&wait["commands"], "causeway payment settle ")).await;
        let settled = on_call.find_and_show(reference).await;
        assert_eq!((&settled["status"], &settled["waits_for"]), (&json!("COMPLETED"), &Value::Null));
        let own = format!("/customers/internal-accounts?customerId={}&currency=USD", text(&ada["id"]));
        let own = scene.platform.get(&own).send().await.expect(200);
        assert_eq!(own["data"][0]["balance"]["amount"], 76_544);
        let latest = on_call.find_and_show("Ada Lovelace").await["latest_payments"][0].clone();
        assert_eq!((text(&latest["transaction"]), &latest["status"]), (payment, &json!("COMPLETED")));
        assert_eq!(latest["sent"]["amount"], 123_456);

        // Payments of one instant have no order.
        scene.platform.advance(Duration::from_secs(1)).await;
        let body = transfer(&dollars, &bank, "SENDING", 5_000);
        let quote = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quote).send().await.expect(200);
        scene.platform.settled().await;
        let shown = on_call.act("payment/show", json!({ "transaction": quote["transactionId"] })).await;
        on_call.run(printed(&shown["waits_for"]["commands"], "causeway payment fail ")).await;
        let customer = on_call.find_and_show("ada@example.com").await;
        let statuses: Vec<&str> =
            customer["latest_payments"].as_array().unwrap().iter().map(|row| text(&row["status"])).collect();
        assert_eq!(statuses[..2], ["FAILED", "COMPLETED"], "{customer}");
        let all = on_call.run(printed(&customer["commands"], "causeway payment list ")).await;
        assert_eq!(all["rows"][0]["transaction"], quote["transactionId"]);
        on_call.act("clock/resume", with(&scene.platform, json!({}))).await;
    }
}
