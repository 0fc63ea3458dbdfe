//! Two concurrent requests of which only one can succeed.

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::walks::{patch, path, person, post, typed};
use crate::harness::{Platform, journey};

/// Sends two simultaneous creations and returns their statuses, the smaller first.
async fn both(platform: &Platform, body: &Value) -> [u16; 2] {
    let (one, other) = tokio::join!(post(platform, body), post(platform, body));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    statuses
}

journey! {
    /// Checks that an identifier and an address each go to one of two customers.
    async fn unique_values(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let domain = person(&platform, json!({})).await["umaAddress"].as_str().unwrap().split_once('@').unwrap().1.to_owned();
        for number in 0..5 {
            let own_id = typed("INDIVIDUAL", json!({ "platformCustomerId": format!("own {number}") }));
            assert_eq!(both(&platform, &own_id).await, [201, 409]);
            let address = typed("INDIVIDUAL", json!({ "umaAddress": format!("$local{number}@{domain}") }));
            assert_eq!(both(&platform, &address).await, [201, 409]);
        }
        assert_eq!(platform.get("/customers").send().await.expect(200)["totalCount"], 11);
    }
}

journey! {
    /// Checks that either the money arrives or the customer is deleted, never both.
    async fn funding_against_deletion(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for _ in 0..5 {
            let customer = person(&platform, json!({})).await;
            let account = platform.account_of(&customer, "USD").await;
            let fund = platform.post(&format!("/sandbox/internal-accounts/{account}/fund"));
            let delete = platform.delete(&path(&customer));
            let (funded, deleted) = tokio::join!(fund.json(&json!({ "amount": 1 })).send(), delete.send());
            match (funded.status, deleted.status) {
                (200, 409) | (400 | 404, 200) => {}
                other => panic!("{other:?}\n{funded}\n{deleted}"),
            }
        }
    }
}

journey! {
    /// Checks that neither of two concurrent changes of one customer overwrites the other.
    async fn changes(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = person(&platform, json!({})).await;
        let (named, dated) = tokio::join!(
            patch(&platform, &customer, json!({ "fullName": "Jane Doe" })),
            patch(&platform, &customer, json!({ "birthDate": "1990-01-15" })),
        );
        named.expect(200);
        dated.expect(200);

        let customer = platform.get(&path(&customer)).send().await.expect(200);
        assert_eq!((&customer["fullName"], &customer["birthDate"]), (&json!("Jane Doe"), &json!("1990-01-15")));
    }
}
