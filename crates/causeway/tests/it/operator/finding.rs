//! `causeway find`: each kind of text finds the right thing among many, on the right platform (conventions 2.3).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::AlertId;
use causeway_service::operator::Kind;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value, json};
use uuid::Uuid;

use super::acting::{act, expect_error, export, rows, try_dry_run, with};
use super::population::{name, populate};
use crate::harness::{Platform, Service, journey, on_engines};

/// Number of customers, and of payments, among which is searched.
const MANY: u32 = 10_000;

/// Finds on a platform, and returns the rows.
async fn find(service: &Service, platform: &Platform, text: &str) -> Vec<Value> {
    let arguments = with(platform, json!({ "text": [text] }));
    act(service, "find text", arguments).await.json.as_array().unwrap().clone()
}

/// Returns the members of the rows.
fn members<'a>(rows: &'a [Value], member: &str) -> Vec<&'a str> {
    rows.iter().map(|row| row[member].as_str().unwrap_or_default()).collect()
}

async fn expect_nothing(service: &Service, platform: &Platform, text: &str) {
    let arguments = with(platform, json!({ "text": [text] }));
    let error = expect_error(service, "find text", arguments, Kind::NotFound).await;
    let text = error.to_string();
    assert!(text.contains("tried:") && text.contains("1,234.56 USD"), "{error}");
}

/// Returns the last six digits of an id.
fn end(id: &str) -> &str {
    &id[id.len() - 6..]
}

on_engines! {
    async fn each_kind_of_text_finds_the_right_thing_among_many(service) {
        let platform = service.platform(Environment::Sandbox).await;
        populate(service, platform.id, MANY).await;
        let one = find(service, &platform, "own-777").await;
        assert_eq!(members(&one, "about"), [name(777)]);
        assert_eq!(members(&one, "kind"), ["CUSTOMER"]);
        let id = one[0]["id"].as_str().unwrap();
        let bare = id.split_once(':').unwrap().1;
        for text in [id, bare, "person777@example.com", "+1 415 000-0777", "415 000-0777", "0415 0000777"] {
            let found = find(service, &platform, text).await;
            assert_eq!(members(&found, "id"), [id], "{text}: {found:?}");
        }
        for text in [name(777).to_uppercase().as_str(), "person777"] {
            let found = find(service, &platform, text).await;
            assert!(members(&found, "id").contains(&id), "{text}: {found:?}");
        }
        let by_end = find(service, &platform, end(bare)).await;
        assert!(members(&by_end, "id").contains(&id), "{by_end:?}");

        let payments = find(service, &platform, "REF000000777").await;
        assert_eq!(members(&payments, "kind"), ["PAYMENT"]);
        let payment = payments[0]["id"].as_str().unwrap();
        for text in ["1,007.77 USD", "USD 1007.77", "$1,007.77", "1.007,77 USD", "1007.77", "invoice no 777 of 2025", payment] {
            let found = find(service, &platform, text).await;
            assert_eq!(members(&found, "id"), [payment], "{text}: {found:?}");
        }
        let beginning = find(service, &platform, "Grace Person77").await;
        assert!(members(&beginning, "about").iter().all(|name| name.starts_with("Grace Person77")), "{beginning:?}");
        assert_eq!(beginning.len(), 13, "777, and every eighth of 77xx: {beginning:?}");
        for text in ["nobody@example.com", "Nobody", "9,999.99 EUR", "REF1", "Customer:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b"] {
            expect_nothing(service, &platform, text).await;
        }
    }
}

