//! No part of a provider's credentials is sent or stored in the clear (stablecoins 2).

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_store::{Cell, Error, FromValue, Tx, alerts};
use serde_json::json;

use super::scene::{SECRET, Scene, link, register};
use crate::harness::{Service, journey};

const CLIENT: &str = "planted-client-777";

/// Columns that store requests, answers, events, jobs and stablecoins.
const KEPT: [(&str, &str); 14] = [
    ("idempotency", "body"),
    ("idempotency", "request_hash"),
    ("outbox", "body"),
    ("job", "payload"),
    ("job", "last_error"),
    ("alert", "doc"),
    ("audit", "detail"),
    ("stablecoin_provider_account", "provider_account"),
    ("stablecoin_provider_account", "credentials"),
    ("stablecoin", "doc"),
    ("stablecoin_operation", "terms"),
    ("stablecoin_operation", "acceptance"),
    ("stablecoin_operation", "progress"),
    ("stablecoin_quote", "terms"),
];

/// The value of a column as text.
struct Text(String);

impl FromValue for Text {
    fn from_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Null => Some(Self(String::new())),
            Cell::Text(text) => Some(Self(text.to_owned())),
            Cell::Bytes(bytes) => Some(Self(String::from_utf8_lossy(bytes).into_owned())),
            Cell::Bool(_) | Cell::Int(_) | Cell::Uuid(_) => None,
        }
    }
}

/// Returns the columns that contain a part of the credentials.
async fn places(service: &Service) -> Vec<String> {
    let mut found = Vec::new();
    for (table, column) in KEPT {
        let read = move |tx: &mut Tx<'_>| {
            let sql = format!("SELECT {column} FROM {table} /* all platforms */");
            tx.query(&sql, &[], |row| row.get::<Text>(column))
        };
        let kept: Result<Vec<Text>, Error> = service.app().store.read(read).await;
        let shows = |text: &Text| [SECRET, CLIENT].iter().any(|part| text.0.contains(part));
        found.extend(kept.unwrap().iter().filter(|text| shows(text)).map(|_| format!("{table}.{column}")));
    }
    found
}

journey! {
    async fn no_credentials_of_a_provider_are_stored_or_shown(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        let mut credentials = vec![link(platform, CLIENT).await, link(platform, CLIENT).await];
        for client in ["planted-client-001", "planted-client-777-002"] {
            credentials.push(link(platform, client).await);
        }
        credentials.push(register(platform, "OTHER", "btkn1qzzz").await);

        service.rail.lose_answers(1);
        credentials.push(scene.mint(&scene.wire_mint()).await);
        credentials.push(scene.mint(&scene.ach_mint(&scene.bank)).await);
        platform.advance(Duration::from_secs(60)).await;
        for path in ["/stablecoins", "/stablecoin-provider-accounts", &scene.at("/operations")] {
            credentials.push(platform.get(path).send().await);
        }

        for response in &credentials {
            let body = String::from_utf8_lossy(&response.body);
            assert!(!body.contains(SECRET) && !body.contains("planted-client"), "{response}");
        }
        assert_eq!(places(service).await, [""; 0]);
        for part in [SECRET, "planted-client"] {
            service.must_not_log(part);
        }

        // The planted fault: a secret that is stored is found.
        let id = platform.id;
        let plant = move |tx: &mut Tx<'_>| {
            let alert = causeway_domain::Ids::system().next(tx.wall());
            alerts::raise(tx, Some(id), alert, AlertKind::IntegrityFault, "a test", &json!({ "what": SECRET }))
        };
        let planted: Result<(), Error> = service.app().store.write(&[], plant).await;
        planted.unwrap();
        assert_eq!(places(service).await, ["alert.doc"]);
    }
}
