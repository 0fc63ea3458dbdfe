//! The queue of verifications that wait for a reviewer (customers 5.2).

use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::replaced_documents::person_without_documents;
use super::verification::{submit, upload};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, rows, with};

/// Returns the verifications of the queue, read one by one.
async fn queue(service: &Service, platform: &Platform, arguments: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let mut before = Value::Null;
    loop {
        let mut asked = with(platform, arguments.clone());
        asked["limit"] = json!(1);
        asked["before"] = before;
        let page = act(service, "verification list", asked).await.json;
        assert_eq!(page.get("searched_only"), None, "{page}");
        found.extend(page["rows"].as_array().unwrap().iter().map(|row| row["verification"].clone()));
        before = page["next"].clone();
        if before.is_null() {
            return found;
        }
    }
}

journey! {
    async fn the_longest_waiting_verification_is_listed_first(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let mut submitted = Vec::new();
        let mut region = Value::Null;
        for name in ["Vera Rubin 001", "Emmy Noether 001", "Lise Meitner 001"] {
            let customer = person_without_documents(&platform, name).await;
            upload(&platform, &customer, "PASSPORT", None).await;
            submitted.push(submit(&platform, &customer).await.expect(200)["id"].clone());
            region = customer["region"].clone();
        }
        assert_eq!(queue(service, &platform, &json!({})).await, submitted);
        let waiting = json!({ "status": ["IN_PROGRESS", "PENDING_MANUAL_REVIEW"], "region": region });
        assert_eq!(queue(service, &platform, &waiting).await, submitted);
        for none in [
            json!({ "region": "DE" }),
            json!({ "older_than": "1h" }),
            json!({ "status": ["IN_PROGRESS"] }),
            json!({ "since": "2100-01-01T00:00:00Z" }),
            json!({ "until": "2000-01-01T00:00:00Z" }),
        ] {
            assert_eq!(queue(service, &platform, &none).await, [Value::Null; 0], "{none}");
        }

        let arguments = with(&platform, json!({ "verification": submitted[0] }));
        let inbox = rows(service, "inbox list", with(&platform, json!({ "kind": "VERIFICATION" }))).await;
        let ids: Vec<&Value> = inbox.as_array().unwrap().iter().map(|row| &row["id"]).collect();
        assert_eq!(ids, submitted.iter().collect::<Vec<_>>(), "{inbox}");
        let shown = act(service, "verification show", arguments.clone()).await.json;
        assert_eq!(shown["meaning"], "waits for a reviewer");
        act(service, "verification approve", arguments).await;
        assert_eq!(queue(service, &platform, &json!({})).await, submitted[1..]);
    }
}
