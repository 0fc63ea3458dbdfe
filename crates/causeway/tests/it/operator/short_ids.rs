//! Ids as tables print them, and other names of a resource, where an id is taken (conventions 2.1).

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, CustomerId, Id};
use causeway_domain::search::{ResourceKind, Terms};
use causeway_service::operator::{Grant, Kind, Role};
use causeway_store::platforms::Environment;
use causeway_store::search_terms::{self, SearchEntry};
use causeway_store::{Error, alerts};
use serde_json::{Value, json};
use uuid::Uuid;

use super::acting::{act, caller, expect_error, rows, trail, try_action_as, with};
use crate::harness::{Platform, Service, on_engines};
use crate::payments::scene::{Scene, text};

/// Returns the last six characters of an id.
fn end(id: &str) -> &str {
    &id[id.len() - 6..]
}

/// Returns the spellings of an id that a table or a log gives.
fn spellings(id: &str) -> [String; 5] {
    let (name, uuid) = id.split_once(':').unwrap();
    [
        id.to_owned(),
        uuid.to_owned(),
        end(id).to_owned(),
        format!("{name}:…{}", end(id)),
        format!("{}:…{}", name.to_lowercase(), end(id).to_uppercase()),
    ]
}

on_engines! {
    async fn each_show_takes_the_spellings_of_its_id(service) {
        let scene = Scene::new(service).await;
        service.platform(Environment::Sandbox).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let euro = scene.euro_account().await;
        let quote = scene.quote(&euro, 10_000).await;
        let events = rows(service, "webhook list", with(&scene.platform, json!({}))).await;
        for (action, argument, id) in [
            ("customer show", "customer", text(&scene.alice["id"])),
            ("account show", "account", &scene.usd),
            ("external-account show", "account", &euro),
            ("quote show", "quote", text(&quote["id"])),
            ("payment show", "transaction", text(&quote["transactionId"])),
            ("webhook show", "webhook", text(&events[0]["webhook"])),
        ] {
            for given in spellings(id) {
                let shown = act(service, action, json!({ argument: given })).await.json;
                let first = shown.as_object().unwrap().values().next().unwrap();
                assert_eq!(first, id, "{action} {given}");
            }
        }
    }
}

on_engines! {
    async fn a_payment_is_shown_by_its_reference_and_by_its_quote(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let deposits = rows(service, "payment list", with(&scene.platform, json!({ "type": "INCOMING" }))).await;
        let shown = act(service, "payment show", json!({ "transaction": deposits[0]["reference"] })).await.json;
        assert_eq!(shown["transaction"], deposits[0]["transaction"]);
        let quote = scene.quote(&scene.euro_account().await, 10_000).await;
        let id = text(&quote["id"]);
        for given in [id.to_owned(), format!("Quote:…{}", end(id))] {
            let shown = act(service, "payment show", json!({ "transaction": given })).await.json;
            assert_eq!(shown["transaction"], quote["transactionId"], "{given}");
        }
        let none = json!({ "transaction": "RENT-2026" });
        let error = expect_error(service, "payment show", none.clone(), Kind::NotFound).await;
        assert!(error.message.contains("the reference RENT-2026"), "{error}");
        expect_error(service, "payment refund", none, Kind::Invalid).await;
        let error = expect_error(service, "customer show", json!({ "customer": id }), Kind::Invalid).await;
        assert!(error.message.contains("not Quote"), "{error}");
    }
}

on_engines! {
    /// Checks that a change by a shortened id is recorded with the complete one.
    async fn changes_and_lists_take_shortened_ids(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let id = text(&customer["id"]);
        let account = platform.account_of(&customer, "USD").await;
        let listed = rows(service, "account list", json!({ "customer": end(id) })).await;
        let listed: Vec<&Value> = listed.as_array().unwrap().iter().map(|row| &row["account"]).collect();
        assert!(listed.contains(&&json!(account)), "{listed:?}");
        let frozen = act(service, "account freeze", json!({ "account": end(&account) })).await.json;
        assert_eq!((&frozen["account"], &frozen["status"]), (&json!(account), &json!("FROZEN")));
        assert_eq!(trail(service).await.pop().unwrap().about, Some(account.clone()));
        act(service, "account release", json!({ "account": account })).await;
        let about = act(service, "audit list", json!({ "subject": format!("InternalAccount:…{}", end(&account)) })).await.json;
        assert_eq!(about.as_array().map(Vec::len), Some(2));
    }
}

