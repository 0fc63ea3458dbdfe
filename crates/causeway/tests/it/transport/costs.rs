//! Costs of the operations on the hot paths: statements, and syncs of the disk. Counts do not vary, so an
//! additional statement is noticed here rather than in a measurement. Those of a payment are counted in
//! `payments/cost.rs`.

use std::sync::Arc;

use causeway_wire::table::{
    Customers, ExternalAccounts, Operation, Quotes, Sandbox, Transactions, Transfers,
};

use super::world::World;
use crate::harness::{Service, Setup, StatementRecorder};

/// The cost of one request.
#[derive(Debug, PartialEq)]
struct Cost {
    operation: Operation,
    statements: u64,
    commits: u64,
}

/// Returns the costs. SQLite inserts the two rows of a payment in two statements, which cost no round trip. The search
/// terms of a deposit take one statement (conventions 2.3).
const fn expected_costs(setup: Setup) -> [Cost; 3] {
    let of_funding = match setup {
        Setup::Sqlite => 11,
        Setup::Postgres | Setup::TwoProcesses => 10,
    };
    let fund = Operation::Sandbox(Sandbox::SandboxFundInternalAccount);
    [
        Cost { operation: Operation::Customers(Customers::GetCustomerById), statements: 2, commits: 0 },
        Cost { operation: fund, statements: of_funding, commits: 1 },
        Cost {
            operation: Operation::Transactions(Transactions::GetTransactionById),
            statements: 2,
            commits: 0,
        },
    ]
}

/// Statements on search terms of one request: one where a customer, an external account, a payment or a deposit is
/// made, and none on the rest of a payment's path.
const SEARCH_TERM_STATEMENTS: [(Operation, usize); 11] = [
    (Operation::Customers(Customers::CreateCustomer), 1),
    (Operation::Customers(Customers::GetCustomerById), 0),
    (Operation::ExternalAccounts(ExternalAccounts::CreateCustomerExternalAccount), 1),
    (Operation::ExternalAccounts(ExternalAccounts::CreatePlatformExternalAccount), 1),
    (Operation::Sandbox(Sandbox::SandboxFundInternalAccount), 1),
    (Operation::Quotes(Quotes::CreateQuote), 1),
    (Operation::Quotes(Quotes::ExecuteQuote), 0),
    (Operation::Transfers(Transfers::CreateTransferOut), 1),
    (Operation::Transfers(Transfers::CreateTransferIn), 1),
    (Operation::Transactions(Transactions::GetTransactionById), 0),
    (Operation::Transactions(Transactions::ListTransactions), 0),
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
    assert_eq!(costs(Setup::Sqlite).await, expected_costs(Setup::Sqlite));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    assert_eq!(costs(Setup::Postgres).await, expected_costs(Setup::Postgres));
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_terms_on_sqlite() {
    count_search_terms(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_terms_on_postgres() {
    count_search_terms(Setup::Postgres).await;
}

async fn count_search_terms(setup: Setup) {
    let recorder = Arc::new(StatementRecorder::default());
    let mut service = Service::start_with_faults(setup, Arc::<StatementRecorder>::clone(&recorder)).await;
    let world = World::make(&service).await;
    service.stop_background().await;
    for (operation, expected) in SEARCH_TERM_STATEMENTS {
        let call = world.prepare(operation).await;
        recorder.take();
        call.by(&world.client(call.row)).send().await.expect(call.row.success.status);
        let names = recorder.take_names();
        let on_terms = names.iter().filter(|name| name.contains("search_term")).count();
        assert_eq!(on_terms, expected, "{operation:?}: {names:#?}");
    }
}

/// Measures each operation in a process that does no other work, at its second request; the first one fills
/// the caches.
async fn costs(setup: Setup) -> Vec<Cost> {
    let mut service = Service::start(setup).await;
    let world = World::make(&service).await;
    service.stop_background().await;
    let mut costs = Vec::new();
    for Cost { operation, .. } in expected_costs(setup) {
        world.perform(operation).await;
        let call = world.prepare(operation).await;
        let before = service.app().store.counts();
        call.by(&world.client(call.row)).send().await.expect(call.row.success.status);
        let after = service.app().store.counts();
        costs.push(Cost {
            operation,
            statements: after.statements - before.statements,
            commits: after.commits - before.commits,
        });
    }
    costs
}
