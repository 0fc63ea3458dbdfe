//! A database with rows in every table whose rows carry a code.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::tokens::Permissions;
use causeway_service::App;
use causeway_service::runtime::jobs::run_due;
use causeway_service::runtime::keys::TokenSecret;
use causeway_service::runtime::upkeep;
use causeway_store::ledger::{self, Anchors};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx};
use serde_json::{Value, json};

use super::catalogue::Table;
use super::changes::Snapshot;
use super::judgement::{Credentials, Judge, TokenGrant};
use super::partners::Partners;
use super::{rail_rows, uma_messages};
use crate::agents::scene::p1;
use crate::harness::{Agent, Platform, Service, Setup};
use crate::operator::acting::{act, on, with};
use crate::payments::scene::{Scene, text, transfer};

/// The database, the anchors and credentials kept outside of it, and its earlier states.
pub(super) struct Site {
    _service: Service,
    pub(super) judge: Judge,
    pub(super) tables: Vec<Table>,
    /// State at the time of the newest head.
    pub(super) at_the_head: Snapshot,
}

impl Site {
    pub(super) async fn new(setup: Setup) -> Self {
        let mut service = Service::start_without_jobs(setup).await;
        let scene = Scene::new(&service).await;
        let app = Arc::clone(service.app());
        let tables =
            app.store.read(move |tx| Table::all(tx, setup)).await.map_err(|error: Error| error).unwrap();

        scene.platform.fund(&scene.usd, 1_000_000).await;
        let mut credentials = tokens(&scene).await;
        let before = pay_in_every_way(&service, &scene).await;
        let agent = act_by_an_agent(&service, &scene).await;
        let payable = scene.platform.euro_account(&scene.alice, &iban(8)).await;
        let partners = Partners::begin(&service, &scene, &payable).await;
        credentials.extend(partners.platforms().map(managing));
        uma_messages::begin(&app, scene.platform.id).await;
        act(&service, "webhook-key rotate", on(&scene.platform)).await;
        let first = heads(&app).await;
        let earlier = snapshot(&app, &tables).await;

        end_open_items(&service, &scene, &before, &mut credentials).await;
        agent.decide(&scene).await;
        partners.continue_all(&service, &scene).await;
        uma_messages::answer(&app, scene.platform.id).await;
        act(&service, "webhook-key rotate", with(&scene.platform, json!({ "now": true }))).await;
        rail_rows::begin(&app, scene.platform.id).await;

        let second = heads(&app).await;
        let at_the_head = snapshot(&app, &tables).await;

        // No head covers these.
        scene.platform.fund(&scene.usd, 5_000).await;
        let account = scene.platform.euro_account(&scene.alice, &iban(7)).await;
        scene.execute(&scene.quote(&account, 1_000).await).send().await.expect(200);

        // These have no postings.
        for number in 10..14 {
            let account = scene.platform.euro_account(&scene.alice, &iban(number)).await;
            scene.quote(&account, 1_000).await;
            scene.platform.euro_account(&scene.alice, &iban(number + 10)).await;
        }

        service.stop_background().await;
        unguard(&app, setup).await;
        let heads = [first, second].concat();
        let anchors = Anchors { heads, retired: Vec::new() };
        let judge = Judge { app, anchors, earlier: Arc::new(earlier), credentials };
        Self { _service: service, judge, tables, at_the_head }
    }
}

/// Creates tokens with every permission, with the least, and one that is going to be deleted.
async fn tokens(scene: &Scene) -> Vec<Credentials> {
    let platform = &scene.platform;
    let mut all = vec![managing(platform)];
    for (name, permissions) in [("least", json!(["VIEW"])), ("late", json!(["VIEW", "TRANSACT"]))] {
        let body = json!({ "name": name, "permissions": permissions });
        let token = platform.post("/tokens").json(&body).send().await.expect(201);
        let permissions: Vec<_> =
            permissions.as_array().unwrap().iter().map(|one| text(one).parse().unwrap()).collect();
        all.push(Credentials {
            client_id: text(&token["clientId"]).to_owned(),
            secret: TokenSecret::presented(text(&token["clientSecret"]).to_owned()),
            grant: Some(grant(platform, Permissions::try_new(permissions).unwrap())),
        });
    }
    all
}

/// Returns the token that a platform begins with.
fn managing(platform: &Platform) -> Credentials {
    Credentials {
        client_id: platform.client_id.clone(),
        secret: TokenSecret::presented(platform.secret.clone()),
        grant: Some(grant(platform, Permissions::ALL)),
    }
}

const fn grant(platform: &Platform, permissions: Permissions) -> TokenGrant {
    TokenGrant { platform: platform.id, environment: Environment::Sandbox, permissions }
}

/// An open quote, and an account without payments.
struct OpenItems {
    open: Value,
    unused: String,
}

