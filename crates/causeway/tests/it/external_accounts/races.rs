//! Two concurrent requests for something that only one can have.

use causeway_store::platforms::Environment;
use serde_json::json;

use super::walks::{CUSTOMERS, create, delete, dollars, for_customer, for_deposits, register};
use crate::harness::journey;

journey! {
    /// Checks that one of two registrations of the same account succeeds, and that the refusal of the other
    /// names it.
    async fn duplicates(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        for number in 0..5 {
            let body = for_customer(&customer, dollars(&format!("00012345{number}")));
            let (one, other) = tokio::join!(create(&platform, &body), create(&platform, &body));
            let (account, refused) = if one.status == 201 { (one, other) } else { (other, one) };
            let error = refused.expect_error(409, "CONFLICT");
            assert_eq!(error["details"]["externalAccountId"], account.expect(201)["id"]);
        }
    }
}

journey! {
    /// Checks that one account gets a customer's deposits if several are registered for them at once.
    async fn default_deposits(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        for round in 0..5 {
            let body_of = |number: u32| for_deposits(for_customer(&customer, dollars(&format!("{round}000{number}"))));
            let first = body_of(1);
            let second = body_of(2);
            let (one, other) = tokio::join!(create(&platform, &first), create(&platform, &second));
            one.expect(201);
            other.expect(201);
            let list = platform.get(&format!("{CUSTOMERS}?limit=100")).send().await.expect(200);
            let chosen = |one: &&serde_json::Value| one["defaultUmaDepositAccount"] == true;
            assert_eq!(list["data"].as_array().unwrap().iter().filter(chosen).count(), 1, "{list}");
        }
    }
}

journey! {
    /// Checks that one of two concurrent deletions succeeds.
    async fn deletions(service) {
        let platform = service.platform(Environment::Sandbox).await;
        for number in 0..5 {
            let customer = json!({ "id": platform.customer(&["USD"]).await["id"] });
            let account = register(&platform, &for_customer(&customer, dollars(&format!("77{number}")))).await;
            let (one, other) = tokio::join!(delete(&platform, &account).send(), delete(&platform, &account).send());
            let mut statuses = [one.status, other.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [204, 404], "{one}\n{other}");
        }
    }
}
