//! Two tokens that delete each other at the same time: one of them stays.

use causeway_store::platforms::Environment;
use serde_json::json;

use crate::harness::journey;

/// Rounds to run: if the race is lost once in a few rounds, some round shows it.
const ROUNDS: usize = 12;

journey! {
    async fn one_managing_token_survives_a_race(service) {
        for _ in 0..ROUNDS {
            let platform = service.platform(Environment::Sandbox).await;
            let body = json!({ "name": "second", "permissions": ["MANAGE"] });
            let second = platform.post("/tokens").json(&body).send().await.expect(201);
            let list = platform.get("/tokens").send().await.expect(200);
            let other = platform
                .with_token(second["clientId"].as_str().unwrap(), second["clientSecret"].as_str().unwrap());
            let path = |at: usize| format!("/tokens/{}", list["data"][at]["id"].as_str().unwrap());
            let newer = path(0);
            let older = path(1);
            let (one, two) =
                tokio::join!(platform.delete(&newer).send(), other.delete(&older).send());
            let mut statuses = [one.status, two.status];
            statuses.sort_unstable();
            // The second request either deletes the last token, or its own token was deleted before it could
            // authenticate.
            assert!(matches!(statuses, [204, 400 | 401]), "{statuses:?}\n{one}\n{two}");
        }
    }
}