journey! {
    async fn accounts_and_deposits_are_found_by_number_and_holder(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let account = platform.euro_account(&customer, "DE89370400440532013000").await;
        for text in ["DE89 3704 0044 0532 0130 00", "de89370400440532013000", "3000", "013000", "532013000", account.as_str()] {
            let found = find(service, &platform, text).await;
            assert!(members(&found, "id").contains(&account.as_str()), "{text}: {found:?}");
        }
        expect_nothing(service, &platform, "632013000").await;
        let only = with(&platform, json!({ "text": ["3000"], "kind": "external-account" }));
        let found = act(service, "find text", only).await.json;
        assert_eq!(members(found.as_array().unwrap(), "kind"), ["EXTERNAL_ACCOUNT"]);
        let wrong = with(&platform, json!({ "text": ["3000"], "kind": "planet" }));
        expect_error(service, "find text", wrong, Kind::Invalid).await;
        expect_error(service, "find text", with(&platform, json!({ "text": ["  "] })), Kind::Invalid).await;
        for long in [json!({ "text": ["x".repeat(1_001)] }), json!({ "text": ["x".repeat(600), "y".repeat(401)] })] {
            let error = expect_error(service, "find text", with(&platform, long), Kind::Invalid).await;
            assert!(error.message.contains("text") && error.message.contains("1000 characters"), "{error}");
        }
    }
}

journey! {
    async fn a_search_without_a_platform_covers_all_and_one_with_it_no_other(service) {
        let here = service.platform(Environment::Sandbox).await;
        let elsewhere = service.platform(Environment::Sandbox).await;
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Hedy Lamarr", "currencies": ["USD"] });
        let customer = here.post("/customers").json(&person).send().await.expect(201);
        let id = customer["id"].as_str().unwrap();
        for text in ["Hedy Lamarr", id, end(id)] {
            expect_nothing(service, &elsewhere, text).await;
            let everywhere = act(service, "find text", json!({ "text": [text] })).await.json;
            let rows = everywhere.as_array().unwrap();
            assert!(members(rows, "id").contains(&id), "{text}: {rows:?}");
        }
        let row = &find(service, &here, id).await[0];
        assert_eq!(row["next"], format!("causeway customer show {id}"));
        let shown = act(service, "customer show", json!({ "customer": id })).await.json;
        assert_eq!((&shown["name"], &shown["customer"]), (&json!("Hedy Lamarr"), &json!(id)));
    }
}

journey! {
    async fn changed_names_and_deleted_customers_are_found_as_they_are(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let person = json!({ "customerType": "INDIVIDUAL", "fullName": "Ada Byron", "currencies": ["USD"] });
        let customer = platform.post("/customers").json(&person).send().await.expect(201);
        let path = format!("/customers/{}", customer["id"].as_str().unwrap());
        let change = json!({ "customerType": "INDIVIDUAL", "fullName": "Ada Lovelace" });
        platform.patch(&path).json(&change).send().await.expect(200);
        expect_nothing(service, &platform, "Ada Byron").await;
        assert_eq!(members(&find(service, &platform, "Ada Lovelace").await, "about"), ["Ada Lovelace"]);

        platform.delete(&path).send().await.expect(200);
        expect_nothing(service, &platform, "Ada Lovelace").await;
        let by_id = find(service, &platform, customer["id"].as_str().unwrap()).await;
        assert_eq!(members(&by_id, "status"), ["DELETED"], "its row stays");
        export(service, "find rebuild", with(&platform, json!({}))).await;
        expect_nothing(service, &platform, "Ada Lovelace").await;
    }
}

/// Returns all search terms in order, with their resources.
async fn terms(service: &Service) -> Vec<String> {
    let read = |tx: &mut Tx<'_>| {
        let sql = "SELECT term, kind, at, id FROM search_term /* all platforms */ \
                   ORDER BY platform_id, term, kind, at, id";
        tx.query(sql, &[], |row| {
            let term: String = row.get("term")?;
            let kind: String = row.get("kind")?;
            Ok(format!("{kind} {} {} {term}", row.get::<Uuid>("id")?, row.get::<i64>("at")?))
        })
    };
    service.app().store.read::<_, Error, _>(read).await.expect("the terms can be read")
}

