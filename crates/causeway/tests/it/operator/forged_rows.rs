//! A row that the service did not write is marked where operators look, and hides no other (conventions 2.3).

use causeway_domain::ids::ExternalAccountId;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, params};
use serde_json::{Value, json};

use super::acting::{act, on, try_action, with};
use crate::harness::{Platform, Service, on_engines};

/// Changes the status of an account without its authentication code.
async fn forge(service: &Service, platform: &Platform, account: &str, status: &'static str) {
    let (owner, account): (_, ExternalAccountId) = (platform.id, account.parse().expect("an id"));
    let change = move |tx: &mut Tx<'_>| {
        let sql = "UPDATE external_account SET status = $3 WHERE platform_id = $1 AND account_id = $2";
        tx.execute(sql, params![owner, account, status])
    };
    service.app().store.write::<_, Error, _>(&[], change).await.expect("the row can be changed");
}

/// Returns the ids of the marked rows.
fn marked<'a>(rows: &'a Value, member: &str) -> Vec<&'a str> {
    let rows = rows.as_array().expect("rows").iter();
    rows.filter(|row| row["is_authentic"] == false).map(|row| row[member].as_str().expect("an id")).collect()
}

on_engines! {
    async fn a_forged_account_is_marked_and_hides_no_other(service) {
        let platform = service.platform(Environment::Sandbox).await;
        let customer = platform.customer(&["USD"]).await;
        let forged = platform.euro_account(&customer, "DE89370400440532013000").await;
        let other = platform.euro_account(&customer, "DE89370400440532013003").await;
        act(service, "external-account review", with(&platform, json!({ "account": other }))).await;
        forge(service, &platform, &forged, "UNDER_REVIEW").await;

        let found = act(service, "find text", with(&platform, json!({ "text": ["3000"] }))).await.json;
        assert_eq!(marked(&found, "id"), [forged.as_str()], "{found}");
        let inbox = act(service, "inbox list", on(&platform)).await.json;
        assert_eq!((inbox["rows"].as_array().map(Vec::len), marked(&inbox["rows"], "id")), (Some(2), vec![forged.as_str()]));
        let listed = act(service, "external-account list", on(&platform)).await.json;
        assert_eq!((listed["rows"].as_array().map(Vec::len), marked(&listed["rows"], "account")), (Some(2), vec![forged.as_str()]));
        let (_, uuid) = forged.split_once(':').unwrap();
        assert_eq!(listed["not_authentic"], json!([format!("the external account {uuid}")]));
        let shown = act(service, "customer show", json!({ "customer": customer["id"] })).await.json;
        assert_eq!(marked(&shown["external_accounts"], "external_account"), [forged.as_str()], "{shown}");

        let enable = with(&platform, json!({ "account": forged }));
        assert!(try_action(service, "external-account enable", enable).await.is_err(), "no change believes it");
        forge(service, &platform, &forged, "ACTIVE").await;
        let listed = act(service, "external-account list", on(&platform)).await.json;
        assert_eq!((marked(&listed["rows"], "account").len(), listed.get("not_authentic")), (0, None));
    }
}
