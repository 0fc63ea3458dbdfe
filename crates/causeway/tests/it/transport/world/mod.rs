//! A platform with one of everything, and the tests' knowledge of each area: for each operation a call that
//! succeeds, and the permissions that it needs.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use causeway_testing::http::Client;
use causeway_testing::receiver::{Answer, ReceivedRequest, Receiver};
use causeway_wire::table::{
    AgentOperations, Auth, Cards, Customers, Documents, Invitations, Operation, OperationRow, Quotes, Tokens,
};
use serde_json::{Value, json};

use super::call::Call;
use crate::harness::{Agent, Platform, Service};
use crate::operator::acting::require_counterparties;
pub(super) use agents::policy;
use permissions::{MANAGE, MANAGE_OR_TRANSACT, TRANSACT, VIEW};
pub(super) use sca::follows_a_call;
use wallets::Wallet;

mod agents;
mod cards;
mod contact;
mod customers;
mod discoveries;
mod documents;
mod external_accounts;
mod internal_accounts;
mod invitations;
mod permissions;
mod platforms;
mod quotes;
mod rates;
mod sandbox;
mod sca;
mod snapshot;
mod stablecoins;
mod tokens;
mod transactions;
mod transfers;
mod uma_providers;
mod vasps;
mod verifications;
mod wallets;

/// Description of an area, besides its calls.
pub(super) struct AreaInfo {
    /// Resource of the area, if that has ids.
    pub(super) resource: Option<Resource>,
    /// Paths of reads that show everything that the area has.
    shown: fn(&World) -> Vec<String>,
    /// Query parameters of any operation that name a resource of the area, with values that name the world's
    /// own.
    filters: fn(&World) -> Vec<(&'static str, Value)>,
}

/// A resource with ids.
pub(super) struct Resource {
    type_name: &'static str,
    /// Code of its 404 (conventions 7.3).
    not_found: &'static str,
    /// Returns the id of the one that every world has.
    own: fn(&World) -> &Value,
}

const AREAS: [AreaInfo; 30] = [
    platforms::INFO,
    tokens::INFO,
    customers::INFO,
    customers::IMPORTS,
    contact::INFO,
    documents::INFO,
    verifications::INFO,
    verifications::VERIFICATIONS,
    internal_accounts::INFO,
    external_accounts::INFO,
    rates::INFO,
    quotes::INFO,
    transfers::INFO,
    transactions::INFO,
    discoveries::INFO,
    vasps::INFO,
    uma_providers::INFO,
    invitations::INFO,
    stablecoins::INFO,
    stablecoins::LINKS,
    stablecoins::OPERATIONS,
    stablecoins::QUOTES,
    agents::INFO,
    agents::ACTIONS,
    sandbox::INFO,
    sca::INFO,
    wallets::INFO,
    wallets::SESSIONS,
    wallets::DELEGATED_KEYS,
    cards::INFO,
];

/// Splits operations into groups, one for each snapshot: a snapshot per operation would take longer than all
/// the rest.
pub(super) fn groups(operations: impl Iterator<Item = Operation>) -> Vec<Vec<Operation>> {
    let operations: Vec<Operation> = operations.collect();
    operations.chunks(10).map(<[Operation]>::to_vec).collect()
}

pub(super) fn names(group: &[Operation]) -> String {
    group.iter().map(|operation| operation.row().name).collect::<Vec<_>>().join(", ")
}

/// Returns the permissions of which one is needed. They are repeated here so that a slip in the table is
/// noticed.
pub(super) fn needed(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Platforms(operation) => platforms::needed(operation),
        Operation::Tokens(operation) => tokens::needed(operation),
        Operation::Customers(operation) => customers::needed(operation),
        Operation::Contact(operation) => contact::needed(operation),
        Operation::Documents(operation) => documents::needed(operation),
        Operation::Verifications(operation) => verifications::needed(operation),
        Operation::InternalAccounts(operation) => internal_accounts::needed(operation),
        Operation::ExternalAccounts(operation) => external_accounts::needed(operation),
        Operation::Rates(operation) => rates::needed(operation),
        Operation::Quotes(operation) => quotes::needed(operation),
        Operation::Transfers(operation) => transfers::needed(operation),
        Operation::Transactions(operation) => transactions::needed(operation),
        Operation::Discoveries(operation) => discoveries::needed(operation),
        Operation::Vasps(operation) => vasps::needed(operation),
        Operation::UmaProviders(operation) => uma_providers::needed(operation),
        Operation::Invitations(operation) => invitations::needed(operation),
        Operation::Stablecoins(operation) => stablecoins::needed(operation),
        Operation::Wallets(operation) => wallets::needed(operation),
        Operation::AgentManagement(operation) => agents::needed(operation),
        // No token may: agents have credentials of their own.
        Operation::AgentOperations(_) => &[],
        Operation::Cards(operation) => cards::needed(operation),
        Operation::Sca(operation) => sca::needed(operation),
        Operation::Sandbox(operation) => sandbox::needed(operation),
    }
}