/// Pays to accounts that accept, reject and return payments, by direct debit and within the service. Leaves a
/// payment waiting for its rail, a quote open and an account without payments.
async fn pay_in_every_way(service: &Service, scene: &Scene) -> OpenItems {
    let platform = &scene.platform;
    for (number, suffix) in [(1, "000"), (2, "002"), (3, "005"), (4, "007")] {
        let account = platform.euro_account(&scene.alice, &iban_with(number, suffix)).await;
        scene.execute(&scene.quote(&account, 10_000).await).send().await.expect(200);
    }

    let own = platform.own_account("USD").await;
    scene.execute(&scene.quote(&own, 2_000).await).send().await.expect(200);

    let account = platform.euro_account(&scene.alice, &iban(5)).await;
    let debited = platform.dollar_account(&scene.alice, "111").await;
    let body = transfer(&debited, &account, "SENDING", 3_000);
    let quote = platform.post("/quotes").json(&body).send().await.expect(201);
    scene.execute(&quote).send().await.expect(200);
    run(service, scene).await;

    let open = scene.quote(&account, 4_000).await;
    let unused = platform.euro_account(&scene.alice, &iban(6)).await;

    // It waits for its rail.
    scene.execute(&scene.quote(&account, 5_000).await).send().await.expect(200);
    act(service, "setting set", with(platform, json!({ "name": "regulated", "value": "on" }))).await;
    OpenItems { open, unused }
}

/// Ends the open items, so that their earlier states are history.
async fn end_open_items(
    service: &Service,
    scene: &Scene,
    items: &OpenItems,
    credentials: &mut [Credentials],
) {
    run(service, scene).await;
    scene.execute(&items.open).send().await.expect(200);
    let other_token = credentials.iter_mut().find(|one| one.client_id != scene.platform.client_id);
    let other_token = other_token.expect("further tokens");
    let listed = scene.platform.get("/tokens").send().await.expect(200);
    let of = |token: &&Value| token["clientId"] == other_token.client_id;
    let id = listed["data"].as_array().unwrap().iter().find(of).unwrap()["id"].clone();
    scene.platform.delete(&format!("/tokens/{}", text(&id))).send().await.expect(204);
    other_token.grant = None;
    let account = format!("/customers/external-accounts/{}", items.unused);
    scene.platform.delete(&account).send().await.expect(204);
}

/// An agent and its actions.
struct AgentActions {
    agent: Agent,
    actions: Vec<Value>,
}

/// Installs an agent that pays once by itself and then needs approval, and creates another one that is not
/// installed.
async fn act_by_an_agent(service: &Service, scene: &Scene) -> AgentActions {
    let platform = &scene.platform;
    let bank = platform.dollar_account(&scene.alice, "999").await;
    let agent = Agent::install(service, platform, &scene.alice, &p1()).await;
    let body = json!({ "name": "Another", "customerId": scene.alice["id"], "policy": p1() });
    platform.post("/agents").json(&body).send().await.expect(201);
    let mut actions = Vec::new();
    for mode in ["AUTO", "APPROVAL_REQUIRED"] {
        let policy = json!({ "defaultExecutionMode": mode });
        platform.patch(&agent.path("/policy")).json(&policy).send().await.expect(200);
        let body = json!({
            "source": { "accountId": scene.usd }, "destination": { "accountId": bank }, "amount": 1_000,
        });
        actions.push(agent.post("/agents/me/transfer-out").json(&body).send().await.expect(201));
    }
    AgentActions { agent, actions }
}

impl AgentActions {
    /// Approves the actions that wait for it.
    async fn decide(&self, scene: &Scene) {
        for action in &self.actions[1..] {
            let path = self.agent.path(&format!("/actions/{}/approve", text(&action["id"])));
            scene.platform.post(&path).send().await.expect(200);
        }
    }
}

async fn run(service: &Service, scene: &Scene) {
    let platform = scene.platform.id;
    while run_due(service.app(), Some(platform), 50).await.unwrap() > 0 {}
    scene.platform.advance(Duration::from_secs(30)).await;
}

fn iban(number: u32) -> String {
    iban_with(number, "000")
}

fn iban_with(number: u32, suffix: &str) -> String {
    format!("DE893704004405320{number:02}{suffix}")
}

/// Seals the ledger and returns its heads.
async fn heads(app: &Arc<App>) -> Vec<causeway_domain::ledger::TreeHead> {
    upkeep::seal_ledger(app).await.unwrap();
    upkeep::fold_checkpoints(app).await.unwrap();
    app.store.read(ledger::heads).await.unwrap()
}

async fn snapshot(app: &Arc<App>, tables: &[Table]) -> Snapshot {
    let tables = tables.to_vec();
    let read = app.store.read(move |tx| {
        let rows = tables.iter().map(|table| Ok((table.name.clone(), table.rows(tx)?)));
        rows.collect::<Result<Snapshot, Error>>()
    });
    read.await.unwrap()
}

/// Drops the triggers that keep rows from being changed.
async fn unguard(app: &Arc<App>, setup: Setup) {
    let drop_all = move |tx: &mut Tx<'_>| {
        let sql = match setup {
            Setup::Sqlite => {
                "SELECT 'DROP TRIGGER ' || name AS statement FROM sqlite_master WHERE type = 'trigger'"
            }
            Setup::Postgres | Setup::TwoProcesses => {
                "SELECT 'DROP TRIGGER ' || t.tgname || ' ON ' || c.relname AS statement
                 FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                 JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE n.nspname = current_schema() AND NOT t.tgisinternal"
            }
        };
        let statements: Vec<String> = tx.query(sql, &[], |row| row.get("statement"))?;
        statements.iter().try_for_each(|statement| tx.execute(statement, &[]))
    };
    app.store.write(&[], drop_all).await.map_err(|error: Error| error).unwrap();
}
