//! Events that only a real issuer reports (cards 8.6, 14): late and forced clearings, reversals, and
//! duplicates.

use std::collections::BTreeSet;
use std::sync::Arc;

use causeway_domain::ids::CardId;
use causeway_service::card_transactions::inbound::{self, IssuerEvent, IssuerEventKind, Message};
use causeway_service::runtime::context::Context;
use causeway_store::card_transactions::{CardTransactionRecord, MerchantDoc};
use causeway_store::{Tx, alerts};
use futures_util::future::join_all;
use serde_json::Value;

use super::scene::{Network, assert_status, pulls, settlements};
use crate::harness::{Service, journey};
use crate::wallets::device::text;

/// Delivers an event of the issuer. Returns the transaction, or `None` if the event was refused.
async fn deliver(
    service: &Service,
    network: &Network,
    id: &str,
    token: &str,
    what: IssuerEventKind,
) -> Option<CardTransactionRecord> {
    let card: CardId = text(&network.card["id"]).parse().unwrap();
    let event = IssuerEvent { id: id.to_owned(), token: token.to_owned(), card, what };
    let app = Arc::clone(service.app());
    let platform = network.scene.platform().id;
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &app, platform)?;
        inbound::receive(tx, &context, &event)
    };
    service.app().store.write(&[], write).await.unwrap()
}

fn token(authorization: &Value) -> &str {
    text(&authorization["issuerTransactionToken"])
}

const fn clearing(amount: i64) -> IssuerEventKind {
    IssuerEventKind::Clearing { amount, merchant: None }
}

fn somewhere() -> Option<MerchantDoc> {
    Some(MerchantDoc { descriptor: "FERRY".to_owned(), mcc: None, country: None })
}

async fn refused_events(service: &Service) -> Vec<String> {
    let read = |tx: &mut Tx<'_>| alerts::list(tx, false, 100);
    let open: Result<_, causeway_store::Error> = service.app().store.read(read).await;
    let alerts = open.unwrap().into_iter().filter(|alert| alert.kind == "CARD_EVENT_REFUSED");
    alerts.map(|alert| alert.subject).collect()
}

journey! {
    async fn an_event_that_comes_twice_is_applied_once(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(5_000).await;
        for _ in 0..3 {
            let record = deliver(service, &network, "c-1", token(&authorization), clearing(2_000)).await.unwrap();
            assert_eq!(record.figures.clearings, 1);
        }

        let transaction = network.settled(&authorization).await;
        assert_status(&transaction, "PARTIALLY_SETTLED");
        assert_eq!(settlements(&transaction), [1, 2_000]);
        assert_eq!(network.events().await, ["AUTHORIZED", "PARTIALLY_SETTLED"]);
        assert_eq!(refused_events(service).await, Vec::<String>::new());
    }
}

journey! {
    /// Checks concurrent copies of one event: each is answered with the transaction that the first one made.
    async fn an_event_that_comes_twice_at_once_is_acknowledged(service) {
        let network = Network::new(service).await;
        for round in 0..8 {
            let id = format!("a-{round}");
            let token = format!("token-{round}");
            let merchant = somewhere().unwrap();
            let request = IssuerEventKind::Request { message: Message::Authorization, amount: 100, merchant };

            let copies = (0..4).map(|_| deliver(service, &network, &id, &token, request.clone()));
            let responses = join_all(copies).await;
            let ids: BTreeSet<_> = responses.into_iter().map(|record| record.expect("acknowledged").id).collect();
            assert_eq!(ids.len(), 1);
        }

        network.scene.platform().settled().await;
        assert_eq!(network.cents().await, [49_200, 50_000]);
        assert_eq!(refused_events(service).await, Vec::<String>::new());
    }
}

journey! {
    async fn reversals_let_the_hold_go(service) {
        let network = Network::new(service).await;
        let part = network.authorize(5_000).await;
        let whole = network.authorize(5_000).await;
        deliver(service, &network, "r-1", token(&part), IssuerEventKind::ReversedTo(3_000)).await;
        deliver(service, &network, "r-2", token(&whole), IssuerEventKind::Ended).await;

        let transaction = network.settled(&part).await;
        assert_status(&transaction, "AUTHORIZED");
        assert_eq!((pulls(&transaction)[1], transaction["authorizedAmount"]["amount"].as_i64()), (3_000, Some(3_000)));
        assert_status(&network.read(&whole).await, "SETTLED");

        assert_eq!(network.cents().await, [47_000, 50_000]);
    }
}

journey! {
    async fn clearings_that_come_late_are_pulled_post_hoc(service) {
        let network = Network::new(service).await;
        let authorization = network.authorize(1_000).await;
        network.send_event(&authorization, "clearing", 0).await;

        deliver(service, &network, "l-1", token(&authorization), clearing(1_000)).await;
        let transaction = network.settled(&authorization).await;
        assert_status(&transaction, "SETTLED");
        assert_eq!((settlements(&transaction), pulls(&transaction)), ([1, 1_000], [2, 1_000, 0]));
        assert_eq!(network.cents().await, [49_000, 49_000]);

        deliver(service, &network, "l-2", token(&authorization), clearing(90_000)).await;
        assert_status(&network.settled(&authorization).await, "EXCEPTION");

        deliver(service, &network, "l-3", token(&authorization), clearing(1_000)).await;
        let transaction = network.settled(&authorization).await;
        assert_status(&transaction, "EXCEPTION");
        assert_eq!(settlements(&transaction), [3, 92_000]);
        assert_eq!(network.cents().await, [48_000, 48_000]);
    }
}

journey! {
    async fn a_forced_clearing_creates_a_transaction(service) {
        let network = Network::new(service).await;
        let forced = IssuerEventKind::Clearing { amount: 2_000, merchant: somewhere() };
        let record = deliver(service, &network, "f-1", "unheard-of", forced).await.unwrap();
        assert_eq!((record.status.as_str(), record.figures.clearings), ("SETTLED", 1));
        assert_eq!(network.cents().await, [48_000, 48_000]);
        network.scene.platform().settled().await;

        let forced = IssuerEventKind::Clearing { amount: 90_000, merchant: somewhere() };
        let record = deliver(service, &network, "f-2", "unheard-of-too", forced).await.unwrap();
        assert_eq!((record.status.as_str(), record.figures.shortfall), ("EXCEPTION", 90_000));
        assert_eq!(network.events().await, ["SETTLED", "EXCEPTION"]);

        // Any other event about an unknown transaction is kept, and shown to an operator.
        for (id, what) in [("x-1", clearing(1)), ("x-2", IssuerEventKind::Return(1)), ("x-3", IssuerEventKind::Ended)] {
            assert!(deliver(service, &network, id, "nobody", what.clone()).await.is_none());
            assert!(deliver(service, &network, id, "nobody", what).await.is_none());
        }

        let mut events = refused_events(service).await;
        events.sort();
        assert_eq!(events, ["x-1", "x-2", "x-3"]);

        // So is an event that the transaction does not allow.
        assert!(deliver(service, &network, "x-4", "unheard-of", IssuerEventKind::ReturnReversal).await.is_none());
        assert_eq!(refused_events(service).await.len(), 4);
    }
}
