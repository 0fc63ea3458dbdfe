//! Rows that decide who owns money, who acts, and on which conditions: a rewritten one is refused when it is
//! used, and named by the verification.

use causeway_domain::ids::{AgentId, CustomerId, ExternalAccountId, InternalAccountId};
use causeway_store::{Error, Tx, Value as Bound, params};
use causeway_testing::http::Response;
use causeway_testing::receiver::Receiver;
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::{Value, json};

use crate::agents::scene::p1;
use crate::harness::{Agent, Platform, Service, Setup};
use crate::operator::acting::{act, try_action, with};
use crate::payments::scene::{Scene, text};
use crate::wallets::forged_holders::another_type;

type Forgery = fn(&Service) -> BoxFuture<'_, ForgeryOutcome>;

const FORGERIES: &[(&str, Forgery)] = &[
    ("a code that installs another customer's agent", |service| moved_code(service).boxed()),
    ("a code that installs another platform's agent", |service| carried_off_code(service).boxed()),
    ("an external account that was disabled", |service| enabled_account(service).boxed()),
    ("an external account that was deleted", |service| undeleted_account(service).boxed()),
    ("a platform without its fees", |service| without_fees(service).boxed()),
    ("a platform with another limit", |service| raised_limit(service).boxed()),
    ("a platform whose events go elsewhere", |service| other_endpoint(service).boxed()),
    ("another owner of an account", |service| other_owner(service).boxed()),
    ("another kind of account", |service| other_kind(service).boxed()),
    ("an account that was frozen", |service| thawed_account(service).boxed()),
    ("other details to pay into", |service| other_funding(service).boxed()),
    ("a reference that leads to another account", |service| other_reference(service).boxed()),
];

/// The outcome of a forgery.
struct ForgeryOutcome {
    /// Status and code of the refusal; `None` if the request succeeded.
    refusal: Option<(u16, String)>,
    /// Name of the row in the report of the verification.
    named: String,
}

