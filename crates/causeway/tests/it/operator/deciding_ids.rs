//! The ids among the arguments decide about the platform of an action (conventions 2.1).

use causeway_domain::ids::Id;
use causeway_service::operator::{Grant, Kind, OperatorError, Role};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, trail, try_action_as, with};
use crate::harness::{Platform, Service, journey, on_engines};

/// Number of measurements, because background work may add statements to single ones.
const MEASUREMENTS: usize = 20;

async fn two_platforms(service: &Service) -> [Platform; 2] {
    [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await]
}

/// Returns the least number of statements of an action.
async fn statements(service: &Service, action: &str, arguments: &Value) -> u64 {
    let mut least = u64::MAX;
    for _ in 0..MEASUREMENTS {
        let before = service.app().store.counts().statements;
        act(service, action, arguments.clone()).await;
        least = least.min(service.app().store.counts().statements - before);
    }
    least
}

/// Runs an action that must fail for a caller with this grant.
async fn refused(service: &Service, grant: &Grant, action: &str, arguments: Value) -> OperatorError {
    match try_action_as(service, &caller(grant.clone()), action, arguments.clone()).await {
        Ok(_) => panic!("{action} {arguments} succeeded"),
        Err(error) => error,
    }
}

journey! {
    async fn changes_reads_and_lists_are_about_the_platform_of_their_ids(service) {
        let [one, two] = two_platforms(service).await;
        let customer = two.customer(&["USD"]).await;
        let account = two.account_of(&customer, "USD").await;
        let frozen = act(service, "account freeze", json!({ "account": account })).await.json;
        assert_eq!(frozen["status"], "FROZEN");
        let entry = trail(service).await.pop().unwrap();
        assert_eq!((entry.action.as_str(), entry.platform), ("account freeze", Some(two.id)));
        let shown = act(service, "account show", json!({ "account": account })).await.json;
        assert_eq!(shown["status"], "FROZEN");
        let verification = format!("Verification:{}", one.id.uuid());
        let many = with(&one, json!({ "verification": verification, "errors": vec!["INVALID_FIELD=fullName"; 65] }));
        let error = expect_error(service, "verification return", many, Kind::Invalid).await;
        assert!(error.message.contains("up to 64 items"), "{error}");
        for filter in [json!({ "customer": customer["id"] }), json!({ "account": account })] {
            act(service, "payment list", filter).await;
        }
        let further = json!({ "currency": "USD", "customer": customer["id"] });
        let added = act(service, "account add", further).await.json;
        assert_eq!(added["customer"], customer["id"]);
        expect_error(service, "account list", json!({}), Kind::Invalid).await;
        act(service, "account release", with(&two, json!({ "account": account }))).await;
        expect_error(service, "account add", with(&one, json!({ "currency": "USD", "customer": customer["id"] })), Kind::NotFound).await;
    }
}

on_engines! {
    async fn a_platform_that_does_not_fit_is_named_beside_the_one_that_does(service) {
        let [one, two] = two_platforms(service).await;
        let account = two.own_account("USD").await;
        for action in ["account freeze", "account show"] {
            let error = expect_error(service, action, with(&one, json!({ "account": account })), Kind::NotFound).await;
            for named in [account.clone(), one.id.to_string(), two.id.to_string()] {
                assert!(error.message.contains(&named), "{action}: {error}");
            }
        }
        assert_eq!(trail(service).await.len(), 0);
    }
}

on_engines! {
    async fn ids_of_two_platforms_are_refused_with_the_names_of_both(service) {
        let [one, two] = two_platforms(service).await;
        let customer = one.customer(&["USD"]).await;
        let mixed = json!({ "customer": customer["id"], "account": two.own_account("USD").await });
        let error = expect_error(service, "payment list", mixed, Kind::Invalid).await;
        assert!(error.message.contains(&one.id.to_string()) && error.message.contains(&two.id.to_string()), "{error}");
    }
}

on_engines! {
    /// A caller who may use two of three platforms learns nothing of the third one.
    async fn an_id_outside_of_the_grant_does_not_exist(service) {
        let [one, two] = two_platforms(service).await;
        let third = service.platform(Environment::Sandbox).await;
        let mut grant = Grant::of(&[Role::Operator], Some(one.id));
        grant.add(&[Role::Operator], Some(two.id));
        let foreign = third.own_account("USD").await;
        let unknown = "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";
        for action in ["account freeze", "account show"] {
            let [outside, absent] = [
                refused(service, &grant, action, json!({ "account": foreign })).await,
                refused(service, &grant, action, json!({ "account": unknown })).await,
            ];
            assert_eq!(outside.kind, Kind::NotFound, "{action}: {outside}");
            assert_eq!(outside.to_string().replace(&foreign, unknown), absent.to_string(), "{action}");
            let named = refused(service, &grant, action, with(&one, json!({ "account": foreign }))).await;
            assert!(!named.to_string().contains(&third.id.to_string()), "{action}: {named}");
        }
        let shown = act(service, "account show", json!({ "account": foreign })).await.json;
        assert_eq!(shown["status"], "ACTIVE");
        let own = two.own_account("USD").await;
        let frozen = try_action_as(service, &caller(grant.clone()), "account freeze", json!({ "account": own })).await;
        assert!(frozen.is_ok());
        let choice = refused(service, &grant, "account list", json!({})).await;
        assert_eq!(choice.kind, Kind::Invalid);
    }
}

on_engines! {
    async fn the_look_up_costs_statements_only_if_it_decides(service) {
        let one = service.platform(Environment::Sandbox).await;
        let account = one.own_account("USD").await;
        let arguments = json!({ "account": account });
        let named = with(&one, arguments.clone());
        let with_name = statements(service, "account show", &named).await;
        assert_eq!(statements(service, "account show", &arguments).await, with_name, "one platform");
        service.platform(Environment::Sandbox).await;
        assert_eq!(statements(service, "account show", &named).await, with_name, "the platform is named");
        let decided = statements(service, "account show", &arguments).await;
        assert!((with_name + 1..=with_name + 3).contains(&decided), "{decided}, and {with_name} with a name");
    }
}
