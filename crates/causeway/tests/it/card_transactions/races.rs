//! Concurrent authorizations and clearings: no balance is spent twice (cards 1.3, J16).

use futures_util::future::join_all;
use serde_json::Value;

use super::scene::{Network, authorization_body};
use crate::harness::{Service, journey};

/// Two cards on one balance.
struct TwoCards {
    network: Network,
    cards: [Value; 2],
}

/// Sets up two cards on one balance, given in cents.
async fn two_cards(service: &Service, cents: i64) -> TwoCards {
    let network = Network::with_cents(service, cents).await;
    let second = network.scene.card().await;
    network.key(&second, &network.scene.wallet()).await;
    let cards = [network.card.clone(), second];
    TwoCards { network, cards }
}

/// Sends this many authorizations at once, on both cards in turn. Returns the number of approved ones.
async fn rush(network: &Network, cards: &[Value; 2], times: usize, cents: i64) -> usize {
    let body = authorization_body(cents, "CORNER CAFE");
    let authorize = |number: usize| network.simulate(&cards[number % 2], "authorization", &body).send();
    let responses = join_all((0..times).map(authorize)).await;
    let answers: Vec<Value> = responses.into_iter().map(|response| response.expect(202)).collect();

    for lost in answers.iter().filter(|answer| answer["status"] != "AUTHORIZED") {
        assert_eq!(lost["declineReason"], "INSUFFICIENT_FUNDS");
    }
    answers.iter().filter(|answer| answer["status"] == "AUTHORIZED").count()
}

journey! {
    async fn cards_j16_two_cards_one_balance(service) {
        let TwoCards { network, cards } = two_cards(service, 2_000).await;
        assert_eq!(rush(&network, &cards, 2, 1_500).await, 1);
        assert_eq!(network.cents().await, [500, 2_000]);
    }
}

journey! {
    async fn many_authorizations_of_two_cards_spend_a_balance_once(service) {
        let TwoCards { network, cards } = two_cards(service, 10_000).await;
        assert_eq!(rush(&network, &cards, 64, 700).await, 14);
        network.scene.platform().settled().await;
        assert_eq!(network.cents().await, [200, 10_000]);
    }
}

journey! {
    /// Checks parallel clearings of one authorization: each is counted, and none captures more than is held.
    async fn clearings_of_one_transaction_come_one_after_the_other(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(1_600).await;
        let responses = join_all((0..16).map(|_| network.try_event(&authorization, "clearing", 100))).await;
        assert!(responses.iter().all(|response| response.status == 202));
        let transaction = network.settled(&authorization).await;
        assert_eq!((&transaction["status"], &transaction["settledAmount"]["amount"]), (&"SETTLED".into(), &1_600.into()));
        assert_eq!(network.cents().await, [48_400, 48_400]);
    }
}
