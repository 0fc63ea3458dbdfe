//! What the operations on the hot paths cost: statements, syncs of the disk, and waits for the database over the
//! network. Counts do not vary, so that a statement too many is seen here and not in a measurement.

use causeway_store::Counts;
use causeway_wire::table::{Customers, Operation, Quotes, Sandbox, Transactions};

use super::world::World;
use crate::harness::{Service, Way};

/// Statements, commits, and flights on PostgreSQL, of one request. SQLite has no flights.
const COSTS: [(Operation, u64, u64, u64); 5] = [
    (Operation::Customers(Customers::GetCustomerById), 2, 0, 2),
    (Operation::Sandbox(Sandbox::SandboxFundInternalAccount), 10, 1, 6),
    (Operation::Quotes(Quotes::CreateQuote), 16, 1, 15),
    (Operation::Quotes(Quotes::ExecuteQuote), 22, 1, 13),
    (Operation::Transactions(Transactions::GetTransactionById), 2, 0, 2),
];

/// How often each is asked: many times as often as there are connections.
const REQUESTS: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let wanted = COSTS.map(|(operation, statements, commits, _)| (operation, statements, commits, 0));
    assert_eq!(costs(Way::Sqlite).await, wanted);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    assert_eq!(costs(Way::Postgres).await, COSTS);
}

/// What each operation costs in a process that does nothing else. The least of some requests: the first ones on
/// a connection also prepare their statements.
async fn costs(way: Way) -> Vec<(Operation, u64, u64, u64)> {
    let mut service = Service::start(way).await;
    let world = World::make(&service).await;
    service.fall_silent().await;
    let mut costs = Vec::new();
    for (operation, ..) in COSTS {
        let mut least = (u64::MAX, u64::MAX, u64::MAX);
        for _ in 0..REQUESTS {
            least = least.min(cost(&service, &world, operation).await);
        }
        costs.push((operation, least.0, least.1, least.2));
    }
    costs
}

async fn cost(service: &Service, world: &World, operation: Operation) -> (u64, u64, u64) {
    let ask = world.ask(operation).await;
    let before = service.app().store.counts();
    ask.by(world.platform.client()).send().await.expect(ask.meta.success.status);
    let after = service.app().store.counts();
    let since = |count: fn(&Counts) -> u64| count(&after) - count(&before);
    (since(|counts| counts.statements), since(|counts| counts.commits), since(|counts| counts.flights))
}