fn resource_of(id: &str) -> Option<&'static Resource> {
    let (type_name, _) = id.split_once(':')?;
    AREAS.iter().filter_map(|area| area.resource.as_ref()).find(|one| one.type_name == type_name)
}

#[track_caller]
pub(super) fn not_found(id: &str) -> &'static str {
    resource_of(id).unwrap_or_else(|| panic!("no area has {id}")).not_found
}

/// The account that holds crypto assets in the examples of the reference.
const CRYPTO_ACCOUNT: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-4d5e6f7a8b9c";
/// The wallet for tokens in the examples.
const SPARK_WALLET: &str = "ExternalAccount:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";
/// The wallet in the examples.
const WALLET: &str = "InternalAccount:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";
/// The owner of that wallet.
const CARDHOLDER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-6e7f8a9b0c1d";
/// The addresses of customers in the examples.
const INVITER: &str = "$ada@pay.example.com";
const INVITEE: &str = "$grace@wallet.example.com";
/// The company in the examples.
const BUSINESS_CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-5d6e7f8a9b0c";
/// The customer under strong authentication in the examples.
const VERIFIED_CUSTOMER: &str = "Customer:0199a1b2-c3d4-7e8f-9a0b-7f8a9b0c1d2e";

/// A platform with one of everything.
pub(super) struct World {
    pub(super) platform: Platform,
    pub(super) webhooks: Receiver,
    pub(super) customer: Value,
    /// The customer's account in USD, with money in it.
    pub(super) account: Value,
    /// A bank account of the customer in USD.
    pub(super) bank: Value,
    /// A bank account of the customer in EUR.
    pub(super) euro: Value,
    /// The platform's own account in USDC.
    pub(super) crypto: Value,
    /// A quote that is funded by an incoming payment.
    pub(super) quote: Value,
    pub(super) token: Value,
    pub(super) document: Value,
    /// A customer to claim an invitation of the first one.
    pub(super) invitee: Value,
    pub(super) invitation: Value,
    /// An import of a file of customers.
    pub(super) import: Value,
    /// A beneficial owner of a company.
    pub(super) owner: Value,
    pub(super) verification: Value,
    /// Stablecoins and their operations.
    pub(super) coins: stablecoins::Coins,
    /// A wallet of a customer with an email address and a telephone number.
    pub(super) wallet: Wallet,
    /// A card that the wallet funds.
    pub(super) card: Value,
    /// A key of another card of the wallet.
    pub(super) key: Value,
    /// Transactions of that card.
    spending: sandbox::CardSpending,
    /// An agent that needs no approval.
    pub(super) agent: Agent,
    /// An agent that needs approval for everything.
    pub(super) careful: Agent,
    /// An action of that agent.
    pub(super) action: Value,
    /// A quote of the first agent.
    pub(super) agents_quote: Value,
    /// A customer under strong authentication.
    pub(super) sca: sca::AuthenticatedCustomer,
    made: AtomicU32,
    /// Set once the wallet was used for a call of its own.
    is_wallet_used: AtomicBool,
    /// Set once a key was requested for the card.
    is_card_used: AtomicBool,
}