impl ForgeryOutcome {
    fn of(response: &Response, named: impl ToString) -> Self {
        let is_done = (200..300).contains(&response.status);
        let refusal = || (response.status, text(&response.json()["code"]).to_owned());
        Self { refusal: (!is_done).then(refusal), named: named.to_string() }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    rewritten_rows_are_refused_and_reported(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    rewritten_rows_are_refused_and_reported(Setup::Postgres).await;
}

async fn rewritten_rows_are_refused_and_reported(setup: Setup) {
    let mut service = Service::start(setup).await;
    let verdict = act(&service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 0, "{}", verdict.json);
    let mut named = Vec::new();
    for (what, forge) in FORGERIES {
        let outcome = forge(&service).await;
        assert_eq!(outcome.refusal, Some((500, "INTERNAL_ERROR".to_owned())), "{what}");
        named.push((what, outcome.named));
    }

    let verdict = act(&service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 7);
    let faults = verdict.json["faults"].to_string();
    for (what, named) in named {
        assert!(faults.contains(&named), "{what}: {named} is not named: {faults}");
    }
    service.stop_background().await;
}

/// Changes a row with all rights on the database.
async fn rewrite(service: &Service, sql: &'static str, values: Vec<Bound<'static>>) {
    let rewrite = move |tx: &mut Tx<'_>| tx.execute_counted(sql, &values);
    let changed: Result<u64, Error> = service.app().store.write(&[], rewrite).await;
    assert_eq!(changed.expect("a row can be changed"), 1, "{sql}");
}

/// Statements that read and rewrite the document of a row.
struct DocumentSql {
    select: &'static str,
    update: &'static str,
}

const DOCUMENT_OF_PLATFORM: DocumentSql = DocumentSql {
    select: "SELECT doc FROM platform WHERE platform_id = $1 /* all platforms */",
    update: "UPDATE platform SET doc = $2 WHERE platform_id = $1",
};

const DOCUMENT_OF_ACCOUNT: DocumentSql = DocumentSql {
    select: "SELECT doc FROM internal_account WHERE account_id = $1 /* all platforms */",
    update: "UPDATE internal_account SET doc = $2 WHERE account_id = $1 /* all platforms */",
};

/// Rewrites a document with its members changed.
async fn rewrite_document(
    service: &Service,
    sql: &DocumentSql,
    key: Bound<'static>,
    change: impl FnOnce(&mut Value),
) {
    let read_key = key.clone();
    let select = sql.select;
    let read = service.app().store.read(move |tx| {
        tx.query_one(select, std::slice::from_ref(&read_key), |row| row.get::<String>("doc"))
    });
    let text: String = read.await.map_err(|error: Error| error).unwrap();
    let mut document: Value = serde_json::from_str(&text).unwrap();
    change(&mut document);
    rewrite(service, sql.update, vec![key, Bound::Json(document.to_string().into())]).await;
}

/// An agent that is not installed yet, and the code that installs it.
struct NewAgent {
    id: AgentId,
    code: Value,
}

async fn create_agent(platform: &Platform, customer: &Value) -> NewAgent {
    let body = json!({ "name": "Invoices", "customerId": customer["id"], "policy": p1() });
    let agent = platform.post("/agents").json(&body).send().await.expect(201);
    let code = agent["deviceCode"]["code"].clone();
    NewAgent { id: text(&agent["agent"]["id"]).parse().unwrap(), code }
}

async fn redeem(platform: &Platform, code: &Value) -> ForgeryOutcome {
    let path = format!("/agents/device-codes/{}/redeem", text(code));
    ForgeryOutcome::of(&platform.anonymous().post(&path).send().await, "device code ")
}

async fn moved_code(service: &Service) -> ForgeryOutcome {
    let platform = service.platform_with(&["USD"]).await;
    let mallory = platform.customer(&["USD"]).await;
    let alice = platform.customer(&["USD"]).await;
    let own = create_agent(&platform, &mallory).await;
    let other = create_agent(&platform, &alice).await;
    let sql = "UPDATE agent_device_code SET agent_id = $2 WHERE agent_id = $1 /* all platforms */";
    rewrite(service, sql, params![own.id, other.id].to_vec()).await;
    redeem(&platform, &own.code).await
}

async fn carried_off_code(service: &Service) -> ForgeryOutcome {
    let mine = service.platform_with(&["USD"]).await;
    let theirs = service.platform_with(&["USD"]).await;
    let own = create_agent(&mine, &mine.customer(&["USD"]).await).await;
    let other = create_agent(&theirs, &theirs.customer(&["USD"]).await).await;
    let sql = "UPDATE agent_device_code SET agent_id = $2, platform_id = $3 WHERE agent_id = $1 /* all platforms */";
    rewrite(service, sql, params![own.id, other.id, theirs.id].to_vec()).await;
    redeem(&mine, &own.code).await
}

async fn request_quote(scene: &Scene, account: &str, amount: i64) -> Response {
    scene.platform.post("/quotes").json(&scene.transfer(account, "SENDING", amount)).send().await
}

async fn enabled_account(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let account = scene.euro_account().await;
    act(service, "external-account disable", with(&scene.platform, json!({ "account": account }))).await;
    request_quote(&scene, &account, 1_000).await.expect_error(400, "INVALID_INPUT");
    let sql = "UPDATE external_account SET status = 'ACTIVE' WHERE account_id = $1 /* all platforms */";
    let id: ExternalAccountId = account.parse().unwrap();
    rewrite(service, sql, params![id].to_vec()).await;
    ForgeryOutcome::of(&request_quote(&scene, &account, 1_000).await, id)
}

async fn undeleted_account(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let account = scene.euro_account().await;
    let path = format!("/customers/external-accounts/{account}");
    scene.platform.delete(&path).send().await.expect(204);
    request_quote(&scene, &account, 1_000).await.expect_error(404, "REFERENCE_NOT_FOUND");
    let sql = "UPDATE external_account SET is_deleted = FALSE WHERE account_id = $1 /* all platforms */";
    let id: ExternalAccountId = account.parse().unwrap();
    rewrite(service, sql, params![id].to_vec()).await;
    ForgeryOutcome::of(&request_quote(&scene, &account, 1_000).await, id)
}

async fn without_fees(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let fee = json!({ "feeConfigs": [{ "feeType": "CROSS_CURRENCY_TRANSACTION", "sourceCurrency": "USD",
        "variableFeeBps": 70, "fixedFee": { "amount": 30, "currency": "USD" } }] });
    scene.platform.patch("/config").json(&fee).send().await.expect(200);
    let account = scene.euro_account().await;
    let platform = scene.platform.id;
    let take_away = |document: &mut Value| document["fee_configs"] = json!([]);
    rewrite_document(service, &DOCUMENT_OF_PLATFORM, platform.into(), take_away).await;
    ForgeryOutcome::of(&request_quote(&scene, &account, 1_000).await, platform)
}

async fn raised_limit(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let account = scene.euro_account().await;
    let currency = json!({ "currencyCode": "USD", "minAmount": 100, "maxAmount": 7_000,
        "requiredCounterpartyFields": [], "enabledTransactionTypes": ["OUTGOING"] });
    let allowed = json!({ "supportedCurrencies": [currency] });
    scene.platform.patch("/config").json(&allowed).send().await.expect(200);
    request_quote(&scene, &account, 8_000).await.expect_error(400, "AMOUNT_OUT_OF_RANGE");
    let platform = scene.platform.id;
    let raise = |document: &mut Value| document["currencies"][0]["max_amount"] = json!(9_000);
    rewrite_document(service, &DOCUMENT_OF_PLATFORM, platform.into(), raise).await;
    ForgeryOutcome::of(&request_quote(&scene, &account, 8_000).await, platform)
}

async fn other_endpoint(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let platform = scene.platform.id;
    let other_receiver = Receiver::start().await;
    let sql = "UPDATE platform SET webhook_endpoint = $2 WHERE platform_id = $1";
    rewrite(service, sql, vec![platform.into(), other_receiver.url().to_owned().into()]).await;
    let outcome = ForgeryOutcome::of(&scene.platform.post("/webhooks/test").send().await, platform);
    assert_eq!(other_receiver.received().is_empty(), outcome.refusal.is_some(), "what is sent there");
    outcome
}

/// Lets Bob's agent pay from Alice's account.
async fn other_owner(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let platform = &scene.platform;
    platform.fund(&scene.usd, 10_000).await;
    let bob = platform.customer(&["EUR"]).await;
    let bank = platform.dollar_account(&bob, "111").await;
    let agent = Agent::install(service, platform, &bob, &p1()).await;
    let body = json!({
        "source": { "accountId": scene.usd }, "destination": { "accountId": bank }, "amount": 9_000,
    });
    agent.post("/agents/me/transfer-out").json(&body).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    let sql = "UPDATE internal_account SET customer_id = $2, owner_id = $2 WHERE account_id = $1 \
               /* all platforms */";
    let account: InternalAccountId = scene.usd.parse().unwrap();
    let customer: CustomerId = text(&bob["id"]).parse().unwrap();
    rewrite(service, sql, params![account, customer].to_vec()).await;
    ForgeryOutcome::of(&agent.post("/agents/me/transfer-out").json(&body).send().await, account)
}

/// Pays from a wallet without its signature.
async fn other_kind(service: &Service) -> ForgeryOutcome {
    let (wallet, response) = another_type(service).await;
    ForgeryOutcome::of(&response, wallet)
}

async fn thawed_account(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    scene.platform.fund(&scene.usd, 10_000).await;
    let bank = scene.euro_account().await;
    let account: InternalAccountId = scene.usd.parse().unwrap();
    act(service, "account freeze", with(&scene.platform, json!({ "account": account }))).await;
    request_quote(&scene, &bank, 1_000).await.expect_error(400, "INVALID_INPUT");
    let thaw = |document: &mut Value| document["state"] = json!({ "status": "ACTIVE" });
    rewrite_document(service, &DOCUMENT_OF_ACCOUNT, account.into(), thaw).await;
    let sql = "UPDATE internal_account SET status = 'ACTIVE' WHERE account_id = $1 /* all platforms */";
    rewrite(service, sql, params![account].to_vec()).await;
    ForgeryOutcome::of(&request_quote(&scene, &bank, 1_000).await, account)
}

/// Forges the funding details that payers are shown.
async fn other_funding(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let account: InternalAccountId = scene.usd.parse().unwrap();
    let mine = |document: &mut Value| document["funding"][0]["details"]["accountNumber"] = json!("000123");
    rewrite_document(service, &DOCUMENT_OF_ACCOUNT, account.into(), mine).await;
    let path = format!("/customers/internal-accounts?customerId={}", text(&scene.alice["id"]));
    let response = scene.platform.get(&path).send().await;
    let outcome = ForgeryOutcome::of(&response, account);
    assert_eq!(response.json().to_string().contains("000123"), outcome.refusal.is_none(), "what is shown");
    outcome
}

/// Redirects payments for Alice to Mallory.
async fn other_reference(service: &Service) -> ForgeryOutcome {
    let scene = Scene::new(service).await;
    let mallory = scene.platform.customer(&["USD"]).await;
    let theirs: InternalAccountId = scene.usd.parse().unwrap();
    let mine: InternalAccountId = scene.platform.account_of(&mallory, "USD").await.parse().unwrap();
    let read = service.app().store.read(move |tx| {
        let sql = "SELECT identifier FROM funding_identifier WHERE account_id = $1 /* all platforms */ \
                   ORDER BY identifier LIMIT 1";
        tx.query_one(sql, params![theirs], |row| row.get::<String>("identifier"))
    });
    let reference: String = read.await.map_err(|error: Error| error).unwrap();
    let sql = "UPDATE funding_identifier SET account_id = $2 WHERE identifier = $1 /* all platforms */";
    rewrite(service, sql, vec![reference.clone().into(), mine.into()]).await;
    let pushed = json!({ "reference": reference, "amount": 1_000, "currency": "USD", "rail": "WIRE" });
    let refusal = try_action(service, "deposit push", with(&scene.platform, pushed)).await.err();
    let refusal = refusal.map(|error| {
        assert!(error.to_string().contains("The service failed"), "{error}");
        (500, "INTERNAL_ERROR".to_owned())
    });
    ForgeryOutcome { refusal, named: reference }
}
