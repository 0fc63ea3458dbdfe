//! Integration tests of operators' lists: each filter with an index walks along it, and the others are bounded.

use std::sync::Arc;

use causeway_domain::cards::CardState;
use causeway_domain::customers::CustomerStatus;
use causeway_domain::ids::{AgentId, CardId, CustomerId, Id};
use causeway_store::listing::{MAX_SCANNED, Order, Page, Position};
use causeway_store::{
    Error, Tx, agent_actions, agents, card_transactions, cards, customers, external_accounts, wallets,
};
use uuid::Uuid;

use crate::customers::person;
use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::plans::{Listener, plan};

on_both_engines!(a_scan_continues_behind_what_it_compared);

const NEWEST: Page = Page { after: None, limit: 20, order: Order::Descending };

fn ada() -> CustomerId {
    CustomerId::from_uuid(Uuid::from_u128(7))
}

/// A list with at most one filter.
type List = fn(&mut Tx<'_>) -> Result<(), Error>;

/// The lists, each with its index.
const LISTS: [(&str, List); 12] = [
    ("customer_by_age", |tx| {
        customers::scan(tx, platform(1), &customers::ScanFilter::default(), &NEWEST).map(drop)
    }),
    ("customer_by_own_id", |tx| {
        let filter = customers::ScanFilter { platform_customer_id: Some("x"), ..Default::default() };
        customers::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("external_account_by_age", |tx| {
        external_accounts::scan(tx, platform(1), &external_accounts::ScanFilter::default(), &NEWEST).map(drop)
    }),
    ("external_account_by_owner", |tx| {
        let filter = external_accounts::ScanFilter { customer: Some(ada()), ..Default::default() };
        external_accounts::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("card_by_customer", |tx| {
        let filter = cards::ScanFilter { customer: Some(ada()), ..Default::default() };
        cards::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("card_by_age", |tx| {
        let filter = cards::ScanFilter { state: Some(CardState::Active), ..Default::default() };
        cards::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("card_transaction_by_card", |tx| {
        let card = Some(CardId::from_uuid(Uuid::from_u128(8)));
        let filter = card_transactions::ScanFilter { card, ..Default::default() };
        card_transactions::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("card_transaction_by_customer", |tx| {
        let filter = card_transactions::ScanFilter { customer: Some(ada()), ..Default::default() };
        card_transactions::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("agent_by_customer", |tx| {
        let filter = agents::Filter { customer: Some(ada()), ..Default::default() };
        agents::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("agent_action_pending", |tx| {
        let filter = agent_actions::ScanFilter { is_pending: true, ..Default::default() };
        agent_actions::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("agent_action_by_agent", |tx| {
        let agent = Some(AgentId::from_uuid(Uuid::from_u128(9)));
        let filter = agent_actions::ScanFilter { agent, ..Default::default() };
        agent_actions::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("wallet_by_customer", |tx| wallets::scan(tx, platform(1), Some(ada()), None, None, &NEWEST).map(drop)),
];

#[tokio::test]
async fn each_list_walks_along_its_index() {
    let heard = Arc::new(Listener::default());
    let store = Fixture::failing(Engine::Sqlite, Arc::<Listener>::clone(&heard)).await;
    for (index, list) in LISTS {
        heard.take();
        store.read(list).await.unwrap();
        let statements = heard.take();
        assert_eq!(statements.len(), 1, "{index}");
        for (sql, values) in statements {
            let plan = plan(&store, Engine::Sqlite, &sql, &values).await;
            assert!(plan.contains(index), "not by {index}: {sql}\n{plan}");
        }
    }
}

async fn a_scan_continues_behind_what_it_compared(engine: Engine) {
    let store = Fixture::new(engine).await;
    let many = u128::try_from(MAX_SCANNED).unwrap() + 5;
    for begin in (0..many).step_by(1_000) {
        let write = store.write(&[], move |tx| {
            (begin..many.min(begin + 1_000))
                .try_for_each(|number| customers::insert(tx, platform(1), &person(number)))
        });
        write.await.map_err(|error: Error| error).unwrap();
    }
    let scan = |status: CustomerStatus, after: Option<Position>| {
        store.read(move |tx| {
            let filter = customers::ScanFilter { status: Some(status), ..Default::default() };
            customers::scan(tx, platform(1), &filter, &Page { after, ..NEWEST })
        })
    };
    let full = scan(CustomerStatus::Approved, None).await.map_err(|error: Error| error).unwrap();
    assert_eq!((full.rows.len(), full.end), (21, None), "one row more than the page");
    let first = scan(CustomerStatus::Hold, None).await.map_err(|error: Error| error).unwrap();
    let end = first.end.unwrap();
    assert_eq!((first.rows.len(), end.id), (0, Uuid::from_u128(5)));
    assert_eq!(end.at.millis(), START.millis() + 5);
    let rest = scan(CustomerStatus::Hold, Some(end)).await.map_err(|error: Error| error).unwrap();
    assert_eq!((rest.rows.len(), rest.end), (0, None));
}
