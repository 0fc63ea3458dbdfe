//! Masks for personal data, and what a grant for one platform shows (conventions 2.3).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::AlertId;
use causeway_store::audit::AuditRecord;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts};
use causeway_testing::http::Client;
use serde_json::{Value, json};

use super::acting::{act, trail, with};
use super::channels::{network, with_token};
use crate::cards::scene::{Scene, path};
use crate::harness::{Platform, Service, journey, on_engines};

/// Runs an action as a client, and returns the status and the body.
async fn ask(client: &Client, action: &str, arguments: Value) -> (u16, Value) {
    let request = json!({ "arguments": arguments });
    let response = client.post(&format!("/operator/{action}")).json(&request).send().await;
    (response.status, response.json())
}

/// Raises an alert about a platform, or about the deployment.
async fn raise(service: &Service, platform: Option<&Platform>) -> AlertId {
    let alert: AlertId = service.app().ids.next(service.app().clock.now());
    let of = platform.map(|platform| platform.id);
    let subject = alert.to_string();
    let detail = json!({ "who": "Hedy Lamarr" });
    let write = service
        .app()
        .store
        .write(&[], move |tx| alerts::raise(tx, of, alert, AlertKind::DebitReturned, &subject, &detail));
    write.await.map_err(|error: Error| error).unwrap();
    alert
}

on_engines! {
    async fn only_those_who_may_see_persons_find_and_read_names(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USD"], "email": "hedy@example.com",
        });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let id = customer["id"].as_str().unwrap();
        let address = &customer["umaAddress"];
        let network = network(service).await;
        for (role, sees) in [("viewer", false), ("support", true)] {
            let client = with_token(service, &network, role, &[role], None).await;
            let shown = |text: &str| if sees { json!(text) } else { json!("…") };
            for text in ["Hedy Lamarr", "hedy@example.com"] {
                let (status, _) = ask(&client, "find/text", json!({ "text": [text] })).await;
                assert_eq!(status, if sees { 200 } else { 404 }, "{role}: {text}");
            }
            let (_, found) = ask(&client, "find/text", json!({ "text": [id] })).await;
            assert_eq!((&found[0]["id"], &found[0]["about"]), (&json!(id), &shown("Hedy Lamarr")), "{found}");
            let (_, details) = ask(&client, "customer/show", json!({ "customer": id })).await;
            assert_eq!([&details["name"], &details["email"]], [&shown("Hedy Lamarr"), &shown("hedy@example.com")]);
            assert_eq!(details["uma_address"], shown(address.as_str().unwrap()), "{details}");
            let (_, listed) = ask(&client, "customer/list", json!({ "platform": platform.id })).await;
            assert_eq!(listed["rows"][0]["name"], shown("Hedy Lamarr"), "{listed}");
            let (status, _) = ask(&client, "wallet/list", json!({ "platform": platform.id })).await;
            assert_eq!(status, if sees { 200 } else { 404 });
        }
    }
}

on_engines! {
    async fn a_grant_for_one_platform_shows_its_alerts_and_itself(service) {
        let [own, other] = [service.platform(Environment::Sandbox).await, service.platform(Environment::Sandbox).await];
        let alert = raise(service, Some(&own)).await;
        let foreign = [raise(service, Some(&other)).await, raise(service, None).await];
        let network = network(service).await;
        let viewer = with_token(service, &network, "viewer", &["viewer"], Some(&own)).await;
        let (_, platforms) = ask(&viewer, "platform/list", json!({})).await;
        assert_eq!((platforms.as_array().unwrap().len(), &platforms[0]["platform"]), (1, &json!(own.id)));
        let (_, open) = ask(&viewer, "alert/list", json!({})).await;
        assert_eq!((open.as_array().unwrap().len(), &open[0]["alert"]), (1, &json!(alert)), "{open}");
        assert_eq!(open[0]["detail"], Value::Null, "details can name people");
        assert_eq!(ask(&viewer, "alert/show", json!({ "alert": alert })).await.0, 200);

        let support = with_token(service, &network, "support", &["support"], Some(&own)).await;
        for alert in foreign {
            assert_eq!(ask(&viewer, "alert/show", json!({ "alert": alert })).await.0, 404);
            assert_eq!(ask(&support, "alert/close", json!({ "alert": alert })).await.0, 404);
        }
        assert_eq!(ask(&support, "alert/list", json!({})).await.1[0]["detail"]["who"], "Hedy Lamarr");
        assert_eq!(ask(&support, "alert/close", json!({ "alert": alert })).await.0, 200);
        for alert in foreign {
            act(service, "alert close", json!({ "alert": alert })).await;
        }
    }
}

