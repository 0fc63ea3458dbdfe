//! A day of a compliance officer away from the machine: each step is a request to the network address.

use causeway_store::platforms::Environment;
use causeway_testing::http::{Response, one_pixel};
use serde_json::{Value, json};

use super::replaced_documents::{error_about, person_without_documents, replace};
use super::verification::{submit, upload};
use crate::harness::journey;
use crate::operator::acting::{trail, with};
use crate::operator::channels::{network, with_token};

/// Reason of all steps.
const REASON: &str = "review of the day";

journey! {
    /// Checks that the queue, the look, the return, the approval, the freeze and the export need no access to the
    /// machine, and that each of them but the list of the queue is in the audit trail.
    async fn a_compliance_day_is_done_over_the_network_and_audited(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let network = network(service).await;
        let officer = with_token(service, &network, "officer", &["compliance", "operator"], Some(&platform)).await;
        let act = async |action: &str, arguments: Value| -> Response {
            let request = json!({ "arguments": with(&platform, arguments), "reason": REASON });
            officer.post(&format!("/operator/{action}")).json(&request).send().await
        };
        let customer = person_without_documents(&platform, "Vera Rubin 001").await;
        let passport = upload(&platform, &customer, "PASSPORT", None).await;
        let submitted = submit(&platform, &customer).await.expect(200);
        let named = || json!({ "verification": submitted["id"] });
        let document = || json!({ "document": passport["id"] });

        let queue = act("verification/list", json!({})).await.expect(200);
        assert_eq!(queue["rows"].as_array().unwrap().len(), 1, "{queue}");
        let first = &queue["rows"][0];
        assert_eq!((&first["verification"], &first["customer"]), (&submitted["id"], &customer["id"]));
        assert_eq!((&first["documents"], &first["times_returned"]), (&json!(1), &json!(0)));
        for other in [json!({ "region": "DE" }), json!({ "older_than": "2d" }), json!({ "status": ["APPROVED"] })] {
            assert_eq!(act("verification/list", other).await.expect(200)["rows"], json!([]));
        }

        let look = act("verification/show", json!({ "verification": customer["id"] })).await.expect(200);
        assert_eq!((&look["verification"], &look["data"]["fullName"]), (&submitted["id"], &json!("Vera Rubin 001")));
        assert_eq!((&look["documents"][0]["document"], &look["missing"]), (&passport["id"], &json!([])));
        assert!(look["commands"].as_array().unwrap().len() >= 3, "{look}");
        let shown = act("document/show", document()).await.expect(200);
        assert_eq!((&shown["file_type"], &shown["bytes"]), (&json!("PNG"), &json!(one_pixel().len())));
        assert_eq!((&shown["submitted_with"], &shown["looks"]), (&json!([submitted["id"]]), &json!([])));
        let without_reason = json!({ "arguments": with(&platform, document()) });
        officer.post("/operator/document/fetch").json(&without_reason).send().await.expect(400);
        let file = act("document/fetch", document()).await;
        assert_eq!((file.status, &file.body[..]), (200, &one_pixel()[..]));

        let mut request = named();
        request["errors"] = json!([error_about("POOR_QUALITY_DOCUMENT", &passport)]);
        act("verification/return", request).await.expect(200);
        replace(&platform, &passport, "second.png", json!({})).send().await.expect(200);
        submit(&platform, &customer).await.expect(200);
        let queue = act("verification/list", json!({})).await.expect(200);
        assert_eq!(queue["rows"][0]["times_returned"], 1, "{queue}");
        let looks = act("document/show", document()).await.expect(200)["looks"].clone();
        let looks: Vec<&Value> = looks.as_array().unwrap().iter().map(|look| &look["action"]).collect();
        assert_eq!(looks, ["document fetch", "document show"]);
        act("verification/approve", named()).await.expect(200);
        let again = act("verification/approve", named()).await.expect(409);
        assert!(again["message"].as_str().unwrap().contains("APPROVED"), "{again}");

        let account = platform.account_of(&customer, "USD").await;
        act("account/freeze", json!({ "account": account })).await.expect(200);
        let export = act("customer/export", json!({ "customer": customer["id"] })).await.expect(200);
        assert_eq!(export["customer"]["fullName"], "Vera Rubin 001");
        let number = export["identification"][0]["number"].as_str().unwrap();
        assert_eq!(number.replace('-', ""), "111223333");
        assert_eq!(export["verifications"][0]["verificationStatus"], "APPROVED");
        assert_eq!(export["documents"][0]["id"], passport["id"]);
        let accounts = export["internalAccounts"].as_array().unwrap();
        assert!(accounts.iter().any(|account| account["status"] == "FROZEN"), "{export}");
        assert_eq!((&export["transactions"], &export["cards"]), (&json!([]), &json!([])));

        let audited: Vec<_> = trail(service).await.into_iter().filter(|entry| entry.reason == REASON).collect();
        let actions: Vec<&str> = audited.iter().map(|entry| entry.action.as_str()).collect();
        let expected = [
            "verification show", "document show", "document fetch", "verification return", "document show",
            "verification approve", "account freeze", "customer export",
        ];
        assert_eq!(actions, expected);
        assert!(audited.iter().all(|entry| entry.channel == "network"), "{audited:?}");
    }
}
