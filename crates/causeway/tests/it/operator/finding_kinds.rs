//! `causeway find` of an id of each kind names a command that works, also beside a second platform (conventions 2.3).

use causeway_domain::search::ResourceKind;
use causeway_service::operator::{self, Form};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use causeway_testing::http::{Form as Upload, one_pixel};
use causeway_testing::seed::Seed;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::acting::act;
use crate::harness::{Platform, Service, Setup};
use crate::stablecoins::scene::Scene;
use crate::verifications::people::{add_owner, company};
use crate::wallets::device::{Holder, text};

/// The table of each kind, with the column of its ids.
const TABLES: [(ResourceKind, &str, &str); 22] = [
    (ResourceKind::Platform, "platform", "platform_id"),
    (ResourceKind::Customer, "customer", "customer_id"),
    (ResourceKind::BeneficialOwner, "beneficial_owner", "owner_id"),
    (ResourceKind::Verification, "verification", "verification_id"),
    (ResourceKind::Document, "document", "document_id"),
    (ResourceKind::InternalAccount, "internal_account", "account_id"),
    (ResourceKind::ExternalAccount, "external_account", "account_id"),
    (ResourceKind::Quote, "quote", "quote_id"),
    (ResourceKind::Payment, "payment", "transaction_id"),
    (ResourceKind::UnmatchedDeposit, "unmatched_deposit", "transaction_id"),
    (ResourceKind::Card, "card", "card_id"),
    (ResourceKind::CardTransaction, "card_transaction", "transaction_id"),
    (ResourceKind::Agent, "agent", "agent_id"),
    (ResourceKind::AgentAction, "agent_action", "action_id"),
    (ResourceKind::WalletRequest, "wallet_request", "request_id"),
    (ResourceKind::Token, "token", "token_id"),
    (ResourceKind::Stablecoin, "stablecoin", "stablecoin_id"),
    (ResourceKind::StablecoinOperation, "stablecoin_operation", "operation_id"),
    (ResourceKind::ProviderAccount, "stablecoin_provider_account", "link_id"),
    (ResourceKind::Webhook, "outbox", "webhook_id"),
    (ResourceKind::Job, "job", "job_id"),
    (ResourceKind::Alert, "alert", "alert_id"),
];

/// A service with a platform of the sandbox and a seeded one, without background work.
async fn filled(setup: Setup) -> Service {
    let mut service = Service::start(setup).await;
    let holder = Holder::of(&service).await;
    holder.login().await;
    let path = format!("/customers/{}", text(&holder.customer["id"]));
    let change = json!({ "customerType": "INDIVIDUAL", "email": "new@example.com" });
    holder.platform.patch(&path).json(&change).send().await.expect(202);
    let acme = company(&holder.platform, "5523041").await;
    Scene::new(&service).await;
    upload(&holder.platform, &add_owner(&holder.platform, &acme, "Hopper").await).await;
    let seeded = service.platform(Environment::Sandbox).await;
    service.stop_background().await;
    let app = service.app();
    let seed = Seed { platform: seeded.id, customers: 200, payments: 500, ids: app.ids.clone() };
    seed.fill(&app.store, |_, _| {}).await.expect("the rows can be added");
    service
}

async fn upload(platform: &Platform, holder: &Value) {
    let texts = json!({
        "documentHolder": holder["id"], "documentType": "PASSPORT", "country": "US",
        "documentNumber": "X1234567", "issuingAuthority": "Department of State",
    });
    let form = Upload::of(&texts).file("document.png", &one_pixel());
    platform.post("/documents").form(form).send().await.expect(201);
}

/// Returns an id of a table.
async fn any_id(service: &Service, table: &str, id: &str) -> Uuid {
    let sql = format!("SELECT {id} AS id FROM {table} /* all platforms */ ORDER BY {id} DESC LIMIT 1");
    let read = move |tx: &mut Tx<'_>| tx.query(&sql, &[], |row| row.get::<Uuid>("id"));
    let found: Result<Vec<Uuid>, Error> = service.app().store.read(read).await;
    *found.expect("the table can be read").first().unwrap_or_else(|| panic!("{table} is empty"))
}

/// Runs a printed command that looks.
async fn run(service: &Service, command: &str) -> Value {
    let words: Vec<&str> = command.split(' ').collect();
    let ["causeway", noun, verb, given @ ..] = &words[..] else { panic!("{command}") };
    let action = operator::find(noun, verb).unwrap_or_else(|| panic!("no action for {command}"));
    let mut positional = action.arguments.iter().filter(|argument| argument.form == Form::Positional);
    let mut arguments = Map::new();
    let mut given = given.iter();
    while let Some(word) = given.next() {
        if let Some(flag) = word.strip_prefix("--") {
            let value = given.next().unwrap_or_else(|| panic!("{command}: {word} needs a value"));
            arguments.insert(flag.replace('-', "_"), json!(value));
        } else {
            let argument = positional.next().unwrap_or_else(|| panic!("{command}: {word} is too much"));
            arguments.insert(argument.name.to_owned(), json!(word));
        }
    }
    act(service, &format!("{noun} {verb}"), Value::Object(arguments)).await.json
}

async fn check(setup: Setup) {
    let service = filled(setup).await;
    let kinds: Vec<ResourceKind> = TABLES.iter().map(|(kind, ..)| *kind).collect();
    assert_eq!(kinds, ResourceKind::ALL, "each kind has its table");
    for (kind, table, id) in TABLES {
        let id = any_id(&service, table, id).await.to_string();
        let found = act(&service, "find text", json!({ "text": [id], "kind": kind.as_str() })).await.json;
        let next = found[0]["next"].as_str().unwrap_or_else(|| panic!("{kind} has no next command: {found}"));
        let shown = run(&service, next).await;
        let is_list = next.contains(" list ");
        assert!(!is_list || shown["rows"].as_array().is_some_and(|rows| !rows.is_empty()), "{next}: {shown}");
        if matches!(kind, ResourceKind::Job | ResourceKind::Token) {
            assert!(shown.to_string().contains(&id), "{next}: {shown}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    check(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    check(Setup::Postgres).await;
}
