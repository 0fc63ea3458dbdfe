//! The commands about rails (rails 17): each with its refusals, its dry run and its row in the audit trail.

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_store::rails::{self, state};
use causeway_store::{Error, Tx};
use serde_json::{Value, json};

use super::acting::{act, expect_error, on, trail, try_dry_run, with};
use crate::harness::{Service, on_engines};

/// The adapter's key of the test vector (rails 3.3).
const KEY: &str = "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc=";
/// Another key (rails 3.3).
pub(super) const OTHER_KEY: &str = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=";

/// Returns the arguments that add a rail whose adapter does not run.
pub(super) fn new_rail(name: &str) -> Value {
    json!({ "name": name, "url": "http://127.0.0.1:9", "adapter_key": KEY, "allow": "127.0.0.0/8" })
}

/// Returns the arguments that name a rail.
pub(super) fn rail(name: &str) -> Value {
    json!({ "rail": name })
}

/// Returns the arguments that set a route to a corridor.
pub(super) fn route(corridor: &str, payment_rail: &str) -> Value {
    json!({
        "rail": "bank", "corridor": corridor, "account_type": "USD_ACCOUNT", "payment_rail": payment_rail,
        "currency": "USD",
    })
}

/// Stores capabilities of the rail `bank` with a corridor for payouts and one for debits, as if the adapter had told them.
pub(super) async fn tell_capabilities(service: &Service) {
    let corridor = |name: &str, payment_rail: &str| {
        json!({
            "corridor": name, "accountType": "USD_ACCOUNT", "rail": payment_rail, "currency": "USD",
            "account": "main-usd", "countries": ["*"], "minimum": 1, "maximum": 1_000_000,
            "confirmation": "POSITIVE", "cancel": "NEVER", "needs": [], "precheck": "LOCAL",
        })
    };
    let told = json!({
        "protocol": ["1.0"], "adapter": { "name": "bank", "version": "2" }, "mode": "LIVE",
        "memory": { "id": "00000000-0000-4000-8000-000000000001", "sequence": 0 },
        "services": ["PAYOUT", "COLLECTION"],
        "accounts": [{ "id": "main-usd", "currency": "USD", "decimals": 2, "identifiers": {} }],
        "payouts": [corridor("usd-instant", "RTP")], "collections": [corridor("usd-debit", "ACH")],
        "limits": {}, "push": false,
    });
    let write = move |tx: &mut Tx<'_>| {
        let id = rails::find_named(tx, "bank")?.ok_or(Error::Missing)?.id;
        let now = tx.wall();
        state::save_capabilities(tx, id, &told, now)
    };
    service.app().store.write::<_, Error, _>(&[], write).await.unwrap();
}

on_engines! {
    /// Checks that a rail is added paused, with a key pair of its own and what its adapter needs.
    async fn a_rail_is_added_paused(service) {
        let dry = try_dry_run(service, "rail add", new_rail("bank")).await.unwrap();
        assert_eq!(dry["would"]["further"], json!(["add a rail: bank at http://127.0.0.1:9"]));
        assert!(dry["result"]["service_key"].as_str().unwrap().starts_with('('), "{dry}");
        assert_eq!(act(service, "rail list", json!({})).await.json, json!([]));

        let added = act(service, "rail add", new_rail("bank")).await.json;
        assert_eq!(added["status"], "PAUSED");
        assert_eq!(added["push_path"], "/rails/v1/bank/changes");
        let own = added["service_key"].as_str().unwrap();
        assert!(own.len() == 44 && own != KEY, "{own}");
        let other = act(service, "rail add", new_rail("bank-2")).await.json;
        assert_ne!(other["service_key"], added["service_key"]);

        let listed = act(service, "rail list", json!({})).await.json;
        assert_eq!(listed[0]["rail"], added["rail"]);
        assert_eq!((&listed[0]["adapter"], &listed[0]["open_orders"]), (&Value::Null, &json!(0)));
        let shown = act(service, "rail show", rail("bank")).await.json;
        assert_eq!(shown["adapter_keys"][0]["adapter_key"], KEY);
        assert_eq!(shown["service_key"], added["service_key"]);
        assert_eq!(shown["commands"], json!(["causeway rail resume bank --reason TEXT"]));
        let recorded = trail(service).await.into_iter().filter(|row| row.action == "rail add").count();
        assert_eq!(recorded, 2, "a dry run is no action");
    }
}

on_engines! {
    /// Checks that a rail with a taken name, a weak key or an address out of reach is refused.
    async fn a_rail_that_cannot_be_reached_is_refused(service) {
        act(service, "rail add", new_rail("bank")).await;
        expect_error(service, "rail add", new_rail("bank"), Kind::Refused).await;
        for (member, value) in [
            ("name", json!("Bank")),
            ("url", json!("http://bank.example.com")),
            ("url", json!("https://10.0.0.1")),
            ("allow", json!("127.0.0.1")),
            ("allow", Value::Null),
            ("push_from", json!("everywhere")),
            ("adapter_key", json!("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")),
        ] {
            let mut wrong = new_rail("other");
            wrong[member] = value;
            expect_error(service, "rail add", wrong, Kind::Invalid).await;
        }
        expect_error(service, "rail show", rail("other"), Kind::NotFound).await;
        let error = expect_error(service, "rail resume", rail("bank"), Kind::Refused).await;
        assert!(error.message.contains("does not answer"), "{error}");
        expect_error(service, "rail pause", rail("bank"), Kind::Refused).await;
        expect_error(service, "rail pause", rail("other"), Kind::NotFound).await;
        expect_error(service, "rail compare", rail("bank"), Kind::Refused).await;
    }
}

