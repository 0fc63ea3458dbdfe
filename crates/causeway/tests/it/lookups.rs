//! Lookups of receivers, before a quote is created (money 7.1, 7.2).

use std::time::Duration;

use causeway_domain::ids::LookupId;
use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, lookups};
use serde_json::{Value, json};

use crate::harness::{Platform, Service, journey, on_engines};
use crate::operator::acting::{act, on, with};
use crate::payments::scene::text;

async fn look_up(platform: &Platform, address: &str, query: &str) -> causeway_testing::http::Response {
    let address = address.replace('$', "%24").replace('@', "%40");
    platform.get(&format!("/receiver/uma/{address}{query}")).send().await
}

fn simulated(user: &str) -> String {
    format!("${user}@sandbox.uma.test")
}

/// Creates a customer with an address in the platform's own domain.
async fn customer(platform: &Platform, domain: &str, user: &str, currencies: &[&str]) -> Value {
    platform.patch("/config").json(&json!({ "umaDomain": domain })).send().await.expect(200);
    let body = json!({
        "customerType": "INDIVIDUAL", "fullName": "Jane Doe", "currencies": currencies,
        "umaAddress": format!("${user}@{domain}"),
    });
    platform.post("/customers").json(&body).send().await.expect(201)
}

async fn stored(service: &Service, platform: &Platform, lookup: &Value) -> Option<lookups::LookupRecord> {
    let platform = platform.id;
    let id: LookupId = text(&lookup["lookupId"]).parse().expect("an id");
    let find = move |tx: &mut Tx<'_>| lookups::find(tx, platform, id);
    service.app().store.read::<_, Error, _>(find).await.expect("the look-up can be read")
}

