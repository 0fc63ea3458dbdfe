//! `GET /customers` (customers 2.9; conventions 8).

use causeway_domain::customers::CustomerState;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use causeway_store::Error;
use causeway_store::customers::{self, CustomerDoc, CustomerRecord, Profile};
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{fields, patch, person, post, typed};
use crate::harness::{Platform, Service, journey};

async fn list(platform: &Platform, parameters: &[(&str, &str)]) -> Value {
    let mut request = platform.get("/customers");
    for (name, value) in parameters {
        request = request.query(name, value);
    }
    request.send().await.expect(200)
}

fn ids(list: &Value) -> Vec<&Value> {
    list["data"].as_array().unwrap().iter().map(|customer| &customer["id"]).collect()
}

journey! {
    async fn customers_k14_list_filters(service) {
        let platform = service.platform_with(&["USD", "USDC", "USDB", "EUR"]).await;
        let one = person(&platform, json!({ "platformCustomerId": "one", "currencies": ["USD", "USDC"] })).await;
        let info = json!({ "legalName": "Acme", "country": "BR", "taxId": "1", "incorporatedOn": "2001-02-03" });
        let two = typed("BUSINESS", json!({ "platformCustomerId": "two", "currencies": ["EUR"], "businessInfo": info }));
        let two = post(&platform, &two).await.expect(201);
        let changed = patch(&platform, &one, json!({ "fullName": "Jane" })).await.expect(200);
        let upper = one["umaAddress"].as_str().unwrap().to_uppercase();
        let first = one["createdAt"].as_str().unwrap();
        let second = two["createdAt"].as_str().unwrap();
        let updated = changed["updatedAt"].as_str().unwrap();

        for (filter, expected) in [
            (&[][..], &[&two, &one][..]),
            (&[("platformCustomerId", "one")], &[&one]),
            (&[("platformCustomerId", "ONE")], &[]),
            (&[("customerType", "BUSINESS")], &[&two]),
            (&[("region", "BR")], &[&two]),
            (&[("region", "US")], &[&one]),
            (&[("currency", "USDC")], &[&one]),
            (&[("currency", "GBP")], &[]),
            (&[("umaAddress", &upper)], &[&one]),
            (&[("umaAddress", "nobody")], &[]),
            (&[("umaAddress", "$jane@other.example")], &[]),
            (&[("createdAfter", second)], &[&two]),
            (&[("createdBefore", first)], &[&one]),
            (&[("createdAfter", second), ("createdBefore", first)], &[]),
            (&[("updatedAfter", updated)], &[&one]),
            (&[("updatedBefore", second)], &[&two]),
            (&[("region", "US"), ("currency", "USD")], &[&one]),
            (&[("region", "US"), ("currency", "EUR")], &[]),
            (&[("region", "")], &[&two, &one]),
        ] {
            let list = list(&platform, filter).await;
            let expected: Vec<&Value> = expected.iter().map(|customer| &customer["id"]).collect();
            assert_eq!(ids(&list), expected, "{filter:?}");
            assert_eq!(list["totalCount"], expected.len(), "{filter:?}");
        }

        for bad in [("customerType", "PERSON"), ("createdAfter", "today"), ("isIncludingDeleted", "1")] {
            let error = platform.get("/customers").query(bad.0, bad.1).send().await.expect_error(400, "INVALID_INPUT");
            assert_eq!(fields(&error), [bad.0]);
        }
    }
}

journey! {
    async fn conventions_j06_pagination(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut customers = Vec::new();
        for number in 0..5 {
            customers.push(person(&platform, json!({ "platformCustomerId": number.to_string() })).await["id"].clone());
        }

        let first = list(&platform, &[("limit", "2")]).await;
        assert_eq!(ids(&first), [&customers[4], &customers[3]]);
        assert_eq!((&first["hasMore"], &first["totalCount"]), (&json!(true), &json!(5)));
        let cursor = first["nextCursor"].as_str().unwrap();
        let second = list(&platform, &[("limit", "2"), ("cursor", cursor)]).await;
        assert_eq!(ids(&second), [&customers[2], &customers[1]]);

        person(&platform, json!({})).await;
        let cursor = second["nextCursor"].as_str().unwrap();
        let third = list(&platform, &[("limit", "2"), ("cursor", cursor)]).await;
        assert_eq!((ids(&third), &third["hasMore"]), (vec![&customers[0]], &json!(false)));
        assert!(third.get("nextCursor").is_none());

        for (name, value) in [("limit", "0"), ("limit", "101"), ("limit", "x"), ("cursor", "zzz")] {
            platform.get("/customers").query(name, value).send().await.expect_error(400, "INVALID_INPUT");
        }
        let other_filter = platform.get("/customers?region=US").query("cursor", cursor);
        other_filter.send().await.expect_error(400, "INVALID_INPUT");
        let sized = platform.get("/customers?limit=1").query("cursor", cursor).send().await.expect(200);
        assert_eq!(ids(&sized), [&customers[0]], "the size of a page may change on the way");

        fill(service, platform.id, 6, 10_000).await;
        assert_eq!(list(&platform, &[("limit", "1")]).await["totalCount"], 10_000);
        fill(service, platform.id, 10_000, 10_001).await;
        assert!(list(&platform, &[("limit", "1")]).await.get("totalCount").is_none());
    }
}

/// Adds customers without accounts until there are this many.
async fn fill(service: &Service, platform: PlatformId, from: u32, until: u32) {
    let app = service.app().clone();
    for begin in (from..until).step_by(500) {
        let ids = app.ids.clone();
        let write = app.store.write(&[], move |tx| {
            for number in begin..until.min(begin + 500) {
                customers::insert(tx, platform, &bare(&ids, number))?;
            }
            Ok::<_, Error>(())
        });
        write.await.expect("rows can be added");
    }
}

fn bare(ids: &causeway_domain::Ids, number: u32) -> CustomerRecord {
    let at = Time::from_millis(1_700_000_000_000);
    CustomerRecord {
        id: ids.next(at),
        platform_customer_id: format!("bare {number}"),
        region: "US".parse().unwrap(),
        currencies: vec![CurrencyCode::USD],
        uma_local: format!("bare{number}"),
        is_deleted: false,
        doc: CustomerDoc {
            v: CustomerDoc::VERSION,
            verification: CustomerState::Unverified,
            email: None,
            phone_number: None,
            consent: None,
            contact_verification: None,
            name_at_creation: None,
            awaits_outcome: false,
            profile: Profile::Individual(Box::default()),
        },
        created_at: at,
        updated_at: Revision::created(at),
    }
}

journey! {
    async fn conventions_j07_inclusive_ranges(service) {
        let platform = service.platform(Environment::Sandbox).await;
        person(&platform, json!({})).await;
        let one = person(&platform, json!({})).await;
        person(&platform, json!({})).await;
        let at = one["createdAt"].as_str().unwrap();
        let list = list(&platform, &[("createdAfter", at), ("createdBefore", at)]).await;
        assert!(ids(&list).contains(&&one["id"]));
        assert!(list["data"].as_array().unwrap().iter().all(|customer| customer["createdAt"] == at));

        let bare = at.trim_end_matches('Z');
        let response = platform.get("/customers").query("createdAfter", bare).send().await;
        assert_eq!(fields(&response.expect_error(400, "INVALID_INPUT")), ["createdAfter"]);
    }
}
