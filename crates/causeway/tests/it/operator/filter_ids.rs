//! The ids by which lists are narrowed exist on the platform of the list, or are refused (conventions 2.1).

use causeway_service::operator::{Grant, Kind, Role};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, try_action_as, with};
use crate::harness::{Platform, Service, on_engines};

/// An id that no resource has, behind the name of its type.
const UNKNOWN: &str = "0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";

/// A list with an argument for an id.
struct Filter {
    list: &'static str,
    argument: &'static str,
    id: String,
}

impl Filter {
    fn arguments(&self) -> Value {
        json!({ self.argument: self.id })
    }

    /// Returns the arguments with an id of the same type that does not exist.
    fn unknown(&self) -> Value {
        let (type_name, _) = self.id.split_once(':').unwrap();
        json!({ self.argument: format!("{type_name}:{UNKNOWN}") })
    }
}

/// Returns the lists that are narrowed by an id, with the ids of a platform.
async fn filters(platform: &Platform) -> Vec<Filter> {
    let customer = platform.customer(&["USD"]).await;
    let internal = platform.own_account("USD").await;
    let external = platform.dollar_account(&customer, "111").await;
    let id = customer["id"].as_str().unwrap().to_owned();
    let by_customer = [
        "payment list",
        "quote list",
        "account list",
        "external-account list",
        "card list",
        "card-transaction list",
        "wallet list",
        "agent list",
        "agent-action list",
    ];
    let by_customer = by_customer.map(|list| Filter { list, argument: "customer", id: id.clone() });
    let others = [
        Filter { list: "payment list", argument: "account", id: external },
        Filter { list: "deposit list", argument: "account", id: internal },
        Filter { list: "webhook list", argument: "resource", id: id.clone() },
        Filter { list: "jobs list", argument: "resource", id: id.clone() },
        Filter { list: "audit list", argument: "subject", id },
    ];
    by_customer.into_iter().chain(others).collect()
}

async fn two_platforms(service: &Service) -> [Platform; 2] {
    [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await]
}

on_engines! {
    async fn a_filter_of_another_platform_is_refused_with_the_names_of_both(service) {
        let [one, two] = two_platforms(service).await;
        for filter in filters(&two).await {
            let error = expect_error(service, filter.list, with(&one, filter.arguments()), Kind::NotFound).await;
            for named in [filter.id.clone(), one.id.to_string(), two.id.to_string()] {
                assert!(error.message.contains(&named), "{}: {error}", filter.list);
            }
            act(service, filter.list, with(&two, filter.arguments())).await;
        }
    }
}

on_engines! {
    async fn a_filter_that_does_not_exist_is_refused_with_and_without_a_platform(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for filter in filters(&platform).await {
            for arguments in [filter.unknown(), with(&platform, filter.unknown())] {
                let error = expect_error(service, filter.list, arguments, Kind::NotFound).await;
                assert!(error.message.starts_with("there is no ") && error.message.ends_with(UNKNOWN), "{error}");
            }
        }
    }
}

on_engines! {
    /// A caller who may use one of two platforms learns nothing of the other one.
    async fn a_filter_outside_of_the_grant_does_not_exist(service) {
        let [one, two] = two_platforms(service).await;
        let of_one = caller(Grant::of(&[Role::Operator], Some(one.id)));
        for filter in filters(&two).await {
            let outside = try_action_as(service, &of_one, filter.list, with(&one, filter.arguments())).await;
            let outside = outside.err().unwrap_or_else(|| panic!("{} succeeded", filter.list)).to_string();
            let absent = try_action_as(service, &of_one, filter.list, with(&one, filter.unknown())).await;
            let absent = absent.err().unwrap_or_else(|| panic!("{} succeeded", filter.list)).to_string();
            let (_, uuid) = filter.id.split_once(':').unwrap();
            assert_eq!(outside.replace(uuid, UNKNOWN), absent, "{}", filter.list);
        }
    }
}