/// Adds the search term of another customer whose id has the same end, and returns its id.
async fn add_twin(service: &Service, platform: &Platform, id: &str) -> String {
    let (_, uuid) = id.split_once(':').unwrap();
    let twin = Uuid::from_u128(uuid.parse::<Uuid>().unwrap().as_u128() ^ (1 << 100));
    let entry = SearchEntry {
        kind: ResourceKind::Customer,
        at: Time::from_millis(1),
        id: twin,
        terms: Terms::of(twin),
    };
    let of = platform.id;
    let add = service.app().store.write(&[], move |tx| search_terms::add(tx, of, &entry));
    add.await.map_err(|error: Error| error).unwrap();
    CustomerId::from_uuid(twin).to_string()
}

on_engines! {
    async fn an_end_of_two_ids_is_answered_with_both_and_one_of_none_with_the_way_on(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let id = text(&customer["id"]);
        let twin = add_twin(service, &platform, id).await;
        let error = expect_error(service, "customer show", json!({ "customer": end(id) }), Kind::Invalid).await;
        let remedy = error.remedy.unwrap();
        assert!(remedy.contains(id) && remedy.contains(&twin), "{remedy}");
        let missing = if end(id) == "abcdef" { "fedcba" } else { "abcdef" };
        let error = expect_error(service, "customer show", json!({ "customer": missing }), Kind::NotFound).await;
        assert!(error.message.contains(missing) && error.remedy.unwrap().contains("--wide"));
    }
}

on_engines! {
    /// Checks that a caller with one of two platforms finds nothing of the other one by the end of an id.
    async fn an_end_outside_of_the_grant_does_not_exist(service) {
        let [one, two] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let account = two.own_account("USD").await;
        let of_one = caller(Grant::of(&[Role::Operator], Some(one.id)));
        let arguments = json!({ "account": end(&account) });
        let refused = try_action_as(service, &of_one, "account show", arguments.clone()).await.err().unwrap();
        assert_eq!(refused.kind, Kind::NotFound);
        assert!(!refused.to_string().contains(&account), "{refused}");
        act(service, "account show", arguments).await;
    }
}

on_engines! {
    async fn an_alert_is_shown_by_its_end_and_by_its_kind(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let alert: AlertId = service.app().ids.next(service.app().clock.now());
        let of = Some(platform.id);
        let raise = service.app().store.write(&[], move |tx| alerts::raise(tx, of, alert, AlertKind::DebitReturned, "x", &json!({})));
        raise.await.map_err(|error: Error| error).unwrap();
        let id = alert.to_string();
        let by_kind = ["DEBIT_RETURNED".to_owned(), "debit_returned".to_owned()];
        for given in spellings(&id).into_iter().chain(by_kind) {
            let shown = act(service, "alert show", json!({ "alert": given })).await.json;
            assert_eq!(shown["alert"], id, "{given}");
        }
        expect_error(service, "alert show", json!({ "alert": "PAYOUT_STUCK" }), Kind::NotFound).await;
        expect_error(service, "alert close", json!({ "alert": "DEBIT_RETURNED" }), Kind::Invalid).await;
        act(service, "alert close", json!({ "alert": end(&id) })).await;
    }
}

on_engines! {
    /// Checks that the text of a table, `Transaction:…13cfdf`, is found, also for a kind without search terms.
    async fn printed_ends_are_found(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        let quote = scene.quote(&scene.euro_account().await, 10_000).await;
        for id in [text(&scene.alice["id"]), &scene.usd, text(&quote["id"]), text(&quote["transactionId"])] {
            let (name, _) = id.split_once(':').unwrap();
            let found = act(service, "find text", json!({ "text": [format!("{name}:…{}", end(id))] })).await.json;
            assert_eq!((found.as_array().map(Vec::len), &found[0]["id"]), (Some(1), &json!(id)), "{found}");
        }
    }
}

on_engines! {
    async fn a_platform_is_named_in_any_case_and_by_the_end_of_its_id(service) {
        service.platform(Environment::Sandbox).await;
        let create = json!({ "environment": "SANDBOX", "name": "Borealis Pay" });
        let created = act(service, "platform create", create).await.json;
        let id = text(&created["platform"]);
        for given in ["Borealis Pay", "borealis pay", end(id), &format!("Platform:…{}", end(id))] {
            let shown = act(service, "platform show", json!({ "platform": given })).await.json;
            assert_eq!(shown["platform"], id, "{given}");
        }
        for given in ["borealis", "Borealis Pey"] {
            let error = expect_error(service, "platform show", json!({ "platform": given }), Kind::NotFound).await;
            assert_eq!(error.remedy.as_deref(), Some("did you mean Borealis Pay?"), "{given}");
        }
        let error = expect_error(service, "platform show", json!({ "platform": "zzz" }), Kind::NotFound).await;
        let remedy: Value = json!(error.remedy);
        assert!(text(&remedy).starts_with("platforms: ") && text(&remedy).contains("Borealis Pay"), "{remedy}");
    }
}
