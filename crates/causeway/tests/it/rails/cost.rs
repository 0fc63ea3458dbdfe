//! The database statements of quotes in a deployment with a rail, in a service that does no other work.

use std::sync::Arc;

use causeway_domain::Clock;
use causeway_service::platforms::NewPlatform;
use causeway_store::platforms::Environment;
use causeway_testing::rails::FakeAdapter;
use serde_json::{Value, json};

use super::attached::{attach_live, bank_account, fill, register_bank};
use crate::harness::{Platform, Service, Setup, StatementCounter, StatementRecorder};
use crate::operator::acting::act;
use crate::payments::scene::{text, transfer};

/// Number of the accounts at a bank.
const NUMBER: &str = "000123456789";

/// The platforms of a service without background work, and the accounts between which they pay.
struct CostScene {
    service: Service,
    setup: Setup,
    recorder: Arc<StatementRecorder>,
    sandbox: PayingAccounts,
    production: PayingAccounts,
}

/// A platform with three accounts.
struct PayingAccounts {
    platform: Platform,
    usd: String,
    eur: String,
    /// At a bank, in US dollars.
    bank: String,
}

/// The statements of a quote.
#[derive(Debug, PartialEq, Eq)]
struct QuoteCost {
    created: Vec<String>,
    executed: Vec<String>,
}

impl PayingAccounts {
    async fn new(service: &Service, environment: Environment) -> Self {
        let mut new = NewPlatform::default_of(environment, "Test platform");
        new.currencies = ["USD", "EUR"].map(|code| code.parse().unwrap()).into();
        let platform = service.platform_like(new).await;
        let usd = platform.own_account("USD").await;
        let eur = platform.own_account("EUR").await;
        fill(service, &platform, &usd).await;
        let bank = match environment {
            Environment::Production => register_bank(service, &platform, NUMBER).await,
            Environment::Sandbox => {
                let account = platform.post("/platform/external-accounts").json(&bank_account(NUMBER)).send();
                let account = account.await.expect(201);
                platform.settled().await;
                text(&account["id"]).to_owned()
            }
        };
        Self { platform, usd, eur, bank }
    }
}

impl CostScene {
    async fn new(setup: Setup) -> Self {
        let recorder = Arc::new(StatementRecorder::default());
        let mut service = Service::start_with_faults(setup, Arc::<StatementRecorder>::clone(&recorder)).await;
        let rate = json!({ "sending": "USD", "receiving": "EUR", "rate": "0.92", "confirm": "0.92" });
        act(&service, "rate set", rate).await;
        let sandbox = PayingAccounts::new(&service, Environment::Sandbox).await;
        let production = PayingAccounts::new(&service, Environment::Production).await;
        service.stop_background().await;
        Self { service, setup, recorder, sandbox, production }
    }

    /// Adds a rail for the production platform.
    async fn add_rail(&self) -> FakeAdapter {
        attach_live(&self.service, &self.production.platform, Clock::system()).await
    }

    /// Returns the statements of a quote. It is the second of two quotes; the first one fills the caches.
    async fn cost(&self, platform: &Platform, body: &Value) -> QuoteCost {
        let create = async || platform.post("/quotes").json(body).send().await.expect(201);
        let execute = async |quote: &Value| {
            platform.post(&format!("/quotes/{}/execute", text(&quote["id"]))).send().await.expect(200)
        };
        let first = create().await;
        execute(&first).await;
        let counter =
            StatementCounter { recorder: &self.recorder, service: &self.service, setup: self.setup };
        let mut quote = Value::Null;
        let created = counter.during(async || quote = create().await).await;
        let executed = counter
            .during(async || {
                execute(&quote).await;
            })
            .await;
        QuoteCost { created, executed }
    }

    /// Returns the statements of a quote to the account at a bank.
    async fn payout(&self, accounts: &PayingAccounts) -> QuoteCost {
        self.cost(&accounts.platform, &transfer(&accounts.usd, &accounts.bank, "SENDING", 1_000)).await
    }

    /// Returns the statements of a quote between two accounts of the platform.
    async fn conversion(&self, accounts: &PayingAccounts) -> QuoteCost {
        self.cost(&accounts.platform, &transfer(&accounts.usd, &accounts.eur, "SENDING", 1_000)).await
    }
}

/// Checks that a quote whose payout goes over a rail costs one statement more than one whose payout does not. The one
/// without is the sandbox's, whose payouts never go over rails, and which reads no rates of operators.
async fn a_quote_with_a_rail(setup: Setup) {
    let scene = CostScene::new(setup).await;
    let without = scene.payout(&scene.sandbox).await;
    let adapter = scene.add_rail().await;
    let with = scene.payout(&scene.production).await;
    assert!(adapter.requests() > 0, "the adapter was asked");
    let count = |cost: &QuoteCost| {
        let all = cost.created.iter().chain(&cost.executed);
        all.filter(|statement| *statement != "SELECT operator_rate").count()
    };
    assert!(count(&with) <= count(&without) + 1, "with a rail {with:#?}, without {without:#?}");
    let reads =
        |cost: &QuoteCost| cost.executed.iter().filter(|name| **name == "SELECT external_account").count();
    assert_eq!(reads(&with), reads(&without) + 1, "the precheck names the account: {with:#?}");
}

/// Checks that quotes that do not go over a rail cost the same once the deployment has one.
async fn quotes_without_a_rail(setup: Setup) {
    let scene = CostScene::new(setup).await;
    let simulated = scene.payout(&scene.sandbox).await;
    let converted = scene.conversion(&scene.production).await;
    let _adapter = scene.add_rail().await;
    assert_eq!(scene.payout(&scene.sandbox).await, simulated);
    assert_eq!(scene.conversion(&scene.production).await, converted);
}

mod a_quote_with_a_rail_costs_one_statement_more_at_most {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        a_quote_with_a_rail(Setup::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        a_quote_with_a_rail(Setup::Postgres).await;
    }
}

mod one_without_costs_none {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        quotes_without_a_rail(Setup::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        quotes_without_a_rail(Setup::Postgres).await;
    }
}