impl World {
    pub(super) async fn make(service: &Service) -> Self {
        let platform = service.platform_with(&["USD", "EUR", "USDC", "USDB"]).await;
        require_counterparties(service, &platform).await;
        let webhooks = platform.receiver().await;
        // Decisions are left to calls.
        let later = |request: &ReceivedRequest| {
            Answer::status(if request.event() == "INCOMING_PAYMENT.PENDING" { 202 } else { 200 })
        };
        webhooks.answer_by(later);

        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        platform.fund(&account, 1_000_000).await;
        let bank = platform.dollar_account(&customer, "111").await;
        let euro = platform.euro_account(&customer, "DE89370400440532013000").await;
        let crypto = platform.own_account("USDC").await;
        let invitee = platform.customer(&["USD"]).await;
        let wallet = Wallet::make(&platform).await;
        let nothing = Value::Null;
        let unknown = Agent::unknown(service);
        let mut world = Self {
            platform,
            webhooks,
            customer,
            account: account.into(),
            bank: bank.into(),
            euro: euro.into(),
            crypto: crypto.into(),
            quote: nothing.clone(),
            token: nothing.clone(),
            document: nothing.clone(),
            invitee,
            invitation: nothing.clone(),
            import: nothing.clone(),
            owner: nothing.clone(),
            verification: nothing.clone(),
            coins: stablecoins::Coins::default(),
            wallet,
            agent: unknown.clone(),
            careful: unknown,
            action: nothing.clone(),
            agents_quote: nothing.clone(),
            card: nothing.clone(),
            key: nothing,
            sca: sca::AuthenticatedCustomer::default(),
            spending: sandbox::CardSpending::default(),
            made: AtomicU32::new(0),
            is_wallet_used: AtomicBool::new(false),
            is_card_used: AtomicBool::new(false),
        };

        let at_once = policy("AUTO");
        let asking = policy("APPROVAL_REQUIRED");
        world.agent = Agent::install(service, &world.platform, &world.customer, &at_once).await;
        world.careful = Agent::install(service, &world.platform, &world.customer, &asking).await;
        world.action = agents::ask_for_approval(&world).await;
        world.agents_quote =
            world.perform(Operation::AgentOperations(AgentOperations::AgentCreateQuote)).await;

        world.quote = world.funded_quote().await;
        world.perform(Operation::Quotes(Quotes::CreateQuote)).await;
        world.owner = verifications::make_owner(&world).await;
        world.verification = verifications::submit(&world).await;
        world.token = world.perform(Operation::Tokens(Tokens::CreateToken)).await;
        world.document = world.perform(Operation::Documents(Documents::UploadDocument)).await;
        world.import = world.perform(Operation::Customers(Customers::UploadCustomersCsv)).await;
        world.platform.settled().await;
        world.invitation = world.perform(Operation::Invitations(Invitations::CreateInvitation)).await;

        world.coins = stablecoins::Coins::make(&world.platform).await;
        world.card = world.perform(Operation::Cards(Cards::CreateCard)).await;
        world.key = cards::key(&world).await;
        // The issuer has to create the card before it can pay.
        world.platform.settled().await;
        world.spending = sandbox::CardSpending::by(&world).await;
        world.platform.settled().await;
        world.sca = sca::AuthenticatedCustomer::make(service, &world.platform).await;
        world
    }

    /// Creates a quote over 10 dollars that is funded by an incoming payment.
    async fn funded_quote(&self) -> Value {
        let body = json!({
            "source": { "sourceType": "REALTIME_FUNDING", "customerId": self.customer["id"], "currency": "USD" },
            "destination": { "destinationType": "ACCOUNT", "accountId": self.euro },
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": 1_000,
        });
        self.platform.post("/quotes").json(&body).send().await.expect(201)
    }

    /// Calls an operation and returns its response.
    pub(super) async fn perform(&self, operation: Operation) -> Value {
        let call = Box::pin(self.prepare(operation)).await;
        let response = call.by(&self.client(call.row)).send().await;
        response.expect(call.row.success.status)
    }