on_engines! {
    /// Checks that accounts and routes are those that the adapter has told of.
    async fn accounts_and_routes_follow_the_capabilities(service) {
        act(service, "rail add", new_rail("bank")).await;
        let home = service.platform(Environment::Production).await;
        let account = |name: &str| json!({ "name": name, "currency": "USD", "home": home.id });
        act(service, "rail-account add", account("acme-usd")).await;
        expect_error(service, "rail-account add", account("acme-usd"), Kind::Refused).await;
        let early = expect_error(service, "rail-route set", route("usd-instant", "RTP"), Kind::Refused).await;
        assert!(early.message.contains("capabilities"), "{early}");

        tell_capabilities(service).await;
        let binding = |theirs: &str, ours: &str| json!({ "rail": "bank", "theirs": theirs, "ours": ours });
        act(service, "rail-account bind", binding("main-usd", "acme-usd")).await;
        expect_error(service, "rail-account bind", binding("main-usd", "acme-usd"), Kind::Refused).await;
        expect_error(service, "rail-account bind", binding("main-eur", "acme-usd"), Kind::Invalid).await;
        expect_error(service, "rail-account bind", binding("main-usd", "other"), Kind::Invalid).await;

        let payouts = act(service, "rail-route set", route("usd-instant", "RTP")).await.json;
        assert_eq!((&payouts["direction"], &payouts["rank"]), (&json!("PAYOUT"), &json!(100)));
        let debits = act(service, "rail-route set", route("usd-debit", "ACH")).await.json;
        assert_eq!(debits["direction"], "COLLECTION");
        expect_error(service, "rail-route set", route("usd-debit", "ACH"), Kind::Refused).await;
        expect_error(service, "rail-route set", route("usd-instant", "ACH"), Kind::Invalid).await;
        expect_error(service, "rail-route set", route("eur-instant", "RTP"), Kind::Invalid).await;

        let shown = act(service, "rail show", rail("bank")).await.json;
        assert_eq!(shown["accounts"], json!([{ "theirs": "main-usd", "account": "acme-usd" }]));
        assert_eq!(shown["adapter"], "bank 2");
        assert_eq!(act(service, "rail-route list", json!({})).await.json.as_array().unwrap().len(), 2);
        act(service, "rail-route remove", json!({ "route": payouts["route"] })).await;
        expect_error(service, "rail-route remove", json!({ "route": payouts["route"] }), Kind::NotFound).await;
        act(service, "rail remove", rail("bank")).await;
        assert_eq!(act(service, "rail-route list", json!({})).await.json, json!([]));
    }
}

on_engines! {
    /// Checks that limits of a currency are replaced, and a key is revoked before the next one.
    async fn limits_and_keys_are_changed(service) {
        act(service, "rail add", new_rail("bank")).await;
        let limits = |member: &str, amount: i64| json!({ "rail": "bank", "currency": "USD", member: amount });
        act(service, "rail-limit set", limits("daily_out", 1_000)).await;
        let dry = try_dry_run(service, "rail-limit set", limits("maximum_order", 5)).await.unwrap();
        let sentence = "change the limits of the rail bank in USD from daily out 1000 to maximum order 5";
        assert_eq!(dry["would"]["further"], json!([sentence]));
        let set = act(service, "rail-limit set", limits("maximum_order", 5)).await.json;
        assert_eq!((&set["maximum_order"], &set["daily_out"]), (&json!(5), &Value::Null));
        expect_error(service, "rail-limit set", limits("open_out", -1), Kind::Invalid).await;

        let other = json!({ "rail": "bank", "key": OTHER_KEY });
        expect_error(service, "rail-key add", other.clone(), Kind::Refused).await;
        act(service, "rail-key revoke", rail("bank")).await;
        expect_error(service, "rail-key revoke", rail("bank"), Kind::Refused).await;
        act(service, "rail-key add", other).await;
        let keys = act(service, "rail-key show", rail("bank")).await.json;
        let keys = keys["adapter_keys"].as_array().unwrap();
        let shown: Vec<(&Value, bool)> =
            keys.iter().map(|key| (&key["adapter_key"], key["revoked_at"].is_null())).collect();
        assert_eq!(shown, [(&json!(KEY), false), (&json!(OTHER_KEY), true)]);
    }
}

on_engines! {
    /// Checks that a platform gets the name and the address that rails tell banks.
    async fn a_platform_gets_a_legal_name_and_an_address(service) {
        let platform = service.platform(Environment::Production).await;
        let address = r#"{"line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US"}"#;
        let set = json!({ "legal_name": "Acme Inc.", "address": address });
        let shown = act(service, "platform set", with(&platform, set)).await.json;
        assert_eq!((&shown["legal_name"], &shown["address"]["city"]), (&json!("Acme Inc."), &json!("New York")));
        expect_error(service, "platform set", on(&platform), Kind::Invalid).await;
        let wrong = with(&platform, json!({ "address": r#"{"line1": "1 Main Street"}"# }));
        expect_error(service, "platform set", wrong, Kind::Invalid).await;
        let shown = act(service, "platform show", on(&platform)).await.json;
        assert_eq!(shown["legal_name"], "Acme Inc.");
    }
}
