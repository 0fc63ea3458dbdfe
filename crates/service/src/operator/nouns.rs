//! All nouns, and the look-up of actions by name.

use std::sync::LazyLock;

use super::{Action, Noun};

/// The nouns in the order of the help, in groups.
pub static NOUNS: LazyLock<Vec<Noun>> = LazyLock::new(|| {
    let groups = [
        Group { heading: "What needs attention", nouns: attention() },
        Group { heading: "Customers", nouns: customers() },
        Group { heading: "Accounts and money", nouns: accounts_and_money() },
        Group { heading: "Payments", nouns: payments() },
        Group { heading: "Platforms and access", nouns: platforms_and_access() },
        Group { heading: "Sandbox", nouns: sandbox() },
    ];
    let nouns = |Group { heading, nouns }: Group| nouns.into_iter().map(move |noun| noun.in_group(heading));
    groups.into_iter().flat_map(nouns).collect()
});

/// Nouns below one heading of the help.
struct Group {
    heading: &'static str,
    nouns: Vec<Noun>,
}

fn attention() -> Vec<Noun> {
    vec![
        super::find::noun(),
        super::inbox::noun(),
        super::alert::noun(),
        super::alert_sink::noun(),
        super::audit::noun(),
    ]
}

fn customers() -> Vec<Noun> {
    vec![
        super::customer::noun(),
        super::verification::noun(),
        super::document::noun(),
        super::terms::noun(),
        super::agent::noun(),
        super::agent_action::noun(),
    ]
}

fn accounts_and_money() -> Vec<Noun> {
    vec![
        super::account::noun(),
        super::wallet::noun(),
        super::external_account::noun(),
        super::card::noun(),
        super::deposit::noun(),
        super::suspense::noun(),
        super::ledger::noun(),
        super::export::noun(),
    ]
}

fn payments() -> Vec<Noun> {
    vec![
        super::payment::noun(),
        super::quote::noun(),
        super::rate::noun(),
        super::card_transaction::noun(),
        super::uma_payment::noun(),
        super::uma_provider::noun(),
        super::directory::noun(),
        super::rail::noun(),
        super::rail_account::noun(),
        super::rail_route::noun(),
        super::rail_key::noun(),
        super::rail_limit::noun(),
        super::rail_order::noun(),
        super::rail_evidence::noun(),
        super::stablecoin::noun(),
        super::stablecoin_operation::noun(),
        super::provider_account::noun(),
    ]
}

fn platforms_and_access() -> Vec<Noun> {
    vec![
        super::platform::noun(),
        super::token::noun(),
        super::user::noun(),
        super::operator_token::noun(),
        super::console::noun(),
        super::setting::noun(),
        super::webhook::noun(),
        super::webhook_key::noun(),
        super::uma_key::noun(),
        super::bundle_key::noun(),
        super::keys::noun(),
        super::wallet_keys::noun(),
        super::jobs::noun(),
        super::process::noun(),
    ]
}

fn sandbox() -> Vec<Noun> {
    vec![super::clock::noun(), super::sandbox::noun(), super::mailbox::noun()]
}

/// Returns the action of this name.
#[must_use]
pub fn find(noun: &str, verb: &str) -> Option<&'static Action> {
    NOUNS.iter().find(|known| known.name == noun)?.actions.iter().find(|action| action.verb == verb)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use causeway_domain::alerts::AlertKind;

    use super::*;
    use crate::operator::alert_permission::permission_of;
    use crate::operator::{Effect, Permission};

    #[test]
    fn each_action_has_its_name_for_itself() {
        let every = || NOUNS.iter().flat_map(|noun| &noun.actions);
        let names: BTreeSet<_> = every().map(|action| (action.noun, action.verb)).collect();
        assert_eq!(names.len(), every().count());
    }

    /// Actions that change nothing, and give out what no look shows.
    const GIVEN_OUT: [&str; 7] = [
        "customer reveal",
        "customer export",
        "document fetch",
        "uma-payment travel-rule",
        "export transactions",
        "export postings",
        "export statement",
    ];

    #[test]
    fn what_cannot_be_undone_decisions_reveals_and_exports_need_a_reason() {
        for action in NOUNS.iter().flat_map(|noun| &noun.actions) {
            let name = format!("{} {}", action.noun, action.verb);
            let expected = match action.effect {
                Effect::Irreversible => true,
                Effect::Change => action.permission == Permission::Comply,
                Effect::Read => GIVEN_OUT.contains(&name.as_str()),
            };
            assert_eq!(action.is_reason_required, expected, "{name}");
        }
    }

    #[test]
    fn an_action_names_the_roles_that_may_run_it() {
        let rights = |noun, verb| find(noun, verb).unwrap().rights();
        assert_eq!(rights("account", "freeze"), "Permission: money. Roles: operator.");
        assert_eq!(rights("customer", "hold"), "Permission: comply. Roles: compliance.");
        assert_eq!(
            rights("audit", "list"),
            "Permission: look. Roles: viewer, support, operator, compliance, admin."
        );
    }

    /// Checks that the permission of a kind of alert is that of its commands, apart from those that only look.
    #[test]
    fn an_alert_asks_for_the_permission_of_its_commands() {
        for kind in AlertKind::ALL.iter().copied() {
            for command in kind.facts().commands {
                let words: Vec<&str> = command.split(' ').take(2).collect();
                let action = words.get(1).and_then(|verb| find(words[0], verb));
                let permission =
                    action.map(|action| action.permission).filter(|one| *one != Permission::Look);
                assert!(permission.is_none_or(|one| one == permission_of(kind)), "{kind}: {command}");
            }
        }
    }

    /// Checks that each argument with the type of an id names its kinds, so that it can be shortened. Receivers of alerts
    /// are no resources.
    #[test]
    fn each_argument_for_an_id_names_its_kinds() {
        let mut ids = 0;
        for action in NOUNS.iter().flat_map(|noun| &noun.actions) {
            for argument in &action.arguments {
                ids += usize::from(!argument.ids.is_empty());
                let given = serde_json::json!({ argument.name: "x" });
                let Err(error) = action.check(given.as_object().unwrap()) else { continue };
                let is_unnamed =
                    error.message.contains("not an identifier") && !error.message.contains("AlertSink");
                assert!(!is_unnamed, "{} {} {}: {error}", action.noun, action.verb, argument.name);
            }
        }
        assert!(ids > 80, "{ids} arguments for ids");
    }

    #[test]
    fn an_unknown_argument_is_refused() {
        let check = |noun, verb, arguments: serde_json::Value| {
            find(noun, verb).unwrap().check(arguments.as_object().unwrap())
        };
        assert!(check("platform", "show", serde_json::json!({"platform": "x"})).is_ok());
        let both = serde_json::json!({"platform": "x", "permissions": [], "name": "y"});
        assert!(check("token", "create", both).is_ok(), "in any order");
        for wrong in [serde_json::json!({"platfrom": "x"}), serde_json::json!({"platform": 1})] {
            let error = check("platform", "show", wrong).unwrap_err();
            assert!(error.message.contains("plat"), "{error}");
        }
    }
}
