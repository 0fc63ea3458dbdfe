//! The end of holds (cards 8.7).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Network, assert_status};
use crate::harness::journey;
use crate::operator::acting::act;

const DAY: Duration = Duration::from_hours(24);

async fn ask_at(network: &Network, event: &str, mcc: &str) -> Value {
    let body = json!({
        "amount": 1_000, "currency": { "code": "USD" }, "merchant": { "descriptor": "INN", "mcc": mcc },
    });
    network.simulate(&network.card, event, &body).send().await.expect(202)
}

journey! {
    async fn holds_end_after_a_week_or_a_month(service) {
        let network = Network::new(service).await;
        let platform = network.scene.platform();
        let cafe = ask_at(&network, "authorization", "5814").await;
        let hotel = ask_at(&network, "authorization", "7011").await;
        let credit = ask_at(&network, "credit_authorization", "5814").await;
        let part = ask_at(&network, "authorization", "5814").await;
        network.send_event(&part, "clearing", 400).await;
        platform.settled().await;

        platform.advance(6 * DAY).await;
        assert_status(&network.settled(&cafe).await, "AUTHORIZED");
        network.send_event(&cafe, "authorization_advice", 2_000).await;

        platform.advance(DAY + Duration::from_hours(1)).await;
        let ended = network.settled(&cafe).await;
        assert_status(&ended, "SETTLED");
        assert_eq!(ended["settledAmount"]["amount"], 0);
        assert_status(&network.read(&credit).await, "SETTLED");
        let ended = network.read(&part).await;
        assert_status(&ended, "SETTLED");
        assert_eq!(ended["settledAmount"]["amount"], 400);
        assert_status(&network.read(&hotel).await, "AUTHORIZED");
        assert_eq!(network.cents().await, [48_600, 49_600]);

        platform.advance(24 * DAY).await;
        assert_status(&network.settled(&hotel).await, "SETTLED");
        assert_eq!(network.cents().await, [49_600, 49_600]);
    }
}

journey! {
    async fn the_window_is_a_setting(service) {
        act(service, "setting set", json!({ "name": "card_hold_days", "value": r#"{"usual":1,"long":2}"# })).await;
        let network = Network::new(service).await;
        let authorization = ask_at(&network, "authorization", "5814").await;
        network.scene.platform().advance(DAY + Duration::from_hours(1)).await;
        assert_status(&network.settled(&authorization).await, "SETTLED");
    }
}