on_engines! {
    /// Instructions for a payer have the number of an account; a reveal of a card, the address of a person.
    async fn account_numbers_and_network_addresses_are_masked_for_viewers(service) {
        let scene = Scene::new(service).await;
        let card = scene.card().await;
        let reveal = scene.platform().post(&format!("{}/reveal", path(&card)));
        reveal.header("x-forwarded-for", "203.0.113.7").send().await.expect(200);
        let customer = scene.platform().customer(&["USD"]).await;
        let account = scene.platform().account_of(&customer, "USD").await;
        let network = network(service).await;
        let shown = async |role: &str| {
            let client = with_token(service, &network, role, &[role], None).await;
            let (_, account) = ask(&client, "account/show", json!({ "account": account })).await;
            let (_, shown) = ask(&client, "card/show", json!({ "card": card["id"] })).await;
            let (_, listed) = ask(&client, "card/reveals", json!({ "card": card["id"] })).await;
            assert_eq!(shown["reveals"], listed, "{role}");
            (account["instructions"].clone(), listed)
        };
        let (full, reveals) = shown("support").await;
        let (masked, masked_reveals) = shown("viewer").await;
        let [full, masked] = [&full, &masked].map(|instructions| instructions[0]["details"].as_object().unwrap());
        assert!(full.keys().eq(masked.keys()) && !full.is_empty(), "{masked:?}");
        assert!(masked.values().all(|value| value == "…") && full.values().all(|value| value != "…"), "{full:?}");
        let has = |listed: &Value, address: &str| listed.as_array().unwrap().iter().any(|one| one["address"] == address);
        assert_eq!([has(&reveals, "203.0.113.7"), has(&reveals, "…")], [true, false], "{reveals}");
        assert_eq!([has(&masked_reveals, "203.0.113.7"), has(&masked_reveals, "…")], [false, true], "{masked_reveals}");
    }
}

on_engines! {
    async fn texts_of_payers_reasons_and_whole_urls_are_masked_for_viewers(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let receiver = platform.receiver().await;
        let stray = json!({ "reference": "FOR ADA", "amount": 5_000, "currency": "EUR", "rail": "SEPA", "payer": "Bob" });
        let pushed = act(service, "deposit push", with(&platform, stray)).await.json;
        let network = network(service).await;
        for (role, sees) in [("viewer", false), ("support", true)] {
            let client = with_token(service, &network, role, &[role], None).await;
            let shown = |text: &str| if sees { json!(text) } else { json!("…") };
            let of_platform = || json!({ "platform": platform.id });
            let (_, suspense) = ask(&client, "suspense/list", of_platform()).await;
            assert_eq!(suspense["rows"][0]["reference"], shown("FOR ADA"), "{suspense}");
            let (_, listed) = ask(&client, "deposit/list", with(&platform, json!({ "unmatched": true }))).await;
            assert_eq!(listed["rows"][0]["reference"], shown("FOR ADA"), "{listed}");
            let (_, deposit) = ask(&client, "deposit/show", json!({ "transaction": pushed["transaction"] })).await;
            assert_eq!(deposit["reference"], shown("FOR ADA"), "{deposit}");
            let (_, found) = ask(&client, "find/text", json!({ "text": ["FOR ADA"] })).await;
            assert_eq!(found[0]["about"], shown("FOR ADA"), "{found}");
            let (_, audited) = ask(&client, "audit/list", of_platform()).await;
            assert_eq!((&audited[0]["action"], &audited[0]["reason"]), (&json!("deposit push"), &shown("a test")));
            let (_, endpoints) = ask(&client, "webhook/endpoints", of_platform()).await;
            let url = if sees { receiver.url() } else { receiver.base() };
            assert_eq!(endpoints[0]["endpoint"], json!(url), "{endpoints}");
            let (_, platform_view) = ask(&client, "platform/show", of_platform()).await;
            assert_eq!(platform_view["webhook_endpoint"], json!(url));
            let (_, platforms) = ask(&client, "platform/list", json!({})).await;
            assert_eq!(platforms[0]["webhook_endpoint"], json!(receiver.base()), "a list has the origin");
            let (_, events) = ask(&client, "webhook/list", of_platform()).await;
            let (_, event) = ask(&client, "webhook/show", json!({ "webhook": events["rows"][0]["webhook"] })).await;
            assert_eq!(event["endpoint"], json!(url), "{event}");
            let by_address = with(&platform, json!({ "account": "$ada@example.com" }));
            assert_eq!(ask(&client, "payment/list", by_address).await.0, if sees { 200 } else { 400 });
        }
    }
}