journey! {
    async fn the_simulated_counterparties(service) {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        for (user, currency, rate) in [
            ("success.usd", "USD", json!(1)),
            ("success.eur", "EUR", json!(0.92)),
            ("success.mxn", "MXN", json!(17.25)),
            ("pending.long.usd", "USD", json!(1)),
            ("fail.compliance.usd", "USD", json!(1)),
        ] {
            let lookup = look_up(&platform, &simulated(user), "").await.expect(200);
            assert_eq!(lookup["receiverUmaAddress"], simulated(user));
            let [taken] = &lookup["supportedCurrencies"].as_array().expect("a list")[..] else { panic!("{lookup}") };
            assert_eq!(taken["currency"]["code"], currency);
            assert_eq!(taken["estimatedExchangeRate"].as_f64(), rate.as_f64(), "{user}");
            assert_eq!((&taken["min"], &taken["max"]), (&json!(1), &json!(10_000_000)));
            assert_eq!(lookup["requiredPayerDataFields"], json!([{ "name": "FULL_NAME", "mandatory": false }]));
        }

        let lookup = look_up(&platform, &simulated("require.fields.usd"), "").await.expect(200);
        let needed = json!([{ "name": "FULL_NAME", "mandatory": true }, { "name": "BIRTH_DATE", "mandatory": true }]);
        assert_eq!(lookup["requiredPayerDataFields"], needed);
        look_up(&platform, &simulated("nobody"), "").await.expect_error(404, "UMA_NOT_FOUND");

        for domain in ["Sandbox.UMA.test", "sandbox.uma.money", "sandbox.grid.uma.money"] {
            let lookup = look_up(&platform, &format!("$SUCCESS.EUR@{domain}"), "").await.expect(200);
            assert_eq!(lookup["supportedCurrencies"][0]["currency"]["code"], "EUR", "{lookup}");
            look_up(&platform, &format!("$nobody@{domain}"), "").await.expect_error(404, "UMA_NOT_FOUND");
        }

        look_up(&platform, "$success.usd@other.uma.money", "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        for wrong in ["bob@x", "$bob", "$@sandbox.uma.test", "$bob@", "$b ob@sandbox.uma.test", "bob"] {
            look_up(&platform, &wrong.replace(' ', "%20"), "").await.expect_error(400, "INVALID_UMA_ADDRESS");
        }

        look_up(&platform, "$bob@other.example", "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        act(service, "setting set", json!({ "name": "sandbox_uma_domain", "value": "a.test,b.test" })).await;
        look_up(&platform, "$success.usd@b.test", "").await.expect(200);
        look_up(&platform, &simulated("success.usd"), "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");

        act(service, "uma-provider block", with(&platform, json!({ "domain": "b.test" }))).await;
        look_up(&platform, "$success.usd@b.test", "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        act(service, "uma-provider block", with(&platform, json!({ "domain": "sandbox.uma.test" }))).await;
        let providers = act(service, "uma-provider list", on(&platform)).await.json;
        let decided = |one: &&Value| one["domain"] == "sandbox.uma.test";
        let blocked = providers.as_array().unwrap().iter().find(decided).expect("a provider of the seeded directory");
        assert_eq!((&blocked["is_allowed"], &blocked["decision"]), (&json!(false), &json!("block")));
    }
}

on_engines! {
    async fn the_sender_is_a_customer_or_the_platform(service) {
        let platform = service.platform_with(&["EUR", "USD"]).await;
        let alice = customer(&platform, "p1.example", "alice", &["USD", "EUR"]).await;
        let bob = customer(&platform, "p1.example", "bob", &["EUR"]).await;
        let to = simulated("success.usd");
        let rate = async |query: &str| {
            let lookup = look_up(&platform, &to, query).await.expect(200);
            lookup["supportedCurrencies"][0]["estimatedExchangeRate"].as_f64().expect("a rate")
        };
        let id = |customer: &Value| text(&customer["id"]).to_owned();

        // The rate is in the sender's first currency, or in the platform's if it pays for itself.
        assert_eq!(rate(&format!("?customerId={}", id(&alice))).await, 1.0);
        assert_eq!(rate("?senderUmaAddress=%24alice%40p1.example").await, 1.0);
        assert_eq!(rate(&format!("?customerId={}&senderUmaAddress=%24ALICE%40p1.example", id(&alice))).await, 1.0);
        for in_euro in [String::new(), format!("?customerId={}", id(&bob))] {
            assert!((rate(&in_euro).await - 1.086_956_521_739).abs() < 1e-9, "{in_euro}");
        }

        let two = format!("?customerId={}&senderUmaAddress=%24bob%40p1.example", id(&alice));
        look_up(&platform, &to, &two).await.expect_error(400, "INVALID_INPUT");
        for unknown in [
            "?customerId=Customer:01890a5d-ac96-774b-bcce-b302099a8057",
            "?senderUmaAddress=%24nobody%40p1.example",
            "?senderUmaAddress=%24alice%40p2.example",
        ] {
            look_up(&platform, &to, unknown).await.expect_error(404, "USER_NOT_FOUND");
        }

        look_up(&platform, &to, "?customerId=abc").await.expect_error(400, "INVALID_INPUT");
        look_up(&platform, &to, "?senderUmaAddress=alice").await.expect_error(400, "INVALID_UMA_ADDRESS");
        let own = "$alice@p1.example";
        look_up(&platform, own, "?senderUmaAddress=%24Alice%40p1.example").await.expect_error(400, "SELF_PAYMENT");
        look_up(&platform, own, &format!("?customerId={}", id(&alice))).await.expect_error(400, "SELF_PAYMENT");
        look_up(&platform, own, &format!("?customerId={}", id(&bob))).await.expect(200);

        let lookup = look_up(&platform, &to, &format!("?customerId={}", id(&alice))).await.expect(200);
        let record = stored(service, &platform, &lookup).await.expect("the lookup is stored");
        assert_eq!(record.customer.map(|id| id.to_string()), Some(id(&alice)));
        assert_eq!(record.doc.receiver, lookups::Receiver::Uma(to.clone()));
        assert_eq!(record.expires_at, record.created_at.plus(Duration::from_mins(15)));
    }
}

journey! {
    /// Checks that customers of all platforms of the environment are found.
    async fn a_receiver_within_the_service(service) {
        let ours = service.platform_with(&["USD"]).await;
        let theirs = service.platform_with(&["EUR", "MXN", "USD"]).await;
        let bob = customer(&theirs, "p2.example", "bob", &["USD", "EUR"]).await;
        let currencies = json!([
            { "currencyCode": "EUR", "minAmount": 0, "maxAmount": 5_000, "enabledTransactionTypes": ["INCOMING"],
              "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": true }] },
            { "currencyCode": "USD", "minAmount": 100, "maxAmount": 900, "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
              "requiredCounterpartyFields": [{ "name": "FULL_NAME", "mandatory": false }, { "name": "NATIONALITY", "mandatory": false }] },
            { "currencyCode": "MXN", "minAmount": 1, "maxAmount": 1, "enabledTransactionTypes": ["OUTGOING"],
              "requiredCounterpartyFields": [] },
        ]);
        theirs.patch("/config").json(&json!({ "supportedCurrencies": currencies })).send().await.expect(200);
        let fields = json!({ "EUR": { "counterparty": ["BIRTH_DATE"] } }).to_string();
        act(service, "setting set", with(&theirs, json!({ "name": "provider_required_fields", "value": fields }))).await;

        let lookup = look_up(&ours, "$bob@p2.example", "").await.expect(200);
        let taken: Vec<_> = lookup["supportedCurrencies"].as_array().expect("a list").iter()
            .map(|one| (text(&one["currency"]["code"]).to_owned(), one["min"].clone(), one["max"].clone())).collect();
        assert_eq!(taken, [("USD".to_owned(), json!(100), json!(900)), ("EUR".to_owned(), json!(1), json!(5_000))]);
        assert_eq!(lookup["requiredPayerDataFields"], json!([
            { "name": "FULL_NAME", "mandatory": true }, { "name": "NATIONALITY", "mandatory": false },
            { "name": "BIRTH_DATE", "mandatory": true },
        ]));

        // A platform without a domain of its own has a label under the service's host name.
        let labelled = service.platform_with(&["USD"]).await;
        let carol = labelled.customer(&["USD"]).await;
        look_up(&ours, text(&carol["umaAddress"]), "").await.expect(200);

        let (_, domain) = text(&carol["umaAddress"]).split_once('@').expect("an address");
        let claimant = service.platform_with(&["USD"]).await;
        let claim = json!({ "umaDomain": domain });
        claimant.patch("/config").json(&claim).send().await.expect_error(400, "INVALID_INPUT");
        look_up(&ours, text(&carol["umaAddress"]), "").await.expect(200);

        let pending = json!({ "customerType": "INDIVIDUAL", "fullName": "Dan 001", "currencies": ["USD"], "umaAddress": "$dan@p2.example" });
        theirs.post("/customers").json(&pending).send().await.expect(201);
        look_up(&ours, "$dan@p2.example", "").await.expect_error(403, "USER_NOT_READY");
        look_up(&ours, "$nobody@p2.example", "").await.expect_error(404, "UMA_NOT_FOUND");
        let only_mexican = customer(&theirs, "p2.example", "eve", &["MXN"]).await;
        look_up(&ours, text(&only_mexican["umaAddress"]), "").await.expect_error(403, "USER_NOT_READY");

        act(service, "uma-provider block", with(&ours, json!({ "domain": "p2.example" }))).await;
        look_up(&ours, "$bob@p2.example", "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        theirs.delete(&format!("/customers/{}", text(&bob["id"]))).send().await.expect(200);
        look_up(&labelled, "$bob@p2.example", "").await.expect_error(404, "UMA_NOT_FOUND");
    }
}

journey! {
    /// Checks that no payment crosses environments, and that no other provider can be reached yet.
    async fn a_lookup_reaches_no_other_environment_or_provider(service) {
        let sandbox = service.platform_with(&["USD"]).await;
        customer(&sandbox, "sand.example", "bob", &["USD"]).await;
        let production = service.platform(Environment::Production).await;
        production.patch("/config").json(&json!({ "umaDomain": "real.example" })).send().await.expect(200);
        for address in ["$bob@elsewhere.example", "$bob@sand.example", "$success.usd@sandbox.uma.test"] {
            look_up(&production, address, "").await.expect_error(424, "LNURLP_REQUEST_FAILED");
        }
        look_up(&sandbox, "$bob@real.example", "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");

        act(service, "setting set", json!({ "name": "uma_policy", "value": "block" })).await;
        look_up(&production, "$bob@elsewhere.example", "").await.expect_error(403, "COUNTERPARTY_NOT_ALLOWED");
        act(service, "uma-provider allow", with(&production, json!({ "domain": "elsewhere.example" }))).await;
        look_up(&production, "$bob@elsewhere.example", "").await.expect_error(424, "LNURLP_REQUEST_FAILED");
    }
}

on_engines! {
    /// Checks that a tenant who claims the domain of another provider gets no messages to it (uma 1).
    async fn a_claimed_domain_in_production_needs_a_proof(service) {
        let [payer, claimant] = [service.platform(Environment::Production).await, service.platform(Environment::Production).await];
        let domain = json!({ "umaDomain": "claimed.invalid" });
        claimant.patch("/config").json(&domain).send().await.expect(200);
        look_up(&payer, "$bob@claimed.invalid", "").await.expect_error(424, "LNURLP_REQUEST_FAILED");
        let confirmed = with(&claimant, json!({ "domain": "claimed.invalid" }));
        act(service, "uma-provider allow", confirmed).await;
        look_up(&payer, "$bob@claimed.invalid", "").await.expect_error(404, "UMA_NOT_FOUND");
    }
}

journey! {
    async fn an_external_account_as_receiver(service) {
        let platform = service.platform_with(&["USD", "EUR"]).await;
        let alice = platform.customer(&["USD"]).await;
        let euro = platform.euro_account(&alice, "DE89370400440532013000").await;
        let ask = async |id: &str, query: &str| platform.get(&format!("/receiver/external-account/{id}{query}")).send().await;
        let lookup = ask(&euro, "").await.expect(200);
        assert_eq!(lookup["accountId"], euro);
        let [taken] = &lookup["supportedCurrencies"].as_array().expect("a list")[..] else { panic!("{lookup}") };
        assert_eq!((&taken["currency"]["code"], taken["estimatedExchangeRate"].as_f64()), (&json!("EUR"), Some(0.92)));
        assert_eq!((&taken["min"], &taken["max"]), (&json!(92), &json!(9_200_000)), "the corridor's limits in what arrives");
        assert_eq!(lookup["requiredPayerDataFields"], json!([]));

        let limits = r#"[{"sending":"USD","receiving":"EUR","list_minimum":1,"list_maximum":1000}]"#;
        act(service, "setting set", with(&platform, json!({ "name": "corridor_limits", "value": limits }))).await;
        let fields = json!({ "USD": { "customer": ["FULL_NAME", "BIRTH_DATE"] } }).to_string();
        act(service, "setting set", with(&platform, json!({ "name": "provider_required_fields", "value": fields }))).await;

        let lookup = ask(&euro, &format!("?customerId={}", text(&alice["id"]))).await.expect(200);
        let taken = &lookup["supportedCurrencies"][0];
        assert_eq!((&taken["min"], &taken["max"]), (&json!(1), &json!(920)), "never nothing");
        let needed = json!([{ "name": "FULL_NAME", "mandatory": true }, { "name": "BIRTH_DATE", "mandatory": true }]);
        assert_eq!(lookup["requiredPayerDataFields"], needed);

        let record = stored(service, &platform, &lookup).await.expect("the lookup is stored");
        assert_eq!(record.doc.receiver, lookups::Receiver::ExternalAccount(euro.parse().expect("an id")));

        ask("ExternalAccount:01890a5d-ac96-774b-bcce-b302099a8057", "").await.expect_error(404, "REFERENCE_NOT_FOUND");
        ask(&euro, "?customerId=Customer:01890a5d-ac96-774b-bcce-b302099a8057").await.expect_error(404, "USER_NOT_FOUND");

        act(service, "external-account disable", with(&platform, json!({ "account": euro }))).await;
        let refused = ask(&euro, "").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(refused["details"]["reason"], "EXTERNAL_ACCOUNT_NOT_ACTIVE");
        platform.delete(&format!("/customers/external-accounts/{euro}")).send().await.expect(204);
        ask(&euro, "").await.expect_error(404, "REFERENCE_NOT_FOUND");

        // In production a lookup names every field that a quote would need, and a rate must have been set.
        let production = service.platform(Environment::Production).await;
        let rupees = json!({ "currency": "INR", "accountInfo": { "accountType": "INR_ACCOUNT", "vpa": "user@upi",
            "beneficiary": { "beneficiaryType": "INDIVIDUAL", "fullName": "Ada Example" } } });
        let rupees = production.post("/platform/external-accounts").json(&rupees).send().await.expect(201);
        act(service, "external-account enable", with(&production, json!({ "account": rupees["id"] }))).await;
        let path = format!("/receiver/external-account/{}", text(&rupees["id"]));
        production.get(&path).send().await.expect_error(400, "LOOKUP_REQUEST_FAILED");
        act(service, "rate set", json!({ "sending": "USD", "receiving": "INR", "rate": "82.5", "confirm": "82.5" })).await;
        let lookup = production.get(&path).send().await.expect(200);
        assert_eq!(lookup["requiredPayerDataFields"], json!([{ "name": "PURPOSE_OF_PAYMENT", "mandatory": true }]));
    }
}

journey! {
    async fn a_look_up_is_let_go_of_when_it_has_expired(service) {
        let platform = service.platform_with(&["USD"]).await;
        platform.freeze().await;
        let first = look_up(&platform, &simulated("success.usd"), "").await.expect(200);
        platform.advance(Duration::from_mins(14)).await;
        let second = look_up(&platform, &simulated("success.usd"), "").await.expect(200);

        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert!(stored(service, &platform, &first).await.is_some(), "a minute is left of it");
        platform.advance(Duration::from_mins(1)).await;
        upkeep::prune(service.app()).await.expect("the upkeep works");
        assert!(stored(service, &platform, &first).await.is_none());
        assert!(stored(service, &platform, &second).await.is_some());

        let other = service.platform_with(&["USD"]).await;
        assert!(stored(service, &other, &second).await.is_none(), "it is another platform's");
    }
}
