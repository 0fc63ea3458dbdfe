//! A platform with one of everything, and what the tests know of each area: for each operation a request that
//! succeeds, and the permissions that it needs.

use std::sync::atomic::{AtomicU32, Ordering};

use causeway_testing::receiver::Receiver;
use causeway_wire::table::{Operation, Quotes, Tokens};
use serde_json::{Value, json};

use super::ask::Ask;
use crate::harness::{Platform, Service};

mod customers;
mod external_accounts;
mod internal_accounts;
mod platform;
mod quotes;
mod rates;
mod sandbox;
mod tokens;
mod transactions;

/// What the tests know of an area besides its requests.
pub(super) struct Facts {
    /// What the area is about, if that has ids.
    pub(super) resource: Option<Resource>,
    /// Paths of reads that show everything that the area has.
    shown: fn(&World) -> Vec<String>,
    /// Query parameters of any operation that name what the area has, with values that name the world's own.
    filters: fn(&World) -> Vec<(&'static str, Value)>,
}

/// A resource with ids.
pub(super) struct Resource {
    /// The type name in the ids.
    type_name: &'static str,
    /// The code of its 404 (conventions 7.3).
    not_found: &'static str,
    /// The id of the one that every world has.
    own: fn(&World) -> &Value,
}

const FACTS: [Facts; 9] = [
    platform::FACTS,
    tokens::FACTS,
    customers::FACTS,
    internal_accounts::FACTS,
    external_accounts::FACTS,
    rates::FACTS,
    quotes::FACTS,
    transactions::FACTS,
    sandbox::FACTS,
];

const VIEW: &[&str] = &["VIEW", "TRANSACT", "MANAGE"];
const MANAGE: &[&str] = &["MANAGE"];
const TRANSACT: &[&str] = &["TRANSACT"];
const MANAGE_OR_TRANSACT: &[&str] = &["MANAGE", "TRANSACT"];

/// The permissions of which one is needed: said here once more, so that a slip in the table shows.
pub(super) fn needed(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Platform(operation) => platform::needed(operation),
        Operation::Tokens(operation) => tokens::needed(operation),
        Operation::Customers(operation) => customers::needed(operation),
        Operation::InternalAccounts(operation) => internal_accounts::needed(operation),
        Operation::ExternalAccounts(operation) => external_accounts::needed(operation),
        Operation::Rates(operation) => rates::needed(operation),
        Operation::Quotes(operation) => quotes::needed(operation),
        Operation::Transactions(operation) => transactions::needed(operation),
        Operation::Sandbox(operation) => sandbox::needed(operation),
    }
}

fn resource_of(id: &str) -> Option<&'static Resource> {
    let (type_name, _) = id.split_once(':')?;
    FACTS.iter().filter_map(|facts| facts.resource.as_ref()).find(|one| one.type_name == type_name)
}

/// The code of the 404 of a resource.
#[track_caller]
pub(super) fn not_found(id: &str) -> &'static str {
    resource_of(id).unwrap_or_else(|| panic!("no area has {id}")).not_found
}

/// A platform with one of everything.
pub(super) struct World {
    pub(super) platform: Platform,
    pub(super) webhooks: Receiver,
    pub(super) customer: Value,
    /// The customer's account in USD, with money in it.
    pub(super) account: Value,
    /// A bank account of the customer in EUR.
    pub(super) euro: Value,
    pub(super) quote: Value,
    pub(super) token: Value,
    made: AtomicU32,
}

impl World {
    pub(super) async fn make(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR", "USDC", "USDB"]).await;
        let webhooks = platform.receiver().await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        platform.fund(&account, 1_000_000).await;
        let euro = platform.euro_account(&customer, "DE89370400440532013000").await;
        let nothing = Value::Null;
        let mut world = Self {
            platform,
            webhooks,
            customer,
            account: account.into(),
            euro: euro.into(),
            quote: nothing.clone(),
            token: nothing,
            made: AtomicU32::new(0),
        };
        world.quote = world.carry_out(Operation::Quotes(Quotes::CreateQuote)).await;
        world.token = world.carry_out(Operation::Tokens(Tokens::CreateToken)).await;
        world
    }

    /// Has an operation carried out; its answer.
    pub(super) async fn carry_out(&self, operation: Operation) -> Value {
        let ask = Box::pin(self.ask(operation)).await;
        let answer = ask.by(self.platform.client()).send().await;
        answer.expect(ask.meta.success.status)
    }

    /// A request of this operation that succeeds, once: what it uses up is made for it.
    pub(super) async fn ask(&self, operation: Operation) -> Ask {
        let ask = Ask::of(operation);
        match operation {
            Operation::Platform(operation) => platform::complete(operation, ask),
            Operation::Tokens(operation) => tokens::complete(operation, self, ask).await,
            Operation::Customers(operation) => customers::complete(operation, self, ask).await,
            Operation::InternalAccounts(operation) => internal_accounts::complete(operation, ask),
            Operation::ExternalAccounts(operation) => external_accounts::complete(operation, self, ask).await,
            Operation::Rates(operation) => rates::complete(operation, ask),
            Operation::Quotes(operation) => quotes::complete(operation, self, ask).await,
            Operation::Transactions(operation) => transactions::complete(operation, self, ask),
            Operation::Sandbox(operation) => sandbox::complete(operation, self, ask),
        }
    }

    /// Everything that the interface shows of the platform.
    pub(super) async fn everything(&self) -> Vec<Value> {
        let mut shown = Vec::new();
        for path in FACTS.iter().flat_map(|facts| (facts.shown)(self)) {
            shown.push(self.platform.get(&path).send().await.expect(200));
        }
        shown
    }

    /// Query parameters that name what the platform has.
    pub(super) fn filters(&self) -> Vec<(&'static str, Value)> {
        FACTS.iter().flat_map(|facts| (facts.filters)(self)).collect()
    }

    /// The id of the world's own resource of the type that an id names; none of what is no id.
    pub(super) fn own(&self, id: &str) -> Option<&Value> {
        resource_of(id).map(|resource| (resource.own)(self))
    }

    /// A number that no other thing of this world was made with.
    fn next(&self) -> u32 {
        self.made.fetch_add(1, Ordering::Relaxed)
    }
}

fn address() -> Value {
    json!({
        "line1": "1 Main Street", "line2": "Rear building", "city": "Springfield", "postalCode": "62701", "country": "US",
    })
}
