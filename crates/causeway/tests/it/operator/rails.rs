//! The commands about rails (rails 17): each with its refusals, its dry run and its row in the audit trail.

use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_store::rails::{self, RailRecord, RailStatus, state};
use causeway_store::{Error, Tx};
use serde_json::{Value, json};

use super::acting::{act, expect_error, on, trail, try_dry_run, with};
use super::printed::parse_all;
use crate::harness::{Service, on_engines};

/// The adapter's key of the test vector (rails 3.3).
const KEY: &str = "Kay64UG8yvCyLhqU000LxzYeUm0L/hLIl5S8kyKWbdc=";
/// The address of a platform.
const ADDRESS: &str =
    r#"{"line1": "1 Main Street", "city": "New York", "postalCode": "10001", "country": "US"}"#;
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

/// Returns the noun and the verb of a command.
fn action_of(command: &str) -> String {
    let words: Vec<&str> = command.split(' ').skip(1).take(2).collect();
    words.join(" ")
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

/// Enables the rail `bank`, as if its adapter had answered.
async fn enable(service: &Service) {
    let write = |tx: &mut Tx<'_>| {
        let bank = rails::find_named(tx, "bank")?.ok_or(Error::Missing)?;
        rails::update(tx, &RailRecord { status: RailStatus::Enabled, ..bank })
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
        let next: Vec<String> = parse_all(&added["commands"]).iter().map(|command| action_of(command)).collect();
        let steps = ["rail check", "rail-account add", "rail-account bind", "rail-route set", "platform set", "rail resume"];
        assert_eq!(next, steps);
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
    /// Checks that the addresses of a rail are set together with those that stay, and that its keys stay.
    async fn the_addresses_of_a_rail_are_set(service) {
        act(service, "rail add", new_rail("bank")).await;
        let before = act(service, "rail show", rail("bank")).await.json;
        let moved = json!({ "rail": "bank", "url": "https://127.1.2.3/rails", "allow": "127.1.0.0/16", "push_from": "127.1.2.3/32" });
        let dry = try_dry_run(service, "rail set", moved.clone()).await.unwrap();
        let sentence = "change the addresses of the rail bank from http://127.0.0.1:9 (allow 127.0.0.0/8, push from any) \
                        to https://127.1.2.3/rails (allow 127.1.0.0/16, push from 127.1.2.3/32)";
        assert_eq!(dry["would"]["further"], json!([sentence]));
        act(service, "rail set", moved).await;
        let after = act(service, "rail show", rail("bank")).await.json;
        assert_eq!((&after["url"], &after["allow"]), (&json!("https://127.1.2.3"), &json!("127.1.0.0/16")));
        for kept in ["rail", "status", "service_key", "adapter_keys", "feed"] {
            assert_eq!(after[kept], before[kept], "{kept}");
        }

        let set = |member: &str, value: &str| json!({ "rail": "bank", member: value });
        for (member, value) in [
            ("url", "https://10.2.2.3"),
            ("url", "http://10.1.2.3"),
            ("allow", "public"),
            ("allow", "127.2.0.0/16"),
            ("push_from", "everywhere"),
        ] {
            expect_error(service, "rail set", set(member, value), Kind::Invalid).await;
        }
        expect_error(service, "rail set", rail("bank"), Kind::Invalid).await;
        expect_error(service, "rail set", json!({ "rail": "other", "push_from": "any" }), Kind::NotFound).await;
        let public = json!({ "rail": "bank", "url": "https://bank.example.com", "allow": "public" });
        let dry = try_dry_run(service, "rail set", public).await.unwrap();
        assert!(dry.to_string().contains("to https://bank.example.com (allow public, push from 127.1.2.3/32)"), "{dry}");
        act(service, "rail set", set("push_from", "any")).await;
        let shown = act(service, "rail show", rail("bank")).await.json;
        assert_eq!((&shown["allow"], &shown["push_from"]), (&json!("127.1.0.0/16"), &Value::Null));
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
    /// Checks that the test of a route names the condition that is not met, and the command after which it is.
    async fn a_route_is_tested(service) {
        let platform = service.platform(Environment::Production).await;
        let test = async |further: Value| {
            let mut payment = json!({ "account_type": "USD_ACCOUNT", "currency": "USD", "amount": 500 });
            payment.as_object_mut().unwrap().extend(further.as_object().unwrap().clone());
            let tested = act(service, "rail-route test", with(&platform, payment)).await.json;
            assert_eq!(json!(parse_all(&tested["commands"])), tested["commands"]);
            assert_eq!(tested["is_taken"], tested["commands"] == json!([]), "{tested}");
            tested
        };
        let tested = test(json!({})).await;
        assert_eq!(tested["commands"], json!(["causeway rail add NAME --url URL --adapter-key KEY"]));

        act(service, "rail add", new_rail("bank")).await;
        tell_capabilities(service).await;
        let set = |corridor: &str, payment_rail: &str, direction: &str| format!(
            "causeway rail-route set bank {corridor} --account-type USD_ACCOUNT --payment-rail {payment_rail} \
             --currency USD --direction {direction}"
        );
        let identity = format!("causeway platform set --platform {} --legal-name NAME --address JSON", platform.id);
        let tested = test(json!({})).await;
        assert!(tested["obstacle"].as_str().unwrap().contains("legal name"), "{tested}");
        assert_eq!(tested["commands"], json!([identity, set("usd-instant", "RTP", "payout")]));

        let name = json!({ "legal_name": "Acme Inc.", "address": ADDRESS });
        act(service, "platform set", with(&platform, name)).await;
        let tested = test(json!({})).await;
        assert_eq!((&tested["obstacle"], &tested["routes"]), (&Value::Null, &json!([])));
        assert_eq!(tested["commands"], json!([set("usd-instant", "RTP", "payout")]));

        act(service, "rail-route set", route("usd-instant", "RTP")).await;
        let tested = test(json!({})).await;
        let shown = &tested["routes"][0];
        assert_eq!((&shown["rail"], &shown["obstacle"]), (&json!("bank"), &json!("the rail is paused")));
        assert_eq!(tested["commands"], json!(["causeway rail resume bank --reason TEXT"]));

        enable(service).await;
        let tested = test(json!({})).await;
        assert_eq!(tested["commands"], json!(["causeway rail-account bind bank THEIRS ACCOUNT"]));
        let account = json!({ "name": "acme-usd", "currency": "USD", "home": platform.id });
        act(service, "rail-account add", account).await;
        act(service, "rail-account bind", json!({ "rail": "bank", "theirs": "main-usd", "ours": "acme-usd" })).await;
        let tested = test(json!({ "payment_rail": "RTP" })).await;
        assert_eq!((&tested["is_taken"], &tested["routes"][0]["obstacle"]), (&json!(true), &Value::Null));

        let tested = test(json!({ "amount": 1_000_001 })).await;
        let too_much = "the amount is out of the range of the corridor";
        assert_eq!(tested["routes"][0]["obstacle"], too_much);
        let tested = test(json!({ "direction": "collection" })).await;
        assert_eq!(tested["commands"], json!([set("usd-debit", "ACH", "collection")]));
        let sandbox = service.platform(Environment::Sandbox).await;
        let payment = json!({ "account_type": "USD_ACCOUNT", "currency": "USD" });
        expect_error(service, "rail-route test", with(&sandbox, payment), Kind::Refused).await;
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
        let bare = json!({ "rail": "bank", "currency": "USD" });
        let refused = expect_error(service, "rail-limit set", bare.clone(), Kind::Invalid).await;
        assert!(refused.message.contains("--none"), "{refused}");
        let mut none = bare;
        none["none"] = json!(true);
        let mut both = none.clone();
        both["open_out"] = json!(5);
        expect_error(service, "rail-limit set", both, Kind::Invalid).await;
        let kept = act(service, "rail show", rail("bank")).await.json["limits"].clone();
        assert_eq!((kept.as_array().map(Vec::len), &kept[0]["maximum_order"]), (Some(1), &json!(5)));
        act(service, "rail-limit set", none).await;
        assert_eq!(act(service, "rail show", rail("bank")).await.json["limits"], json!([]));

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
        let set = json!({ "legal_name": "Acme Inc.", "address": ADDRESS });
        let shown = act(service, "platform set", with(&platform, set)).await.json;
        assert_eq!((&shown["legal_name"], &shown["address"]["city"]), (&json!("Acme Inc."), &json!("New York")));
        expect_error(service, "platform set", on(&platform), Kind::Invalid).await;
        let wrong = with(&platform, json!({ "address": r#"{"line1": "1 Main Street"}"# }));
        expect_error(service, "platform set", wrong, Kind::Invalid).await;
        let shown = act(service, "platform show", on(&platform)).await.json;
        assert_eq!(shown["legal_name"], "Acme Inc.");
    }
}
