//! Integration tests of operators' lists: each filter with an index walks along it, and the others are bounded.

use std::sync::Arc;

use causeway_domain::cards::CardState;
use causeway_domain::customers::CustomerStatus;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::{AgentId, CardId, CustomerId, Id, StablecoinId, VerificationId};
use causeway_domain::stablecoins::{StablecoinOperationStatus, StablecoinSvcOperationsStatus};
use causeway_domain::verifications::{VerificationState, VerificationStatus};
use causeway_domain::{Revision, Time};
use causeway_store::listing::{MAX_SCANNED, Order, Page, Position};
use causeway_store::stablecoins::{OperationScanFilter, StablecoinScanFilter};
use causeway_store::verifications::{QueueFilter, VerificationDoc, VerificationRecord};
use causeway_store::{
    Error, Tx, Value, agent_actions, agents, alert_notices, alerts, card_transactions, cards, customers,
    external_accounts, ledger, outbox, payments, stablecoins, verifications, wallets,
};
use uuid::Uuid;

use crate::customers::person;
use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::plans::{Listener, plan};

on_both_engines!(
    a_scan_continues_behind_what_it_compared,
    a_queue_of_two_statuses_has_one_order,
    totals_say_if_older_payments_are_left_out,
);

const NEWEST: Page = Page { after: None, limit: 20, order: Order::Descending };

fn ada() -> CustomerId {
    CustomerId::from_uuid(Uuid::from_u128(7))
}

