//! Costs of the operations on the hot paths: statements, and syncs of the disk. Counts do not vary, so an
//! additional statement is noticed here rather than in a measurement. Those of a payment are counted in
//! `payments/cost.rs`.

use causeway_wire::table::{Customers, Operation, Quotes, Sandbox, Transactions};

use super::world::World;
use crate::harness::{Service, Setup};

/// Statements and commits of one request, on both engines.
const COSTS: [(Operation, u64, u64); 3] = [
    (Operation::Customers(Customers::GetCustomerById), 2, 0),
    (Operation::Sandbox(Sandbox::SandboxFundInternalAccount), 9, 1),
    (Operation::Transactions(Transactions::GetTransactionById), 2, 0),
];

/// Round trips of one request to PostgreSQL: authentication of the caller, reads before the write, reads of
/// the write, and its changes with COMMIT.
const ROUND_TRIPS: [(Operation, u64); 2] = [
    (Operation::Sandbox(Sandbox::SandboxFundInternalAccount), 1 + 1 + 1 + 1),
    (Operation::Quotes(Quotes::ExecuteQuote), 1 + 1 + 1 + 1),
];

/// Attempts per operation: a thread that runs a statement for the first time makes one more round trip to
/// prepare it.
const TRIES: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    assert_eq!(costs(Setup::Sqlite).await, COSTS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    assert_eq!(costs(Setup::Postgres).await, COSTS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn round_trips() {
    let mut service = Service::start(Setup::Postgres).await;
    let world = World::make(&service).await;
    service.stop_background().await;
    for (operation, expected) in ROUND_TRIPS {
        let mut costs = Vec::new();
        while costs.last() != Some(&expected) {
            assert!(costs.len() < TRIES, "{operation:?}: {costs:?}");
            let call = world.prepare(operation).await;
            let before = service.app().store.counts();
            call.by(&world.client(call.row)).send().await.expect(call.row.success.status);
            costs.push(service.app().store.counts().pipelines - before.pipelines);
            assert!(costs.last() >= Some(&expected), "{operation:?}: {costs:?}");
        }
    }
}

/// Measures each operation in a process that does no other work, at its second request; the first one fills
/// the caches.
async fn costs(setup: Setup) -> Vec<(Operation, u64, u64)> {
    let mut service = Service::start(setup).await;
    let world = World::make(&service).await;
    service.stop_background().await;
    let mut costs = Vec::new();
    for (operation, ..) in COSTS {
        world.perform(operation).await;
        let call = world.prepare(operation).await;
        let before = service.app().store.counts();
        call.by(&world.client(call.row)).send().await.expect(call.row.success.status);
        let after = service.app().store.counts();
        costs.push((operation, after.statements - before.statements, after.commits - before.commits));
    }
    costs
}