    /// Returns a client that may call an operation: the platform, its agent, or an anonymous one.
    pub(super) fn client(&self, row: &OperationRow) -> Client {
        match row.auth {
            Auth::Platform => self.platform.client().clone(),
            Auth::Agent => self.agent.client().clone(),
            Auth::None => self.platform.anonymous().clone(),
        }
    }

    /// Prepares a call of this operation that succeeds once; resources that it uses up are created for it.
    pub(super) async fn prepare(&self, operation: Operation) -> Call {
        let call = Call::of(operation);
        match operation {
            Operation::Platforms(operation) => platforms::complete(operation, call),
            Operation::Tokens(operation) => tokens::complete(operation, self, call).await,
            Operation::Customers(operation) => customers::complete(operation, self, call).await,
            Operation::Contact(operation) => contact::complete(operation, self, call).await,
            Operation::Documents(operation) => documents::complete(operation, self, call).await,
            Operation::Verifications(operation) => verifications::complete(operation, self, call).await,
            Operation::InternalAccounts(operation) => {
                internal_accounts::complete(operation, self, call).await
            }
            Operation::ExternalAccounts(operation) => {
                external_accounts::complete(operation, self, call).await
            }
            Operation::Rates(operation) => rates::complete(operation, call),
            Operation::Quotes(operation) => quotes::complete(operation, self, call).await,
            Operation::Transfers(operation) => transfers::complete(operation, self, call),
            Operation::Transactions(operation) => transactions::complete(operation, self, call).await,
            Operation::Discoveries(operation) => discoveries::complete(operation, call),
            Operation::Vasps(operation) => vasps::complete(operation, call),
            Operation::UmaProviders(operation) => uma_providers::complete(operation, call),
            Operation::Invitations(operation) => invitations::complete(operation, self, call).await,
            Operation::Stablecoins(operation) => stablecoins::complete(operation, self, call).await,
            Operation::Wallets(operation) => wallets::complete(operation, self, call).await,
            Operation::AgentManagement(operation) => agents::complete(operation, self, call).await,
            Operation::AgentOperations(operation) => agents::complete_own(operation, self, call).await,
            Operation::Cards(operation) => cards::complete(operation, self, call),
            Operation::Sca(operation) => sca::complete(operation, self, call).await,
            Operation::Sandbox(operation) => sandbox::complete(operation, self, call).await,
        }
    }

    pub(super) async fn prepare_all(&self, operations: &[Operation]) -> Vec<Call> {
        let mut calls = Vec::with_capacity(operations.len());
        for operation in operations {
            calls.push(self.prepare(*operation).await);
        }
        calls
    }

    /// Returns query parameters of an operation that name resources of the platform.
    pub(super) fn filters(&self, operation: Operation) -> Vec<(&'static str, Value)> {
        // Only companies have beneficial owners, and the world has submitted no person.
        if matches!(operation, Operation::Verifications(_)) {
            return vec![("customerId", self.owner["customerId"].clone())];
        }
        AREAS.iter().flat_map(|area| (area.filters)(self)).collect()
    }

    /// Returns the id of the world's own resource of the type that an id names, or `None` if it is no id.
    pub(super) fn own(&self, id: &str) -> Option<&Value> {
        match id {
            SPARK_WALLET => return Some(&self.coins.wallet),
            CRYPTO_ACCOUNT => return Some(&self.crypto),
            WALLET => return Some(&self.wallet.account),
            sandbox::REFUNDED => return Some(&self.spending.refunded),
            BUSINESS_CUSTOMER => return Some(&self.owner["customerId"]),
            CARDHOLDER => return Some(&self.wallet.customer),
            INVITER => return Some(&self.customer["umaAddress"]),
            INVITEE => return Some(&self.invitee["umaAddress"]),
            VERIFIED_CUSTOMER => return Some(&self.sca.customer),
            _ => {}
        }
        resource_of(id).map(|resource| (resource.own)(self))
    }

    /// Returns a number that is new in this world.
    fn next(&self) -> u32 {
        self.made.fetch_add(1, Ordering::Relaxed)
    }
}