/// A list with at most one filter.
type List = fn(&mut Tx<'_>) -> Result<(), Error>;

/// The lists, each with its index.
const LISTS: [(&str, List); 29] = [
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
    ("external_account_waiting", |tx| {
        let filter = external_accounts::ScanFilter { is_waiting: true, ..Default::default() };
        external_accounts::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("external_account_waiting", |tx| external_accounts::waiting(tx, platform(1), 20).map(drop)),
    ("payment_state_by_status", |tx| payments::announced(tx, platform(1), START, 20).map(drop)),
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
    ("card_transaction_short", |tx| card_transactions::with_shortfall(tx, platform(1), 20).map(drop)),
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
    ("outbox_by_age", |tx| {
        let filter = outbox::Filter { status: Some(DeliveryStatus::GivenUp), ..Default::default() };
        outbox::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("outbox_by_resource", |tx| {
        let resource = Some("Customer:x");
        let filter = outbox::Filter { resource, event_type: Some("TEST"), ..Default::default() };
        outbox::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("verification_by_status", |tx| {
        let statuses = vec![VerificationStatus::InProgress];
        let filter = QueueFilter { statuses, ..Default::default() };
        verifications::queue(tx, platform(1), &filter, None, 20).map(drop)
    }),
    ("verification_by_status", |tx| {
        let statuses = vec![VerificationStatus::InProgress];
        let filter = QueueFilter { statuses, region: "DE".parse().ok(), ..Default::default() };
        verifications::queue(tx, platform(1), &filter, None, 20).map(drop)
    }),
    ("stablecoin_by_age", |tx| {
        let service_status = Some(StablecoinSvcOperationsStatus::Enabled);
        let filter = StablecoinScanFilter { service_status, ..Default::default() };
        stablecoins::scan(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("stablecoin_operation_of_platform", |tx| {
        let filter = OperationScanFilter::default();
        stablecoins::scan_operations(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("stablecoin_operation_of_platform", |tx| {
        let status = Some(StablecoinOperationStatus::Processing);
        let filter = OperationScanFilter { status, ..Default::default() };
        stablecoins::scan_operations(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("stablecoin_operation_by_age", |tx| {
        let stablecoin = Some(StablecoinId::from_uuid(Uuid::from_u128(10)));
        let filter = OperationScanFilter { stablecoin, ..Default::default() };
        stablecoins::scan_operations(tx, platform(1), &filter, &NEWEST).map(drop)
    }),
    ("alert_open_by_age", |tx| alerts::list(tx, false, 20).map(drop)),
    ("alert_by_age", |tx| alerts::list(tx, true, 20).map(drop)),
    ("alert_open_of_platform (platform_id=?)", |tx| {
        alerts::list_of(tx, Some(&[platform(1), platform(2)]), false, 20).map(drop)
    }),
    ("alert_of_platform (platform_id=?)", |tx| {
        alert_notices::accepted(tx, Some(&[platform(1)]), true, 20).map(drop)
    }),
    ("ledger_entry_suspense (platform_id=?", |tx| ledger::in_suspense_of(tx, platform(1), ada()).map(drop)),
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

/// Statements that add completed payments of a cent of one customer.
const PAYMENTS: [&str; 2] = [
    "INSERT INTO payment (platform_id, transaction_id, type, customer_id, platform_customer_id, terms, created_at, mac) \
     SELECT $1, {uuid}, 'OUTGOING', $2, 'x', '{\"sent\":{\"currency\":\"USD\",\"minor\":1}}', i, $3 FROM {numbers}",
    "INSERT INTO payment_state (platform_id, transaction_id, status, state, created_at, updated_at) \
     SELECT $1, {uuid}, 'COMPLETED', '{}', i, i FROM {numbers}",
];

/// Adds the payments with the numbers from `first` to `last`.
async fn add_payments(store: &Fixture, engine: Engine, first: i64, last: i64) {
    let (uuid, numbers) = match engine {
        Engine::Sqlite => (
            "CAST(printf('%016d', i) AS BLOB)",
            "(WITH RECURSIVE n (i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last}) SELECT i FROM n)",
        ),
        Engine::Postgres => ("lpad(i::text, 32, '0')::uuid", "generate_series({first}, {last}) AS s (i)"),
    };
    let all = [Value::from(platform(1)), Value::from(ada()), Value::Bytes(vec![0].into())];
    for (sql, count) in PAYMENTS.into_iter().zip([3, 1]) {
        let sql = sql.replace("{numbers}", numbers).replace("{uuid}", uuid);
        let sql = sql.replace("{first}", &first.to_string()).replace("{last}", &last.to_string());
        let values = all[..count].to_vec();
        let write = store.write(&[], move |tx| tx.execute(&sql, &values));
        write.await.map_err(|error: Error| error).unwrap();
    }
}

async fn totals_say_if_older_payments_are_left_out(engine: Engine) {
    let store = Fixture::new(engine).await;
    let totals = async || {
        let read = store.read(|tx| payments::totals_of(tx, platform(1), ada().uuid())).await;
        let found = read.map_err(|error: Error| error).unwrap();
        (found.totals.iter().map(|total| (total.payments, total.amount)).collect::<Vec<_>>(), found.is_cut)
    };
    assert_eq!(totals().await, (vec![], false));
    add_payments(&store, engine, 1, MAX_SCANNED - 1).await;
    assert_eq!(totals().await, (vec![(9_999, Some(9_999))], false));
    add_payments(&store, engine, MAX_SCANNED, MAX_SCANNED + 1).await;
    assert_eq!(totals().await, (vec![(10_000, Some(10_000))], true));
}

/// Returns a submitted verification; each other one is reviewed by a person.
fn submitted(number: u32) -> VerificationRecord {
    let at = Time::from_millis(START.millis() + i64::from(number));
    let is_reviewed = number.is_multiple_of(2);
    let state = if is_reviewed { VerificationState::InReview } else { VerificationState::InProgress };
    VerificationRecord {
        id: VerificationId::from_uuid(Uuid::from_u128(number.into())),
        customer: CustomerId::from_uuid(Uuid::from_u128(number.into())),
        doc: VerificationDoc {
            v: VerificationDoc::VERSION,
            state,
            errors: Vec::new(),
            submitted_at: Some(at),
            times_returned: 0,
        },
        created_at: at,
        updated_at: Revision::created(at),
    }
}

async fn a_queue_of_two_statuses_has_one_order(engine: Engine) {
    let store = Fixture::new(engine).await;
    let write = store.write(&[], |tx| {
        (1..=7).try_for_each(|number| verifications::insert(tx, platform(1), &submitted(number)))
    });
    write.await.map_err(|error: Error| error).unwrap();
    let page = |after: Option<Position>| {
        store.read(move |tx| {
            let statuses = vec![VerificationStatus::PendingManualReview, VerificationStatus::InProgress];
            let filter = QueueFilter { statuses, ..Default::default() };
            verifications::queue(tx, platform(1), &filter, after, 3)
        })
    };
    let first = page(None).await.map_err(|error: Error| error).unwrap();
    assert_eq!(
        (first.rows, first.end),
        ((1..=4).map(submitted).collect(), None),
        "one row more than the page"
    );
    let rest = page(Some(submitted(3).position())).await.map_err(|error: Error| error).unwrap();
    assert_eq!(rest.rows, (4..=7).map(submitted).collect::<Vec<_>>());
}
