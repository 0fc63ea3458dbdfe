//! A gateway that does not accept a message: the request fails, and an alert is open until the gateway works
//! again.

use causeway_testing::receiver::{Answer, Receiver};
use serde_json::{Value, json};

use super::onboarding::{customer, platform};
use crate::harness::{Gateway, Platform, Service, journey};
use crate::operator::acting::act;
use crate::wallets::device::text;

/// Sends a code to a new customer and returns the status of the answer.
async fn verify(platform: &Platform) -> u16 {
    let customer = customer(platform, "+4930123458").await;
    platform.post(&format!("/customers/{}/verify-phone", text(&customer["id"]))).send().await.status
}

/// Returns the subjects of the open alerts about messages that were not sent.
async fn unsent(service: &Service) -> Vec<Value> {
    let alerts = act(service, "alert list", json!({})).await.json;
    let alerts = alerts.as_array().unwrap().iter();
    alerts.filter(|alert| alert["kind"] == "MESSAGE_NOT_SENT").map(|alert| alert["subject"].clone()).collect()
}

journey! {
    async fn an_unsent_text_message_raises_an_alert_until_the_gateway_works(service) {
        let gateway = Gateway::of(service).await;
        let other_receiver = Receiver::start().await;
        let platform = platform(service).await;
        let about = json!([format!("{} PHONE", platform.id)]);
        let answers = [
            Answer::status(500),
            Answer::redirect(&other_receiver.url()),
            Answer::broken(),
            // Longer than the request may take.
            Answer::never(),
        ];
        for answer in answers {
            gateway.receiver.answer_always(answer.clone());
            assert_eq!(verify(&platform).await, 500, "{answer:?}");
            assert_eq!(json!(unsent(service).await), about, "{answer:?}");
            gateway.receiver.answer_always(Answer::status(202));
            assert_eq!(verify(&platform).await, 204, "after {answer:?}");
            assert_eq!(unsent(service).await, [Value::Null; 0], "after {answer:?}");
        }
        assert_eq!(other_receiver.received().len(), 0, "no redirect is followed");
        assert_eq!(gateway.messages().len(), 8, "each is sent once");
        for message in gateway.messages() {
            service.must_not_log(text(&message["text"]));
        }
    }
}
