//! Operators' lists and shows: newest first, by page, with bounded filters and few statements (conventions 2.3).

use causeway_service::operator::{Action, Kind, NOUNS};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use super::population::populate;
use crate::harness::{Platform, Service, journey, on_engines};

/// More customers than a filter without an index is compared with.
const MANY: u32 = 10_500;
/// Maximum number of statements of a show, and of that of a customer.
const MAX_STATEMENTS: u64 = 8;
const MAX_OF_CUSTOMER: u64 = 12;

async fn list(service: &Service, platform: &Platform, action: &str, arguments: Value) -> Value {
    act(service, action, with(platform, arguments)).await.json
}

fn ids<'a>(page: &'a Value, member: &str) -> Vec<&'a str> {
    page["rows"].as_array().unwrap().iter().map(|row| row[member].as_str().unwrap()).collect()
}

/// Runs a show without a platform, and returns what it printed and the number of its statements.
async fn show(service: &Service, action: &str, arguments: Value) -> (Value, u64) {
    let before = service.app().store.counts().statements;
    let shown = act(service, action, arguments).await.json;
    (shown, service.app().store.counts().statements - before)
}

on_engines! {
    async fn pages_are_newest_first_and_continue(service) {
        let platform = service.platform(Environment::Sandbox).await;
        populate(service, platform.id, 25).await;
        let first = list(service, &platform, "customer list", json!({ "limit": 10 })).await;
        let next = first["next"].as_str().unwrap();
        let second = list(service, &platform, "customer list", json!({ "limit": 10, "before": next })).await;
        let next = second["next"].as_str().unwrap();
        let third = list(service, &platform, "customer list", json!({ "limit": 10, "before": next })).await;
        assert_eq!(third["next"], Value::Null);
        let all: Vec<&str> = [&first, &second, &third].iter().flat_map(|page| ids(page, "own_id")).collect();
        let expected: Vec<String> = (0..25).rev().map(|number| format!("own-{number}")).collect();
        assert_eq!(all, expected);
        let own = list(service, &platform, "customer list", json!({ "own_id": "own-7" })).await;
        assert_eq!(ids(&own, "own_id"), ["own-7"]);
        let since = json!({ "since": "2023-11-14T22:13:40Z", "until": "2023-11-14T22:13:42Z" });
        let period = list(service, &platform, "customer list", since).await;
        assert_eq!(ids(&period, "own_id"), ["own-22", "own-21", "own-20"]);
        for wrong in [json!({ "limit": 0 }), json!({ "limit": 1_001 }), json!({ "before": "x" })] {
            expect_error(service, "customer list", with(&platform, wrong), Kind::Invalid).await;
        }
    }
}

on_engines! {
    async fn a_filter_without_an_index_is_bounded_and_says_so(service) {
        let platform = service.platform(Environment::Sandbox).await;
        populate(service, platform.id, MANY).await;
        let approved = list(service, &platform, "customer list", json!({ "status": "APPROVED", "limit": 3 })).await;
        assert_eq!(approved["rows"].as_array().unwrap().len(), 3);
        assert_eq!(approved.get("searched_only"), None, "the page was full before");
        let held = json!({ "status": "HOLD" });
        let first = list(service, &platform, "customer list", held).await;
        assert_eq!((&first["rows"], &first["searched_only"]), (&json!([]), &json!(10_000)));
        let rest = json!({ "status": "HOLD", "before": first["next"] });
        let last = list(service, &platform, "customer list", rest).await;
        assert_eq!((&last["rows"], &last["next"], last.get("searched_only")), (&json!([]), &Value::Null, None));
    }
}

/// Returns the actions with a maximum number of rows.
fn limited() -> Vec<&'static Action> {
    let all = NOUNS.iter().flat_map(|noun| &noun.actions);
    all.filter(|action| action.arguments.iter().any(|argument| argument.name == "limit")).collect()
}

