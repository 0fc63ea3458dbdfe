//! Every noun, and every action by name.

use std::sync::LazyLock;

use super::{
    Action, Noun, account, alert, audit, bundle_key, card, card_transaction, clock, customer, deposit,
    directory, export, external_account, jobs, keys, ledger, mailbox, payment, platform, provider_account,
    rate, setting, stablecoin, suspense, terms, token, uma_key, uma_provider, verification, wallet,
    wallet_keys, webhook, webhook_key,
};

/// The nouns in the order in which they are shown.
pub static NOUNS: LazyLock<Vec<Noun>> = LazyLock::new(|| {
    vec![
        platform::noun(),
        token::noun(),
        setting::noun(),
        customer::noun(),
        verification::noun(),
        terms::noun(),
        account::noun(),
        wallet::noun(),
        external_account::noun(),
        payment::noun(),
        provider_account::noun(),
        stablecoin::noun(),
        card::noun(),
        card_transaction::noun(),
        mailbox::noun(),
        deposit::noun(),
        suspense::noun(),
        rate::noun(),
        directory::noun(),
        uma_provider::noun(),
        clock::noun(),
        webhook::noun(),
        webhook_key::noun(),
        uma_key::noun(),
        bundle_key::noun(),
        jobs::noun(),
        ledger::noun(),
        export::noun(),
        alert::noun(),
        audit::noun(),
        keys::noun(),
        wallet_keys::noun(),
    ]
});

/// The action of this name.
#[must_use]
pub fn find(noun: &str, verb: &str) -> Option<&'static Action> {
    NOUNS.iter().find(|known| known.name == noun)?.actions.iter().find(|action| action.verb == verb)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_action_has_its_name_for_itself() {
        let every = || NOUNS.iter().flat_map(|noun| &noun.actions);
        let names: BTreeSet<_> = every().map(|action| (action.noun, action.verb)).collect();
        assert_eq!(names.len(), every().count());
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