on_engines! {
    async fn the_number_of_an_account_is_found_by_those_who_may_see_persons_only(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.account_of(&customer, "USD").await;
        let read = |tx: &mut Tx<'_>| {
            let sql = "SELECT identifier FROM funding_identifier /* all platforms */ ORDER BY identifier";
            tx.query(sql, &[], |row| row.get::<String>("identifier"))
        };
        let numbers = service.app().store.read::<_, Error, _>(read).await.expect("the identifiers can be read");
        let network = network(service).await;
        let finds = async |role: &str| {
            let client = with_token(service, &network, role, &[role], None).await;
            let mut found = 0;
            for number in &numbers {
                let (_, rows) = ask(&client, "find/text", json!({ "text": [number] })).await;
                found += rows.as_array().map_or(0, |rows| rows.iter().filter(|row| row["id"] == account.as_str()).count());
            }
            found
        };
        assert!(finds("support").await > 0, "{numbers:?}");
        assert_eq!(finds("viewer").await, 0, "{numbers:?}");
    }
}

journey! {
    async fn identification_numbers_are_revealed_to_compliance_and_the_reveal_is_recorded(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let other = service.platform(Environment::Sandbox).await;
        let person = json!({
            "customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USD"],
            "idType": "SSN", "identifier": "111-22-3333", "countryOfIssuance": "US",
        });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let id = &customer["id"];
        let network = network(service).await;
        let reveal = async |client: &Client, reason: Option<&str>| {
            let request = json!({ "arguments": { "customer": id }, "reason": reason });
            client.post("/operator/customer/reveal").json(&request).send().await
        };
        for role in ["viewer", "support", "operator", "admin"] {
            let client = with_token(service, &network, role, &[role], None).await;
            reveal(&client, Some("curious")).await.expect(404);
        }
        let foreign = with_token(service, &network, "foreign", &["compliance"], Some(&other)).await;
        reveal(&foreign, Some("curious")).await.expect(404);
        let officer = with_token(service, &network, "officer", &["compliance"], None).await;
        reveal(&officer, None).await.expect(400);
        let recorded = async || -> Vec<AuditRecord> {
            trail(service).await.into_iter().filter(|entry| entry.action == "customer reveal").collect()
        };
        assert_eq!(recorded().await.len(), 0);

        let revealed = reveal(&officer, Some("the tax office asks")).await.expect(200);
        let number = &revealed["numbers"][0];
        assert_eq!((&revealed["customer"], &number["holder"], &number["type"]), (id, id, &json!("SSN")));
        assert_eq!(number["number"].as_str().unwrap().replace('-', ""), "111223333");
        let [entry] = &recorded().await[..] else { panic!("one entry") };
        assert_eq!((entry.actor.as_str(), entry.reason.as_str()), ("officer", "the tax office asks"));
        assert!(!entry.detail.to_string().contains("111"), "{entry:?}");
        let about = act(service, "audit list", json!({ "subject": id })).await.json;
        assert_eq!(about[0]["action"], "customer reveal");
    }
}

on_engines! {
    async fn an_action_that_cannot_be_undone_needs_a_reason(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let account = platform.own_account("USD").await;
        let network = network(service).await;
        let operator = with_token(service, &network, "operator", &["operator"], Some(&platform)).await;
        let request = json!({ "arguments": { "account": account } });
        let error = operator.post("/operator/account/close").json(&request).send().await.expect(400);
        assert!(error["remedy"].as_str().unwrap().contains("--reason"), "{error}");
    }
}