/// Rebuilds the search terms of a platform, and returns the lines of progress.
async fn rebuild(service: &Service, platform: &Platform) -> Vec<Value> {
    let lines = export(service, "find rebuild", with(platform, json!({}))).await;
    lines.iter().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

on_engines! {
    /// Deletes all terms, as if all resources were older than the search.
    async fn a_rebuild_writes_the_same_terms_again(service) {
        let platform = service.platform(Environment::Sandbox).await;
        populate(service, platform.id, 1_100).await;
        let customer = platform.customer(&["USD"]).await;
        let funded = platform.account_of(&customer, "USD").await;
        platform.fund(&funded, 4_200).await;
        platform.euro_account(&customer, "DE89370400440532013000").await;
        let report = json!({ "reference": "INVOICE 9", "amount": 700, "currency": "USD", "rail": "ACH" });
        let pushed = act(service, "deposit push", with(&platform, report)).await.json;
        platform.settled().await;

        let before = terms(service).await;
        for kind in ["CUSTOMER ", "EXTERNAL_ACCOUNT ", "PAYMENT ", "UNMATCHED_DEPOSIT "] {
            assert!(before.iter().any(|term| term.starts_with(kind)), "{kind}");
        }
        let forget = service.app().store.write(&[], |tx| tx.execute("DELETE FROM search_term", &[]));
        forget.await.map_err(|error: Error| error).unwrap();
        expect_nothing(service, &platform, &name(1_050)).await;
        for _ in 0..2 {
            let dry = try_dry_run(service, "find rebuild", with(&platform, json!({}))).await.unwrap();
            let counts = ["1101 customers", "1 external accounts", "1101 payments", "1 unmatched deposits"];
            let sentences = counts.map(|count| format!("add missing search terms of {count} of Test platform"));
            assert_eq!(dry["would"]["further"], json!(sentences));
            let progress = rebuild(service, &platform).await;
            let [first, .., last] = &progress[..] else { panic!("{progress:?}") };
            assert_eq!((&first["customers"], &first["is_done"]), (&json!(1_000), &json!(false)));
            assert_eq!((&last["customers"], &last["payments"]), (&json!(1_101), &json!(1_101)));
            assert_eq!((&last["external_accounts"], &last["unmatched_deposits"]), (&json!(1), &json!(1)));
            let done = progress.iter().filter(|line| line["is_done"] == true).count();
            assert_eq!((done, &last["is_done"]), (1, &json!(true)));
            assert_eq!(terms(service).await, before);
        }
        assert_eq!(find(service, &platform, "1,010.50 USD").await.len(), 1);
        act(service, "suspense resolve", with(&platform, json!({ "transaction": pushed["transaction"], "payer": true }))).await;
    }
}

journey! {
    async fn events_alerts_and_uma_addresses_are_found(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let id = customer["id"].as_str().unwrap();
        let events = rows(service, "webhook list", with(&platform, json!({}))).await;
        let event = events[0]["webhook"].as_str().unwrap();
        let found = find(service, &platform, event).await;
        assert_eq!((members(&found, "kind"), members(&found, "id")), (vec!["WEBHOOK"], vec![event]));

        let address = customer["umaAddress"].as_str().unwrap();
        for text in [address.to_owned(), address.to_uppercase()] {
            let found = find(service, &platform, &text).await;
            assert!(members(&found, "id").contains(&id), "{text}: {found:?}");
        }
        let foreign = format!("{}@elsewhere.example", address.split_once('@').unwrap().0);
        expect_nothing(service, &platform, &foreign).await;

        let alert: AlertId = service.app().ids.next(service.app().clock.now());
        let of = Some(platform.id);
        let raise = service.app().store.write(&[], move |tx| alerts::raise(tx, of, alert, AlertKind::DebitReturned, "x", &json!({})));
        raise.await.map_err(|error: Error| error).unwrap();
        let found = find(service, &platform, &alert.to_string()).await;
        assert_eq!((members(&found, "kind"), members(&found, "about")), (vec!["ALERT"], vec!["DEBIT_RETURNED x"]));
        act(service, "alert close", json!({ "alert": alert })).await;
    }
}