on_engines! {
    /// Checks that each action with a limit refuses to return no row, and more than a page.
    async fn each_limit_is_bounded(service) {
        service.platform(Environment::Sandbox).await;
        let actions = limited();
        assert!(actions.len() > 20, "{}", actions.len());
        for action in actions {
            let mut arguments = json!({});
            for argument in action.arguments.iter().filter(|argument| argument.is_required) {
                assert_eq!((action.noun, argument.name), ("find", "text"), "a required argument needs a value here");
                arguments["text"] = json!(["Ada"]);
            }
            for limit in [0, 1_001, u32::MAX] {
                arguments["limit"] = json!(limit);
                let name = format!("{} {}", action.noun, action.verb);
                expect_error(service, &name, arguments.clone(), Kind::Invalid).await;
            }
        }
    }
}

journey! {
    async fn a_customer_is_shown_with_all_it_has_in_twelve_statements(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "currencies": ["USD"],
            "email": "ada@example.com", "phoneNumber": "+14155550123",
        });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let id = customer["id"].as_str().unwrap();
        let usd = platform.account_of(&customer, "USD").await;
        platform.fund(&usd, 12_345).await;
        let account = platform.euro_account(&customer, "DE89370400440532013000").await;

        let (shown, _) = show(service, "customer show", json!({ "customer": id })).await;
        assert_eq!((&shown["name"], &shown["email"]), (&json!("Ada Lovelace"), &json!("ada@example.com")));
        assert_eq!(shown["status"], "APPROVED");
        let balances = shown["accounts"].as_array().unwrap();
        assert!(balances.iter().any(|row| row["account"] == usd && row["available"]["amount"] == 12_345));
        assert_eq!(shown["external_accounts"][0]["external_account"], account);
        let completed = shown["completed"].as_array().unwrap();
        assert!(completed.iter().any(|row| row["type"] == "INCOMING" && row["amount"]["amount"] == 12_345));

        let (details, _) = show(service, "external-account show", json!({ "account": account })).await;
        assert_eq!((&details["customer"], &details["unusable"]), (&json!(id), &Value::Null));
        let accounts = list(service, &platform, "external-account list", json!({ "customer": id })).await;
        assert_eq!(ids(&accounts, "account"), [account.as_str()]);
    }
}

on_engines! {
    async fn shows_take_few_statements(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.euro_account(&customer, "DE89370400440532013000").await;
        let card = |id: &str| json!({ "customer": id });
        let count = |action: &'static str, arguments: Value| {
            let arguments = with(&platform, arguments);
            async move {
                let mut least = u64::MAX;
                // Background work may add statements to single measurements.
                for _ in 0..20 {
                    least = least.min(show(service, action, arguments.clone()).await.1);
                }
                least
            }
        };
        let id = customer["id"].as_str().unwrap();
        assert!(count("customer show", card(id)).await <= MAX_OF_CUSTOMER);
        assert!(count("external-account show", json!({ "account": account })).await <= MAX_STATEMENTS);
        for action in ["customer list", "external-account list", "card list", "card-transaction list", "agent list",
            "agent-action list", "wallet list", "token list", "webhook list", "jobs list", "quote list",
            "stablecoin list", "stablecoin-operation list"] {
            assert!(count(action, json!({})).await <= 2, "{action}");
        }
    }
}

journey! {
    async fn tokens_are_listed_and_deleted(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let made = act(service, "token create", with(&platform, json!({ "name": "spare" }))).await.json;
        let listed = list(service, &platform, "token list", json!({})).await;
        assert_eq!(ids(&listed, "name")[0], "spare");
        let rows = listed["rows"].as_array().unwrap();
        assert!(rows.iter().all(|row| row.get("client_secret").is_none()));
        act(service, "token delete", with(&platform, json!({ "token": made["token"] }))).await;
        let left = list(service, &platform, "token list", json!({})).await;
        assert!(!ids(&left, "name").contains(&"spare"));
        let last = json!({ "token": ids(&left, "token")[0] });
        expect_error(service, "token delete", with(&platform, last), Kind::Invalid).await;
        let gone = with(&platform, json!({ "token": made["token"] }));
        expect_error(service, "token delete", gone, Kind::NotFound).await;
    }
}
