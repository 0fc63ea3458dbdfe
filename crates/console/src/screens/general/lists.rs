//! The lists that the general templates show.

use crate::parts::FilterField;

/// A list of a noun.
pub(super) struct GeneralList {
    pub(super) noun: &'static str,
    pub(super) segment: &'static str,
    pub(super) title: &'static str,
    /// The name of one row, in the singular.
    pub(super) one: &'static str,
    pub(super) about: &'static str,
    /// The call or the command that makes the first row.
    pub(super) first: &'static str,
    pub(super) filters: &'static [FilterField],
    /// The member with the id or the name by which a row has its page; `None` if rows have none.
    pub(super) id: Option<&'static str>,
    /// `true` if the list is one of the deployment.
    pub(super) is_of_deployment: bool,
    /// The actions that need no row.
    pub(super) verbs: &'static [&'static str],
}

const CUSTOMER: FilterField = FilterField::text("customer", "Customer", "Customer:...");
const SINCE: FilterField = FilterField::instant("since", "Since");

/// The list of the platforms, whose pages are those of the platforms.
pub(super) static PLATFORMS: GeneralList = GeneralList {
    noun: "platform",
    segment: "platforms",
    title: "Platforms",
    one: "platform",
    about: "The tenants of this deployment, each with customers, accounts and keys of its own.",
    first: "causeway platform create --environment sandbox --name NAME",
    filters: &[],
    id: None,
    is_of_deployment: true,
    verbs: &["create"],
};

/// All lists, in the order of the overview.
pub(super) static LISTS: [GeneralList; 12] = [
    GeneralList {
        noun: "card",
        segment: "cards",
        title: "Cards",
        one: "card",
        about: "Cards of customers, with their limits and funding sources.",
        first: "POST /cards",
        filters: &[CUSTOMER, FilterField::text("state", "State", "FROZEN"), SINCE],
        id: Some("card"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "card-transaction",
        segment: "card-transactions",
        title: "Card transactions",
        one: "card transaction",
        about: "Payments with cards: what was authorized, settled and returned, and what is missing.",
        first: "POST /sandbox/cards/{id}/simulate/authorization",
        filters: &[
            FilterField::text("card", "Card", "Card:..."),
            CUSTOMER,
            FilterField::text("status", "Status", "EXCEPTION"),
            SINCE,
        ],
        id: Some("transaction"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "agent",
        segment: "agents",
        title: "Agents",
        one: "agent",
        about: "Software that pays for customers, within the limits of its policy.",
        first: "POST /agents",
        filters: &[CUSTOMER, SINCE],
        id: Some("agent"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "agent-action",
        segment: "agent-actions",
        title: "Agent actions",
        one: "agent action",
        about: "Payments that agents ask for. Their platform decides about them through its own API.",
        first: "POST /agents/me/transfer-out",
        filters: &[FilterField::text("agent", "Agent", "Agent:..."), CUSTOMER, SINCE],
        id: Some("action"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "wallet",
        segment: "wallets",
        title: "Wallets",
        one: "wallet",
        about: "Embedded wallets of customers, with their credentials, sessions and open requests.",
        first: "POST /auth/credentials",
        filters: &[CUSTOMER, SINCE],
        id: Some("wallet"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "stablecoin",
        segment: "stablecoins",
        title: "Stablecoins",
        one: "stablecoin",
        about: "Tokens that the platform has registered, with what was minted and burned.",
        first: "POST /stablecoins",
        filters: &[FilterField::text("status", "Status", "ENABLED"), SINCE],
        id: Some("stablecoin"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "stablecoin-operation",
        segment: "stablecoin-operations",
        title: "Mints and burns",
        one: "mint or burn",
        about: "Orders at the providers of stablecoins, with the provider's report.",
        first: "POST /stablecoins/{stablecoinId}/mints",
        filters: &[
            FilterField::text("stablecoin", "Stablecoin", "Stablecoin:..."),
            FilterField::text("status", "Status", "FAILED"),
            SINCE,
        ],
        id: Some("operation"),
        is_of_deployment: false,
        verbs: &[],
    },
    GeneralList {
        noun: "uma-provider",
        segment: "uma-providers",
        title: "UMA providers",
        one: "UMA provider",
        about: "The directory of providers of UMA addresses, and which of them the platform may deal with.",
        first: "causeway directory import uma-providers FILE --environment sandbox",
        filters: &[],
        id: None,
        is_of_deployment: false,
        verbs: &["allow", "block"],
    },
    GeneralList {
        noun: "token",
        segment: "tokens",
        title: "API tokens",
        one: "API token",
        about: "The credentials with which the platform calls the API. A secret is shown once, at its creation.",
        first: "causeway token create",
        filters: &[SINCE],
        id: Some("token"),
        is_of_deployment: false,
        verbs: &["create"],
    },
    GeneralList {
        noun: "rail",
        segment: "rails",
        title: "Rails",
        one: "rail",
        about: "Adapters of banks and processors, over which payments leave and arrive.",
        first: "causeway rail add NAME --url URL --adapter-key KEY",
        filters: &[],
        id: Some("name"),
        is_of_deployment: true,
        verbs: &["add"],
    },
    GeneralList {
        noun: "rail-account",
        segment: "rail-accounts",
        title: "Rail accounts",
        one: "rail account",
        about: "Accounts at banks and processors, which rails may share.",
        first: "causeway rail-account add NAME --currency EUR --home PLATFORM",
        filters: &[],
        id: None,
        is_of_deployment: true,
        verbs: &["add", "bind"],
    },
    GeneralList {
        noun: "rail-route",
        segment: "rail-routes",
        title: "Rail routes",
        one: "rail route",
        about: "Which payments go over which rail. The first route that fits is taken.",
        first: "causeway rail-route set RAIL CORRIDOR --account-type TYPE --currency EUR",
        filters: &[],
        id: None,
        is_of_deployment: true,
        verbs: &["set", "remove"],
    },
];

#[cfg(test)]
mod tests {
    use causeway_service::operator::find;

    use super::*;
    use crate::urls::COLLECTIONS;

    #[test]
    fn each_list_is_one_of_the_operator_table() {
        for list in LISTS.iter().chain([&PLATFORMS]) {
            let listed = find(list.noun, "list").unwrap_or_else(|| panic!("{} list", list.noun));
            for FilterField { name, .. } in list.filters {
                assert!(
                    listed.arguments.iter().any(|argument| argument.name == *name),
                    "{} {name}",
                    list.noun
                );
            }
            assert!(list.id.is_none() || find(list.noun, "show").is_some(), "{} show", list.noun);
            for verb in list.verbs {
                assert!(
                    find(list.noun, verb).is_some_and(|action| action.has_dry_run()),
                    "{} {verb}",
                    list.noun
                );
            }
        }
    }

    #[test]
    fn a_list_with_pages_of_resources_has_the_segment_of_their_addresses() {
        for list in LISTS.iter().filter(|list| list.id.is_some() && !list.is_of_deployment) {
            let known = COLLECTIONS.iter().find(|collection| collection.noun == list.noun);
            assert_eq!(known.map(|collection| collection.segment), Some(list.segment));
        }
    }
}
